import { recordImportCalls } from '#platform/records/recordImport.ts';
import { ALL_RECORDS, memberRecords, RECORD_CALLS } from './contract.records.ts';
import { memberTimeline } from './contract.ts';

/** The tabs of people's records from sheets. */
export const RECORD_IMPORT = recordImportCalls(ALL_RECORDS, {
  path: '/api/dyxx/recordImports',
  of: '档案分表',
  access: 'member:import',
  target: 'recordBatch',
  stale: () => [
    memberRecords,
    memberTimeline,
    ...Object.values(RECORD_CALLS).flatMap((calls) => [calls.list, calls.get]),
  ],
});
