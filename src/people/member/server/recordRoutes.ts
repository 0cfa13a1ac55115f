import { recordsUseDictionaries } from '#kernel/dictionary/server/uses.ts';
import { type Binding, bind } from '#platform/server/http/bind.ts';
import { recordBin } from '#platform/server/records/bin.ts';
import { addRecords, bindRecords, readableRecordFiles } from '#platform/server/records/bind.ts';
import { bindOrder } from '#platform/server/records/order.ts';
import { bindSheets } from '#platform/server/records/sheets.ts';
import { RECORD_IMPORT } from '../contract.recordImport.ts';
import * as contract from '../contract.records.ts';
import { entering, family } from '../rules/records.ts';
import { listEntries } from './service/entering.ts';
import { memberSheets } from './service/recordImport.ts';
import * as records from './service/records.ts';

/** Deleted rows of the tabs of people's records. */
export const recycledRecords = recordBin('member', contract.ALL_RECORDS, {
  kind: 'memberRecord',
  label: '党员档案分表',
  right: 'member:write',
});

export const recordRoutes: Binding[] = [
  bind(contract.memberRecords, (ctx, { id }) => records.readRecords(ctx, id)),
  bind(contract.getExtra, (ctx, { id }) => records.readExtra(ctx, id)),
  bind(contract.updateExtra, (ctx, input) => records.writeExtra(ctx, input)),
  bind(contract.listEntering, (ctx, input) => listEntries(ctx, input)),
  bind(contract.auditEntering, (ctx, input) => records.auditEntry(ctx, input)),
  ...bindSheets(memberSheets, RECORD_IMPORT),
  bind(contract.addFamily, (ctx, input) => addRecords(ctx, family, records.recordRules, input)),
  bindOrder(contract.MEMBER_RECORDS, contract.orderRecords, records.recordRules),
  ...contract.MEMBER_RECORDS.flatMap((sort) => {
    const calls = contract.RECORD_CALLS[sort.kind];
    if (!calls) return [];
    const rules = sort === entering ? records.enteringRules : records.recordRules;
    return bindRecords(sort, calls, rules).filter(({ endpoint }) => contract.OFFERED_CALLS.includes(endpoint));
  }),
];

/** Tells the registries of the house what of this belongs to them. */
export function announceRecordRoutes(): void {
  recordsUseDictionaries(contract.ALL_RECORDS);
  readableRecordFiles('member', records.recordRules);
}
