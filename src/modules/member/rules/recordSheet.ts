import type { SheetOwner } from '#platform/recordSheet.ts';
import { readIdCard } from './idCard.ts';
import { matchColumns, ORG_COLUMN } from './importColumns.ts';

const COLUMNS = [
  { field: 'name', label: '人员姓名', required: true },
  { field: 'idCardNo', label: '身份证号', required: true },
  { field: ORG_COLUMN, label: '所在党支部' },
] as const;
const FIELDS = new Set<string | null>(COLUMNS.map(({ field }) => field));

/** Whose a row is: a person, found by the id card; name and branch only confirm it. */
export const personOfSheet: SheetOwner = {
  columns: COLUMNS,
  match: (heads) => matchColumns(heads).map((field) => (FIELDS.has(field) ? field : null)),
  read: ({ idCardNo = '' }, today) => {
    const number = idCardNo.replace(/^'/, '');
    if (number === '') return { key: null, faults: [] };
    const read = readIdCard(number, today);
    return 'card' in read ? { key: read.card.number, faults: [] } : { key: null, faults: [`身份证号：${read.reason}`] };
  },
};
