import type { ReplyOf } from '#platform/contract.ts';
import type { Around, RecordProblem, RecordValues } from '#platform/records/records.ts';
import { ALL_RECORDS, type memberRecords } from '../../contract.records.ts';
import type { MemberDetail } from '../../contract.ts';
import { RECORD_FACTS } from '../../rules/recordChecks.ts';

/** What the rows of a person's tabs are held against. */
export const aroundOf = (member: MemberDetail, records: ReplyOf<typeof memberRecords>): Around => ({
  owner: Object.fromEntries(RECORD_FACTS.map((field) => [field, member[field]])),
  rows: Object.entries(records).flatMap(([kind, rows]) =>
    rows.map((row) => ({ id: row.id, kind, fields: row as unknown as RecordValues })),
  ),
});

/** What the rows of one tab say against the main record and each other, named by their rows. */
export function tabProblems(kind: string, member: MemberDetail, records: ReplyOf<typeof memberRecords>) {
  const sort = ALL_RECORDS.find((one) => one.kind === kind);
  const around = aroundOf(member, records);
  return (records[kind] ?? []).flatMap((row) => {
    const found: RecordProblem[] =
      sort?.against?.(sort, { id: row.id, fields: row as unknown as RecordValues }, around) ?? [];
    const name = sort?.one ? '' : `${row[`${sort?.title}Name`] ?? row.title}：`;
    return found.map(({ text, clause }) => ({ text: `${name}${text}`, clause }));
  });
}
