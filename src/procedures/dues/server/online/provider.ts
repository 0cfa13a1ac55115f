import { refuse } from '#platform/server/errors.ts';
import type { WireHeaders } from '#platform/server/outside/outside.ts';
import type { Channel } from '#procedures/dues/rules.order.ts';

/** What a committee and its provider have agreed on. Keys as PEM. */
export interface Keys {
  /** Signs what we ask. */
  privateKey: string;
  /** Verifies what the provider says. */
  providerKey: string;
  /** Number of the own certificate (WeChat). */
  serial: string;
  /** Opens notifications (WeChat's APIv3 key, 32 characters). */
  secret: string;
}

export interface Merchant {
  id: string;
  channel: Channel;
  merchantNo: string;
  appId: string;
  /** Where the provider answers, without a slash at its end. */
  baseUrl: string;
  /** Where it notifies us. */
  notifyUrl: string;
  keys: Keys;
}

export interface NewOrder {
  no: string;
  /** Fen. */
  total: number;
  title: string;
  expiresAt: Date;
}

/** What a provider says of an order. */
export interface Found {
  state: 'open' | 'paid' | 'closed' | 'none';
  /** Fen that were paid; 0 unless paid. */
  total: number;
  providerNo: string;
  paidAt: Date | null;
}

/** A notification whose signature is good. */
export interface Notice extends Found {
  no: string;
  merchantNo: string;
}

/** A provider of payments. Every fault outside is the refusal of `requestOutside`, a wrong signature too. */
export interface Provider {
  /** Places an order; answers what its code says, an address that the payer's application opens. */
  create(merchant: Merchant, order: NewOrder): Promise<string>;
  query(merchant: Merchant, no: string): Promise<Found>;
  /** Closes an order that is not paid; one that is not there counts as closed. */
  close(merchant: Merchant, no: string): Promise<void>;
  /** Gives money back; asked again with the same number it is given back once. False: the provider still works on it. */
  refund(merchant: Merchant, refund: { no: string; orderNo: string; amount: number; total: number }): Promise<boolean>;
  /** Reads a notification; null where the signature, its time or its form is wrong. */
  readNotice(merchant: Merchant, headers: WireHeaders, body: Buffer): Notice | null;
  /** What it demands as the answer that all is well. */
  thanks: { mime: string; body: string };
}

/** The service outside answered, but not what an order needs. */
export const refuseUnclearAnswer = () => refuse('支付平台的答复不能识别，请稍后再试');
