import { RecordImportList } from '#platform/web/records/RecordImportList.tsx';
import { hoursImport } from './importing.ts';

/** Sheets of who took part in trainings. */
export default function ImportSheets() {
  return <RecordImportList importing={hoursImport} />;
}
