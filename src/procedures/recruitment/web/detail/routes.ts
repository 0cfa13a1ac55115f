import type { PageRoute } from '#platform/web/module.ts';
import { LISTS, type ListName, PATHS } from '../paths.ts';

const TOP = ['发展党员', PATHS.overview] as const;

/** The pages of one file, and those beside the lists. */
export const detailRoutes: PageRoute[] = [
  {
    path: PATHS.board,
    title: '分阶段管理',
    permission: 'recruit:read',
    folded: true,
    crumbs: [TOP],
    load: () => import('./Board.tsx'),
  },
  {
    path: PATHS.detailInfo,
    title: '详细信息',
    permission: 'recruit:read',
    folded: true,
    crumbs: [TOP],
    load: () => import('./DetailInfo.tsx'),
  },
  {
    path: PATHS.papers,
    title: '发展党员材料',
    permission: 'recruit:write',
    folded: true,
    crumbs: [TOP],
    load: () => import('./PaperPage.tsx'),
  },
  {
    path: PATHS.register,
    title: '登记与修改',
    permission: 'recruit:write',
    crumbs: [TOP],
    load: () => import('./Register.tsx'),
  },
  {
    path: PATHS.application(':id'),
    title: '入党申请详情',
    permission: 'recruit:read',
    folded: true,
    crumbs: [TOP],
    load: () => import('./ApplyJoinDetail.tsx'),
  },
  ...(Object.keys(LISTS) as ListName[]).flatMap((name): PageRoute[] => {
    const { title } = LISTS[name];
    const crumbs = [TOP];
    return [
      {
        path: PATHS.detail(name, ':id'),
        title: `${title}详情`,
        permission: 'recruit:read',
        folded: true,
        crumbs,
        load: () => import('./StageDetail.tsx'),
      },
      {
        path: PATHS.add(name, ':orgId'),
        title: `登记${title}`,
        permission: 'member:write',
        crumbs,
        load: () => import('./StageAdd.tsx'),
      },
      {
        path: PATHS.edit(name, ':ids'),
        title: `修改${title}`,
        permission: 'recruit:write',
        folded: true,
        crumbs,
        load: () => import('./StageEdit.tsx'),
      },
    ];
  }),
];
