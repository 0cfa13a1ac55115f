import type { IconName } from '#platform/web/show/icons.tsx';

/** An entry of the menu. */
export interface MenuItem {
  title: string;
  /** Two or three signs under the icon while the sidebar is folded. */
  short: string;
  icon: IconName;
  path: string;
  /** Any of these permission keys shows the entry. */
  keys: string;
  /** Whoever holds this finds it elsewhere. */
  unless?: string;
  /** Beginnings of further paths that belong to the entry. */
  also?: readonly string[];
}

/** 双报到: for who works for an organisation the lists, for everybody else the own report. */
export const dualReport: readonly MenuItem[] = [
  {
    title: '双报到',
    short: '双报到',
    icon: 'pinCheck',
    path: '/service/reportList',
    keys: 'dj:sbd',
    also: ['/service'],
  },
  {
    title: '志愿服务',
    short: '志愿',
    icon: 'star',
    path: '/service/volunteer',
    keys: 'volunteer:read',
    also: [
      '/service/addActivity',
      '/service/auditActivityMember',
      '/service/signInRecord',
      '/service/auditHours',
      '/service/auditMemberList',
      '/service/hoursInfo',
      '/service/activityCount',
      '/service/newGrouping',
      '/service/groupPersonDetail',
      '/service/addAdmin',
    ],
  },
  {
    title: '志愿活动',
    short: '活动',
    icon: 'calendarCheck',
    path: '/service/volunteerTest/activity',
    keys: 'volunteer:own',
    also: ['/service/volunteerTest'],
  },
  {
    title: '社区报到',
    short: '报到',
    icon: 'pinCheck',
    path: '/service/addMember',
    keys: 'sbd:own',
    unless: 'dj:sbd',
  },
];

export const trinity: MenuItem = {
  title: '三位一体',
  short: '考评',
  icon: 'layers',
  path: '/trinity/evaluationSet',
  keys: 'trinity:read',
  also: ['/trinity'],
};
