import { createDecipheriv, randomBytes, sign, verify } from 'node:crypto';
import { z } from 'zod';
import { requestOutside, type WireHeaders } from '#platform/server/outside/outside.ts';
import { type Found, type Merchant, type Notice, type Provider, refuseUnclearAnswer } from './provider.ts';

/** Seconds that a signed message may be old: a copy of one that was heard is worth nothing later. */
const FRESH_SECONDS = 300;
const TAG_BYTES = 16;

const trade = z.object({
  mchid: z.string().default(''),
  out_trade_no: z.string(),
  transaction_id: z.string().default(''),
  trade_state: z.string(),
  success_time: z.string().optional(),
  amount: z.object({ total: z.int() }).optional(),
});

function foundOf(body: z.output<typeof trade>): Found {
  const isPaid = body.trade_state === 'SUCCESS' || body.trade_state === 'REFUND';
  if (isPaid && body.amount === undefined) throw refuseUnclearAnswer();
  return {
    state: isPaid ? 'paid' : ['CLOSED', 'REVOKED'].includes(body.trade_state) ? 'closed' : 'open',
    total: isPaid ? (body.amount?.total ?? 0) : 0,
    providerNo: body.transaction_id,
    paidAt: isPaid && body.success_time ? new Date(body.success_time) : null,
  };
}

const one = (headers: WireHeaders, name: string) => String(headers[name] ?? '');

/** Whether WeChat signed a message: `time\nnonce\nbody\n` by RSA with SHA-256, not older than five minutes. */
function isSigned({ keys }: Merchant, headers: WireHeaders, body: string): boolean {
  const time = one(headers, 'wechatpay-timestamp');
  if (Math.abs(Date.now() / 1000 - Number(time)) > FRESH_SECONDS || !/^\d+$/.test(time)) return false;
  const text = `${time}\n${one(headers, 'wechatpay-nonce')}\n${body}\n`;
  const signature = Buffer.from(one(headers, 'wechatpay-signature'), 'base64');
  return verify('sha256', Buffer.from(text), keys.providerKey, signature);
}

/** Asks WeChat, signed, and believes no answer that is not signed. */
async function ask(merchant: Merchant, method: 'GET' | 'POST', path: string, body?: object) {
  const url = new URL(`${merchant.baseUrl}${path}`);
  const [time, nonce] = [Math.floor(Date.now() / 1000), randomBytes(16).toString('hex')];
  const text = body ? JSON.stringify(body) : '';
  const signature = sign(
    'sha256',
    Buffer.from(`${method}\n${url.pathname}${url.search}\n${time}\n${nonce}\n${text}\n`),
    merchant.keys.privateKey,
  ).toString('base64');
  const token = `mchid="${merchant.merchantNo}",nonce_str="${nonce}",signature="${signature}",timestamp="${time}",serial_no="${merchant.keys.serial}"`;
  const answer = await requestOutside(url.href, {
    method,
    ...(body ? { body } : {}),
    headers: { authorization: `WECHATPAY2-SHA256-RSA2048 ${token}` },
  });
  if (answer.status < 400 && !isSigned(merchant, answer.headers, answer.text)) throw refuseUnclearAnswer();
  return answer;
}

/** WeChat Pay, API v3 (Native). */
export const wechat: Provider = {
  async create(merchant, { no, total, title, expiresAt }) {
    const { body } = await ask(merchant, 'POST', '/v3/pay/transactions/native', {
      appid: merchant.appId,
      mchid: merchant.merchantNo,
      description: title,
      out_trade_no: no,
      time_expire: expiresAt.toISOString().replace(/\.\d+Z$/, '+00:00'),
      notify_url: merchant.notifyUrl,
      amount: { total, currency: 'CNY' },
    });
    const made = z.object({ code_url: z.string().min(1).max(512) }).safeParse(body);
    if (!made.success) throw refuseUnclearAnswer();
    return made.data.code_url;
  },

  async query(merchant, no) {
    const path = `/v3/pay/transactions/out-trade-no/${no}?mchid=${encodeURIComponent(merchant.merchantNo)}`;
    const { status, body } = await ask(merchant, 'GET', path);
    if (status === 404) return { state: 'none', total: 0, providerNo: '', paidAt: null };
    const read = trade.safeParse(body);
    if (!read.success || read.data.out_trade_no !== no || read.data.mchid !== merchant.merchantNo)
      throw refuseUnclearAnswer();
    return foundOf(read.data);
  },

  async close(merchant, no) {
    const { status } = await ask(merchant, 'POST', `/v3/pay/transactions/out-trade-no/${no}/close`, {
      mchid: merchant.merchantNo,
    });
    if (status >= 400 && status !== 404) throw refuseUnclearAnswer();
  },

  async refund(merchant, { no, orderNo, amount, total }) {
    const { body } = await ask(merchant, 'POST', '/v3/refund/domestic/refunds', {
      out_trade_no: orderNo,
      out_refund_no: no,
      amount: { refund: amount, total, currency: 'CNY' },
    });
    const read = z.object({ out_refund_no: z.literal(no), status: z.string() }).safeParse(body);
    if (!read.success || !['SUCCESS', 'PROCESSING'].includes(read.data.status)) throw refuseUnclearAnswer();
    return read.data.status === 'SUCCESS';
  },

  readNotice(merchant, headers, body): Notice | null {
    const text = body.toString('utf8');
    if (!isSigned(merchant, headers, text)) return null;
    try {
      const { resource } = z
        .object({
          resource: z.object({ ciphertext: z.string(), nonce: z.string(), associated_data: z.string().default('') }),
        })
        .parse(JSON.parse(text));
      const bytes = Buffer.from(resource.ciphertext, 'base64');
      const cipher = createDecipheriv('aes-256-gcm', Buffer.from(merchant.keys.secret), resource.nonce);
      cipher.setAAD(Buffer.from(resource.associated_data));
      cipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      const plain = cipher.update(bytes.subarray(0, -TAG_BYTES), undefined, 'utf8') + cipher.final('utf8');
      const read = trade.parse(JSON.parse(plain));
      return { ...foundOf(read), no: read.out_trade_no, merchantNo: read.mchid };
    } catch {
      return null;
    }
  },

  thanks: { mime: 'application/json', body: '{"code":"SUCCESS","message":"成功"}' },
};
