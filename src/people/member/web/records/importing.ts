import type { RecordImporting } from '#platform/web/records/RecordImportList.tsx';
import { RECORD_IMPORT } from '../../contract.recordImport.ts';
import { ALL_RECORDS } from '../../contract.records.ts';

/** The import of the tabs of people's records. */
export const recordImport: RecordImporting = {
  calls: RECORD_IMPORT,
  kinds: ALL_RECORDS,
  named: '人员姓名',
  path: '/affairs/member/recordImport',
  finding: '按身份证号归入本人档案，姓名用来核对',
};
