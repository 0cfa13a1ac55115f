import type { RecordImporting } from '#platform/web/records/RecordImportList.tsx';
import { SCORE_SHEET, SCORES_IMPORT } from '../contract.scores.ts';
import { PATHS } from './pickers.paths.ts';

/** The import of scores of exams on paper. */
export const scoresImport: RecordImporting = {
  calls: SCORES_IMPORT,
  kinds: [SCORE_SHEET],
  named: '人员姓名',
  path: PATHS.imports,
  finding: '按身份证号找到考生，按考试名称找到已发布的考试',
};
