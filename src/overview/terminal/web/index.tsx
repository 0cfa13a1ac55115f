import type { WebModule } from '#platform/web/module.ts';
import { nounRoutes } from '#platform/web/noun/routes.ts';
import { terminalRights } from '../rules.rights.ts';
import { DOORS, INSERTS, PAGES, PAIR, PLAYS, SHARE, TERMINAL, WALL, YEARS } from './paths.ts';

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
  tabs: [
    { title: '宣传大厅', path: '/box/publicityHall', keys: 'dj:zhzd', worker: ['资讯互动', 60] },
    { title: '欢迎词', path: '/box/welcome', keys: 'dj:zhzd', worker: ['资讯互动', 61] },
    { title: '荣誉墙', path: '/box/honor', keys: 'dj:zhzd', worker: ['资讯互动', 62] },
    { title: '大事记', path: '/box/bigevent', keys: 'dj:zhzd', worker: ['资讯互动', 63] },
    { title: '媒体资源', path: '/box/media', keys: 'dj:zhzd', worker: ['资讯互动', 64] },
    { title: '教育资源', path: '/box/edu', keys: 'dj:zhzd', worker: ['资讯互动', 65] },
    { title: '图书', path: '/box/books', keys: 'dj:zhzd', worker: ['资讯互动', 66] },
    { title: '共享', path: '/box/share', keys: 'dj:zhzd', worker: ['资讯互动', 67] },
    { title: '终端投票', path: '/box/vote', keys: 'dj:zhzd', worker: ['资讯互动', 68] },
    { title: '终端组织生活', path: '/box/orgLife', keys: 'dj:zhzd', worker: ['资讯互动', 69] },
    { title: '插播', path: '/box/inserts', keys: 'dj:zhzd', worker: ['资讯互动', 71] },
    { title: '播放记录', path: '/box/plays', keys: 'dj:zhzd', worker: ['资讯互动', 72] },
    { title: '终端管理', path: '/box/boxManage', keys: 'dj:zhzd', worker: ['资讯互动', 70] },
  ],
  routes: [
    ...routesOf('publicity', '宣传', '宣传大厅', () => import('./publicity.tsx')),
    ...routesOf('welcome', '欢迎词', '欢迎词', () => import('./welcome.tsx')),
    ...routesOf('honor', '荣誉', '荣誉墙', () => import('./honor.tsx')),
    ...routesOf('event', '大事', '大事记', () => import('./bigEvent.tsx')),
    ...routesOf('media', '媒体资源', '媒体资源', () => import('./media.tsx')),
    ...routesOf('study', '学习资料', '教育资源', () => import('./study.tsx')),
    ...routesOf('book', '图书', '图书', () => import('./book.tsx')),
    ...nounRoutes({
      label: '终端',
      title: '终端管理',
      list: PAGES.device.list,
      pages: PAGES.device,
      read: 'box:read',
      write: 'box:device',
      crumbs: [HALL],
      load: () => import('./device.tsx'),
    }),
    ...routesOf('group', '终端组', '终端组', () => import('./group.tsx')),
    {
      path: INSERTS.list,
      title: '插播',
      permission: 'box:read',
      crumbs: [HALL, ['终端管理', PAGES.device.list]],
      folded: true,
      load: () => import('./Inserts.tsx'),
    },
    {
      path: INSERTS.browse,
      title: '插播详情',
      permission: 'box:read',
      crumbs: [HALL, ['终端管理', PAGES.device.list], ['插播', INSERTS.list]],
      load: () => import('./InsertView.tsx'),
    },
    {
      path: PLAYS,
      title: '播放记录',
      permission: 'box:read',
      crumbs: [HALL, ['终端管理', PAGES.device.list]],
      folded: true,
      load: () => import('./Plays.tsx'),
    },
    {
      path: PAIR,
      title: '配对电视',
      permission: 'box:device',
      crumbs: [HALL, ['终端管理', PAGES.device.list]],
      folded: true,
      load: () => import('./Pair.tsx'),
    },
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
      title: '终端投票',
      permission: 'event:read',
      crumbs: [HALL],
      folded: true,
      load: () => import('./Votes.tsx'),
    },
    {
      path: DOORS.voteForm,
      title: '编辑投票',
      permission: 'event:write',
      crumbs: [HALL, ['终端投票', DOORS.votes]],
      folded: true,
      load: async () => ({ default: (await forms()).VoteForm }),
    },
    {
      path: DOORS.life,
      title: '终端组织生活',
      permission: 'event:read',
      crumbs: [HALL],
      folded: true,
      load: () => import('./Life.tsx'),
    },
    {
      path: DOORS.addMeet,
      title: '新增三会一课',
      permission: 'event:write',
      crumbs: [HALL, ['终端组织生活', DOORS.life]],
      folded: true,
      load: async () => ({ default: (await forms()).NewLesson }),
    },
    {
      path: DOORS.addTheme,
      title: '新增主题党日',
      permission: 'event:write',
      crumbs: [HALL, ['终端组织生活', DOORS.life]],
      folded: true,
      load: async () => ({ default: (await forms()).NewTheme }),
    },
    {
      path: DOORS.browse,
      title: '活动详情',
      permission: 'event:read',
      crumbs: [HALL, ['终端组织生活', DOORS.life]],
      load: () => import('./LifeDetails.tsx'),
    },
    { path: WALL, title: '数据大屏', chrome: 'none', load: () => import('./wall/Wall.tsx') },
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
