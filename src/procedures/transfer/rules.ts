/** 党员组织关系转接 in ten statuses (domain 3.2). */
export const STATUSES = {
  0: '草稿',
  1: '待转出审核',
  2: '转接中',
  3: '待接收',
  4: '待编入支部',
  5: '已接收',
  6: '已完成',
  7: '已超期',
  8: '已退回',
  9: '已撤销',
} as const;
export type Status = keyof typeof STATUSES;
export const statusName = (status: number): string => STATUSES[status as Status] ?? '';

/** Where each status may lead; nothing else is ever written. Undoing a completed one is a transfer of its own. */
export const ARROWS: Readonly<Record<Status, readonly Status[]>> = {
  0: [1, 9],
  1: [0, 2, 8],
  2: [3, 7, 8, 9],
  3: [4, 8, 9],
  4: [5, 8],
  5: [6],
  6: [],
  7: [2, 9],
  8: [0, 9],
  9: [],
};
export const isArrow = (from: Status, to: Status): boolean => ARROWS[from].includes(to);

/** Statuses in which a transfer is somebody's business; one a person at most. */
export const OPEN: readonly Status[] = [0, 1, 2, 3, 4, 7, 8];
/** Statuses in which it waits at a hop. */
export const RUNNING: readonly Status[] = [1, 2, 3, 4];

export const KINDS = {
  withinBranchTree: '本系统内',
  inProvince: '省内',
  crossProvince: '跨省',
  outOfSystem: '系统外（军队等）',
  wholeOrg: '整建制',
  graduate: '毕业生',
} as const;
export type Kind = keyof typeof KINDS;
/** Of these kinds one end lies outside. */
export const OUTSIDE_KINDS: readonly Kind[] = ['inProvince', 'crossProvince', 'outOfSystem'];

/** Why a transfer is sent back; words go with it. */
export const RETURN_REASONS = {
  papers: '材料不全',
  wrongOrg: '接收党组织填写有误',
  dues: '党费未交清',
  letter: '介绍信填写有误或已过期',
  notHere: '本人未在此工作或居住',
  other: '其他',
} as const;
export type ReturnReason = keyof typeof RETURN_REASONS;

/** An organisation on the way, as the tree knows it. */
export interface Place {
  id: string;
  code: string;
  name: string;
  type: number;
  canApprove: boolean;
}

export interface Hop {
  orgId: string | null;
  orgCode: string | null;
  orgName: string;
  role: 'send' | 'relay' | 'receive';
  /** Committees decide, branches and 党总支 pass on. */
  decides: boolean;
}

const hop = (place: Place, role: Hop['role'], decides: boolean): Hop => ({
  orgId: place.id,
  orgCode: place.code,
  orgName: place.name,
  role,
  decides,
});

/**
 * The first committee above a branch with 具有审批预备党员权限: branches and 党总支 cannot transfer by themselves
 * (《中国共产党党员教育管理工作条例》第二十五条).
 * @param line the organisations from the top down to the branch, that one included
 */
export const committeeOf = (line: readonly Place[]): Place | undefined =>
  line.slice(0, -1).findLast(({ canApprove }) => canApprove);

/** Somebody at one end has no committee above that may decide. */
export class NoCommittee extends Error {
  readonly end: 'from' | 'to';
  constructor(end: 'from' | 'to') {
    super(end);
    this.end = end;
  }
}

/**
 * The way from one branch to another one, or to or from an organisation outside.
 * @param from the line down to the sending branch, or the name of the organisation outside
 * @param to the same of the receiving end
 * @param relays the organisations between the two committees decide as well
 * @throws NoCommittee
 */
export function wayOf(from: readonly Place[] | string, to: readonly Place[] | string, relays: boolean): Hop[] {
  const outside = (name: string, role: Hop['role']): Hop => ({
    orgId: null,
    orgCode: null,
    orgName: name,
    role,
    decides: true,
  });
  const ends = { from: typeof from === 'string' ? null : from, to: typeof to === 'string' ? null : to };
  const sends = ends.from && committeeOf(ends.from);
  const takes = ends.to && committeeOf(ends.to);
  if (ends.from && !sends) throw new NoCommittee('from');
  if (ends.to && !takes) throw new NoCommittee('to');
  const branch = { from: ends.from?.at(-1), to: ends.to?.at(-1) };
  const first = branch.from && sends ? [hop(branch.from, 'send', false), hop(sends, 'send', true)] : [];
  const last = branch.to && takes ? [hop(takes, 'receive', true), hop(branch.to, 'receive', false)] : [];
  if (!sends || !takes || !ends.from || !ends.to) {
    if (typeof to === 'string') return [...first, outside(to, 'receive')];
    return [outside(typeof from === 'string' ? from : '', 'send'), ...last];
  }
  // A common committee decides once, for both ends.
  if (sends.id === takes.id) return [...first, ...last.slice(1)];
  return [...first, ...(relays ? between(ends.from, ends.to, sends, takes) : []), ...last];
}

/** Who stands above the one committee and below what both have in common, and down again to the other one. */
function between(from: readonly Place[], to: readonly Place[], sends: Place, takes: Place): Hop[] {
  const common = new Set(from.map(({ id }) => id).filter((id) => to.some((place) => place.id === id)));
  const above = (line: readonly Place[], committee: Place) =>
    line.filter(({ id, code }) => code.length < committee.code.length && !common.has(id));
  const up = above(from, sends).toReversed();
  return [...up, ...above(to, takes)].map((place) => hop(place, 'relay', true));
}

/** Months in which a receipt is due: after the letter went (ux: 转出后一个月未收到回执即催), and after the person was taken in. */
export const RECEIPT_MONTHS = 1;
/** 即将办理: so many days before the last valid day. */
export const SOON_DAYS = 15;
