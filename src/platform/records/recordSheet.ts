import { countedNumber, hasLostDigits, LOST_DIGITS } from '../reading/cells.ts';
import { type DayReading, readDay } from '../reading/days.ts';
import { type RecordType, type RecordValues, recordFaults, recordForm } from './records.ts';

/** What is wrong with a line. */
export interface SheetFault {
  /** The key of the column that it speaks of (`columnKey`); empty where it is the line as a whole. */
  column: string;
  /** The column's name; empty as well. */
  label: string;
  text: string;
  /** Ways of writing that would do. */
  suggestions: readonly string[];
}

/** A column that a fault can name; `owner`: it names the owner of the row. */
export interface SpokenColumn {
  field: string;
  label: string;
  owner?: true;
}

/** A key that is unique among a sheet's columns: a tab and its owner may both have a name. */
export const columnKey = ({ field, owner = false }: { field: string; owner?: boolean }) =>
  owner ? `owner.${field}` : field;

/** A fault at a column. */
export const faultInColumn = (column: SpokenColumn, text: string, suggestions: readonly string[] = []): SheetFault => ({
  column: columnKey(column),
  label: column.label,
  text,
  suggestions,
});

/** A fault of a line as a whole. */
export const faultOfLine = (text: string): SheetFault => ({ column: '', label: '', text, suggestions: [] });

/** A fault where its column is not seen beside it. */
export const faultWords = ({ label, text }: SheetFault) => (label === '' ? text : `${label}：${text}`);

/** How the lines of a sheet name the owner of a row. */
export interface SheetOwner {
  /** The first columns of a template; the first of them names the owner. */
  columns: readonly (SpokenColumn & { owner: true; required?: true; sample: string })[];
  /** The column's field of each head, the first of several that mean the same; null where nothing is known. */
  match(heads: readonly string[]): (string | null)[];
  /** What these columns say, without the database: the key by which the owner is found, or what is wrong. */
  read(said: Readonly<Record<string, string>>, today: string): { key: string | null; faults: SheetFault[] };
}

/** A column head as it is compared: without stars, spaces, colons and parts in brackets. */
export const cleanHead = (head: string) => head.replace(/[（(][^（(）)]*[）)]/g, '').replace(/[\s*＊:：]/g, '');

/** What a form asks for, and so what a sheet may bring. */
const written = (sort: RecordType) => sort.fields.filter(({ made }) => !made);

/** A column of a template. The head of a required column has a star. */
export interface SheetTemplateColumn {
  head: string;
  required: boolean;
  sample: string;
  options?: readonly string[];
  note?: string;
}
const SAMPLES = { date: '2020-07-01', number: '1', line: '', text: '', choice: '' } as const;

const headed = (label: string, required?: true) => ({
  head: required ? `${label}*` : label,
  required: required === true,
});

/** The columns of a tab's template, with its choices and a sample. */
export function templateColumns(
  sort: RecordType,
  owner: SheetOwner,
  names: { entries(dictionary: string): readonly { name: string }[] },
): SheetTemplateColumn[] {
  const fields = written(sort).map(({ label, required, kind, dictionary, hint }) => {
    const options = dictionary ? names.entries(dictionary).map(({ name }) => name) : [];
    const note = hint ?? (kind === 'date' ? '写成2020-07-01，2020.7.1也能识别' : '');
    return {
      ...headed(label, required),
      sample: options[0] ?? (SAMPLES[kind] || (required ? `某${label}` : '')),
      ...(options.length > 0 ? { options } : {}),
      ...(note ? { note } : {}),
    };
  });
  return [...ownerTemplate(owner), ...fields];
}

/** What a column of an uploaded sheet means: the owner of the row (`owner`), a field of the row, or unknown. */
export interface SheetColumn {
  head: string;
  field: string | null;
  owner: boolean;
}

/**
 * What each head means. The sheet's own labels come first: in a sheet of family members 姓名 is the relative's name, and the owner's
 * head is then 人员姓名 or 党员姓名.
 * @param own fields by their clean heads
 */
export function matchHeads(
  own: ReadonlyMap<string, string>,
  owner: SheetOwner,
  heads: readonly string[],
): SheetColumn[] {
  const owners = owner.match(heads);
  const taken = new Set<string>();
  return heads.map((text, index) => {
    const head = text.slice(0, 60);
    const field = own.get(cleanHead(text));
    if (field !== undefined && !taken.has(field)) {
      taken.add(field);
      return { head, field, owner: false };
    }
    const owned = owners[index] ?? null;
    return { head, field: owned, owner: owned !== null };
  });
}

/** Why a sheet cannot be read at all (missing columns), as a sentence; empty where it can. @param required of its own columns */
export function lackingOf(
  required: readonly { field: string; label: string }[],
  owner: SheetOwner,
  columns: readonly SheetColumn[],
): string {
  const has = (isOwner: boolean, field: string) => columns.some((one) => one.owner === isOwner && one.field === field);
  const lacking = [
    ...owner.columns.filter((one) => one.required && !has(true, one.field)),
    ...required.filter(({ field }) => !has(false, field)),
  ];
  return lacking.length > 0 ? `缺少“${lacking.map(({ label }) => label).join('”“')}”列，请对照模板` : '';
}

/** The columns of a template that say whose a row is. */
export const ownerTemplate = (owner: SheetOwner): SheetTemplateColumn[] =>
  owner.columns.map(({ label, required, sample }) => ({ ...headed(label, required), sample }));

/** Reads from a line who owns the row, without the database. `at` reads the owner's columns. @param today `YYYY-MM-DD` */
export function readOwner(
  owner: SheetOwner,
  columns: readonly SheetColumn[],
  cells: readonly string[],
  today: string,
): { said: Record<string, string>; key: string | null; faults: SheetFault[]; at: (field: string) => string } {
  const cell = (isOwner: boolean, field: string) =>
    (cells[columns.findIndex((one) => one.owner === isOwner && one.field === field)] ?? '').trim();
  const texts = Object.fromEntries(owner.columns.map(({ field }) => [field, cell(true, field)]));
  const { key, faults } = owner.read(texts, today);
  const missing = owner.columns.filter(({ required, field }) => required && texts[field] === '');
  return {
    said: texts,
    key,
    faults: [...missing.map((one) => faultInColumn(one, '请填写')), ...faults],
    at: (field) => cell(false, field),
  };
}

/** What each head of a tab's sheet means. */
export const readHeads = (sort: RecordType, owner: SheetOwner, heads: readonly string[]): SheetColumn[] =>
  matchHeads(new Map(written(sort).map(({ name, label }) => [cleanHead(label), name])), owner, heads);

/** Why a tab's sheet cannot be read at all (missing columns), as a sentence; empty where it can. */
export const lackingHeads = (sort: RecordType, owner: SheetOwner, columns: readonly SheetColumn[]): string =>
  lackingOf(
    written(sort).flatMap(({ name, label, required }) => (required ? [{ field: name, label }] : [])),
    owner,
    columns,
  );

/** What the reading of lines looks up. */
export interface SheetLookups {
  entries(dictionary: string): readonly { name: string; value: string }[];
  /** `YYYY-MM-DD` by the database's clock. */
  today: string;
}

/** A line that was read: the owner, the values, and the faults in words. */
export interface ReadLine {
  /** What the columns of the owner say, by their fields. */
  said: Readonly<Record<string, string>>;
  /** By which the owner is found; null where that is wrong already. */
  key: string | null;
  values: RecordValues;
  faults: SheetFault[];
}

/** Reads one line of a sheet, without the database. */
export function readLine(
  sort: RecordType,
  owner: SheetOwner,
  columns: readonly SheetColumn[],
  cells: readonly string[],
  look: SheetLookups,
): ReadLine {
  const at = (isOwner: boolean, field: string) => {
    const index = columns.findIndex((column) => column.owner === isOwner && column.field === field);
    return (cells[index] ?? '').replace(/[\u0000-\u0009\u000b-\u001f\u007f]+/g, ' ').trim();
  };
  const texts = Object.fromEntries(owner.columns.map(({ field }) => [field, at(true, field)]));
  const lost = owner.columns.filter(({ field }) => hasLostDigits(texts[field] ?? ''));
  const { key, faults: wrongOwner } =
    lost.length > 0
      ? { key: null, faults: lost.map((column) => faultInColumn(column, LOST_DIGITS)) }
      : owner.read(texts, look.today);
  const missing = owner.columns.filter(({ field, required }) => required && texts[field] === '');
  const faults = [...missing.map((column) => faultInColumn(column, '请填写')), ...wrongOwner];

  const input: Record<string, string> = {};
  const wrong = new Set<string>();
  for (const { name: field, label, kind, dictionary } of written(sort)) {
    const column = { field, label };
    const text = at(false, field);
    input[field] = kind === 'number' ? countedNumber(text) : text;
    if (text === '') continue;
    if (hasLostDigits(text)) {
      wrong.add(field);
      faults.push(faultInColumn(column, LOST_DIGITS));
    } else if (kind === 'choice') {
      const entries = look.entries(dictionary ?? '');
      const entry = entries.find((one) => one.name === text) ?? entries.find((one) => one.value === text);
      if (entry) input[field] = entry.value;
      else {
        wrong.add(field);
        faults.push(
          notAnOption(
            column,
            text,
            likeFirst(
              entries.map((one) => one.name),
              text,
            ),
          ),
        );
      }
    } else if (kind === 'date') {
      const day = readDay(text);
      if ('day' in day) input[field] = day.day;
      else if ('fix' in day && !('month' in day)) input[field] = day.fix;
      else {
        wrong.add(field);
        faults.push(faultInColumn(column, ...dayFault(day)));
      }
    }
  }
  const values = { ...sort.begins, ...formed(sort, input, wrong, faults) };
  for (const [field, text] of Object.entries(recordFaults(sort, values, look.today))) {
    if (!wrong.has(field)) faults.push(faultInColumn(columnOf(sort, field), text));
  }
  if (faults.length === 0 && Object.values(input).every((text) => text === ''))
    faults.push(faultOfLine(`没有填写${sort.label}的内容`));
  return {
    said: texts,
    key,
    // Every declared field stands in a row, as one that was typed has it.
    values: Object.fromEntries(sort.fields.map((field) => [field.name, values[field.name] ?? null])),
    faults,
  };
}

/** A tab's field as a column. */
export const columnOf = (sort: RecordType, field: string): SpokenColumn => ({
  field,
  label: sort.fields.find(({ name }) => name === field)?.label ?? field,
});

/** The names that share most characters with a text before the others, whose order stays. */
const likeFirst = (names: readonly string[], text: string): string[] => {
  const shared = (name: string) => [...new Set(name)].filter((one) => text.includes(one)).length;
  return names.toSorted((a, b) => shared(b) - shared(a));
};

const NAMED = 8;
/** The fault of a cell whose text is none of the options, with the most similar options first. */
export const notAnOption = (column: SpokenColumn, text: string, options: readonly string[]): SheetFault => {
  const named = options.slice(0, NAMED);
  const words = `“${text}”不在选项里，可填${named.join('、')}${options.length > NAMED ? '等' : ''}`;
  return faultInColumn(column, words, named);
};

/** The fault of a text that is no day, and the days that may have been intended. */
export function dayFault(read: Exclude<DayReading, { day: string }>): [text: string, suggestions: string[]] {
  if ('month' in read) return ['只有年月，请填到日', [read.fix]];
  return 'text' in read ? [read.text, read.suggestions] : ['日期不正确', []];
}

/** The texts as the form's schema reads them; what it refuses is told and left out. */
function formed(
  sort: RecordType,
  input: Record<string, string>,
  wrong: Set<string>,
  faults: SheetFault[],
): RecordValues {
  const parsed = recordForm(sort).safeParse(input);
  if (parsed.success) return parsed.data as RecordValues;
  for (const { path, message } of parsed.error.issues) {
    const field = String(path[0]);
    if (wrong.has(field)) continue;
    wrong.add(field);
    faults.push(faultInColumn(columnOf(sort, field), message));
  }
  return Object.fromEntries(Object.entries(input).filter(([field, text]) => !wrong.has(field) && text !== ''));
}
