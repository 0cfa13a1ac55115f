import { CLAUSES, COMMITTEE_FROM, MAX_COMMITTEE, MAX_WITHOUT_COMMITTEE } from './rules.ts';

/** How a leadership came about. An appointed one has no term (《关于党的基层组织任期的意见》 2018). */
export const METHODS = ['党员大会选举', '党员代表大会选举', '任命'] as const;
export const APPOINTED = '任命';
/** Posts in the order in which they are shown (domain 4.4). */
export const POSTS = ['书记', '第一书记', '专职副书记', '副书记', '组织委员', '宣传委员', '纪检委员', '委员'] as const;
/** Posts of which a leadership has one. */
const SINGLE: readonly string[] = ['书记', '第一书记'];

/** What is checked of a term before it is written. Days `YYYY-MM-DD`, people and votes in numbers. */
export interface TermFacts {
  electedOn: string;
  method: string;
  entitled: number | null;
  present: number | null;
  posts: readonly { memberId: string; name: string; post: string; votes: number | null }[];
}

/**
 * What is impossible in a term, a sentence by field; `today` as `YYYY-MM-DD`. The meeting needs four fifths of those
 * entitled, and the elected more than half of those present (中国共产党基层组织选举工作条例 2020).
 */
export function checkTerm(term: TermFacts, today: string): Record<string, string> {
  const { electedOn, method, entitled, present, posts } = term;
  const wrong: Record<string, string> = {};
  const appointed = method === APPOINTED;
  if (electedOn > today) wrong.electedOn = '当选日期不能晚于今天';
  if (electedOn < '1921-07-01') wrong.electedOn = '当选日期不能早于1921年7月';
  if (appointed && entitled !== null) wrong.entitled = '任命产生的班子没有应到会人数';
  if (appointed && present !== null) wrong.present = '任命产生的班子没有实到会人数';
  if (!appointed && (entitled === null) !== (present === null)) {
    wrong[entitled === null ? 'entitled' : 'present'] = '应到和实到人数应同时填写';
  }
  if (!appointed && entitled !== null && present !== null) {
    if (present > entitled) wrong.present = '实到人数不能多于应到人数';
    else if (present * 5 < entitled * 4) wrong.present = '到会人数未达到应到会人数的五分之四，选举无效';
  }
  const fault = faultOfPosts(posts, appointed ? null : present, appointed);
  if (fault) wrong.posts = fault;
  return wrong;
}

function faultOfPosts(posts: TermFacts['posts'], present: number | null, appointed: boolean): string {
  // Who was erased has no id any more, and is nobody's double.
  const ids = posts.map(({ memberId }) => memberId).filter((id) => id !== '');
  if (new Set(ids).size < ids.length) return '同一个人只登记一次';
  const double = SINGLE.find((post) => posts.filter((one) => one.post === post).length > 1);
  if (double) return `${double}只能有一人`;
  for (const { name, votes } of posts) {
    if (votes === null) continue;
    if (appointed) return '任命产生的班子没有得票';
    if (present === null) return '填写得票时应先填写实到会人数';
    if (votes > present) return `${name}的得票不能多于实到会人数`;
    if (votes * 2 <= present) return `${name}的得票未超过实到会人数的一半，不能当选`;
  }
  return '';
}

/** 党支部 and 联合党支部; temporary ones and those of floating members are counted otherwise. */
const BRANCHES: readonly number[] = [46, 47];
const FEWEST_MEMBERS = 3;
const FEWEST_OF_COMMITTEE = 3;

/**
 * What the bare bounds on the size of a branch forbid; empty where nothing (《中国共产党支部工作条例（试行）》第四条、第二十条).
 * @param full full members of the organisation itself
 */
export function faultOfSize(type: number, full: number, posts: readonly { post: string }[]): string {
  if (!BRANCHES.includes(type)) return '';
  if (full < FEWEST_MEMBERS) return `党支部的正式党员应不少于${FEWEST_MEMBERS}人，现有${full}人，不能产生班子`;
  const size = posts.filter(({ post }) => post !== '第一书记').length;
  if (full >= COMMITTEE_FROM && size > 0 && size < FEWEST_OF_COMMITTEE)
    return `有${full}名正式党员，应设支部委员会，委员不少于${FEWEST_OF_COMMITTEE}人，现有${size}人`;
  return '';
}

/**
 * What is unusual (一般) in the size of a leadership, with its rule; empty where nothing is. It is saved all the same.
 * @param full full members of the organisation itself
 */
export function warningOfSize(type: number, full: number, posts: readonly { post: string }[]): string {
  if (!BRANCHES.includes(type)) return '';
  const size = posts.filter(({ post }) => post !== '第一书记').length;
  const most = full >= COMMITTEE_FROM ? MAX_COMMITTEE : MAX_WITHOUT_COMMITTEE;
  return size > most ? `正式党员${full}人，班子成员${size}人，一般不超过${most}人（${CLAUSES.bigTeam}）` : '';
}

/** How near the next election is. */
export const PHASES = {
  overdue: '已逾期',
  month1: '1个月内',
  month3: '3个月内',
  month6: '6个月内',
  running: '任期内',
  appointed: '任命',
  past: '往届',
} as const;
export type Phase = keyof typeof PHASES;

export const EXTENSION_STATES = {
  pending: '待审批',
  approved: '已同意',
  returned: '已退回',
  withdrawn: '已撤回',
  lapsed: '已失效',
} as const;
export type ExtensionState = keyof typeof EXTENSION_STATES;

/**
 * What forbids the new last day of a term, a sentence or nothing; days `YYYY-MM-DD`.
 * @param expiresOn the last day as it is now
 */
export function faultOfExtension(until: string, expiresOn: string, today: string): string {
  if (until <= expiresOn) return `应晚于现在的届满日期（${expiresOn}）`;
  return until <= today ? '应晚于今天' : '';
}

/**
 * What is unusual in it; empty where nothing is (《关于党的基层组织任期的意见》 2018: early or late normally by a year at most).
 * @param byRule the last day by rule: election and length of the term
 */
export function warningOfExtension(until: string, byRule: string): string {
  const [year, rest] = [Number(byRule.slice(0, 4)) + 1, byRule.slice(4)];
  return until > `${year}${rest}` ? `比规定的届满日期（${byRule}）晚1年以上，延期一般不超过1年` : '';
}
