import { RecordImportPage } from '#platform/web/records/RecordImportPage.tsx';
import { rosterImport } from './importing.ts';

/** One of these sheets, checked. */
export default function ImportSheet() {
  return <RecordImportPage importing={rosterImport} />;
}
