import { quarterText } from '#platform/time/periods.ts';
import { type DutyType, isMeetingType, type MeetingType } from './rules.ts';

/** How often something is owed. */
export type Per = 'month' | 'quarter' | 'year';

/** A duty of some sorts of organisations from a day on (domain 4.1). */
export interface DutyRule {
  type: DutyType;
  orgTypes: readonly number[];
  per: Per;
  /** A committee of three; one for each group; one for each secretary, each leader; what a branch owes of talks. */
  needs: '' | 'committee' | 'groups' | 'secretary' | 'leaders' | 'talks';
  clause: string;
  fromOn: string;
  untilOn: string | null;
}

const two = (n: number) => String(n).padStart(2, '0');

/** The period of a day: `2026-03`, `2026Q1`, `2026`. */
export function periodOf(day: string, per: Per): string {
  const [year = '', month = ''] = day.split('-');
  if (per === 'year') return year;
  return per === 'month' ? `${year}-${month}` : `${year}Q${Math.ceil(Number(month) / 3)}`;
}

/** How long a period is, by its name. */
export const perOf = (period: string): Per =>
  period.includes('Q') ? 'quarter' : period.includes('-') ? 'month' : 'year';

interface Bounds {
  readonly first: string;
  readonly last: string;
}
/** The same few periods are asked for of every organisation of a city. */
const known = new Map<string, Bounds>();

/** The first and the last day of a period, both `YYYY-MM-DD`. */
export function periodBounds(period: string): Bounds {
  const found = known.get(period) ?? boundsOf(period);
  if (known.size < MOST_KNOWN) known.set(period, found);
  return found;
}
/** Some hundred years of months, quarters and years. */
const MOST_KNOWN = 2000;

function boundsOf(period: string): Bounds {
  const year = Number(period.slice(0, 4));
  const per = perOf(period);
  if (per === 'year') return { first: `${year}-01-01`, last: `${year}-12-31` };
  const end = per === 'month' ? Number(period.slice(5)) : Number(period.slice(5)) * 3;
  const begin = per === 'month' ? end : end - 2;
  const days = new Date(Date.UTC(year, end, 0)).getUTCDate();
  return { first: `${year}-${two(begin)}-01`, last: `${year}-${two(end)}-${two(days)}` };
}

/** The periods of a year in their order. */
export function periodsOf(year: number, per: Per): readonly string[] {
  const key = `${year}${per}`;
  const found = knownYears.get(key) ?? yearBy(year, per);
  if (knownYears.size < MOST_KNOWN) knownYears.set(key, found);
  return found;
}
const knownYears = new Map<string, readonly string[]>();

function yearBy(year: number, per: Per): string[] {
  if (per === 'year') return [String(year)];
  const n = per === 'month' ? 12 : 4;
  return Array.from({ length: n }, (_, at) => (per === 'month' ? `${year}-${two(at + 1)}` : `${year}Q${at + 1}`));
}

/** `2026年3月`, `2026年第一季度`, `2026年`. */
export function periodText(period: string): string {
  const year = period.slice(0, 4);
  const per = perOf(period);
  if (per === 'quarter') return quarterText(year, period.slice(5));
  return per === 'month' ? `${year}年${Number(period.slice(5))}月` : `${year}年`;
}

/**
 * Whether a period is owed: it began on or after the day on which the duty came to be (the first full period), and was
 * over before the day on which it ended.
 * @param from the day of founding, of the committee's election, of the group; null: always
 * @param until the day of revocation; null: it goes on
 */
export function isOwed(period: string, from: string | null, until: string | null): boolean {
  const { first, last } = periodBounds(period);
  return (from === null || first >= from) && (until === null || last < until);
}

/** ■ 达标, ◆ 待开, ● 缺, 免; `later`: the period has not begun, `none`: not owed. */
export type CellState = 'ok' | 'due' | 'missing' | 'exempt' | 'later' | 'none';
const CELL_STATES: Readonly<Record<CellState, string>> = {
  ok: '达标',
  due: '待开',
  missing: '缺',
  exempt: '免开',
  later: '未到期',
  none: '不要求',
};

/** A cell's state in words: what people owe is not held as a meeting is. */
export const stateName = (state: CellState, type: number): string =>
  state === 'due' && !isMeetingType(type) ? '待完成' : CELL_STATES[state];

/** What a cell is. @param today `YYYY-MM-DD` */
export function stateOf(
  period: string,
  cell: { required: number; held: number; exempt: boolean },
  today: string,
): CellState {
  const { first, last } = periodBounds(period);
  if (cell.required === 0) return 'none';
  if (cell.held >= cell.required) return 'ok';
  if (cell.exempt) return 'exempt';
  if (first > today) return 'later';
  return last < today ? 'missing' : 'due';
}

/** A cell of the matrix in words: of a branch its state, of others how many of how many. */
export function cellText(
  { ok, due, missing, exempt, total }: Record<'ok' | 'due' | 'missing' | 'exempt' | 'total', number>,
  isBranch: boolean,
  type: number,
): string {
  if (!isBranch) return `${ok}/${total - exempt}`;
  if (ok > 0) return '■';
  return due > 0 ? `◆ ${stateName('due', type)}` : missing > 0 ? '● 缺' : '免';
}

/** What the duties of an organisation follow from. */
export interface DutyOrg {
  type: number;
  foundedOn: string | null;
  revokedOn: string | null;
  /** Since when a term has three leading members or more; null: it has not. */
  committeeSince: string | null;
  groups: readonly { id: string; since: string }[];
  /** What its people owe in the year and have done, by duty; left out: not asked for. */
  people?: PeopleSums;
}
export type PeopleDuty = Exclude<DutyType, MeetingType>;
export type PeopleSums = Readonly<Record<PeopleDuty, { required: number; held: number }>>;

export interface Cell {
  type: DutyType;
  period: string;
  /** 1; of groups and people one for each. */
  required: number;
  held: number;
  state: CellState;
}

/** What was held of a type in a period. */
export interface Held {
  /** Meetings that count. */
  n: number;
  /** Which groups met. */
  groups: readonly string[];
}

const later = (a: string | null, b: string | null) => (a === null ? b : b === null || a > b ? a : b);

/** What tells of an organisation's year how far a duty is met. */
export interface Known {
  /** Meetings that count, or how many of the groups met. */
  held(rule: DutyRule, period: string, groups: DutyOrg['groups'] | undefined): number;
  exempt(type: DutyType, period: string): boolean;
}

/** Visits every cell of an organisation's year that is owed, without keeping any: of a city there are a hundred thousand. */
export function visitCells(
  org: DutyOrg,
  rules: readonly DutyRule[],
  known: Known,
  year: number,
  today: string,
  visit: (type: DutyType, period: string, required: number, held: number, state: CellState) => void,
): void {
  for (const rule of rules) {
    if (!rule.orgTypes.includes(org.type) || (rule.needs === 'committee' && org.committeeSince === null)) continue;
    const from = later(later(org.foundedOn, rule.fromOn), rule.needs === 'committee' ? org.committeeSince : null);
    const until =
      rule.untilOn === null || (org.revokedOn !== null && org.revokedOn < rule.untilOn) ? org.revokedOn : rule.untilOn;
    for (const period of periodsOf(year, rule.per)) {
      if (!isOwed(period, from, until)) continue;
      const people = isMeetingType(rule.type) ? undefined : (org.people?.[rule.type] ?? { required: 0, held: 0 });
      const groups =
        rule.needs === 'groups' ? org.groups.filter(({ since }) => isOwed(period, since, null)) : undefined;
      const required = people?.required ?? groups?.length ?? 1;
      if (required === 0) continue;
      const held = people?.held ?? known.held(rule, period, groups);
      const exempt = known.exempt(rule.type, period);
      visit(rule.type, period, required, held, stateOf(period, { required, held, exempt }, today));
    }
  }
}

/**
 * What an organisation owes in a year, and how far it is met.
 * @param held what counts, by `type period`
 * @param exempt what was waived, by `type period`
 */
export function cellsOf(
  org: DutyOrg,
  rules: readonly DutyRule[],
  held: ReadonlyMap<string, Held>,
  exempt: ReadonlySet<string>,
  year: number,
  today: string,
): Cell[] {
  const cells: Cell[] = [];
  const known: Known = {
    held(rule, period, groups) {
      const found = held.get(`${rule.type} ${period}`);
      return groups ? groups.filter(({ id }) => found?.groups.includes(id)).length : (found?.n ?? 0);
    },
    exempt: (type, period) => exempt.has(`${type} ${period}`),
  };
  visitCells(org, rules, known, year, today, (type, period, required, n, state) =>
    cells.push({ type, period, required, held: n, state }),
  );
  return cells;
}

/** Whether something was held in a period. @param months of its year in which something was, bit 0 January */
export function wasHeldIn(months: number, period: string): boolean {
  const per = perOf(period);
  if (per === 'year') return months !== 0;
  const at = Number(period.slice(5));
  return (months & (per === 'month' ? 1 << (at - 1) : 7 << ((at - 1) * 3))) !== 0;
}
