import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getMember, updateMember } from '#modules/member/contract.ts';
import { smsDelivered } from '#modules/session/server/codes.ts';
import { setSite } from '#modules/session/test/factory.ts';
import { startTestApp, type TestApp } from '../../../../test/support/app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
  await setSite(t, { sms: { kind: 'file', url: null, sign: '试' } });
});
afterAll(() => t.close());

const sent = async () =>
  (await sql<{ n: number }>`select count(*)::int as n from sms_message where number_mask is not null`.execute(t.db))
    .rows[0]?.n;
const askFor = async (loginName: string) => {
  await sql`truncate sms_message, rate_window`.execute(t.db);
  await t.nobody.post('/api/yzm/send', { idCardNo: loginName, purpose: 'retrieve' });
  await smsDelivered();
  return sent();
};

test('the phone of somebody whose account stands above is not changed by a worker below, whatever else is', async () => {
  // The county's worker is registered in a branch of this committee and works for the whole county.
  const { countyWorker, siblingWorker } = t.fixture.principals;
  const below = await t.as('siblingWorker');
  const id = countyWorker.memberId ?? '';
  const { version } = (await below.call(getMember, { id })).result;
  const phone = await below.call(updateMember, { id, version, phonenumber: '13988887777' });
  expect(phone).toMatchObject({ code: 400, msg: expect.stringContaining('在您的管理范围以外还有任职') });
  const kept = await below.call(updateMember, { id, version, residence: '城关镇' });
  expect(kept.code, kept.text).toBe(200);
  // From above it may be, and so may the own one.
  const above = await t.as('cityWorker');
  const changed = await above.call(updateMember, { id, version: kept.result.version, phonenumber: '13988887776' });
  expect(changed.code, changed.text).toBe(200);
  const mine = siblingWorker.memberId ?? '';
  const own = (await below.call(getMember, { id: mine })).result;
  const self = await below.call(updateMember, { id: mine, version: own.version, phonenumber: '13988887775' });
  expect(self.code, self.text).toBe(200);
});

test('an account that works in an office is not opened by the phone in the record; that of a plain member is', async () => {
  const { countyWorker, member } = t.fixture.principals;
  await sql`update account set phone_enc = null, phone_mask = null`.execute(t.db);
  expect(await askFor(countyWorker.loginName)).toBe(0);
  expect(await askFor(member.loginName)).toBe(1);
});
