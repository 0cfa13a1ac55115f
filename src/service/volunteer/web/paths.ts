import { pathWithQuery } from '#platform/web/route/navigation.ts';

const VOLUNTEER = '/service/volunteer';

/** The addresses of the pages of 志愿服务; those whose parameter the specification does not name hold it in the query. */
export const PATHS = {
  list: VOLUNTEER,
  add: '/service/addActivity',
  editRoute: `${VOLUNTEER}/activity/:id`,
  edit: (id: string) => `${VOLUNTEER}/activity/${id}`,
  viewRoute: `${VOLUNTEER}/activity/view/:id`,
  view: (id: string) => `${VOLUNTEER}/activity/view/${id}`,
  signups: '/service/auditActivityMember',
  signupsOf: (activityId: string) => pathWithQuery('/service/auditActivityMember', { activityId }),
  signed: '/service/signInRecord',
  signedOf: (activityId: string) => pathWithQuery('/service/signInRecord', { activityId }),
  hours: '/service/auditHours',
  hoursPeople: '/service/auditMemberList',
  hoursOf: (id: string) => pathWithQuery('/service/auditMemberList', { id }),
  hoursInfo: '/service/hoursInfo',
  hoursInfoOf: (id: string) => pathWithQuery('/service/hoursInfo', { id }),
  count: '/service/activityCount',
  volunteersRoute: `${VOLUNTEER}/member/:id`,
  volunteers: (orgId: string) => `${VOLUNTEER}/member/${orgId}`,
  volunteerRoute: `${VOLUNTEER}/member/info/:id`,
  volunteer: (memberId: string) => `${VOLUNTEER}/member/info/${memberId}`,
  groups: '/service/newGrouping',
  group: '/service/groupPersonDetail',
  groupOf: (id: string) => pathWithQuery('/service/groupPersonDetail', { id }),
  pairs: `${VOLUNTEER}/pair`,
  pair: (id: string) => pathWithQuery(`${VOLUNTEER}/pair`, { id }),
  pairAsk: `${VOLUNTEER}/apply`,
  pairMembersRoute: `${VOLUNTEER}/pair/member/:id/:code`,
  pairMembers: (orgId: string, orgCode: string) => `${VOLUNTEER}/pair/member/${orgId}/${orgCode}`,
  quarters: '/service/quarter',
  quarterOf: (id: string) => pathWithQuery('/service/quarter', { id }),
  needs: '/service/need',
  need: (id: string) => pathWithQuery('/service/need', { id }),
  calls: '/service/call',
  call: (id: string) => pathWithQuery('/service/call', { id }),
  needAskRoute: '/need/:code',
  keepers: '/service/addAdmin',
  keptOf: (id: string) => pathWithQuery('/service/volunteerTest/keep', { id }),
  own: '/service/volunteerTest',
  ownRoute: '/service/volunteerTest/:page',
  ownPage: (page: string) => `/service/volunteerTest/${page}`,
  ownActivity: (id: string) => pathWithQuery('/service/volunteerTest/activity', { id }),
  signRoute: '/m/service/:id/:code',
  /** Where the organiser's code leads. */
  sign: (id: string, code: string) => `/m/service/${id}/${code}`,
} as const;

export const isId = (text: string | undefined): text is string => text !== undefined && /^[1-9]\d{0,17}$/.test(text);
