import type { RecordImporting } from '#platform/web/records/RecordImportList.tsx';
import { ORG_RECORD_IMPORT, ORG_SHEETS } from '../../contract.recordImport.ts';

/** The import of the tabs of organisations' records. */
export const orgRecordImport: RecordImporting = {
  calls: ORG_RECORD_IMPORT,
  kinds: ORG_SHEETS,
  named: '党组织名称',
  path: '/affairs/organization/recordImport',
  finding: '按党组织名称归入该组织的档案；有同名的组织时，“上级党组织”列用来区分',
};
