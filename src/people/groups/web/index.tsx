import type { WebModule } from '#platform/web/module.ts';
import { groupsRights } from '../rules.rights.ts';

const CLASSES = ['分类管理', '/contentManager/classification'] as const;
const LABELS = ['标签管理', '/contentManager/label'] as const;
const GROUPS = ['分组管理', '/contentManager/group'] as const;

export const groupsPages: WebModule = {
  name: 'groups',
  rights: groupsRights,
  tabs: [
    {
      title: '分类管理',
      path: '/contentManager/classification',
      keys: 'dj:nrgl',
      worker: ['系统管理', 30],
      administrator: ['内容管理', 30],
    },
    {
      title: '标签管理',
      path: '/contentManager/label',
      keys: 'dj:nrgl',
      worker: ['系统管理', 31],
      administrator: ['内容管理', 31],
    },
    {
      title: '标签筛选',
      path: '/contentManager/label/filter',
      keys: 'dj:nrgl',
      worker: ['系统管理', 32],
      administrator: ['内容管理', 32],
    },
    {
      title: '分组管理',
      path: '/contentManager/group',
      keys: 'dj:nrgl',
      worker: ['系统管理', 33],
      administrator: ['内容管理', 33],
    },
    {
      title: '词库',
      path: '/contentManager/words',
      keys: 'dj:nrgl',
      worker: ['系统管理', 34],
      administrator: ['内容管理', 34],
    },
    {
      title: '数据质量',
      path: '/contentManager/dataQuality',
      keys: 'dj:nrgl',
      worker: ['数据分析', 60],
      administrator: ['数据分析', 60],
    },
  ],
  routes: [
    {
      path: CLASSES[1],
      title: CLASSES[0],
      permission: 'label:read',
      folded: true,
      load: () => import('./label/ClassPage.tsx'),
    },
    {
      path: `${CLASSES[1]}/:id`,
      title: '分类详情',
      permission: 'label:read',
      crumbs: [CLASSES],
      folded: true,
      load: () => import('./label/LabelClassView.tsx'),
    },
    {
      path: LABELS[1],
      title: LABELS[0],
      permission: 'label:read',
      folded: true,
      load: () => import('./label/LabelList.tsx'),
    },
    {
      path: `${LABELS[1]}/filter`,
      title: '标签筛选',
      permission: 'label:read',
      crumbs: [LABELS],
      folded: true,
      load: () => import('./label/LabelFilter.tsx'),
    },
    {
      path: `${LABELS[1]}/:id`,
      title: '标签详情',
      permission: 'label:read',
      crumbs: [LABELS],
      folded: true,
      load: () => import('./label/LabelView.tsx'),
    },
    {
      path: '/contentManager/dataQuality',
      title: '数据质量',
      permission: 'member:read',
      folded: true,
      load: () => import('./quality/QualityPage.tsx'),
    },
    {
      path: '/contentManager/words',
      title: '词库',
      permission: 'text:words',
      folded: true,
      load: () => import('./WordList.tsx'),
    },
    {
      path: GROUPS[1],
      title: GROUPS[0],
      permission: 'group:read',
      folded: true,
      load: () => import('./group/GroupList.tsx'),
    },
    {
      path: `${GROUPS[1]}/edit/:id`,
      title: '编辑分组',
      permission: 'group:write',
      crumbs: [GROUPS],
      folded: true,
      load: () => import('./group/GroupForm.tsx'),
    },
    {
      path: `${GROUPS[1]}/detail/:id`,
      title: '分组详情',
      permission: 'group:read',
      crumbs: [GROUPS],
      folded: true,
      load: () => import('./group/GroupView.tsx'),
    },
  ],
};
