import {
  type FormColumn,
  isSourceOfType,
  MAX_DECIMALS,
  readCell,
  type Source,
  toScaledInteger,
} from '#life/tasks/rules.form.ts';
import { formulaFault } from '#platform/reading/cells.ts';

/** The kinds of fields that a table can have. */
export const FIELD_KINDS = {
  text: '单行文字',
  long: '多行文字',
  whole: '整数',
  decimal: '小数',
  day: '日期',
  flag: '是/否',
  choice: '选项',
  dict: '字典选项',
} as const;
export type FieldKind = keyof typeof FIELD_KINDS;

/** What becomes of a field over the organisations; of 是/否 it is how many said 是. */
export const SUM_RULES = { sum: '求和', average: '求平均', max: '取最大', none: '不汇总' } as const;
export type SumRule = keyof typeof SUM_RULES;

/** What fields say of each other. */
export const CHECK_KINDS = { atMost: '不大于', total: '合计等于' } as const;
export type CheckKind = keyof typeof CHECK_KINDS;

export const MAX_FIELDS = 40;
export const MAX_CHECKS = 12;
/** As many as the office's grids hold, on which several rows are typed and pasted. */
export const MAX_ROWS = 300;
const LINE = 200;
const LONG = 2000;
/** Signs that a cell holds at most, whatever its field is. */
export const MAX_CELL = LONG;

export interface TableField {
  id: string;
  name: string;
  kind: FieldKind;
  /** Of 小数. */
  decimals: number;
  unit: string;
  choices: string[];
  /** The code of a dictionary. */
  dict: string;
  required: boolean;
  /** Of numbers and days, as typed; empty: no limit. */
  min: string;
  max: string;
  hint: string;
  sum: SumRule;
  /** What the platform knows of the organisation and fills in when it is opened; empty: nothing. */
  source: Source | '';
}

/** `fields[0]` is at most `fields[1]`, or `fields[0]` is the sum of all others. */
export interface TableCheck {
  id: string;
  kind: CheckKind;
  fields: string[];
}

export interface TableDesign {
  /** An organisation fills in several rows, not one. */
  several: boolean;
  fields: TableField[];
  checks: TableCheck[];
}

export const EMPTY_DESIGN: TableDesign = { several: false, fields: [], checks: [] };
/** The id of the one row of a table that has one. */
export const ONLY_ROW = '1';

export interface FilledRow {
  id: string;
  cells: Record<string, string>;
}
/** What is wrong in a cell; blocking alone. */
export interface Fault {
  row: string;
  col: string;
  text: string;
}
/** The choices of each field that offers some: its own, or the names of its dictionary. */
export type Choices = Readonly<Record<string, readonly string[]>>;

export const isNumeric = ({ kind }: Pick<TableField, 'kind'>): boolean => kind === 'whole' || kind === 'decimal';
export const decimalsOf = ({ kind, decimals }: Pick<TableField, 'kind' | 'decimals'>): number =>
  kind === 'decimal' ? decimals : 0;
/** Whether a field stands in the sums. */
export const isSummed = (field: Pick<TableField, 'kind' | 'sum'>): boolean =>
  field.sum !== 'none' && (isNumeric(field) || field.kind === 'flag');
export const isChoice = ({ kind }: Pick<TableField, 'kind'>): boolean => kind === 'choice' || kind === 'dict';

const TYPES = {
  text: 'text',
  long: 'text',
  whole: 'number',
  decimal: 'number',
  day: 'date',
  flag: 'flag',
  choice: 'choice',
  dict: 'choice',
} as const satisfies Record<FieldKind, FormColumn['type']>;

/** The field as a column of the office's grids, whose reading of what people type holds here as well. */
export const columnOf = (field: TableField): FormColumn => ({
  id: field.id,
  name: field.name,
  group: '',
  type: TYPES[field.kind],
  decimals: decimalsOf(field),
  unit: field.unit,
  choices: field.choices,
  dict: field.dict,
  required: field.required,
  min: field.min,
  max: field.max,
  level: 'block',
  sentence: '',
  source: '',
});

/** Whether a field may hold what the platform knows: names stand in text, counts in whole numbers. */
export const isSourceAllowed = (source: Source, field: Pick<TableField, 'kind'>): boolean =>
  field.kind !== 'decimal' && isSourceOfType(source, TYPES[field.kind]);

/** A value's text as it is kept, or what is wrong with it. */
export function readValue(
  field: TableField,
  typed: string,
  choices: readonly string[],
): { text: string; fault?: string } {
  const text = typed.trim();
  if (field.kind === 'text' || field.kind === 'long') {
    const most = field.kind === 'long' ? LONG : LINE;
    const failed = formulaFault(text);
    if (failed) return { text, fault: failed };
    return text.length > most ? { text, fault: `最多${most}个字` } : { text };
  }
  return readCell(columnOf(field), text, choices);
}

/** A value as a number that is compared: integers of the smallest unit, days as their digits. */
function measured(field: TableField, text: string): bigint | undefined {
  if (text === '') return undefined;
  if (isNumeric(field)) return toScaledInteger(text, MAX_DECIMALS);
  return field.kind === 'day' && /^\d{4}-\d{2}-\d{2}$/.test(text) ? BigInt(text.replaceAll('-', '')) : undefined;
}

function limitFault(field: TableField, text: string): string {
  const value = measured(field, text);
  if (value === undefined) return '';
  const [min, max] = [measured(field, field.min), measured(field, field.max)];
  const [less, more] = field.kind === 'day' ? ['不能早于', '不能晚于'] : ['不能小于', '不能大于'];
  if (min !== undefined && value < min) return `${less}${field.min}`;
  return max !== undefined && value > max ? `${more}${field.max}` : '';
}

/** What is wrong with a design, as sentences; empty: it can be published. */
export function designFaults({ fields, checks }: TableDesign): string[] {
  const faults: string[] = [];
  const say = (text: string) => faults.push(text);
  if (fields.length === 0) say('表里还没有字段');
  const names = fields.map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice) say(`有两个字段都叫“${twice}”`);
  if (new Set(fields.map(({ id }) => id)).size < fields.length) say('字段的编号重复，请刷新后再改');
  for (const field of fields) {
    const { name } = field;
    const limits = [field.min, field.max];
    const values = limits.map((text) => measured(field, text));
    if (
      (isNumeric(field) || field.kind === 'day') &&
      limits.some((text, at) => text !== '' && values[at] === undefined)
    )
      say(`“${name}”的范围应填写${field.kind === 'day' ? '日期' : '数字'}`);
    else if (values[0] !== undefined && values[1] !== undefined && values[0] > values[1])
      say(`“${name}”的最小值大于最大值`);
    if (field.kind === 'choice' && new Set(field.choices).size < 2) say(`“${name}”至少要有两个选项`);
    if (field.kind === 'dict' && field.dict === '') say(`“${name}”还没有选字典`);
    if (field.source && !isSourceAllowed(field.source, field)) say(`“${name}”的类型放不下自动带出的内容`);
  }
  for (const check of checks) {
    const fault = checkFault(fields, check);
    if (fault) say(fault);
  }
  return faults;
}

function checkFault(fields: readonly TableField[], { kind, fields: ids }: TableCheck): string {
  const found = ids.map((id) => fields.find((field) => field.id === id)).filter((field) => field !== undefined);
  if (found.length < ids.length) return '有核对规则的字段已不在表里，请重新选择';
  if (new Set(ids).size < ids.length) return '核对规则里有重复的字段';
  if (kind === 'total') {
    if (ids.length < 3) return '合计至少由两个字段相加';
    return found.every(isNumeric) ? '' : '合计只能由数字字段组成';
  }
  if (ids.length !== 2) return '“不大于”只比较两个字段';
  const areDays = found.every((field) => field.kind === 'day');
  return areDays || found.every(isNumeric) ? '' : '“不大于”只比较两个数字，或两个日期';
}

/** A check in words: 女党员 ≤ 党员总数, 党员总数 = 正式党员 + 预备党员. */
export function checkWords({ fields }: TableDesign, { kind, fields: ids }: TableCheck): string {
  const names = ids.map((id) => fields.find((field) => field.id === id)?.name ?? '？');
  return kind === 'atMost' ? names.join(' ≤ ') : `${names[0]} = ${names.slice(1).join(' + ')}`;
}

/** Nothing was filled in beside what the platform itself knew; a table of such fields alone is never empty. */
export function isEmpty({ fields }: TableDesign, rows: readonly FilledRow[]): boolean {
  const typed = fields.filter(({ source }) => source === '');
  return typed.length > 0 && rows.every(({ cells }) => typed.every(({ id }) => (cells[id] ?? '') === ''));
}

/** What is wrong in a filling, cell by cell, in the order of the table. */
export function fillFaults(design: TableDesign, rows: readonly FilledRow[], choices: Choices): Fault[] {
  const faults: Fault[] = [];
  for (const { id, cells } of rows) {
    const reported = new Set<string>();
    const say = (col: string, text: string) => {
      if (reported.has(col)) return;
      reported.add(col);
      faults.push({ row: id, col, text });
    };
    for (const field of design.fields) {
      const { text, fault } = readValue(field, cells[field.id] ?? '', choices[field.id] ?? field.choices);
      if (fault) say(field.id, fault);
      else if (text === '' && field.required)
        say(field.id, `${isChoice(field) || field.kind === 'flag' ? '请选择' : '请填写'}${field.name}`);
      else {
        const beyond = limitFault(field, text);
        if (beyond) say(field.id, beyond);
      }
    }
    for (const check of design.checks) judge(design, check, cells, say);
  }
  return faults;
}

function judge(
  { fields }: TableDesign,
  { kind, fields: ids }: TableCheck,
  cells: Readonly<Record<string, string>>,
  say: (col: string, text: string) => void,
): void {
  const found = ids.map((id) => fields.find((field) => field.id === id));
  const values = found.map((field) =>
    field ? measured(field, readValue(field, cells[field.id] ?? '', []).text) : undefined,
  );
  const [first, second] = found;
  if (!first || !second) return;
  if (kind === 'atMost') {
    if (values[0] === undefined || values[1] === undefined || values[0] <= values[1]) return;
    say(first.id, first.kind === 'day' ? `不能晚于“${second.name}”` : `不能大于“${second.name}”`);
    return;
  }
  const parts = values.slice(1);
  // Where nothing is typed yet at all nothing is said; an empty part is nought.
  if (values[0] === undefined || parts.every((value) => value === undefined)) return;
  const due = parts.reduce<bigint>((sum, value) => sum + (value ?? 0n), 0n);
  if (due !== values[0])
    say(
      first.id,
      `应等于${found
        .slice(1)
        .map((field) => `“${field?.name}”`)
        .join('、')}之和`,
    );
}

/** A filling with its texts as they are kept; cells that are not of the table fall away, and so do rows without any. */
export function cleanRows(design: TableDesign, rows: readonly FilledRow[], choices: Choices): FilledRow[] {
  const clean = rows.map(({ id, cells }) => ({
    id,
    cells: Object.fromEntries(
      design.fields.flatMap((field) => {
        const { text } = readValue(field, cells[field.id] ?? '', choices[field.id] ?? field.choices);
        return text === '' ? [] : [[field.id, text]];
      }),
    ),
  }));
  if (!design.several) return clean.slice(0, 1).map(({ cells }) => ({ id: ONLY_ROW, cells }));
  return clean
    .filter(({ cells }) => Object.keys(cells).length > 0)
    .map(({ cells }, at) => ({ id: String(at + 1), cells }));
}

/** The row that a filling begins with: what the platform knows stands in the fields that are bound to it. */
export function startRows(design: TableDesign, known: Readonly<Partial<Record<Source, string>>>): FilledRow[] {
  if (design.several) return [];
  const cells = design.fields.flatMap(({ id, source }) =>
    source && known[source] ? [[id, known[source]] as const] : [],
  );
  return [{ id: ONLY_ROW, cells: Object.fromEntries(cells) }];
}
