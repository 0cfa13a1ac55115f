import type { BadRow, GridColumn } from '#platform/web/sheet/grid.ts';
import type { ImportBatch } from '../../contract.import.ts';
import { ANOTHER, IMPORT_FIELDS, ORG_COLUMN } from '../../rules/importColumns.ts';

/** What most fixing is about; shown beside the columns in which something is wrong. */
const MAIN = ['name', 'idCardNo', 'nation', 'education', 'admissionDate', ORG_COLUMN, 'phonenumber'];
const LABELS = new Map([...IMPORT_FIELDS, ANOTHER].map(({ field, label }) => [field, label]));
/** A field's Chinese label. */
export const labelOf = (field: string) => LABELS.get(field) ?? field;
const WIDTHS: Readonly<Record<string, number>> = {
  name: 110,
  idCardNo: 198,
  gender: 76,
  nation: 104,
  personCategory: 120,
  phonenumber: 134,
  residence: 200,
  workUnit: 180,
  [ORG_COLUMN]: 184,
};

/**
 * The columns of the grid: name and id card first, then those of the sheet in its order, then fields
 * that the sheet lacks and some row needs. Without `all` only the main ones and those with something wrong.
 */
export function columnsOf(
  mapping: ImportBatch['mapping'],
  rows: readonly BadRow[],
  all: boolean,
  searchBranch: NonNullable<GridColumn['search']>,
): GridColumn[] {
  const wrong = new Set(rows.flatMap(({ errors }) => errors.map(({ field }) => field)));
  const sheet = mapping.map(({ field }) => field).filter((field) => field !== null);
  const fields = [...new Set(['name', 'idCardNo', ...sheet, ...wrong])];
  const shown = all ? fields : fields.filter((field) => MAIN.includes(field) || wrong.has(field));
  return shown.map((field) => {
    const width = WIDTHS[field];
    return {
      field,
      label: labelOf(field),
      ...(width ? { width } : {}),
      ...(field === ORG_COLUMN ? { search: searchBranch } : {}),
    };
  });
}
