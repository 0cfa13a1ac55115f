import { RecordImportList } from '#platform/web/records/RecordImportList.tsx';
import { orgRecordImport } from './importing.ts';

/** `/affairs/organization/recordImport`: sheets of the tabs of organisations' records. */
export default function ImportSheets() {
  return <RecordImportList importing={orgRecordImport} />;
}
