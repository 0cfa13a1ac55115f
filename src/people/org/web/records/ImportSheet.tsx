import { RecordImportPage } from '#platform/web/records/RecordImportPage.tsx';
import { importing } from './importing.ts';

/** `/affairs/organization/recordImport/:id`: one of these sheets, checked. */
export default function ImportSheet() {
  return <RecordImportPage importing={importing} />;
}
