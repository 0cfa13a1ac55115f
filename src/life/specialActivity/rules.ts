/** What a campaign is. */
export const KINDS = {
  theme: '主题教育',
  history: '党史学习教育',
  discipline: '党纪学习教育',
  practice: '实践活动',
  service: '志愿服务',
  contest: '竞赛评比',
  other: '其他',
} as const;
export type Kind = keyof typeof KINDS;

/** How an activity stands. */
export const STATES = { draft: '草稿', published: '进行中', ended: '已结束', withdrawn: '已撤回' } as const;
export type State = keyof typeof STATES;
export const STATE_NAMES = Object.keys(STATES) as [State, ...State[]];

/** How a material of one organisation stands. */
export const MATERIAL_STATES = {
  open: '待上传',
  asked: '待审核',
  returned: '已退回',
  done: '已通过',
  void: '不再收',
} as const;
export type MaterialState = keyof typeof MATERIAL_STATES;
export const MATERIAL_STATE_NAMES = Object.keys(MATERIAL_STATES) as [MaterialState, ...MaterialState[]];

/** What may be done with a material, from which states. */
const ARROWS = {
  handIn: ['open', 'returned'],
  recall: ['asked'],
  decide: ['asked'],
} as const satisfies Record<string, readonly MaterialState[]>;

/** Whether an act is allowed in a state. */
export const mayAct = (act: keyof typeof ARROWS, state: MaterialState): boolean =>
  (ARROWS[act] as readonly MaterialState[]).includes(state);

/** How a material stands in the figures: each is in one of these. */
export const STANDINGS = {
  done: '按期通过',
  doneLate: '迟交通过',
  asked: '待审核',
  late: '逾期未交',
  open: '未到期',
  void: '不再收',
} as const;
export type Standing = keyof typeof STANDINGS;
export const STANDING_NAMES = Object.keys(STANDINGS) as [Standing, ...Standing[]];

/** How a material stands on a day. Days `YYYY-MM-DD`. */
export function standingOf(
  { state, dueOn, handedOn }: { state: MaterialState; dueOn: string; handedOn: string | null },
  today: string,
): Standing {
  if (state === 'void' || state === 'asked') return state;
  if (state === 'done') return handedOn !== null && handedOn > dueOn ? 'doneLate' : 'done';
  return dueOn < today ? 'late' : 'open';
}

/** How an organisation stands in an activity, as the list of 附件情况 is narrowed. */
export const PART_STANDINGS = { finished: '已交齐', waiting: '有待审核', late: '有逾期', lacking: '未交齐' } as const;
export type PartStanding = keyof typeof PART_STANDINGS;
export const PART_STANDING_NAMES = Object.keys(PART_STANDINGS) as [PartStanding, ...PartStanding[]];

/** Organisations, items and people of one organisation in one activity at most. */
export const MAX_ORGS = 300;
export const MAX_ITEMS = 20;
export const MAX_PEOPLE = 500;
/** Days before the last one from which a material stands among the to-dos. */
export const TODO_DAYS = 15;

/** What is wrong with the days of an activity, by field; empty: nothing. */
export function dayFaults({ startsOn, endsOn }: { startsOn: string; endsOn: string }): Record<string, string> {
  if (endsOn < startsOn) return { endsOn: '结束日期不能早于开始日期' };
  return Number(endsOn.slice(0, 4)) - Number(startsOn.slice(0, 4)) > 4 ? { endsOn: '起止日期不能跨过五年' } : {};
}

/** The number of a certificate: year, activity and the place within it. */
export const certificateNumber = (year: string, activityId: string, serial: number): string =>
  `ZX${year}-${activityId.padStart(4, '0')}-${String(serial).padStart(4, '0')}`;

/** What a certificate says of whom it names; a title with quotes of its own gets no others around it. */
export function certificateText(of: { isPerson: boolean; title: string; startsOn: string; endsOn: string }): string {
  const title = /[“”]/.test(of.title) ? of.title : `“${of.title}”`;
  const days = `（${of.startsOn}至${of.endsOn}）`;
  return of.isPerson
    ? `参加${title}专项活动${days}，完成活动任务，特发此证。`
    : `在${title}专项活动${days}中按要求完成各项任务，附件资料齐全，特发此证。`;
}
