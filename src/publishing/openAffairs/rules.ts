import { decodeHtml } from '#platform/text/richTextRules.ts';
import { personalNumbers } from '#platform/text/textCheck.ts';
import { quarterText } from '#platform/time/periods.ts';

/**
 * The personal numbers in what is to be published, each as a sentence that names its place. `content` as HTML, plain or
 * URL-encoded.
 */
export const findPersonalNumbers = ({
  title,
  content,
  note,
}: {
  title: string;
  content: string;
  note: string;
}): string[] =>
  personalNumbers([
    { label: '标题', text: title },
    { label: '公开内容', text: decodeHtml(content), html: true },
    { label: '更正说明', text: note },
  ]);

/** 公开类别: 三务 of villages and communities, 政务 of towns. */
export const KINDS = {
  party: '党务公开',
  village: '村（居）务公开',
  finance: '财务公开',
  government: '政务公开',
} as const;
export type Kind = keyof typeof KINDS;
export const KIND_NAMES = Object.keys(KINDS) as [Kind, ...Kind[]];

/** 公开频次: general items by quarter or year, finance by month, major ones at once, when there is something. */
export const RHYTHMS = { month: '每月', quarter: '每季度', year: '每年', once: '及时' } as const;
export type Rhythm = keyof typeof RHYTHMS;
export const RHYTHM_NAMES = Object.keys(RHYTHMS) as [Rhythm, ...Rhythm[]];

/** How an affair stands, as lists show it. */
export const PHASES = {
  draft: '草稿',
  pending: '待审批',
  returned: '已退回',
  open: '公开中',
  ended: '公开期满',
  withdrawn: '已撤下',
} as const;
export type Phase = keyof typeof PHASES;
export const PHASE_NAMES = Object.keys(PHASES) as [Phase, ...Phase[]];

/** How what is owed stands. */
export const DUE_STATES = {
  done: '已公开',
  late: '逾期公开',
  overdue: '逾期',
  pending: '待审批',
  open: '待公开',
} as const;
export type DueState = keyof typeof DUE_STATES;
export const DUE_NAMES = Object.keys(DUE_STATES) as [DueState, ...DueState[]];

/** Days for which an affair is public at least. */
export const MIN_PUBLIC_DAYS = 10;
export const MAX_PUBLIC_DAYS = 365;

/** Types of organisations that owe 党务公开: base committees, general branches and branches. */
export const PARTY_TYPES: readonly number[] = [30, 40, 46, 47, 48];
/** 单位性质 (dictionary 0011) of the units whose organisations owe the other kinds. */
export const NATURES: Readonly<Record<Exclude<Kind, 'party'>, readonly string[]>> = {
  village: ['7', '8'],
  finance: ['7', '8'],
  government: ['5', '6'],
};

const two = (number: number) => String(number).padStart(2, '0');
const PATTERNS: Readonly<Record<Rhythm, RegExp>> = {
  month: /^\d{4}-(0[1-9]|1[0-2])$/,
  quarter: /^\d{4}-Q[1-4]$/,
  year: /^\d{4}$/,
  once: /^$/,
};

/** Whether a period is one of a rhythm: `2026-03`, `2026-Q1`, `2026`, or nothing. */
export const isPeriodOf = (rhythm: Rhythm, period: string): boolean => PATTERNS[rhythm].test(period);

/** A period in words: 2026年3月, 2026年第一季度, 2026年度; 及时 where there is none. */
export function periodText(period: string): string {
  const [, year = '', rest = ''] = /^(\d{4})-?(.*)$/.exec(period) ?? [];
  if (year === '') return '及时';
  if (rest === '') return `${year}年度`;
  if (rest.startsWith('Q')) return quarterText(year, rest.slice(1));
  return `${year}年${Number(rest)}月`;
}

/** The first and the last day of a period, `YYYY-MM-DD`; null for 及时. */
export function daysOf(period: string): { first: string; last: string } | null {
  const [, year = '', rest = ''] = /^(\d{4})-?(.*)$/.exec(period) ?? [];
  if (year === '') return null;
  const [from, months] =
    rest === '' ? [1, 12] : rest.startsWith('Q') ? [Number(rest[1]) * 3 - 2, 3] : ([Number(rest), 1] as const);
  const last = new Date(Date.UTC(Number(year), from - 1 + months, 0)).toISOString().slice(0, 10);
  return { first: `${year}-${two(from)}-01`, last };
}

/**
 * The newest period of each rhythm that has ended before a month: what is to be published in that month.
 * @param month `YYYY-MM`
 */
export function periodsDueIn(month: string): Record<Exclude<Rhythm, 'once'>, string> {
  const year = Number(month.slice(0, 4));
  const number = Number(month.slice(5, 7));
  const quarter = Math.ceil(number / 3);
  return {
    month: number === 1 ? `${year - 1}-12` : `${year}-${two(number - 1)}`,
    quarter: quarter === 1 ? `${year - 1}-Q4` : `${year}-Q${quarter - 1}`,
    year: String(year - 1),
  };
}

/** The periods of a rhythm that a form offers, the newest first: the running one and those before it. @param today `YYYY-MM-DD` */
export function periodChoices(rhythm: Rhythm, today: string): string[] {
  const year = Number(today.slice(0, 4));
  const month = Number(today.slice(5, 7));
  const back = (count: number, of: (at: number) => string) => Array.from({ length: count }, (_, at) => of(at));
  if (rhythm === 'once') return [];
  if (rhythm === 'year') return back(5, (at) => String(year - at));
  if (rhythm === 'quarter') {
    const now = year * 4 + Math.ceil(month / 3) - 1;
    return back(12, (at) => `${Math.floor((now - at) / 4)}-Q${((now - at) % 4) + 1}`);
  }
  const now = year * 12 + month - 1;
  return back(24, (at) => `${Math.floor((now - at) / 12)}-${two(((now - at) % 12) + 1)}`);
}

/** Where a board, or one document of it, is read without signing in, by its code. */
export const publicPath = (code: string): string => `/open/${code}`;
/** Whether a code is one of a board: 24 signs; those of documents have 32. */
export const isBoardCode = (code: string): boolean => code.length < 32;

/** The one kind of matters on approval processes that this module announces. */
export const OPEN_AFFAIR = 'openAffair';
