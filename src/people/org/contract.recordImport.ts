import { type ImportKind, recordImportCalls } from '#platform/records/recordImport.ts';
import { historyField, orgIntegrity } from './contract.history.ts';
import { getTerm, listTerms } from './contract.office.ts';
import { ALL_ORG_RECORDS, allRewards, getExtension, ORG_RECORD_CALLS } from './contract.records.ts';
import { orgTimeline } from './contract.timeline.ts';
import { getOrg, listOrgs } from './contract.ts';
import { TERM_SHEET } from './rules.termSheet.ts';

/** What comes by sheets: the tabs of organisations' records, and their terms. */
export const ORG_SHEETS: readonly ImportKind[] = [...ALL_ORG_RECORDS, TERM_SHEET];

/** The calls that import them. */
export const ORG_RECORD_IMPORT = recordImportCalls(ORG_SHEETS, {
  path: '/api/zzxx/recordImports',
  of: '党组织档案分表',
  access: 'org:write',
  target: 'orgRecordBatch',
  stale: () => [
    allRewards,
    getExtension,
    historyField,
    orgTimeline,
    orgIntegrity,
    getOrg,
    listOrgs,
    listTerms,
    getTerm,
    ...Object.values(ORG_RECORD_CALLS).flatMap((calls) => [calls.list, calls.get]),
  ],
});
