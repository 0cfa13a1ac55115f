import type { Channel } from '#procedures/dues/rules.order.ts';
import { alipay } from './alipay.ts';
import { bank } from './bank.ts';
import type { Provider } from './provider.ts';
import { wechat } from './wechat.ts';

const PROVIDERS: Readonly<Record<Channel, Provider>> = { 1: bank, 2: wechat, 3: alipay };

/** The provider of a way to pay. */
export const providerOf = (channel: Channel): Provider => PROVIDERS[channel];
