import { recordsUseDictionaries } from '#kernel/dictionary/server/uses.ts';
import { ORG_RECORD_IMPORT } from '#people/org/contract.recordImport.ts';
import * as contract from '#people/org/contract.records.ts';
import { type Binding, bind } from '#platform/server/http/bind.ts';
import { recordBin } from '#platform/server/records/bin.ts';
import { bindRecords, readableRecordFiles } from '#platform/server/records/bind.ts';
import { bindOrder } from '#platform/server/records/order.ts';
import { bindSheets } from '#platform/server/records/sheets.ts';
import { startRecordExport } from './service/recordExport.ts';
import { orgSheets } from './service/recordImport.ts';
import * as records from './service/records.ts';

/** Deleted rows of the tabs of organisations' records. */
export const recycledOrgRecords = recordBin('org', contract.ALL_ORG_RECORDS, {
  kind: 'orgRecord',
  label: '党组织档案分表',
  right: 'org:write',
});

export const orgRecordRoutes: Binding[] = [
  bind(contract.allRewards, (ctx, { orgId }) => records.readRewards(ctx, orgId)),
  bind(contract.awardDoubts, (ctx, { orgId }) => records.awardDoubts(ctx, orgId)),
  bind(contract.getExtension, (ctx, { orgId }) => records.readExtension(ctx, orgId)),
  bind(contract.updateExtension, (ctx, input) => records.writeExtension(ctx, input)),
  bind(contract.exportOrgRecords, startRecordExport),
  ...bindSheets(orgSheets, ORG_RECORD_IMPORT),
  bindOrder(contract.ORG_RECORDS, contract.orderOrgRecords, records.orgRecordRules),
  ...contract.ORG_RECORDS.flatMap((sort) => {
    const calls = contract.ORG_RECORD_CALLS[sort.kind];
    return calls ? bindRecords(sort, calls, records.orgRecordRules) : [];
  }),
];

/** Tells the registries of the house what of this belongs to them. */
export function announceRecordRoutes(): void {
  recordsUseDictionaries(contract.ALL_ORG_RECORDS);
  readableRecordFiles('org', records.orgRecordRules);
}
