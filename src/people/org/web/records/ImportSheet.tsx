import { RecordImportPage } from '#platform/web/records/RecordImportPage.tsx';
import { orgRecordImport } from './importing.ts';

/** `/affairs/organization/recordImport/:id`: one of these sheets, checked. */
export default function ImportSheet() {
  return <RecordImportPage importing={orgRecordImport} />;
}
