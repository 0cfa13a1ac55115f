import type { PageRoute, WebModule } from '#platform/web/module.ts';
import { newsRights } from '../rules.rights.ts';
import { PATHS } from './paths.ts';

const DESK = ['稿件管理', PATHS.desk] as const;
const CIRCLE = ['党员圈', PATHS.circle] as const;
const NOTICES = ['通知公告', PATHS.notices] as const;
const NEWS = ['党建资讯', PATHS.news] as const;

const articleRoutes = (kind: 'article' | 'video', word: string): PageRoute[] => [
  {
    path: PATHS.deskView(kind, ':id'),
    title: `${word}详情`,
    permission: 'archive:write',
    crumbs: [DESK],
    folded: true,
    load: () => import('./ArticleView.tsx'),
  },
  {
    path: PATHS.edit(kind, ':id', ':orgId'),
    title: `编辑${word}`,
    permission: 'archive:write',
    crumbs: [DESK],
    folded: true,
    load: () => import('./ArticleForm.tsx'),
  },
  {
    path: PATHS.read(kind, ':id'),
    title: kind === 'video' ? '视频详情' : '资讯详情',
    permission: 'dj:djzx',
    crumbs: [NEWS],
    load: () => import('./NewsView.tsx'),
  },
];

export const newsPages: WebModule = {
  name: 'news',
  rights: newsRights,
  tabs: [
    { title: '党建资讯', path: '/newsInformation/article', keys: 'dj:djzx', worker: ['资讯互动', 10] },
    { title: '通知公告', path: '/archive/announcement', keys: 'dj:djzx', worker: ['资讯互动', 12] },
    { title: '党员圈', path: '/archive/circleFriends', keys: 'dj:djhd', worker: ['资讯互动', 14] },
    { title: '帮助中心', path: '/archive/helpcenter', keys: 'dj:djhd', worker: ['资讯互动', 16] },
    { title: '稿件管理', path: '/archive/article', keys: 'dj:zhhd', worker: ['资讯互动', 20] },
    { title: '稿件统计', path: '/archive/article/statistics', keys: 'dj:zhhd', worker: ['资讯互动', 22] },
    { title: '栏目管理', path: '/archive/programa', keys: 'dj:zhhd', worker: ['资讯互动', 24] },
  ],
  routes: [
    {
      path: PATHS.desk,
      title: '稿件管理',
      permission: 'archive:write',
      folded: true,
      load: () => import('./ArticleList.tsx'),
    },
    {
      path: PATHS.statistics,
      title: '稿件统计',
      permission: 'archive:write',
      crumbs: [['稿件管理', PATHS.desk]],
      load: () => import('./Statistics.tsx'),
    },
    ...articleRoutes('article', '文章'),
    ...articleRoutes('video', '视频'),
    {
      path: PATHS.columns,
      title: '栏目管理',
      permission: 'archive:column',
      crumbs: [DESK],
      folded: true,
      load: () => import('./ColumnPage.tsx'),
    },
    { path: PATHS.notices, title: '通知公告', permission: 'dj:djzx', load: () => import('./NoticeList.tsx') },
    {
      path: PATHS.read('notice', ':id'),
      title: '公告详情',
      permission: 'dj:djzx',
      crumbs: [NOTICES],
      load: () => import('./NoticeView.tsx'),
    },
    {
      path: PATHS.deskView('notice', ':id'),
      title: '公告办理',
      permission: 'archive:write',
      crumbs: [NOTICES],
      folded: true,
      load: () => import('./ArticleView.tsx'),
    },
    {
      path: PATHS.edit('notice', ':id', ':orgId'),
      title: '编辑公告',
      permission: 'archive:write',
      crumbs: [NOTICES],
      folded: true,
      load: () => import('./NoticeForm.tsx'),
    },
    {
      path: PATHS.receipts(':id'),
      title: '公告回执',
      permission: 'archive:write',
      crumbs: [NOTICES],
      folded: true,
      load: () => import('./Receipts.tsx'),
    },
    { path: PATHS.circle, title: '党员圈', permission: 'dj:djhd', load: () => import('./CircleList.tsx') },
    {
      path: PATHS.post(':id', ':orgId'),
      title: '编辑动态',
      permission: 'circle:post',
      crumbs: [CIRCLE],
      load: () => import('./PostForm.tsx'),
    },
    {
      path: PATHS.postView(':id'),
      title: '动态详情',
      permission: 'dj:djhd',
      crumbs: [CIRCLE],
      load: () => import('./PostView.tsx'),
    },
    {
      path: PATHS.helpCenter,
      title: '帮助中心',
      permission: 'dj:djhd',
      crumbs: [CIRCLE],
      load: () => import('./HelpCenter.tsx'),
    },
    { path: PATHS.news, title: '党建资讯', permission: 'dj:djzx', load: () => import('./NewsList.tsx') },
    {
      path: PATHS.addNews,
      title: '新增资讯',
      permission: 'archive:write',
      crumbs: [NEWS],
      folded: true,
      load: () => import('./ArticleForm.tsx'),
    },
    {
      path: PATHS.addVideo(':id', ':orgId'),
      title: '编辑视频',
      permission: 'archive:write',
      crumbs: [NEWS],
      folded: true,
      load: () => import('./ArticleForm.tsx'),
    },
  ],
};
