/** Statuses of a report of a member (domain 6.3); 4 is what was taken back before somebody decided. */
export const REPORT = { waiting: 0, reported: 1, returned: 2, moved: 3, withdrawn: 4 } as const;
export type ReportStatus = (typeof REPORT)[keyof typeof REPORT];
export const REPORT_STATES: Readonly<Record<ReportStatus, string>> = {
  0: '待审',
  1: '已报到',
  2: '退回',
  3: '迁出',
  4: '已撤回',
};

/** When somebody can help. */
export const TIMES = { 1: '工作日白天', 2: '工作日晚间', 3: '周末', 4: '节假日', 5: '应急随叫随到' } as const;

/** Dictionary of the service posts (服务岗位). */
export const POSTS = '0090';
/** Most service posts of one report. */
export const MOST_POSTS = 8;

/** Natures of a unit (dictionary 0011) whose party organisation receives members where nothing else is said: 社区, 行政村. */
export const COMMUNITY_NATURES = ['7', '8'] as const;

/** The same for organisations: 街道 and 乡镇 receive them, too. */
export const PAIR_NATURES = ['5', '6', '7', '8'] as const;

/** Natures of the units whose party organisations are expected to report: all but streets, towns, communities and villages. */
export const UNIT_NATURES = ['1', '2', '31', '32', '41', '42', '43', '9', '99'] as const;

/** Statuses of a report of an organisation. */
export const PAIR = { waiting: 0, accepted: 1, returned: 2, ended: 3, withdrawn: 4 } as const;
export type PairStatus = (typeof PAIR)[keyof typeof PAIR];
export const PAIR_STATES: Readonly<Record<PairStatus, string>> = {
  0: '待审',
  1: '已接受',
  2: '退回',
  3: '已结束',
  4: '已撤回',
};

/** Why an organisation does not report to another one: the one lies in the other, so that nothing is between them; empty where it may. */
export const whyNotPairing = (code: string, community: string): string =>
  code.startsWith(community) || community.startsWith(code) ? '两个党组织有隶属关系，不办理组织报到' : '';

/**
 * Those who live where their organisation is, or are not in work: 农牧渔民, 学生, 离退休. They report only where the rules of their
 * organisation (`sbd_rule`) name them.
 */
const EXEMPT: readonly number[] = [2, 6, 7];

/** After so many days a report that nobody has decided is late. */
export const ANSWER_DAYS = 7;

/** A person as the rules look at it. */
export interface Reporter {
  name: string;
  /** Dictionary 0002: 1 正式党员, 2 预备党员. */
  category: number;
  /** Dictionary 0003: 1 正常. */
  status: number;
  occupation: number | null;
  occupationName: string;
}

/** Days after which somebody is urged again. */
export const URGE_DAYS = 7;

/**
 * Why somebody does not report; empty where he may. What the record does not say is not held against anybody.
 * @param named the posts of those who have to report by the rules of the person's organisation
 */
export function whyNotReporting(person: Reporter, named: readonly number[] = []): string {
  if (person.category > 2 || person.status !== 1) return `${person.name}不是在册党员，不办理报到`;
  if (person.occupation !== null && EXEMPT.includes(person.occupation) && !named.includes(person.occupation)) {
    return `${person.name}的工作岗位是${person.occupationName}，不在在职党员报到范围`;
  }
  return '';
}

/** The names of some values, joined: 组织建设、社区治理. */
export const namesOf = (values: readonly (string | number)[], name: (value: string) => string | undefined): string =>
  values
    .map((value) => name(String(value)))
    .filter(Boolean)
    .join('、');

export const timesText = (times: readonly number[]): string =>
  namesOf(times, (value) => TIMES[Number(value) as keyof typeof TIMES]);
