import type { PlaceRoute } from '#platform/web/module.ts';
import { LISTS, type ListName, PATHS } from './paths.ts';

/** Whoever handles files; the persons themselves read all of 发展党员 as their own way. */
const HANDLES = 'recruit:write,recruit:approve';

/** The pages about all files, by what they are called where something leads to them. */
export const PLACES = {
  due: { path: PATHS.due, title: '发展党员期限', permission: 'recruit:write' },
  talks: { path: PATHS.talks, title: '我的谈话', permission: HANDLES },
  meetings: { path: PATHS.meetings, title: '发展党员会议和表决', permission: 'recruit:write' },
  publicities: { path: PATHS.publicities, title: '发展对象公示', permission: 'recruit:write' },
  plan: { path: PATHS.plan, title: '发展计划', permission: 'recruit:write' },
  forms: { path: PATHS.forms, title: '志愿书编号', permission: 'recruit:number' },
  handovers: { path: PATHS.handovers, title: '发展党员材料移交', permission: 'recruit:write' },
  rules: { path: PATHS.rules, title: '发展党员规则和工作日历', permission: `${HANDLES},recruit:template` },
  corrections: { path: PATHS.corrections, title: '更正和终止', permission: 'recruit:write' },
} as const satisfies Record<string, PlaceRoute>;

/** All of them and the lists, for the search. */
export const PLACE_ROUTES: readonly PlaceRoute[] = [
  ...(Object.keys(LISTS) as ListName[]).map((name) => ({
    path: PATHS.list(name),
    title: `${LISTS[name].title}名单`,
    permission: HANDLES,
  })),
  ...Object.values(PLACES),
];
