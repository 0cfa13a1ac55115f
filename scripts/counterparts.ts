// npm run counterparts: plays the services outside (WeChat, unified platform, base platform, SMS, speech to text, …) for trying by
// hand; PORT (default 8099) is its own port, SITE the platform's address.

import { CHANNELS } from '#procedures/dues/rules.order.ts';
import { sandboxKeys } from '#procedures/dues/server/online/keys.ts';
import { APPS, SECRETS, settingsFor, startCounterpart } from '../test/support/counterparts/counterpart.ts';
import { startInstallation } from '../test/support/counterparts/installation.ts';
import { startPayments } from '../test/support/counterparts/payments.ts';

const site = process.env.SITE ?? 'http://127.0.0.1:8080';
const counterpart = await startCounterpart(Number(process.env.PORT ?? 8099));
console.log(`counterpart at ${counterpart.origin}; settings of the site (site_config.data of the host, or 站点配置):`);
console.log(JSON.stringify(settingsFor(counterpart.origin, [site]), null, 2));
console.log('keys:', JSON.stringify(SECRETS, null, 2));
console.log(`application id at WeChat: ${APPS.wechat}; requests follow`);

// Providers of payments: what to enter at 党费管理 → 收款账户 (bank, WeChat, Alipay), each with the keys of one merchant.
const merchants = { 1: sandboxKeys(1), 2: sandboxKeys(2), 3: sandboxKeys(3) };
const pay = await startPayments(async (channel) => merchants[channel].sandbox, Number(process.env.PAY_PORT ?? 8098));
for (const [channel, { privateKey, providerKey, serial, secret }] of Object.entries(merchants)) {
  console.log(
    `payments, ${CHANNELS[Number(channel) as 1 | 2 | 3]}: ${pay.origin}/${channel}, merchant 1900000${channel}, application demo`,
  );
  console.log(JSON.stringify({ privateKey, providerKey, serial, secret }, null, 2));
}
// Another installation that letters are exchanged with: what to enter at 组织关系 → 系统间转接; it answers each letter by a receipt.
const installation = await startInstallation(() => site, true, Number(process.env.INSTALLATION_PORT ?? 8097));
console.log(`another installation: ${installation.origin}, public key ${installation.publicKey}`);
let shown = 0;
setInterval(() => {
  for (const hit of counterpart.hits.slice(shown)) console.log(hit.method, hit.path, hit.body);
  shown = counterpart.hits.length;
}, 200);
