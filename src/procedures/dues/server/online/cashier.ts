import { CHANNELS, yuanText } from '#procedures/dues/rules.order.ts';
import type { PlayedOrder } from './sandbox.ts';

/** Nothing runs in it, and it sends its form to itself alone. */
export const CASHIER_POLICY = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'";

const escaped = (text: string) =>
  text.replace(
    /[&<>"']/g,
    (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[sign] ?? '',
  );

const STYLE = `body{margin:0;font:18px/1.6 "Microsoft YaHei","Noto Sans CJK SC",sans-serif;background:#f4f1ee;color:#222}
main{max-width:440px;margin:0 auto;padding:20px;background:#fff;min-height:100vh;box-sizing:border-box}
.mark{background:#7a4b00;color:#fff;padding:10px 14px;font-weight:700;text-align:center}
h1{font-size:20px;margin:18px 0 4px}.sum{font-size:38px;font-weight:700;margin:4px 0 14px}
dl{display:grid;grid-template-columns:84px 1fr;gap:4px 10px;font-size:16px;margin:0 0 18px}dt{color:#666}dd{margin:0;overflow-wrap:anywhere}
button{display:block;width:100%;min-height:48px;margin:10px 0;font:inherit;border:1px solid #b8aea6;border-radius:6px;background:#fff;cursor:pointer}
button:focus-visible{outline:3px solid #1c5fb0;outline-offset:2px}.pay{background:#b3261e;border-color:#b3261e;color:#fff;font-weight:700}
.done{font-size:22px;font-weight:700;color:#176b2c}.over{font-size:20px;font-weight:700;color:#666}small{color:#666}`;

const WORDS = { paid: '支付成功', closed: '订单已关闭', none: '没有这个订单' } as const;

/** The cashier of the demo: the payer presses what would happen at a real provider. No money moves. */
export function cashierPage(
  order: (Omit<PlayedOrder, 'state'> & { state: 'open' | 'paid' | 'closed' | 'none' }) | null,
): string {
  const state = order?.state ?? 'none';
  const facts = order
    ? `<h1>${escaped(order.title)}</h1><p class="sum">¥${yuanText(order.total)}</p>
<dl><dt>支付方式</dt><dd>${CHANNELS[order.channel]}</dd><dt>商户号</dt><dd>${escaped(order.merchantNo)}</dd><dt>订单号</dt><dd>${escaped(order.no)}</dd></dl>`
    : '';
  const below =
    state === 'open'
      ? `<form method="post"><button class="pay" name="act" value="pay">确认支付</button>
<button name="act" value="lost">支付，但不通知平台（试验漏单）</button><button name="act" value="leave">不付了</button></form>`
      : `<p class="${state === 'paid' ? 'done' : 'over'}" role="status">${WORDS[state]}</p><p>请回到原来的页面，查看缴纳结果。</p>`;
  return `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>演示收银台</title><style>${STYLE}</style></head><body><main><p class="mark">演示环境：不会真的扣款</p>${facts}${below}<small>这一页由演示用的支付平台显示，正式环境里是银行、微信或支付宝。</small></main></body></html>`;
}
