import { RecordImportPage } from '#platform/web/records/RecordImportPage.tsx';
import { accountImport } from './importing.tsx';

/** `/popedom/user/account/sheets/:id`: one of these sheets, checked. */
export default function SheetPage() {
  return <RecordImportPage importing={accountImport} />;
}
