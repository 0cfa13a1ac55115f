import { sign, verify } from 'node:crypto';
import { z } from 'zod';
import { requestOutside } from '#platform/server/outside/outside.ts';
import { fenOf, yuanText } from '#procedures/dues/rules.order.ts';
import { type Found, type Merchant, type Notice, type Provider, refuseUnclearAnswer } from './provider.ts';

const OK = '10000';

/** Parameters as Alipay signs them: sorted, without the signature, `left` and what is empty, joined by &. */
const signedText = (values: Readonly<Record<string, string>>, left = '') =>
  Object.entries(values)
    .filter(([name, value]) => name !== 'sign' && name !== left && value !== '')
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');

/** Time of Alipay: Beijing's, `yyyy-MM-dd HH:mm:ss`. */
const timeText = (at: Date) => new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
const timeOf = (text: string) => new Date(`${text.replace(' ', 'T')}+08:00`);

/** Asks one method of the gateway; its answer is believed where the text between the name and the signature is signed. */
async function ask(merchant: Merchant, method: string, content: object, notify = false) {
  const values: Record<string, string> = {
    app_id: merchant.appId,
    method,
    format: 'JSON',
    charset: 'utf-8',
    sign_type: 'RSA2',
    timestamp: timeText(new Date()),
    version: '1.0',
    ...(notify ? { notify_url: merchant.notifyUrl } : {}),
    biz_content: JSON.stringify(content),
  };
  const form = new URLSearchParams({
    ...values,
    sign: sign('sha256', Buffer.from(signedText(values)), merchant.keys.privateKey).toString('base64'),
  });
  const answer = await requestOutside(`${merchant.baseUrl}/gateway.do`, { method: 'POST', body: form });
  const name = `${method.replaceAll('.', '_')}_response`;
  const read = z.object({ [name]: z.record(z.string(), z.unknown()), sign: z.string() }).safeParse(answer.body);
  if (!read.success) throw refuseUnclearAnswer();
  const from = answer.text.indexOf(`"${name}":`) + name.length + 3;
  const signed = answer.text.slice(from, answer.text.lastIndexOf(',"sign":'));
  const signature = Buffer.from(String(read.data.sign), 'base64');
  if (!verify('sha256', Buffer.from(signed.trim()), merchant.keys.providerKey, signature)) throw refuseUnclearAnswer();
  return read.data[name] as Record<string, unknown>;
}

const PAID = new Set(['TRADE_SUCCESS', 'TRADE_FINISHED']);

function foundOf(values: Readonly<Record<string, unknown>>): Found {
  const state = String(values.trade_status ?? '');
  const isPaid = PAID.has(state);
  const total = isPaid ? fenOf(String(values.total_amount ?? '')) : 0;
  if (Number.isNaN(total)) throw refuseUnclearAnswer();
  const time = values.gmt_payment ?? values.send_pay_date;
  return {
    state: isPaid ? 'paid' : state === 'TRADE_CLOSED' ? 'closed' : 'open',
    total,
    providerNo: String(values.trade_no ?? ''),
    paidAt: isPaid && typeof time === 'string' ? timeOf(time) : null,
  };
}

const isMissing = (values: Readonly<Record<string, unknown>>) => values.sub_code === 'ACQ.TRADE_NOT_EXIST';

/** Alipay's open platform, RSA2, 当面付 (a code that the payer scans). */
export const alipay: Provider = {
  async create(merchant, { no, total, title, expiresAt }) {
    const content = {
      out_trade_no: no,
      total_amount: yuanText(total),
      subject: title,
      time_expire: timeText(expiresAt),
      seller_id: merchant.merchantNo,
    };
    const made = await ask(merchant, 'alipay.trade.precreate', content, true);
    if (made.code !== OK || typeof made.qr_code !== 'string' || made.qr_code.length > 512) throw refuseUnclearAnswer();
    return made.qr_code;
  },

  async query(merchant, no) {
    const values = await ask(merchant, 'alipay.trade.query', { out_trade_no: no });
    if (isMissing(values)) return { state: 'none', total: 0, providerNo: '', paidAt: null };
    if (values.code !== OK || values.out_trade_no !== no) throw refuseUnclearAnswer();
    return foundOf(values);
  },

  async close(merchant, no) {
    const values = await ask(merchant, 'alipay.trade.close', { out_trade_no: no });
    if (values.code !== OK && !isMissing(values)) throw refuseUnclearAnswer();
  },

  async refund(merchant, { no, orderNo, amount }) {
    const content = { out_trade_no: orderNo, out_request_no: no, refund_amount: yuanText(amount) };
    const values = await ask(merchant, 'alipay.trade.refund', content);
    if (values.code !== OK || values.out_trade_no !== orderNo) throw refuseUnclearAnswer();
    return true;
  },

  readNotice(merchant, _headers, body): Notice | null {
    const values = Object.fromEntries(new URLSearchParams(body.toString('utf8')));
    const signature = Buffer.from(values.sign ?? '', 'base64');
    // What is asked is signed with its sign_type, what is notified without: so Alipay has it.
    const text = Buffer.from(signedText(values, 'sign_type'));
    if (!verify('sha256', text, merchant.keys.providerKey, signature)) return null;
    // One account may have several applications: a notification for another one is none of ours.
    if (values.app_id !== merchant.appId || !values.out_trade_no) return null;
    try {
      return { ...foundOf(values), no: values.out_trade_no, merchantNo: values.seller_id ?? '' };
    } catch {
      return null;
    }
  },

  thanks: { mime: 'text/plain', body: 'success' },
};
