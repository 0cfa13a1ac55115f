import { RecordImportList } from '#platform/web/records/RecordImportList.tsx';
import { scoresImport } from './importing.ts';

/** Sheets of scores of exams on paper. */
export default function ScoreSheets() {
  return <RecordImportList importing={scoresImport} />;
}
