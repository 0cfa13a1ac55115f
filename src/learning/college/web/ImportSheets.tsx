import { RecordImportList } from '#platform/web/records/RecordImportList.tsx';
import { rosterImport } from './importing.ts';

/** Sheets of students and staff. */
export default function ImportSheets() {
  return <RecordImportList importing={rosterImport} />;
}
