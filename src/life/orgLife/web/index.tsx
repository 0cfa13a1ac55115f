import type { WebModule } from '#platform/web/module.ts';
import { orgLifeRights } from '../rules.rights.ts';

const LIST = ['组织生活', '/affairs/event'] as const;
const view = () => import('./MeetingView.tsx');
const lifeForm = () => import('./LifeEdit.tsx');
const form = () => import('./MeetingForm.tsx');

export const orgLifePages: WebModule = {
  name: 'orgLife',
  rights: orgLifeRights,
  tabs: [
    { title: '组织生活', path: '/affairs/event', keys: 'dj:zzsh', worker: ['组织生活', 10] },
    { title: '会议记录', path: '/affairs/event?tab=meetings', keys: 'dj:zzsh', worker: ['组织生活', 12] },
    { title: '应开总表', path: '/affairs/event?tab=matrix', keys: 'dj:zzsh', worker: ['组织生活', 14] },
    { title: '年度组织生活', path: '/affairs/event?tab=year', keys: 'dj:zzsh', worker: ['组织生活', 16] },
    { title: '谈心谈话', path: '/affairs/event?tab=talks', keys: 'dj:zzsh', worker: ['组织生活', 18] },
    { title: '五星创评', path: '/affairs/event?tab=stars', keys: 'dj:zzsh', worker: ['组织生活', 20] },
    { title: '领导班子组织生活', path: '/affairs/event?tab=leaders', keys: 'dj:zzsh', worker: ['组织生活', 22] },
    { title: '季度锁定', path: '/affairs/event?tab=locks', keys: 'dj:zzsh', worker: ['组织生活', 24] },
    { title: '静默支部', path: '/affairs/event?tab=silent', keys: 'dj:zzsh', worker: ['组织生活', 23] },
    { title: '应开规则', path: '/affairs/event?tab=rules', keys: 'dj:zzsh', worker: ['组织生活', 26] },
    { title: '我的组织生活', path: '/partyMember/orgLife', keys: 'event:own', worker: ['个人党务', 20] },
  ],
  routes: [
    {
      path: '/affairs/event',
      title: '组织生活',
      permission: 'event:read',
      folded: true,
      load: () => import('./EventPage.tsx'),
    },
    {
      path: '/affairs/event/addMeeting/:id/:orgId',
      title: '新增会议',
      permission: 'event:write',
      crumbs: [LIST],
      folded: true,
      load: form,
    },
    {
      path: '/affairs/event/addTheme/:id/:orgId',
      title: '新增主题党日',
      permission: 'event:write',
      crumbs: [LIST],
      folded: true,
      load: form,
    },
    {
      path: '/affairs/event/updateMeeting/:id/:orgId',
      title: '编辑会议',
      permission: 'event:write',
      crumbs: [LIST],
      folded: true,
      load: form,
    },
    {
      path: '/affairs/event/addTheme/:id/:orgId/:taskID',
      title: '新增主题党日',
      permission: 'event:write',
      crumbs: [LIST],
      folded: true,
      load: form,
    },
    {
      path: '/affairs/event/editOrgLifeMeeting/:id/:orgId',
      title: '编辑组织生活会',
      permission: 'event:write',
      crumbs: [LIST],
      folded: true,
      load: lifeForm,
    },
    {
      path: '/affairs/event/editDemocraticLifeMeeting/:id/:orgId',
      title: '编辑民主生活会',
      permission: 'event:write',
      crumbs: [LIST],
      folded: true,
      load: lifeForm,
    },
    {
      path: '/affairs/event/editDemocraticAppraisal/:id/:orgId',
      title: '编辑民主评议',
      permission: 'event:write',
      crumbs: [LIST],
      folded: true,
      load: lifeForm,
    },
    {
      path: '/affairs/event/developPartyMember/:id/:type/:meetingID',
      title: '发展党员议题',
      permission: 'event:write',
      crumbs: [LIST],
      folded: true,
      load: () => import('./DevelopVote.tsx'),
    },
    {
      path: '/affairs/event/editFiveStarContests/:id',
      title: '五星创评',
      permission: 'event:review',
      crumbs: [LIST],
      folded: true,
      load: () => import('./StarEdit.tsx'),
    },
    {
      path: '/affairs/event/scoreList/:id',
      title: '评分列表',
      permission: 'event:read',
      crumbs: [LIST],
      folded: true,
      load: () => import('./StarScores.tsx'),
    },
    {
      path: '/affairs/event/meeting/:id',
      title: '会议现场',
      permission: 'event:write',
      crumbs: [LIST],
      folded: true,
      load: () => import('./MeetingRun.tsx'),
    },
    {
      path: '/affairs/event/meetingRecord/:id',
      title: '会议记录',
      permission: 'event:read',
      crumbs: [LIST],
      folded: true,
      load: () => import('./MeetingRecord.tsx'),
    },
    ...(
      [
        ['viewMeeting', '查看会议'],
        ['viewTheme', '查看主题党日'],
        ['viewOrgLifeMeeting', '查看组织生活会'],
        ['viewDemocraticLifeMeeting', '查看民主生活会'],
        ['viewDemocraticAppraisal', '查看民主评议'],
      ] as const
    ).map(([word, title]) => ({
      path: `/affairs/event/${word}/:id/:orgId`,
      title,
      permission: 'event:read',
      crumbs: [LIST],
      folded: true,
      load: view,
    })),
    {
      path: '/partyMember/orgLife',
      title: '我的组织生活',
      permission: 'event:own',
      load: () => import('./OwnLife.tsx'),
    },
    {
      path: '/m/sign/:id/:code',
      title: '会议签到',
      permission: 'event:own',
      chrome: 'none',
      load: () => import('./SignPage.tsx'),
    },
  ],
};
