import type { Services } from '#platform/server/context.ts';
import { transact } from '#platform/server/database/db.ts';
import { sendNotice } from '#platform/server/inbox/notices.ts';
import { logFault } from '#platform/server/log/log.ts';
import * as queries from './queries/codes.ts';
import { siteSetup } from './site.ts';
import { deliverSms } from './sms/adapter.ts';

/** Dictionary 0178. */
const NOTICE_TYPE = '5';
/** A gateway that is away keeps a round of the work no longer than this many messages. */
const AT_ONCE = 20;

/**
 * Tells the old number of another phone by SMS, and the account by a notice. The notice is certain; a message that the gateway
 * does not take is lost, and logged.
 */
export async function deliverPhoneNews(services: Services): Promise<void> {
  for (let n = 0; n < AT_ONCE; n++) {
    const news = await transact(services.db, async (tx) => {
      const taken = await queries.takePhoneNews(tx);
      if (!taken) return null;
      const { newMask } = taken;
      await sendNotice(tx, {
        type: NOTICE_TYPE,
        title: newMask === null ? '您的找回密码手机已取消' : '您的找回密码手机已更换',
        remark: `${newMask === null ? '原手机号已从您的账号上取消' : `新手机号为${newMask}`}，原手机号不再接收验证码。如非本人操作，请立即修改密码并联系上级党组织。`,
        orgId: taken.orgId,
        createdBy: '安全中心',
        accountIds: [taken.accountId],
      });
      return taken;
    });
    if (news === null) return;
    await notify(services, news).catch((error: unknown) => logFault('phone news', error));
  }
}

async function notify(services: Services, news: queries.PhoneNews & { loginMask: string }): Promise<void> {
  const { settings, secrets } = await siteSetup(services, news.host);
  if (settings.sms.kind === 'off') return;
  const phone = services.vault.decrypt(news.place, Buffer.from(news.phone, 'base64'));
  const became = news.newMask === null ? '已取消' : `已更换为${news.newMask}`;
  const text = `您的账号（${news.loginMask}）登记的手机号${became}，本号码不再接收验证码。如非本人操作，请立即联系上级党组织。`;
  await deliverSms(services.config, settings, secrets, { phone, text });
}
