import { randomBytes, sign, verify } from 'node:crypto';
import { z } from 'zod';
import { requestOutside, type WireHeaders } from '#platform/server/outside/outside.ts';
import { type Merchant, type Notice, type Provider, refuseUnclearAnswer } from './provider.ts';

const FRESH_SECONDS = 300;

const said = z.object({
  merchantNo: z.string(),
  orderNo: z.string(),
  state: z.enum(['open', 'paid', 'closed', 'none']),
  /** Fen. */
  total: z.int().min(0).default(0),
  bankNo: z.string().default(''),
  paidAt: z.string().nullable().default(null),
});

const textOf = (time: string, nonce: string, body: string) => Buffer.from(`${time}\n${nonce}\n${body}`);

/** Whether the bank signed a message (SM2 with SM3 over time, nonce and body), not more than five minutes ago. */
function isSigned({ keys }: Merchant, headers: WireHeaders, body: string): boolean {
  const time = String(headers['x-time'] ?? '');
  if (!/^\d+$/.test(time) || Math.abs(Date.now() / 1000 - Number(time)) > FRESH_SECONDS) return false;
  const signature = Buffer.from(String(headers['x-sign'] ?? ''), 'base64');
  return verify('sm3', textOf(time, String(headers['x-nonce'] ?? ''), body), keys.providerKey, signature);
}

async function ask(merchant: Merchant, act: string, more: object): Promise<unknown> {
  const body = { merchantNo: merchant.merchantNo, ...more };
  const [time, nonce] = [String(Math.floor(Date.now() / 1000)), randomBytes(16).toString('hex')];
  const signature = sign('sm3', textOf(time, nonce, JSON.stringify(body)), merchant.keys.privateKey);
  const answer = await requestOutside(`${merchant.baseUrl}/${act}`, {
    method: 'POST',
    body,
    headers: { 'x-time': time, 'x-nonce': nonce, 'x-sign': signature.toString('base64') },
  });
  if (answer.status >= 400 || !isSigned(merchant, answer.headers, answer.text)) throw refuseUnclearAnswer();
  return answer.body;
}

const foundOf = ({ state, total, bankNo, paidAt }: z.output<typeof said>) => ({
  state,
  total: state === 'paid' ? total : 0,
  providerNo: bankNo,
  paidAt: paidAt ? new Date(paidAt) : null,
});

/**
 * A bank's collecting gateway: JSON signed by SM2. Banks have no common protocol; this is the one that docs/outside-services.md
 * asks the bank's front machine to speak.
 */
export const bank: Provider = {
  async create(merchant, { no, total, title, expiresAt }) {
    const body = await ask(merchant, 'create', {
      orderNo: no,
      total,
      title,
      expiresAt: expiresAt.toISOString(),
      notifyUrl: merchant.notifyUrl,
    });
    const made = z.object({ orderNo: z.literal(no), payUrl: z.string().min(1).max(512) }).safeParse(body);
    if (!made.success) throw refuseUnclearAnswer();
    return made.data.payUrl;
  },

  async query(merchant, no) {
    const read = said.safeParse(await ask(merchant, 'query', { orderNo: no }));
    if (!read.success || read.data.orderNo !== no || read.data.merchantNo !== merchant.merchantNo)
      throw refuseUnclearAnswer();
    return foundOf(read.data);
  },

  async close(merchant, no) {
    const read = said.safeParse(await ask(merchant, 'close', { orderNo: no }));
    if (!read.success || !['closed', 'none'].includes(read.data.state)) throw refuseUnclearAnswer();
  },

  async refund(merchant, { no, orderNo, amount }) {
    const body = await ask(merchant, 'refund', { orderNo, refundNo: no, amount });
    const read = z.object({ refundNo: z.literal(no), state: z.enum(['done', 'working']) }).safeParse(body);
    if (!read.success) throw refuseUnclearAnswer();
    return read.data.state === 'done';
  },

  readNotice(merchant, headers, body): Notice | null {
    const text = body.toString('utf8');
    if (!isSigned(merchant, headers, text)) return null;
    try {
      const read = said.parse(JSON.parse(text));
      return { ...foundOf(read), no: read.orderNo, merchantNo: read.merchantNo };
    } catch {
      return null;
    }
  },

  thanks: { mime: 'application/json', body: '{"code":"SUCCESS"}' },
};
