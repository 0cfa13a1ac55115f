/** Grades of a 民主评议, the best first. */
export const GRADES = { 1: '优秀', 2: '合格', 3: '基本合格', 4: '不合格' } as const;
export type Grade = keyof typeof GRADES;

export const PLAN_STATES = { 0: '未报方案', 1: '方案待上级审核', 2: '方案已同意', 3: '方案被退回' } as const;
export type PlanState = keyof typeof PLAN_STATES;

/** How many may be 优秀 of those who take part: a third, rounded down. No share is ever asked for 不合格. */
export const maxExcellent = (participants: number): number => Math.floor(participants / 3);

/** The sums of a poll about one person. */
export interface Poll {
  excellent: number;
  qualified: number;
  basic: number;
  unqualified: number;
}
const inOrder = (poll: Poll) => [poll.excellent, poll.qualified, poll.basic, poll.unqualified];

/** The grade that more than half of a poll gave; null: none did. */
export function majorityOf(poll: Poll): Grade | null {
  const sums = inOrder(poll);
  const all = sums.reduce((sum, n) => sum + n, 0);
  const at = sums.findIndex((n) => n * 2 > all);
  return at < 0 ? null : ((at + 1) as Grade);
}

export interface Appraised {
  memberId: string;
  name: string;
  graded: boolean;
  poll: Poll | null;
  grade: Grade | null;
  reason: string;
}

/** What is wrong with one person's sums and grade on their own; empty: nothing. */
export function personFault(one: Appraised, participants: number): string {
  if (!one.graded) return one.grade === null && one.poll === null ? '' : `${one.name}是预备党员，参加评议但不评定等次`;
  if (one.poll) {
    const sum = inOrder(one.poll).reduce((all, n) => all + n, 0);
    if (sum > participants) return `${one.name}的测评票共${sum}张，多于参加评议的${participants}人`;
  }
  return '';
}

/** What stands in the way of finishing, by person's id or `excellent`; nothing where it may go (domain 4.3). */
export function closeFaults(people: readonly Appraised[]): Record<string, string> {
  const faults: Record<string, string> = {};
  const participants = people.length;
  for (const one of people.filter(({ graded }) => graded)) {
    const fault = personFault(one, participants);
    const most = one.poll && majorityOf(one.poll);
    if (fault) faults[one.memberId] = fault;
    else if (one.poll === null) faults[one.memberId] = `${one.name}还没有登记民主测评结果`;
    else if (one.grade === null) faults[one.memberId] = `${one.name}还没有评定等次`;
    else if (most && one.grade !== most && one.reason.trim() === '')
      faults[one.memberId] = `${one.name}的等次与测评多数意见“${GRADES[most]}”不同，请写明理由`;
  }
  const excellent = people.filter(({ grade }) => grade === 1).length;
  const most = maxExcellent(participants);
  if (excellent > most)
    faults.excellent = `参加评议${participants}人，优秀不超过三分之一，即${most}人，现有${excellent}人`;
  return faults;
}
