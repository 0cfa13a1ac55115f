// npm run counterparts: plays the services outside (WeChat, unified platform, base platform, SMS, …) for trying by
// hand; PORT (default 8099) is its own port, SITE the platform's address.
import { APPS, SECRETS, settingsFor, startCounterpart } from '../test/support/counterparts/counterpart.ts';

const site = process.env.SITE ?? 'http://127.0.0.1:8080';
const counterpart = await startCounterpart(Number(process.env.PORT ?? 8099));
console.log(`counterpart at ${counterpart.origin}; settings of the site (site_config.data of the host, or 站点配置):`);
console.log(JSON.stringify(settingsFor(counterpart.origin, [site]), null, 2));
console.log('keys:', JSON.stringify(SECRETS, null, 2));
console.log(`application id at WeChat: ${APPS.wechat}; requests follow`);
let shown = 0;
setInterval(() => {
  for (const hit of counterpart.hits.slice(shown)) console.log(hit.method, hit.path, hit.body);
  shown = counterpart.hits.length;
}, 200);
