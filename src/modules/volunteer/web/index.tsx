import type { PageRoute, WebModule } from '#platform/web/module.ts';
import { PATHS } from './paths.ts';

const LIST = ['志愿服务', PATHS.list] as const;
const HOURS = ['时长审核', PATHS.hours] as const;

const form: PageRoute['load'] = () => import('./ActivityForm.tsx');

export const volunteerPages: WebModule = {
  name: 'volunteer',
  routes: [
    {
      path: PATHS.list,
      title: '志愿服务',
      permission: 'volunteer:read',
      folded: true,
      load: () => import('./ActivityList.tsx'),
    },
    { path: PATHS.add, title: '发布活动', permission: 'volunteer:write', crumbs: [LIST], folded: true, load: form },
    {
      path: PATHS.editRoute,
      title: '编辑活动',
      permission: 'volunteer:write',
      crumbs: [LIST],
      folded: true,
      load: form,
    },
    {
      path: PATHS.viewRoute,
      title: '活动详情',
      permission: 'volunteer:read',
      crumbs: [LIST],
      folded: true,
      load: () => import('./ActivityView.tsx'),
    },
    {
      path: PATHS.signups,
      title: '活动报名审核',
      permission: 'volunteer:read',
      crumbs: [LIST],
      folded: true,
      load: () => import('./SignupList.tsx'),
    },
    {
      path: PATHS.signed,
      title: '签到记录',
      permission: 'volunteer:read',
      crumbs: [LIST],
      folded: true,
      load: () => import('./SignRecord.tsx'),
    },
    {
      path: PATHS.hours,
      title: '时长审核',
      permission: 'volunteer:read',
      crumbs: [LIST],
      folded: true,
      load: () => import('./HoursList.tsx'),
    },
    {
      path: PATHS.hoursPeople,
      title: '审核名单',
      permission: 'volunteer:read',
      crumbs: [LIST, HOURS],
      folded: true,
      load: () => import('./HoursAudit.tsx'),
    },
    {
      path: PATHS.hoursInfo,
      title: '时长信息',
      permission: 'volunteer:read',
      crumbs: [LIST, HOURS],
      folded: true,
      load: () => import('./HoursInfo.tsx'),
    },
    {
      path: PATHS.count,
      title: '活动统计',
      permission: 'volunteer:read',
      crumbs: [LIST],
      folded: true,
      load: () => import('./ActivityCount.tsx'),
    },
    {
      path: PATHS.volunteersRoute,
      title: '志愿者',
      permission: 'volunteer:read',
      crumbs: [LIST],
      folded: true,
      load: () => import('./VolunteerList.tsx'),
    },
    {
      path: PATHS.volunteerRoute,
      title: '志愿者详情',
      permission: 'volunteer:read',
      crumbs: [LIST],
      folded: true,
      load: () => import('./VolunteerInfo.tsx'),
    },
    {
      path: PATHS.groups,
      title: '志愿者分组',
      permission: 'volunteer:read',
      crumbs: [LIST],
      folded: true,
      load: () => import('./GroupList.tsx'),
    },
    {
      path: PATHS.group,
      title: '分组人员',
      permission: 'volunteer:read',
      crumbs: [LIST, ['志愿者分组', PATHS.groups]],
      folded: true,
      load: () => import('./GroupPeople.tsx'),
    },
    {
      path: PATHS.ownRoute,
      title: '双报到',
      permission: 'volunteer:own',
      folded: true,
      load: () => import('./Own.tsx'),
      places: [
        { path: PATHS.ownPage('activity'), title: '志愿活动报名', permission: 'volunteer:own' },
        { path: PATHS.ownPage('mine'), title: '我的志愿活动', permission: 'volunteer:own' },
        { path: PATHS.ownPage('hours'), title: '我的服务时长', permission: 'volunteer:own' },
        { path: PATHS.ownPage('report'), title: '我的报到', permission: 'sbd:own' },
      ],
    },
    {
      path: PATHS.signRoute,
      title: '活动签到',
      permission: 'volunteer:own',
      chrome: 'none',
      load: () => import('./Sign.tsx'),
    },
  ],
};
