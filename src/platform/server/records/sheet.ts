import type { RecordType, RecordValues } from '#platform/records/records.ts';
import { redact } from '../secrecy/redact.ts';
import type { CellKind } from '../spreadsheet/cells.ts';
import type { SheetColumn } from '../spreadsheet/write.ts';

const WIDTH = { line: 24, text: 40, date: 12, number: 10, choice: 16 };

/** What a spreadsheet counts with. */
const KINDS: Readonly<Partial<Record<RecordType['fields'][number]['kind'], CellKind>>> = {
  date: 'day',
  number: 'whole',
};

/** The columns of a tab's fields, headed as the import reads them. */
export const fieldColumns = (sort: RecordType): SheetColumn[] =>
  sort.fields.map(({ label, kind }) => {
    const typed = KINDS[kind];
    return { head: label, width: WIDTH[kind], ...(typed ? { kind: typed } : {}) };
  });

/** A row's fields as a workbook has them: choices by their names, what looks like an id card or a phone redacted. */
export const fieldTexts = (
  sort: RecordType,
  fields: RecordValues,
  names: { name(code: string, value: string): string },
): string[] =>
  sort.fields.map(({ name, dictionary }) => {
    const value = fields[name] ?? '';
    return dictionary && value !== '' ? names.name(dictionary, String(value)) : redact(String(value));
  });
