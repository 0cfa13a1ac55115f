import type { PageRoute } from '#platform/web/module.ts';
import { SCHOOL } from '../rules.school.ts';

const HOME = ['云党校', SCHOOL.home] as const;

/** The pages of 云党校. */
export const schoolPages: readonly PageRoute[] = [
  { path: SCHOOL.home, title: '云党校', permission: 'hours:own', folded: true, load: () => import('./CloudParty.tsx') },
  {
    path: SCHOOL.sign(':id', ':code'),
    title: '培训班签到',
    permission: 'hours:own',
    chrome: 'none',
    load: () => import('./SchoolSign.tsx'),
  },
  {
    path: SCHOOL.form,
    title: '编辑党校',
    permission: 'school:write',
    crumbs: [HOME],
    folded: true,
    load: () => import('./SchoolForm.tsx'),
  },
  {
    path: '/education/schoolPartyDetail',
    title: '党校详情',
    permission: 'dj:sxzy:*',
    crumbs: [HOME],
    folded: true,
    load: () => import('./SchoolView.tsx'),
  },
];
