import { RecordImportList } from '#platform/web/records/RecordImportList.tsx';
import { importing } from './importing.ts';

/** Sheets of students and staff. */
export default function ImportSheets() {
  return <RecordImportList importing={importing} />;
}
