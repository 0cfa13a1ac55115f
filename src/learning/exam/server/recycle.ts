import { orgBin } from '#house/server/orgBin.ts';
import type { RecycleKind } from '#platform/server/bin/recycle.ts';

const right = 'exam:write';

/** Deleted banks, papers and drafts of exams. */
export const recycledExamRows: readonly RecycleKind[] = [
  orgBin({ kind: 'questionLib', label: '题库', right, table: 'question_lib', title: 'name' }),
  orgBin({ kind: 'examPaper', label: '试卷', right, table: 'exam_paper', title: 'name' }),
  orgBin({ kind: 'exam', label: '考试', right, table: 'exam', title: 'title' }),
];
