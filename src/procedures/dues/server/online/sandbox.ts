import { createCipheriv, randomBytes, sign, verify } from 'node:crypto';
import type { WireHeaders } from '#platform/server/outside/outside.ts';
import { CHANNELS, type Channel, yuanText } from '#procedures/dues/rules.order.ts';
import { cashierPage } from './cashier.ts';
import type { SandboxKeys } from './keys.ts';

/** An order as the provider of the demo knows it. */
export interface PlayedOrder {
  channel: Channel;
  merchantNo: string;
  appId: string;
  no: string;
  total: number;
  title: string;
  notifyUrl: string;
  expiresAt: number;
  state: 'open' | 'paid' | 'closed';
  /** What was really paid, where somebody altered it on the way. */
  paid: number;
  providerNo: string;
  paidAt: string;
  refunds: Map<string, number>;
}

export interface Asked {
  method: string;
  /** Below the sandbox: `/2/v3/pay/…`, `/cashier/…`. */
  path: string;
  query: string;
  /** The path as it was signed. */
  signedPath: string;
  headers: WireHeaders;
  body: string;
}

export interface Answered {
  status: number;
  type: string;
  headers?: Record<string, string>;
  body: string;
}

/** A provider's message with its signature, as it goes over the wire. */
export interface Message {
  headers: Record<string, string>;
  body: string;
}

export interface Sandbox {
  orders: Map<string, PlayedOrder>;
  answer(asked: Asked): Promise<Answered>;
  /** The payer pays; `paid` in fen where it is to be another sum. Answers the notification that a provider would send. */
  pay(no: string, paid?: number): Promise<Message>;
  /** The notification of an order, signed anew. */
  message(no: string): Promise<Message>;
}

const json = (value: object, headers: Record<string, string> = {}, status = 200): Answered => ({
  status,
  type: 'application/json',
  headers,
  body: JSON.stringify(value),
});
const now = () => String(Math.floor(Date.now() / 1000));
const beijing = (iso: string) => new Date(Date.parse(iso) + 8 * 3_600_000).toISOString().slice(0, 19);

/**
 * Plays the three kinds of providers with their real signatures, so that the adapters are tried as they are. It keeps its
 * orders in memory.
 * @param keysOf the provider's keys of an account; null: no such account
 * @param cashier where its cashier page is, an address or a path of this site
 * @param tell carries a notification to its address
 */
export function makeSandbox(
  keysOf: (channel: Channel, merchantNo: string) => Promise<SandboxKeys | null>,
  cashier: () => string,
  notify: (notifyUrl: string, message: Message) => Promise<unknown>,
): Sandbox {
  const orders = new Map<string, PlayedOrder>();

  const create = (
    order: Pick<PlayedOrder, 'channel' | 'merchantNo' | 'appId' | 'no' | 'total' | 'title' | 'notifyUrl' | 'expiresAt'>,
  ) => {
    const known = orders.get(order.no);
    if (!known)
      orders.set(order.no, { ...order, state: 'open', paid: 0, providerNo: '', paidAt: '', refunds: new Map() });
    return `${cashier()}/${order.no}`;
  };
  const stateOf = (order: PlayedOrder | undefined) => {
    if (order?.state === 'open' && order.expiresAt < Date.now()) order.state = 'closed';
    return order?.state ?? 'none';
  };

  const wechatSigned = (keys: SandboxKeys, body: string) => {
    const [time, nonce] = [now(), randomBytes(8).toString('hex')];
    return {
      'wechatpay-timestamp': time,
      'wechatpay-nonce': nonce,
      'wechatpay-serial': 'SANDBOX',
      'wechatpay-signature': sign('sha256', Buffer.from(`${time}\n${nonce}\n${body}\n`), keys.privateKey).toString(
        'base64',
      ),
    };
  };
  const bankSigned = (keys: SandboxKeys, body: string) => {
    const [time, nonce] = [now(), randomBytes(8).toString('hex')];
    const signature = sign('sm3', Buffer.from(`${time}\n${nonce}\n${body}`), keys.privateKey).toString('base64');
    return { 'x-time': time, 'x-nonce': nonce, 'x-sign': signature };
  };

  const tradeOf = (order: PlayedOrder) => ({
    appid: order.appId,
    mchid: order.merchantNo,
    out_trade_no: order.no,
    transaction_id: order.providerNo,
    trade_state: { open: 'NOTPAY', paid: 'SUCCESS', closed: 'CLOSED' }[stateOf(order) as 'open'],
    ...(order.state === 'paid' ? { success_time: order.paidAt, amount: { total: order.paid, currency: 'CNY' } } : {}),
  });

  async function wechat(request: Asked): Promise<Answered> {
    const header = String(request.headers.authorization ?? '');
    const part = (name: string) => new RegExp(`${name}="([^"]*)"`).exec(header)?.[1] ?? '';
    const merchantNo = part('mchid');
    const keys = await keysOf(2, merchantNo);
    const text = `${request.method}\n${request.signedPath}${request.query}\n${part('timestamp')}\n${part('nonce_str')}\n${request.body}\n`;
    if (!keys || !verify('sha256', Buffer.from(text), keys.merchantKey, Buffer.from(part('signature'), 'base64')))
      return json({ code: 'SIGN_ERROR', message: '签名错误' }, {}, 401);
    const signedReply = (value: object, status = 200) => json(value, wechatSigned(keys, JSON.stringify(value)), status);
    const body = request.body ? (JSON.parse(request.body) as Record<string, unknown>) : {};
    if (request.path === '/v3/pay/transactions/native') {
      const {
        appid,
        out_trade_no: no,
        description,
        notify_url,
        time_expire,
        amount,
      } = body as unknown as Record<string, string> & { amount: { total: number } };
      const order = {
        channel: 2 as const,
        merchantNo,
        appId: appid ?? '',
        no: no ?? '',
        total: amount.total,
        title: description ?? '',
        notifyUrl: notify_url ?? '',
        expiresAt: Date.parse(time_expire ?? ''),
      };
      return signedReply({ code_url: create(order) });
    }
    if (request.path === '/v3/refund/domestic/refunds') {
      const { out_trade_no, out_refund_no, amount } = body as unknown as {
        out_trade_no: string;
        out_refund_no: string;
        amount: { refund: number };
      };
      const order = orders.get(out_trade_no);
      if (!order || !giveBack(order, out_refund_no, amount.refund)) return json({ code: 'INVALID_REQUEST' }, {}, 400);
      return signedReply({ out_refund_no, status: 'SUCCESS' });
    }
    const [, no = '', act] = /^\/v3\/pay\/transactions\/out-trade-no\/(\w+)(\/close)?$/.exec(request.path) ?? [];
    const order = orders.get(no);
    if (!order || order.merchantNo !== merchantNo) return json({ code: 'ORDER_NOT_EXIST' }, {}, 404);
    if (act === undefined) return signedReply(tradeOf(order));
    if (stateOf(order) === 'paid') return json({ code: 'ORDERPAID' }, {}, 400);
    order.state = 'closed';
    return { status: 204, type: 'application/json', headers: wechatSigned(keys, ''), body: '' };
  }

  async function alipay(request: Asked): Promise<Answered> {
    const values = Object.fromEntries(new URLSearchParams(request.body));
    const content = JSON.parse(values.biz_content ?? '{}') as Record<string, string>;
    const order = orders.get(content.out_trade_no ?? '');
    const merchantNo = order?.merchantNo ?? content.seller_id ?? '';
    const keys = await keysOf(3, merchantNo);
    const text = sorted(values, ['sign']);
    const good =
      keys && verify('sha256', Buffer.from(text), keys.merchantKey, Buffer.from(values.sign ?? '', 'base64'));
    const method = values.method ?? '';
    const signedReply = (value: object): Answered => {
      const inner = JSON.stringify(value);
      const signature = keys ? sign('sha256', Buffer.from(inner), keys.privateKey).toString('base64') : '';
      const name = `${method.replaceAll('.', '_')}_response`;
      return { status: 200, type: 'application/json', body: `{"${name}":${inner},"sign":"${signature}"}` };
    };
    // Where the order is not known, neither is the account that would sign: the one account of the sandbox answers.
    if (!keys || !good) return json({ error: 'invalid-signature' });
    if (method === 'alipay.trade.precreate') {
      const made = create({
        channel: 3,
        merchantNo,
        appId: values.app_id ?? '',
        no: content.out_trade_no ?? '',
        total: Math.round(Number(content.total_amount) * 100),
        title: content.subject ?? '',
        notifyUrl: values.notify_url ?? '',
        expiresAt: Date.parse(`${content.time_expire?.replace(' ', 'T')}+08:00`),
      });
      return signedReply({ code: '10000', msg: 'Success', out_trade_no: content.out_trade_no, qr_code: made });
    }
    const state = stateOf(order);
    if (!order || (method !== 'alipay.trade.refund' && state === 'none'))
      return signedReply({ code: '40004', sub_code: 'ACQ.TRADE_NOT_EXIST' });
    if (method === 'alipay.trade.query') return signedReply({ code: '10000', ...alipayTrade(order) });
    if (method === 'alipay.trade.close') {
      if (state === 'paid') return signedReply({ code: '40004', sub_code: 'ACQ.TRADE_STATUS_ERROR' });
      order.state = 'closed';
      return signedReply({ code: '10000', out_trade_no: order.no });
    }
    const isBack = giveBack(order, content.out_request_no ?? '', Math.round(Number(content.refund_amount) * 100));
    return signedReply(
      isBack ? { code: '10000', out_trade_no: order.no } : { code: '40004', sub_code: 'ACQ.INVALID_PARAMETER' },
    );
  }
  const alipayTrade = (order: PlayedOrder) => ({
    out_trade_no: order.no,
    trade_no: order.providerNo,
    trade_status: { open: 'WAIT_BUYER_PAY', paid: 'TRADE_SUCCESS', closed: 'TRADE_CLOSED' }[order.state],
    ...(order.state === 'paid'
      ? { total_amount: yuanText(order.paid), send_pay_date: beijing(order.paidAt).replace('T', ' ') }
      : {}),
  });

  async function bank(request: Asked): Promise<Answered> {
    const body = JSON.parse(request.body) as Record<string, string> & { total: number; amount: number };
    const merchantNo = body.merchantNo ?? '';
    const keys = await keysOf(1, merchantNo);
    const text = `${request.headers['x-time']}\n${request.headers['x-nonce']}\n${request.body}`;
    if (
      !keys ||
      !verify(
        'sm3',
        Buffer.from(text),
        keys.merchantKey,
        Buffer.from(String(request.headers['x-sign'] ?? ''), 'base64'),
      )
    )
      return json({ message: '签名错误' }, {}, 401);
    const signedReply = (value: object) => json(value, bankSigned(keys, JSON.stringify(value)));
    const order = orders.get(body.orderNo ?? '');
    if (request.path === '/create') {
      const made = {
        channel: 1 as const,
        merchantNo,
        appId: '',
        no: body.orderNo ?? '',
        total: body.total,
        title: body.title ?? '',
        notifyUrl: body.notifyUrl ?? '',
        expiresAt: Date.parse(body.expiresAt ?? ''),
      };
      return signedReply({ orderNo: made.no, payUrl: create(made) });
    }
    if (request.path === '/refund') {
      if (!order || !giveBack(order, body.refundNo ?? '', body.amount)) return json({ message: '不能退款' }, {}, 400);
      return signedReply({ refundNo: body.refundNo, state: 'done' });
    }
    if (request.path === '/close' && order && stateOf(order) === 'open') order.state = 'closed';
    return signedReply(order ? bankTrade(order) : { merchantNo, orderNo: body.orderNo, state: 'none' });
  }
  const bankTrade = (order: PlayedOrder) => ({
    merchantNo: order.merchantNo,
    orderNo: order.no,
    state: stateOf(order),
    total: order.paid,
    bankNo: order.providerNo,
    paidAt: order.paidAt || null,
  });

  function giveBack(order: PlayedOrder, refundNo: string, amount: number): boolean {
    if (order.refunds.has(refundNo)) return true;
    const back = [...order.refunds.values()].reduce((sum, one) => sum + one, 0);
    if (order.state !== 'paid' || back + amount > order.paid) return false;
    order.refunds.set(refundNo, amount);
    return true;
  }

  async function message(no: string): Promise<Message> {
    const order = orders.get(no);
    const keys = order && (await keysOf(order.channel, order.merchantNo));
    if (!order || !keys) throw new Error(`no order ${no}`);
    if (order.channel === 1) {
      const body = JSON.stringify(bankTrade(order));
      return { headers: { 'content-type': 'application/json', ...bankSigned(keys, body) }, body };
    }
    if (order.channel === 3) {
      const values: Record<string, string> = {
        notify_id: randomBytes(8).toString('hex'),
        app_id: order.appId,
        seller_id: order.merchantNo,
        sign_type: 'RSA2',
        ...Object.fromEntries(Object.entries(alipayTrade(order)).map(([name, value]) => [name, String(value)])),
        gmt_payment: beijing(order.paidAt).replace('T', ' '),
      };
      const signature = sign('sha256', Buffer.from(sorted(values, ['sign', 'sign_type'])), keys.privateKey).toString(
        'base64',
      );
      return {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: String(new URLSearchParams({ ...values, sign: signature })),
      };
    }
    const nonce = randomBytes(6).toString('hex');
    const cipher = createCipheriv('aes-256-gcm', Buffer.from(keys.secret), nonce);
    cipher.setAAD(Buffer.from('transaction'));
    const bytes = Buffer.concat([
      cipher.update(JSON.stringify(tradeOf(order)), 'utf8'),
      cipher.final(),
      cipher.getAuthTag(),
    ]);
    const body = JSON.stringify({
      id: randomBytes(8).toString('hex'),
      event_type: 'TRANSACTION.SUCCESS',
      resource: {
        algorithm: 'AEAD_AES_256_GCM',
        ciphertext: bytes.toString('base64'),
        nonce,
        associated_data: 'transaction',
      },
    });
    return { headers: { 'content-type': 'application/json', ...wechatSigned(keys, body) }, body };
  }

  async function pay(no: string, paid?: number): Promise<Message> {
    const order = orders.get(no);
    if (!order || stateOf(order) === 'closed') throw new Error(`order ${no} is not open`);
    if (order.state === 'open') {
      Object.assign(order, {
        state: 'paid',
        paid: paid ?? order.total,
        providerNo: `42${Date.now()}${randomBytes(4).readUInt32BE() % 100_000}`,
        paidAt: new Date().toISOString(),
      });
    }
    return message(no);
  }

  /** The page on which somebody plays the payer; what is pressed comes as a form. */
  async function pressed(request: Asked): Promise<Answered> {
    const no = request.path.split('/')[2] ?? '';
    const order = orders.get(no);
    const act = new URLSearchParams(request.body).get('act');
    if (request.method === 'POST' && order && stateOf(order) === 'open') {
      if (act === 'leave') order.state = 'closed';
      else {
        const message = await pay(no);
        // A provider that cannot reach us tries again; this one leaves it to our own question.
        if (act === 'pay') await notify(order.notifyUrl, message).catch(() => {});
      }
    }
    return {
      status: 200,
      type: 'text/html; charset=utf-8',
      body: cashierPage(order ? { ...order, state: stateOf(order) } : null),
    };
  }

  return {
    orders,
    pay,
    message,
    async answer(asked) {
      if (asked.path.startsWith('/cashier/')) return pressed(asked);
      const [, face = '', rest = ''] = /^\/([123])(\/.*)$/.exec(asked.path) ?? [];
      if (!(face in CHANNELS)) return json({ message: '没有这个地址' }, {}, 404);
      const below = { ...asked, path: rest };
      try {
        return await (face === '1' ? bank(below) : face === '2' ? wechat(below) : alipay(below));
      } catch {
        return json({ message: '请求不能识别' }, {}, 400);
      }
    },
  };
}

const sorted = (values: Readonly<Record<string, string>>, left: readonly string[]) =>
  Object.entries(values)
    .filter(([name, value]) => !left.includes(name) && value !== '')
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
