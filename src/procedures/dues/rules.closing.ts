/** What is known of a month of an organisation before it is closed; sums in fen. */
export interface ClosingFacts {
  orgId: string;
  month: string;
  /** 0: 未开账. */
  state: number;
  /** The month is over. */
  isOver: boolean;
  cash: number;
  /** Online orders without an outcome, and payments that could not be booked. */
  orders: { open: number; odd: number };
  /** Online payments that are not compared with the bill of their provider, and that do not agree with it. */
  bills: { open: number; odd: number };
  /** Receipts whose refund was asked for. */
  asked: number;
  owed: number;
  noStandard: number;
}

export interface Matter {
  sentence: string;
  /** The page where it is dealt with. */
  href: string;
}

const yuan = (fen: number) => `${(fen / 100).toFixed(2)}元`;

/** What stands in the way of closing a month, whoever closes it, each with its page. */
export function blocksOf({ orgId, month, state, isOver, cash, orders, bills, asked }: ClosingFacts): Matter[] {
  const list = (view: string) => `/affairs/dues?orgId=${orgId}&month=${month}&view=${view}`;
  if (state === 0) return [{ sentence: '还没有开账', href: list('due') }];
  const money = `/affairs/dues/histryPartyDues?orgId=${orgId}&month=${month}`;
  const online = `/affairs/dues?orgId=${orgId}&tab=orders`;
  const reconcile = '/affairs/dues?tab=reconcile';
  const found: Matter[] = [];
  if (!isOver) found.push({ sentence: '月份结束以后才能结账', href: list('due') });
  if (cash !== 0) found.push({ sentence: `现金${yuan(cash)}还没有存入银行`, href: money });
  if (orders.open > 0) found.push({ sentence: `${orders.open}个在线订单还没有结果`, href: `${online}&state=1` });
  if (orders.odd > 0) found.push({ sentence: `${orders.odd}笔在线付款异常待退款`, href: `${online}&state=4` });
  if (bills.open > 0)
    found.push({
      sentence: `${bills.open}笔在线缴费还没有对账，由收款账户所在的党委导入对账单`,
      href: reconcile,
    });
  if (bills.odd > 0) found.push({ sentence: `${bills.odd}笔在线缴费对账异常`, href: reconcile });
  if (asked > 0) found.push({ sentence: `${asked}张收据申请冲销还没有决定`, href: list('paid') });
  return found;
}

/** What should be known before a month is closed, and stands in no way. */
export function warnsOf({ orgId, month, owed, noStandard }: ClosingFacts): Matter[] {
  const list = (view: string) => `/affairs/dues?orgId=${orgId}&month=${month}&view=${view}`;
  const found: Matter[] = [];
  if (owed > 0) found.push({ sentence: `还有${yuan(owed)}未缴，结账后记在缴纳的月份`, href: list('owed') });
  if (noStandard > 0) found.push({ sentence: `${noStandard}人未设标准，没有开出`, href: list('noStandard') });
  return found;
}
