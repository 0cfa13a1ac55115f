import { faultInColumn, type SheetFault, type SheetOwner } from '#platform/records/recordSheet.ts';
import { readIdCard } from './idCard.ts';
import { matchColumns, ORG_COLUMN } from './importColumns.ts';

const COLUMNS = [
  { field: 'name', label: '人员姓名', owner: true, required: true, sample: '张三' },
  { field: 'idCardNo', label: '身份证号', owner: true, required: true, sample: '11010519491231002X' },
  { field: ORG_COLUMN, label: '所在党支部', owner: true, sample: '某某党支部' },
] as const;
const FIELDS = new Set<string | null>(COLUMNS.map(({ field }) => field));
const [NAME, ID_CARD, ORG] = COLUMNS;

/** Faults at the columns that say whose a row is. */
export const personFault = {
  name: (text: string): SheetFault => faultInColumn(NAME, text),
  idCard: (text: string): SheetFault => faultInColumn(ID_CARD, text),
  org: (text: string, suggestions: readonly string[]): SheetFault => faultInColumn(ORG, text, suggestions),
};

/** Whose a row is: a person, found by the id card; name and branch only confirm it. */
export const personOfSheet: SheetOwner = {
  columns: COLUMNS,
  match: (heads) => matchColumns(heads).map((field) => (FIELDS.has(field) ? field : null)),
  read: ({ idCardNo = '' }, today) => {
    const number = idCardNo.replace(/^'/, '');
    if (number === '') return { key: null, faults: [] };
    const read = readIdCard(number, today);
    return 'card' in read
      ? { key: read.card.number, faults: [] }
      : { key: null, faults: [personFault.idCard(read.reason)] };
  },
};
