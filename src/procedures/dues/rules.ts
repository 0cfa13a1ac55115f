import { shareText } from '#platform/text/share.ts';

/** Kinds of payers. 中共中央组织部《关于中国共产党党费收缴、使用和管理的规定》（中组发〔2008〕3号）第一至六条. */
export const PAYERS = {
  1: '按月领取工资',
  2: '年薪制',
  3: '不按月取得收入',
  4: '离退休',
  5: '农民',
  6: '学生、下岗失业、抚恤救济、低保',
} as const;
export type Payer = keyof typeof PAYERS;
export const PAYER_VALUES = Object.keys(PAYERS).map(Number) as Payer[];

/** How a payment came: 3 is reserved (specification, section 9). */
export const PAY_TYPES = { 1: '线下缴纳', 2: 'APP缴纳', 4: '批量扫码' } as const;
export type PayType = keyof typeof PAY_TYPES;

/** States of a bill. */
export const BILL_STATES = { 1: '应缴', 2: '支付中', 3: '已缴', 4: '免缴', 5: '缓缴', 6: '作废' } as const;
export type BillState = keyof typeof BILL_STATES;

/** States of an organisation's month. */
export const MONTH_STATES = { 0: '未开账', 1: '收缴中', 2: '已结账', 3: '重新打开' } as const;
export type MonthState = keyof typeof MONTH_STATES;

/** Who hands the money over. An organisation never pays or withholds (article 14). */
export const HANDED_BY = { 1: '本人', 2: '亲属代缴', 3: '其他党员代缴' } as const;
export type HandedBy = keyof typeof HANDED_BY;

/** A payment covers at most so many months from the current one, that one included (house rule on article 12). */
export const MAX_PREPAY_MONTHS = 3;
/** Arrears are normally made up for at most so many months before the current one (article 12). */
export const MAX_ARREAR_MONTHS = 6;
/** Paid beyond the due in one go, from this sum in fen on, it goes wholly to the Centre (article 11). */
export const LARGE_SUM = 100_000;

/** An upper bound of the monthly base in fen, included, and its rate in hundredths of a percent. */
interface Band {
  upTo: number;
  rate: number;
}

/** A dated set of rates; the newest that begins no later than the month counts. */
export interface RuleSet {
  /** First month, `YYYY-MM`. */
  from: string;
  wage: readonly Band[];
  retired: readonly Band[];
  /** Fen a month, both bounds included. */
  farmer: { least: number; most: number };
  /** Fen a month. */
  fixed: number;
}

/** In force since April 2008 (中组发〔2008〕3号, articles 1, 4, 5, 6). */
export const RULE_SETS: readonly RuleSet[] = [
  {
    from: '2008-04',
    wage: [
      { upTo: 300_000, rate: 50 },
      { upTo: 500_000, rate: 100 },
      { upTo: 1_000_000, rate: 150 },
      { upTo: Number.POSITIVE_INFINITY, rate: 200 },
    ],
    retired: [
      { upTo: 500_000, rate: 50 },
      { upTo: Number.POSITIVE_INFINITY, rate: 100 },
    ],
    farmer: { least: 20, most: 100 },
    fixed: 20,
  },
];

/** The set that counts in a month `YYYY-MM`; the oldest for months before all. */
export const ruleSetOf = (month: string): RuleSet =>
  RULE_SETS.findLast(({ from }) => from <= month) ?? (RULE_SETS[0] as RuleSet);

/** How sums are rounded: to 1 fen or 10 fen, half up or always up. The regulation is silent on it. */
export interface Rounding {
  unit: 1 | 10;
  mode: 'halfUp' | 'up';
}
export const DEFAULT_ROUNDING: Rounding = { unit: 1, mode: 'halfUp' };

/** `numerator / divisor` fen as whole units of the rounding, in integers alone. */
function rounded(numerator: bigint, divisor: bigint, { unit, mode }: Rounding): number {
  const whole = divisor * BigInt(unit);
  const up = mode === 'up' ? whole - 1n : whole / 2n;
  return Number(((numerator + up) / whole) * BigInt(unit));
}

/** What one pays a month, with the sentence that explains it. */
export interface Due {
  /** Fen a month. */
  amount: number;
  /** Hundredths of a percent; null where the sum is fixed. */
  rate: number | null;
  /** 基数8,888.88元×1.5%＝133.33元，第一、二条. */
  sentence: string;
}

/** What a standard is computed from. Money in fen. */
export interface Basis {
  payer: Payer;
  /** The month's wage, pension or pay; for irregular income the total of the previous quarter; a farmer's chosen sum. */
  base: number;
}

const yuan = (fen: number) =>
  (fen / 100).toLocaleString('zh-CN', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const percent = (rate: number) => `${rate / 100}%`;

/**
 * The monthly due of a basis in a month. The rate applies to the whole base, bounds are included (articles 1, 2, 3, 5);
 * irregular income by the mean of the previous quarter, band and sum taken from its total, never from a rounded third (4).
 * @param month `YYYY-MM`, picks the rule set
 */
export function dueOf({ payer, base }: Basis, month: string, rounding: Rounding = DEFAULT_ROUNDING): Due {
  const rules = ruleSetOf(month);
  if (payer === 5) return { amount: base, rate: null, sentence: `每月${yuan(base)}元，第六条` };
  if (payer === 6) return { amount: rules.fixed, rate: null, sentence: `每月${yuan(rules.fixed)}元，第六条` };
  const months = payer === 3 ? 3 : 1;
  const bands = payer === 4 ? rules.retired : rules.wage;
  const rate = bands.find(({ upTo }) => base <= upTo * months)?.rate ?? 0;
  const amount = rounded(BigInt(base) * BigInt(rate), BigInt(10_000 * months), rounding);
  const clause = { 1: '第一、二条', 2: '第三条', 3: '第四条', 4: '第五条' }[payer];
  const baseText = months === 3 ? `上季度收入${yuan(base)}元÷3` : `基数${yuan(base)}元`;
  return { amount, rate, sentence: `${baseText}×${percent(rate)}＝${yuan(amount)}元，${clause}` };
}

/** Why a basis cannot be: a sentence for its field, or null. */
export function basisFault({ payer, base }: Basis, month: string): string | null {
  const { farmer } = ruleSetOf(month);
  if (payer === 6) return null;
  if (payer === 5)
    return base < farmer.least || base > farmer.most
      ? `农民党员每月缴纳${yuan(farmer.least)}元至${yuan(farmer.most)}元（第六条）`
      : null;
  return base <= 0 ? '请填写收入，不能为空或负数' : null;
}

/** `YYYY-MM` so many months later (or earlier). */
export function addMonths(month: string, by: number): string {
  const at = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + by;
  return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`;
}

/** Months from one to another, both included; none where the second is earlier. */
export function monthsBetween(from: string, to: string): string[] {
  const all: string[] = [];
  for (let month = from; month <= to; month = addMonths(month, 1)) all.push(month);
  return all;
}

/** Why a month may not be paid today: a sentence, or null. @param current the current month */
export function payableFault(month: string, current: string): string | null {
  return month > addMonths(current, MAX_PREPAY_MONTHS - 1) ? `预缴不超过${MAX_PREPAY_MONTHS}个月（含当月）` : null;
}

/** Whether a month lies so far back that it is made up for with a reason alone (article 12: normally six months). */
export const isOldArrear = (month: string, current: string) => month < addMonths(current, -MAX_ARREAR_MONTHS);

/**
 * The longest run of ended months without payment that reaches to the last ended month: paid, exempt and deferred
 * months break it (article 13).
 */
export function countUnpaidMonths(bills: readonly { month: string; state: BillState }[], current: string): number {
  const open = new Set(bills.filter(({ state }) => state === 1 || state === 2).map(({ month }) => month));
  let run = 0;
  for (let month = addMonths(current, -1); open.has(month); month = addMonths(month, -1)) run++;
  return run;
}

/** The number of a receipt as it stands on paper: 2026年第000123号. */
export const receiptText = (year: number | null, no: number | null): string =>
  year === null || no === null ? '' : `${year}年第${String(no).padStart(6, '0')}号`;

/** Months in words: 2026-01, or 2026-01至2026-03（3个月）. */
export const monthsText = (first: string, last: string, count: number): string =>
  first === last ? first : `${first}至${last}（${count}个月）`;

/** Who is paid by the month: what they pay may be fixed at the start of a year and kept (党费收缴实施办法; an organisation chooses). */
export const KEEPERS: readonly Payer[] = [1, 4];

/**
 * From when on a standard counts: one that follows 年初核定，全年不变 of the same year and kind of payer waits for January.
 * @param others standards of the person, in any order; months `YYYY-MM`
 */
export function standardStartMonth(
  others: readonly { fromMonth: string; payer: number; keeps: boolean }[],
  { fromMonth, payer }: { fromMonth: string; payer: Payer },
): string {
  const year = fromMonth.slice(0, 4);
  const isKept = others.some(
    (one) =>
      one.keeps &&
      one.payer === payer &&
      KEEPERS.includes(payer) &&
      one.fromMonth < fromMonth &&
      one.fromMonth.slice(0, 4) === year,
  );
  return isKept ? `${Number(year) + 1}-01` : fromMonth;
}

/** The first month of the quarter of a month. */
export const quarterStart = (month: string): string => {
  const first = Math.floor((Number(month.slice(5)) - 1) / 3) * 3 + 1;
  return `${month.slice(0, 5)}${String(first).padStart(2, '0')}`;
};

/** What stands against the cash that was counted: a sentence, or null. Both in fen. */
export function countedFault(sum: number, counted: number): string | null {
  if (sum === 0) return '所选月份应缴为零，不用缴纳';
  return sum === counted ? null : `应收${yuan(sum)}元，清点为${yuan(counted)}元，请核对`;
}

/** Why this is nobody who hands over for a member: a sentence, or null. */
export function handedNameFault(handedBy: HandedBy, name: string): string | null {
  if (handedBy === 1) return null;
  if (name === '') return '请填写代缴人姓名';
  return ORGANISATION_NAME.test(name) ? '单位和党组织不得垫交、扣缴党费（第十四条），请填写代缴的亲属或党员' : null;
}
/** Arrears of more than six months without their reason. */
export const OLD_WITHOUT_REASON = '补缴超过6个月以前的党费，请写明原因（第十二条）';

/** Names of organisations: they neither pay for a member nor withhold from pay (article 14). */
export const ORGANISATION_NAME = /(支部|党委|总支|委员会|公司|单位|机关|学校|医院|集团|[局厅处科社厂])$/;

/**
 * 收缴率, wherever it is shown: the money paid of the money due, as `shareText` makes a share; 应缴 is what is owed, being paid and
 * paid, without 免缴 and 缓缴. Sums in fen. How many people have paid is another figure, with its own word.
 */
export const collectedText = (paid: number, due: number): string => shareText(paid, due);
export const COLLECTED_WORDS = '收缴率＝已缴金额÷应缴金额，不含免缴、缓缴；只舍不入';

/** Percent of last month's sum below which a branch is named: a choice of the house, no regulation sets a rate. */
export const LEAST_RATE = 90;
