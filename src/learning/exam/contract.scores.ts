import { type ImportKind, recordImportCalls } from '#platform/records/recordImport.ts';
import { followExam, getExam, listExams } from './contract.exam.ts';

/** Scores of exams on paper as a sheet: a line is one person at one exam. */
export const SCORE_SHEET: ImportKind = {
  kind: 'score',
  label: '纸质考试成绩',
  hint: '先发布考试，再按考试名称导入考生的卷面得分；公布成绩前可以撤销。',
};
export const SCORES_IMPORT = recordImportCalls([SCORE_SHEET], {
  path: '/api/zhjy/exam/imports',
  of: '成绩',
  access: 'exam:write',
  target: 'examBatch',
  stale: () => [followExam, getExam, listExams],
});
