import { dayFault, parseTypedDay } from '#platform/reading/days.ts';
import { parseTypedFen } from '#platform/reading/numbers.ts';

/** Why a line of a bill, or an order, stands as an exception. */
export const CAUSES = {
  noOrder: '银行有平台无',
  unbooked: '平台未入账',
  amount: '金额不符',
  twice: '重复',
  day: '跨日',
  refund: '退款不符',
  missing: '平台有银行无',
} as const;
export type Cause = keyof typeof CAUSES;

/** Days by which the provider's day may differ from that of the payment (T+1). */
export const DAYS_APART = 1;

/** A line of a provider's bill. Money in fen. */
export interface BillLine {
  refund: boolean;
  /** What tells it from other lines. */
  key: string;
  orderNo: string;
  tradeNo: string;
  refundNo: string;
  /** `YYYY-MM-DD`. */
  day: string;
  amount: number;
  fee: number;
  /** Who paid, as the bill names it: an account, a customer's number, or a name; empty: it does not say. Never kept as it is. */
  payer: string;
}

type Field = 'payer' | 'order' | 'trade' | 'when' | 'amount' | 'refund' | 'refundNo' | 'kind' | 'fee';
/** Heads by field, the better ones first: WeChat's trade bill, Alipay's detail, and what banks write. */
const HEADS: Readonly<Record<Field, readonly RegExp[]>> = {
  order: [/^商户订单号$/, /^商户单号$/, /^订单(编)?号$/],
  trade: [/^微信订单号$/, /^微信支付业务单号$/, /^支付宝交易号$/, /(交易|银行)?流水号$/, /^交易号$/, /^凭证号$/],
  when: [/^交易时间$/, /^完成时间$/, /^交易日期$/, /^入账(时间|日期)$/, /^记账时间$/, /^(日期|时间)$/],
  amount: [/^应结订单金额/, /^总金额/, /^商家实收/, /^订单金额/, /^交易金额/, /^收入金额/, /^收入/, /^金额/],
  refund: [/^退款金额/, /^申请退款金额/],
  refundNo: [/^商户退款单号$/, /^退款批次号/, /^退款单号$/],
  kind: [/^交易状态$/, /^业务类型$/, /^交易类型$/, /^类型$/],
  fee: [/^手续费/, /^服务费/],
  // Numbers before names: two people may have one name.
  payer: [/^(对方|付款方|付款人)(账号|卡号)$/, /^用户标识$/, /^对方账户$/, /^(对方|付款方|付款人)(户名|名称|姓名)?$/],
};

/** Signs of a cell that are read; no bill writes more. */
const CELL = 500;
const clean = (cell: string | undefined) =>
  (cell ?? '')
    .slice(0, CELL)
    .replace(/^[`'\s]+/, '')
    .trimEnd();

/** Which column holds which field; null where this row is no head. */
function columnsOf(cells: readonly string[]): Partial<Record<Field, number>> | null {
  const heads = cells.map((cell) => clean(cell).replace(/[（(][^（(]*[)）]$/, ''));
  const found: Partial<Record<Field, number>> = {};
  for (const [field, patterns] of Object.entries(HEADS) as [Field, readonly RegExp[]][]) {
    for (const pattern of patterns) {
      const at = heads.findIndex((head) => pattern.test(head));
      if (at < 0) continue;
      found[field] = at;
      break;
    }
  }
  return found.order !== undefined && found.amount !== undefined && found.when !== undefined ? found : null;
}

/** The day of a bill's time (2026-11-20 09:30:00, 2026/11/2, 20261120); null where it is none. */
export function billDay(text: string): string | null {
  const day = parseTypedDay(text);
  return dayFault(day) === '' ? day : null;
}

/** How a row begins that is none of money, unless it holds a day or an order: lines with #, and what a bill adds up at its end. */
const APART =
  /^(#|[-=]{3,}|(本页|本期|收入|支出)?(合计|总计|小计|汇总)|总(交易)?(单数|笔数|金额)|共\d+笔|导出|打印|制表)/;
/** WeChat writes its totals into two rows, the first of which names them. */
const TOTALS = /^总交易单数/;
/** A number of an order or of a trade, and no sum (20.00) or count (3笔). */
const isNumber = (text: string) => /^[\w-]+$/.test(text) && /\d/.test(text);

/** A row that holds something and is no line that could be taken: why. */
export interface UnreadRow {
  why: string;
}

/** Rows before the head: titles and Alipay's lines with #. */
const MOST_BEFORE = 40;

/**
 * Reads the lines of a bill, row by row. `add` answers the line of a row, why a row cannot be taken, or null for what is none: what
 * stands before the head, empty rows, and those with # or of totals that hold neither a day nor an order.
 */
export function billReader(): {
  add: (cells: readonly string[]) => BillLine | UnreadRow | null;
  hasHead: () => boolean;
} {
  let columns: Partial<Record<Field, number>> | null = null;
  let before = 0;
  let wasTotals = false;
  return {
    hasHead: () => columns !== null,
    add(cells) {
      if (columns === null) {
        if (before++ < MOST_BEFORE) columns = columnsOf(cells);
        return null;
      }
      const first = clean(cells.find((cell) => clean(cell) !== ''));
      if (first === '') return null;
      const at = columns;
      const of = (field: Field) => (at[field] === undefined ? '' : clean(cells[at[field]]));
      const isDated = billDay(of('when')) !== null;
      // The row below the names of the totals holds their sums, in columns that are others above.
      const isTotals = !isDated && (wasTotals || TOTALS.test(first));
      wasTotals = isTotals && !wasTotals;
      if (isTotals) return null;
      if (APART.test(first)) {
        const isNumbered = isNumber(of('order'));
        if (!isDated && !isNumbered) return null;
        if (!isNumbered && !isNumber(of('trade')))
          return { why: `以“${first.slice(0, 10)}”开头，没有订单号和流水号，没有当作交易` };
      }
      return lineOf(of);
    },
  };
}

function lineOf(of: (field: Field) => string): BillLine | UnreadRow {
  const day = billDay(of('when'));
  if (day === null) return { why: of('when') === '' ? '没有日期' : `日期“${of('when').slice(0, 30)}”不能识别` };
  const sums = { amount: 0, refund: 0, fee: 0 };
  for (const field of ['amount', 'refund', 'fee'] as const) {
    const text = of(field);
    // Only the sum itself has to be there.
    const fen = text === '' && field !== 'amount' ? 0 : parseTypedFen(text);
    if (fen === null) return { why: text === '' ? '没有金额' : `${SUMS[field]}“${text.slice(0, 30)}”不能识别` };
    sums[field] = fen;
  }
  const refund = sums.amount < 0 || sums.refund > 0 || /退款|REFUND/i.test(of('kind'));
  const amount = refund && sums.refund > 0 ? sums.refund : Math.abs(sums.amount);
  if (amount === 0) return { why: '金额为0' };
  const [orderNo, tradeNo, refundNo] = [of('order'), of('trade'), of('refundNo')];
  const key = (refund ? refundNo || `${tradeNo} ${orderNo} ${amount}` : tradeNo || orderNo) || `${day} ${amount}`;
  return {
    refund,
    key: key.slice(0, 100),
    orderNo: orderNo.slice(0, 64),
    tradeNo: tradeNo.slice(0, 64),
    refundNo: refundNo.slice(0, 64),
    day,
    amount,
    fee: Math.abs(sums.fee),
    payer: of('payer').slice(0, 100),
  };
}
const SUMS = { amount: '金额', refund: '退款金额', fee: '手续费' } as const;
