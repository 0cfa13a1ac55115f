import { RecordImportPage } from '#platform/web/records/RecordImportPage.tsx';
import { scoresImport } from './importing.ts';

/** One of these sheets, checked. */
export default function ScoreSheet() {
  return <RecordImportPage importing={scoresImport} />;
}
