import { RecordImportList } from '#platform/web/records/RecordImportList.tsx';
import { accountImport } from './importing.tsx';

/** `/popedom/user/account/sheets`: accounts that are opened, stopped and moved by sheets. */
export default function SheetList() {
  return <RecordImportList importing={accountImport} />;
}
