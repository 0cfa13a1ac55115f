import type { WebModule } from '#platform/web/module.ts';
import { nounRoutes } from '#platform/web/noun/routes.ts';
import { terminalRights } from '../rules.rights.ts';
import { DOORS, PAGES, SHARE, TERMINAL, YEARS } from './paths.ts';

type Name = keyof typeof PAGES;

const HALL = ['宣传大厅', PAGES.publicity.list] as const;
const forms = () => import('./DoorForms.tsx');
const routesOf = (name: Name, label: string, title: string, load: Parameters<typeof nounRoutes>[0]['load']) =>
  nounRoutes({
    label,
    title,
    list: PAGES[name].list,
    pages: PAGES[name],
    read: 'box:read',
    write: 'box:write',
    // The menu leads to the hall; what stands beside it is reached from there.
    crumbs: name === 'publicity' ? [] : [HALL],
    load,
  });

export const terminalPages: WebModule = {
  name: 'terminal',
  rights: terminalRights,
  menu: [
    {
      title: '智慧终端',
      short: '终端',
      icon: 'scan',
      path: '/box/publicityHall',
      keys: 'dj:zhzd',
      also: ['/box'],
      worker: ['系统', 20],
    },
  ],
  routes: [
    ...routesOf('publicity', '宣传', '宣传大厅', () => import('./publicity.tsx')),
    ...routesOf('welcome', '欢迎词', '欢迎词', () => import('./welcome.tsx')),
    ...routesOf('honor', '荣誉', '荣誉墙', () => import('./honor.tsx')),
    ...routesOf('event', '大事', '大事记', () => import('./bigEvent.tsx')),
    ...routesOf('media', '媒体资源', '媒体资源', () => import('./media.tsx')),
    ...routesOf('study', '学习资料', '教育资源', () => import('./study.tsx')),
    ...routesOf('book', '图书', '图书', () => import('./book.tsx')),
    ...routesOf('device', '终端', '盒子管理', () => import('./device.tsx')),
    {
      path: SHARE.list,
      title: '共享',
      permission: 'box:read',
      crumbs: [HALL],
      folded: true,
      load: () => import('./Share.tsx'),
    },
    {
      path: SHARE.browse,
      title: '共享详情',
      permission: 'box:read',
      crumbs: [HALL, ['共享', SHARE.list]],
      load: () => import('./ShareView.tsx'),
    },
    {
      path: DOORS.votes,
      title: '投票',
      permission: 'event:read',
      crumbs: [HALL],
      folded: true,
      load: () => import('./Votes.tsx'),
    },
    {
      path: DOORS.voteForm,
      title: '编辑投票',
      permission: 'event:write',
      crumbs: [HALL, ['投票', DOORS.votes]],
      folded: true,
      load: async () => ({ default: (await forms()).VoteForm }),
    },
    {
      path: DOORS.life,
      title: '组织生活',
      permission: 'event:read',
      crumbs: [HALL],
      folded: true,
      load: () => import('./Life.tsx'),
    },
    {
      path: DOORS.addMeet,
      title: '新增三会一课',
      permission: 'event:write',
      crumbs: [HALL, ['组织生活', DOORS.life]],
      folded: true,
      load: async () => ({ default: (await forms()).NewLesson }),
    },
    {
      path: DOORS.addTheme,
      title: '新增主题党日',
      permission: 'event:write',
      crumbs: [HALL, ['组织生活', DOORS.life]],
      folded: true,
      load: async () => ({ default: (await forms()).NewTheme }),
    },
    {
      path: DOORS.browse,
      title: '活动详情',
      permission: 'event:read',
      crumbs: [HALL, ['组织生活', DOORS.life]],
      load: () => import('./LifeDetails.tsx'),
    },
    { path: TERMINAL, title: '智慧终端', chrome: 'none', load: () => import('./terminal/Terminal.tsx') },
    {
      path: YEARS,
      title: '大事年表',
      permission: 'box:read',
      crumbs: [HALL, ['大事记', PAGES.event.list]],
      folded: true,
      load: () => import('./Years.tsx'),
    },
  ],
};
