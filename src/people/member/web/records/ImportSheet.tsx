import { RecordImportPage } from '#platform/web/records/RecordImportPage.tsx';
import { recordImport } from './importing.ts';

/** `/affairs/member/recordImport/:id`: one of these sheets, checked. */
export default function ImportSheet() {
  return <RecordImportPage importing={recordImport} />;
}
