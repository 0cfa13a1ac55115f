import { type Examples, first } from '../../../../e2e/support/example.ts';

/** Where the pages of this room with an id are opened. */
export const examples: Examples = {
  ids: {
    trinity: first('/api/trinity/evaluation/listPage?pageSize=1&state=open'),
    trinityUnit: first('/api/trinity/unit/listPage?pageSize=1'),
    trinityScore: first('/api/trinity/score/listPage?pageSize=1'),
  },
  pages: {
    '/trinity/evaluationManage/view': '/trinity/evaluationManage/view?id={trinity}',
    '/trinity/evaluationManage/Detail': '/trinity/evaluationManage/Detail?id={trinityUnit}',
    '/trinity/materialReportView': '/trinity/materialReportView?evaluationId={trinity}',
    '/trinity/dataManageView': '/trinity/dataManageView?id={trinityScore}',
  },
};
