import { RecordImportList } from '#platform/web/records/RecordImportList.tsx';
import { recordImport } from './importing.ts';

/** `/affairs/member/recordImport`: sheets of the tabs of people’s records. */
export default function ImportSheets() {
  return <RecordImportList importing={recordImport} />;
}
