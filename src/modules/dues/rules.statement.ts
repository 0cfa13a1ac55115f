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

const clean = (cell: string | undefined) => (cell ?? '').replace(/^[`'\s]+|[\s]+$/g, '');

/** Which column holds which field; null where this row is no head. */
function columnsOf(cells: readonly string[]): Partial<Record<Field, number>> | null {
  const heads = cells.map((cell) => clean(cell).replace(/[（(].*[)）]$/, ''));
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

/** Yuan as bills write them (¥1,234.50, -12.00) in fen; null where it is none. */
export function billFen(text: string): number | null {
  const [, sign, whole, part = ''] =
    /^([-+]?)[¥￥]?(\d{1,10})(?:\.(\d{1,2})0*)?$/.exec(text.replace(/[,，\s元]/g, '')) ?? [];
  if (whole === undefined) return null;
  return (sign === '-' ? -1 : 1) * (Number(whole) * 100 + Number(part.padEnd(2, '0')));
}

/** The day of a bill's time (2026-11-20 09:30:00, 2026/11/2, 20261120); null where it is none. */
export function billDay(text: string): string | null {
  const [, year, month = '', day = ''] =
    /^(20\d{2})[-/年.](\d{1,2})[-/月.](\d{1,2})/.exec(text) ?? /^(20\d{2})(\d{2})(\d{2})/.exec(text) ?? [];
  if (year === undefined) return null;
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const at = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(iso) ? iso : null;
}

/** Rows before the head: titles and Alipay's lines with #. */
const MOST_BEFORE = 40;

/**
 * Reads the lines of a bill, row by row; rows with # and the totals at its end are passed over. `add` answers the line of a
 * row, or null where it is none.
 */
export function billReader(): { add: (cells: readonly string[]) => BillLine | null; hasHead: () => boolean } {
  let columns: Partial<Record<Field, number>> | null = null;
  let before = 0;
  return {
    hasHead: () => columns !== null,
    add(cells) {
      if (columns === null) {
        if (before++ < MOST_BEFORE) columns = columnsOf(cells);
        return null;
      }
      const at = columns;
      const of = (field: Field) => (at[field] === undefined ? '' : clean(cells[at[field]]));
      const day = billDay(of('when'));
      const whole = billFen(of('amount'));
      if (day === null || whole === null) return null;
      const back = billFen(of('refund')) ?? 0;
      const refund = whole < 0 || back > 0 || /退款|REFUND/i.test(of('kind'));
      const amount = refund && back > 0 ? back : Math.abs(whole);
      if (amount === 0) return null;
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
        fee: Math.abs(billFen(of('fee')) ?? 0),
        payer: of('payer').slice(0, 100),
      };
    },
  };
}
