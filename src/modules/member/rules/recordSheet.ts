import { type RecordSort, type RecordValues, recordFaults, recordForm } from '#platform/records.ts';
import { readIdCard } from './idCard.ts';
import { cleanHead, matchColumns, ORG_COLUMN } from './importColumns.ts';
import { readDay } from './importDays.ts';

/** Whose row it is: the first columns of the template, by wire name. */
export const OWNER_HEADS: readonly { field: string; label: string }[] = [
  { field: 'name', label: '人员姓名' },
  { field: 'idCardNo', label: '身份证号' },
  { field: ORG_COLUMN, label: '所在党支部' },
];
const OWNER_FIELDS = new Set(OWNER_HEADS.map(({ field }) => field));

/** What a form asks for, and so what a sheet may bring. */
const written = (sort: RecordSort) => sort.fields.filter(({ made }) => !made);

/** The heads of a tab's template; a star stands at what must be filled. */
export const templateHeads = (sort: RecordSort): string[] => [
  '人员姓名*',
  '身份证号*',
  '所在党支部',
  ...written(sort).map(({ label, required }) => (required ? `${label}*` : label)),
];

/** A column of an uploaded sheet: whose row it is (`owner`), a field of the row, or nothing that is known. */
export interface SheetColumn {
  head: string;
  field: string | null;
  owner: boolean;
}

/**
 * What each head means. A tab's own labels come first, so that 姓名 of a family is the relative's; whose row it is then
 * reads 人员姓名 or 党员姓名.
 */
export function readHeads(sort: RecordSort, heads: readonly string[]): SheetColumn[] {
  const fields = new Map(written(sort).map(({ name, label }) => [cleanHead(label), name]));
  const owners = matchColumns(heads);
  const taken = new Set<string>();
  return heads.map((text, index) => {
    const head = text.slice(0, 60);
    const own = fields.get(cleanHead(text));
    if (own !== undefined && !taken.has(own)) {
      taken.add(own);
      return { head, field: own, owner: false };
    }
    const field = owners[index] ?? null;
    return field !== null && OWNER_FIELDS.has(field)
      ? { head, field, owner: true }
      : { head, field: null, owner: false };
  });
}

/** What a sheet lacks to be read at all, as a sentence; empty where nothing does. */
export function lackingHeads(sort: RecordSort, columns: readonly SheetColumn[]): string {
  const has = (owner: boolean, field: string) => columns.some((one) => one.owner === owner && one.field === field);
  const lacking = [
    ...OWNER_HEADS.filter(({ field }) => field !== ORG_COLUMN && !has(true, field)),
    ...written(sort).filter(({ required, name }) => required && !has(false, name)),
  ];
  return lacking.length > 0 ? `缺少“${lacking.map(({ label }) => label).join('”“')}”列，请对照模板` : '';
}

/** What the reading of lines looks up. */
export interface SheetLookups {
  entries(dictionary: string): readonly { name: string; value: string }[];
  /** `YYYY-MM-DD` by the database's clock. */
  today: string;
}

/** A line as it was read: whose row, its values, and what is wrong in words. */
export interface ReadLine {
  name: string;
  idCard: string | null;
  orgName: string;
  values: RecordValues;
  faults: string[];
}

/** Reads one line of a sheet, without the database. */
export function readLine(
  sort: RecordSort,
  columns: readonly SheetColumn[],
  cells: readonly string[],
  look: SheetLookups,
): ReadLine {
  const at = (owner: boolean, field: string) => {
    const index = columns.findIndex((column) => column.owner === owner && column.field === field);
    return (cells[index] ?? '').replace(/[\u0000-\u0009\u000b-\u001f\u007f]+/g, ' ').trim();
  };
  const faults: string[] = [];
  const name = at(true, 'name');
  if (name === '') faults.push('人员姓名：请填写');
  const number = at(true, 'idCardNo');
  const read = readIdCard(number.replace(/^'/, ''), look.today);
  if (number === '') faults.push('身份证号：请填写');
  else if ('reason' in read) faults.push(`身份证号：${read.reason}`);

  const input: Record<string, string> = {};
  const wrong = new Set<string>();
  for (const { name: field, label, kind, dictionary } of written(sort)) {
    const text = at(false, field);
    input[field] = text;
    if (text === '') continue;
    if (kind === 'choice') {
      const entries = look.entries(dictionary ?? '');
      const entry = entries.find((one) => one.name === text) ?? entries.find((one) => one.value === text);
      if (entry) input[field] = entry.value;
      else {
        wrong.add(field);
        const names = entries.slice(0, 8).map((one) => one.name);
        faults.push(`${label}：“${text}”不在选项里，可填${names.join('、')}${entries.length > 8 ? '等' : ''}`);
      }
    } else if (kind === 'date') {
      const day = readDay(text);
      if ('day' in day) input[field] = day.day;
      else if ('fix' in day && !('month' in day)) input[field] = day.fix;
      else {
        wrong.add(field);
        faults.push(`${label}：${'month' in day ? '只有年月，请填到日' : 'text' in day ? day.text : '日期不正确'}`);
      }
    }
  }
  const values = { ...sort.begins, ...formed(sort, input, wrong, faults) };
  for (const [field, text] of Object.entries(recordFaults(sort, values, look.today))) {
    if (!wrong.has(field)) faults.push(`${labelOf(sort, field)}：${text}`);
  }
  return {
    name,
    idCard: 'card' in read ? read.card.number : null,
    orgName: at(true, ORG_COLUMN),
    // Every declared field stands in a row, as one that was typed has it.
    values: Object.fromEntries(sort.fields.map((field) => [field.name, values[field.name] ?? null])),
    faults,
  };
}

const labelOf = (sort: RecordSort, name: string) => sort.fields.find((field) => field.name === name)?.label ?? name;

/** The texts as the form's schema reads them; what it refuses is told and left out. */
function formed(sort: RecordSort, input: Record<string, string>, wrong: Set<string>, faults: string[]): RecordValues {
  const parsed = recordForm(sort).safeParse(input);
  if (parsed.success) return parsed.data as RecordValues;
  for (const { path, message } of parsed.error.issues) {
    const field = String(path[0]);
    if (wrong.has(field)) continue;
    wrong.add(field);
    faults.push(`${labelOf(sort, field)}：${message}`);
  }
  return Object.fromEntries(Object.entries(input).filter(([field, text]) => !wrong.has(field) && text !== ''));
}
