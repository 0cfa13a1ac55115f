import { addDays, addMonths } from '#platform/time/days.ts';

interface Kind {
  label: string;
  /** Dictionary 0003 after it. */
  status: 1 | 2 | 3 | 4 | 6;
  /** Way of the 增减台账. */
  way: 'expelled' | 'suspended' | 'died' | 'other' | 'restored';
  /** A branch meeting has voted (domain 1.4). */
  meeting: boolean;
  /** The organisation above decides. */
  approval: boolean;
  /** What is to be handed in. */
  papers: string;
  clause: string;
}

/** The kinds of leaving and the way back: status, ledger, steps, papers and clause of each, once. */
export const KINDS = {
  expelled: {
    label: '开除党籍',
    status: 3,
    way: 'expelled',
    meeting: true,
    approval: true,
    papers: '处分决定、支部大会决议',
    clause: '《中国共产党纪律处分条例》：开除党籍须经支部大会讨论决定，报上级批准',
  },
  lapsed: {
    label: '自行脱党',
    status: 3,
    way: 'expelled',
    meeting: true,
    approval: true,
    papers: '未参加组织生活或未交党费的情况、支部大会决议',
    clause: '《党章》第九条：没有正当理由连续六个月不参加组织生活、不交党费或不做党所分配的工作，按自行脱党处理',
  },
  quit: {
    label: '退党',
    status: 3,
    way: 'expelled',
    meeting: true,
    approval: true,
    papers: '本人书面声明、支部大会决议',
    clause: '《党章》第九条：党员有退党的自由，经支部大会讨论后除名，报上级备案',
  },
  advised: {
    label: '劝退',
    status: 3,
    way: 'expelled',
    meeting: true,
    approval: true,
    papers: '限期改正情况、支部大会决议',
    clause: '《党章》第九条：经教育仍无转变的劝其退党，支部大会讨论决定，报上级批准',
  },
  removed: {
    label: '劝而不退除名',
    status: 3,
    way: 'expelled',
    meeting: true,
    approval: true,
    papers: '劝退情况、支部大会决议',
    clause: '《党章》第九条：劝而不退的予以除名，支部大会讨论决定，报上级批准',
  },
  suspended: {
    label: '停止党籍',
    status: 2,
    way: 'suspended',
    meeting: true,
    approval: true,
    papers: '查找情况报告或出国（境）情况、支部大会决议',
    clause: '《党员教育管理工作条例》第二十四条：失去联系六个月以上、通过各种方式查找仍没有取得联系的，予以停止党籍',
  },
  died: {
    label: '死亡',
    status: 4,
    way: 'died',
    meeting: false,
    approval: false,
    papers: '死亡证明或相关材料',
    clause: '党员死亡，由所在党支部登记',
  },
  other: {
    label: '其他',
    status: 6,
    way: 'other',
    meeting: false,
    approval: true,
    papers: '情况说明',
    clause: '其他减少须说明情况，报上级批准',
  },
  restored: {
    label: '恢复党籍',
    status: 1,
    way: 'restored',
    meeting: true,
    approval: true,
    papers: '本人说明、支部大会决议',
    clause: '《党员教育管理工作条例》第二十四条：停止党籍的党员符合条件的，可以恢复党籍',
  },
  corrected: {
    label: '更正登记',
    status: 1,
    way: 'other',
    meeting: false,
    approval: true,
    papers: '能证明党籍的档案材料',
    clause: '原登记的党籍状态有误、又没有办理过异动的，由上级核准更正为正常；办理过异动的，请撤销那件异动',
  },
} as const satisfies Readonly<Record<string, Kind>>;
export type VariationKind = keyof typeof KINDS;
/** Kinds by which somebody leaves. */
export const LEAVING = Object.keys(KINDS).filter((kind) => kind !== 'restored' && kind !== 'corrected') as Exclude<
  VariationKind,
  'restored' | 'corrected'
>[];
/** Kinds that somebody registers; a restoration begins at the suspension. */
export const REGISTERED = [...LEAVING, 'corrected'] as const;

export const STATES = {
  pending: '待审批',
  approved: '待生效',
  effective: '已生效',
  refused: '未批准',
  withdrawn: '已撤回',
  undone: '已撤销',
} as const;
export type VariationState = keyof typeof STATES;

/** Faults of a branch meeting's count by field: more than half present, more than half of those due agree (domain 1.4). */
export function meetingFaults(vote: { due: number; present: number; agree: number }): Record<string, string> {
  if (vote.present > vote.due) return { present: '实到不能多于应到' };
  if (vote.agree > vote.present) return { agree: '赞成不能多于实到' };
  if (vote.present * 2 <= vote.due) return { present: '实到未超过应到的半数，会议无效' };
  if (vote.agree * 2 <= vote.due) return { agree: '赞成未超过应到的半数，未通过' };
  return {};
}

/** Months between two days that count against the party age: whole ones that began, at least one. */
export function monthsLost(from: string, to: string): number {
  let months = 1;
  while (addMonths(from, months) < to) months++;
  return months;
}

/** On what a variation stands: since when is asked for, and how long that must have lasted. */
interface Ground {
  kind: 'suspended' | 'lapsed';
  label: string;
  /** What the day is called. */
  since: string;
  /** Whole months that must have gone by; 0: none are demanded. */
  months: number;
  /** Longer than that, so it begins the day after. */
  over?: true;
  clause: string;
}
const ARTICLE_24 = '《党员教育管理工作条例》第二十四条';
const ARTICLE_9 = '《党章》第九条';

/** The grounds of 停止党籍 (domain 3.3) and of 自行脱党 (党章第九条; 条例第二十四条). */
export const GROUNDS = {
  lost: {
    kind: 'suspended',
    label: '失去联系，查找未果',
    since: '最后取得联系的日期',
    months: 6,
    clause: `${ARTICLE_24}：失去联系六个月以上、通过各种方式查找仍没有取得联系的`,
  },
  settled: {
    kind: 'suspended',
    label: '因私出国（境）并长期定居',
    since: '定居的日期',
    months: 0,
    clause: `${ARTICLE_24}：因私出国并在国外长期定居的，一般予以停止党籍`,
  },
  study: {
    kind: 'suspended',
    label: '出国（境）学习研究超过五年未返回',
    since: '出国（境）的日期',
    months: 60,
    over: true,
    clause: `${ARTICLE_24}：出国学习研究超过五年仍未返回的，一般予以停止党籍`,
  },
  dues: {
    kind: 'lapsed',
    label: '连续六个月不交党费',
    since: '没有交党费的第一个月起始日',
    months: 6,
    clause: `${ARTICLE_9}：没有正当理由，连续六个月不交党费的`,
  },
  life: {
    kind: 'lapsed',
    label: '连续六个月不参加组织生活',
    since: '最后参加组织生活的日期',
    months: 6,
    clause: `${ARTICLE_9}：没有正当理由，连续六个月不参加组织生活的`,
  },
  work: {
    kind: 'lapsed',
    label: '连续六个月不做党所分配的工作',
    since: '开始不做分配的工作的日期',
    months: 6,
    clause: `${ARTICLE_9}：没有正当理由，连续六个月不做党所分配的工作的`,
  },
  suspension: {
    kind: 'lapsed',
    label: '停止党籍两年仍没有取得联系',
    since: '停止党籍的日期',
    months: 24,
    clause: `${ARTICLE_24}：停止党籍两年后仍无法取得联系的，按自行脱党予以除名`,
  },
} as const satisfies Readonly<Record<string, Ground>>;
export type GroundName = keyof typeof GROUNDS;
const GROUND_NAMES = Object.keys(GROUNDS) as GroundName[];

/** The grounds that a kind may stand on; of whoever is suspended there is one for 自行脱党. Empty: none is asked for. */
export const groundsOf = (kind: string, isSuspended: boolean): GroundName[] =>
  GROUND_NAMES.filter(
    (name) => GROUNDS[name].kind === kind && (kind !== 'lapsed' || (name === 'suspension') === isSuspended),
  );

/** The first day on which a ground carries a variation. Months clamp to the end of the month; "over" begins the day after. */
export function firstDayOfGround(name: GroundName, since: string): string {
  const ground: Ground = GROUNDS[name];
  const from = addMonths(since, ground.months);
  return ground.over ? addDays(from, 1) : from;
}

/** Kinds that a suspended membership cannot end by: nobody was advised, nobody votes any more. */
export const NOT_OF_SUSPENDED: readonly string[] = ['advised', 'removed', 'quit'];
