import { RecordImportList } from '#platform/web/records/RecordImportList.tsx';
import { developmentImport } from './importing.ts';

/** Sheets of past steps, trainings and inspections. */
export default function ImportSheets() {
  return <RecordImportList importing={developmentImport} />;
}
