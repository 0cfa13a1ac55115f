import type { FilledRow, TableDesign, TableField } from './rules.design.ts';

/** The head of a field's column in workbooks. */
export const headOf = ({ name, unit }: Pick<TableField, 'name' | 'unit'>): string =>
  unit ? `${name}（${unit}）` : name;

/** Heads are compared without stars and spaces, brackets of either width alike. */
const plain = (head: string) =>
  head
    .replace(/[*＊\s]/g, '')
    .replaceAll('(', '（')
    .replaceAll(')', '）');

/** The field that each head of a sheet means, the first where one stands twice; others mean nothing. */
export function fieldsOf(
  { fields }: Pick<TableDesign, 'fields'>,
  heads: readonly string[],
): (TableField | undefined)[] {
  const taken = new Set<string>();
  return heads.map((head) => {
    const field = fields.find((field) => [field.name, headOf(field)].map(plain).includes(plain(head)));
    if (!field || taken.has(field.id)) return undefined;
    taken.add(field.id);
    return field;
  });
}

/** Whether a line of a sheet is the head of this table: two of its fields stand there, or the only one. */
export const isHead = (design: Pick<TableDesign, 'fields'>, cells: readonly string[]): boolean =>
  fieldsOf(design, cells).filter(Boolean).length >= Math.min(2, design.fields.length);

/** What the sample line of a template says in a field. */
export function sampleOf(field: TableField, choices: readonly string[]): string {
  switch (field.kind) {
    case 'whole':
    case 'decimal':
      return field.min || '1';
    case 'day':
      return field.min || '2026-01-31';
    case 'flag':
      return '是';
    case 'choice':
    case 'dict':
      return choices[0] ?? '';
    default:
      return '文字';
  }
}

const KIND_NOTES: Partial<Record<TableField['kind'], string>> = {
  whole: '整数',
  day: '日期，如 2026-01-31',
  flag: '是或否',
};

/** How a field is filled in, in words: its kind, limits, unit and hint. */
export function noteOf(field: TableField): string {
  const kind = field.kind === 'decimal' ? `数字，最多${field.decimals}位小数` : KIND_NOTES[field.kind];
  const from = field.min && `${field.kind === 'day' ? '不早于' : '不小于'}${field.min}`;
  const to = field.max && `${field.kind === 'day' ? '不晚于' : '不大于'}${field.max}`;
  return [kind, from, to, field.hint].filter(Boolean).join('，');
}

/** Rows that were read with rows that stand already: after those, or in their place; ids anew, in order. */
export function withRead(
  rows: readonly FilledRow[],
  read: readonly FilledRow[],
  how: 'after' | 'instead',
): FilledRow[] {
  const kept = how === 'after' ? rows.filter(({ cells }) => Object.values(cells).some((text) => text !== '')) : [];
  return [...kept, ...read].map(({ cells }, at) => ({ id: String(at + 1), cells }));
}
