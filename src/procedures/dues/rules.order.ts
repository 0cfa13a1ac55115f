/** Ways to pay online (specification, section 9). */
export const CHANNELS = { 1: '银行', 2: '微信', 3: '支付宝' } as const;
export type Channel = keyof typeof CHANNELS;

/** The banks in which dues may lie: the six that the state holds (article 18 and its rules). */
export const BANKS = {
  1: '中国工商银行',
  2: '中国农业银行',
  3: '中国银行',
  4: '中国建设银行',
  5: '交通银行',
  6: '中国邮政储蓄银行',
} as const;
export type Bank = keyof typeof BANKS;

/** States of an order. */
export const ORDER_STATES = { 1: '待支付', 2: '已支付', 3: '已关闭', 4: '异常待退款', 5: '已退款' } as const;
export type OrderState = keyof typeof ORDER_STATES;

/** Whether money is reconciled (specification, section 9). */
export const RECONCILE = { 0: '未对账', 1: '已对账', 2: '异常', 3: '搁置' } as const;

/** An order may be paid for so many minutes. */
export const ORDER_MINUTES = 15;
/** Minutes after which the provider is asked where no notification came. */
export const ASK_MINUTES = [1, 5, ORDER_MINUTES] as const;

/** Said where a month is held by an order that can still be paid. */
export const BEING_PAID = '该月正在支付中，可继续支付或取消';

/** Fen as the text in yuan that providers write: 12.05. */
export const yuanText = (fen: number): string => `${Math.floor(fen / 100)}.${String(fen % 100).padStart(2, '0')}`;

/** A provider's text in yuan as fen, or NaN where it is none. */
export function fenOf(text: string): number {
  const [, whole, part = ''] = /^(\d{1,10})(?:\.(\d{1,2}))?$/.exec(text.trim()) ?? [];
  return whole === undefined ? Number.NaN : Number(whole) * 100 + Number(part.padEnd(2, '0'));
}
