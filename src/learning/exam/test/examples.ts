import { type Examples, first } from '../../../../e2e/support/example.ts';

/** Where the pages of this room with an id are opened. */
export const examples: Examples = {
  ids: {
    questionLib: first('/api/zhjy/question/lib/listPage?pageSize=1'),
    examPaper: first('/api/zhjy/paper/listPage?pageSize=1'),
    exam: first('/api/zhjy/exam/listPage?pageSize=1&state=1'),
    paperOfExam: first('/api/zhjy/exam/listPage?pageSize=1&state=1', 'paperId'),
  },
  pages: {
    '/education/questions/edit/:libId': '/education/questions/edit/new',
    '/education/questions/detail/:libId': '/education/questions/detail/{questionLib}',
    '/education/paper/edit/:paperID': '/education/paper/edit/{examPaper}',
    '/education/paper/analysis/:centerId/:paperId': '/education/paper/analysis/{exam}/{paperOfExam}',
    '/education/exam/take/:id': '/education/exam/take/{exam}',
    '/education/exam/mark/:id': '/education/exam/mark/{exam}',
  },
  elsewhere: {
    '/education/exam/imports/:id': 'recordImport.spec.ts',
  },
};
