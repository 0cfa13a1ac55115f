import type { WebModule } from '#platform/web/module.ts';
import { examRights } from '../rules.rights.ts';
import { PATHS } from './pickers.paths.ts';

const CENTRE = ['考试中心', PATHS.centre] as const;
const desk = { permission: 'exam:write', crumbs: [CENTRE], folded: true } as const;

export const examPages: WebModule = {
  name: 'exam',
  rights: examRights,
  tabs: [{ title: '考试中心', path: '/education/examination', keys: 'dj:zhjy', worker: ['学习教育', 40] }],
  routes: [
    { path: PATHS.centre, title: '考试中心', permission: 'dj:zhjy', load: () => import('./Centre.tsx') },
    { ...desk, path: PATHS.libEdit(':libId'), title: '编辑题库', load: () => import('./LibEdit.tsx') },
    { ...desk, path: PATHS.lib(':libId'), title: '题库详情', load: () => import('./LibView.tsx') },
    { ...desk, path: PATHS.paperAdd, title: '新增试卷', load: () => import('./PaperEdit.tsx') },
    { ...desk, path: PATHS.paper(':paperID'), title: '编辑试卷', load: () => import('./PaperEdit.tsx') },
    {
      ...desk,
      path: PATHS.analysis(':centerId', ':paperId'),
      title: '试卷分析',
      load: () => import('./Analysis.tsx'),
    },
    { ...desk, path: PATHS.exam, title: '新增考试', load: () => import('./ExamEdit.tsx') },
    { ...desk, path: PATHS.follow, title: '考试跟踪', load: () => import('./Follow.tsx') },
    { ...desk, path: PATHS.imports, title: '导入纸质考试成绩', load: () => import('./ScoreSheets.tsx') },
    {
      ...desk,
      path: `${PATHS.imports}/:id`,
      title: '校验纸质考试成绩',
      crumbs: [CENTRE, ['导入纸质考试成绩', PATHS.imports]],
      load: () => import('./ScoreSheet.tsx'),
    },
    {
      path: PATHS.take(':id'),
      title: '参加考试',
      permission: 'dj:zhjy',
      chrome: 'none',
      load: () => import('./take/Take.tsx'),
    },
    { ...desk, path: PATHS.mark(':id'), title: '阅卷', permission: 'exam:mark', load: () => import('./Mark.tsx') },
  ],
};
