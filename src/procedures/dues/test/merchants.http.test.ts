import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { encrypted } from '#people/member/test/factory.ts';
import { listMerchants, saveMerchant } from '#procedures/dues/contract.order.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';

let t: TestApp;
let committee: Caller;
let county: Caller;
let city: Caller;
beforeAll(async () => {
  t = await startTestApp();
  [committee, county, city] = [await t.as('committeeWorker'), await t.as('countyWorker'), await t.as('cityWorker')];
});
afterAll(() => t.close());

const at = (orgId: string) => ({ orgId, channel: 2, bank: 2, accountName: '党费专户', isSandbox: true });
const save = async (who: Caller, orgId: string, version: number, given: object = {}) =>
  who.call(saveMerchant, { ...at(orgId), version, password: await encrypted(t), ...given } as never);
const wechat = async (orgId: string) =>
  (await county.call(listMerchants, { orgId })).result.channels.find(({ channel }) => channel === 2);
const noticesOf = async (who: 'countyWorker' | 'cityWorker' | 'committeeWorker') =>
  (
    await sql<{ title: string }>`select n.title from notice n join notice_recipient r on r.notice_id = n.id
      where r.account_id = ${t.fixture.principals[who].accountId}`.execute(t.db)
  ).rows.map(({ title }) => title);
const todos = async (orgId: string) =>
  (
    await sql<{ title: string }>`select title from todo where done_at is null and org_id = ${orgId}
      and starts_with(subject, 'duesMerchant:')`.execute(t.db)
  ).rows.map(({ title }) => title);

test('an account serves nobody before somebody else of the organisation above confirms it by the own password', async () => {
  const id = ORGS.committeeA1.id;
  expect((await save(committee, id, 0, { password: await encrypted(t, 'wrong') })).code).toBe(600);
  expect((await save(committee, id, 0)).data).toEqual({ version: 1, isConfirmed: false });
  expect(await wechat(id)).toMatchObject({ servedBy: '', account: { isConfirmed: false } });
  expect(await todos(ORGS.countyA.id)).toEqual([`核对党费收款账户：${ORGS.committeeA1.name}`]);
  // Whoever set it does not confirm it; a neighbour does not see it.
  expect((await save(committee, id, 1)).msg).toContain('收款账户由两个人办理');
  expect((await save(await t.as('siblingWorker'), id, 1)).code).toBe(404);
  expect((await save(county, id, 1, { password: await encrypted(t, 'wrong') })).code).toBe(600);
  expect((await save(county, id, 1)).data).toMatchObject({ isConfirmed: true });
  expect(await wechat(id)).toMatchObject({ servedBy: ORGS.committeeA1.name, account: { isConfirmed: true } });
  expect(await todos(ORGS.countyA.id)).toEqual([]);
  expect(await noticesOf('committeeWorker')).toContain(`党费收款账户已确认：${ORGS.committeeA1.name}`);
});

test('a change is confirmed anew, by somebody else than who made it; meanwhile it serves nobody', async () => {
  const id = ORGS.committeeA1.id;
  const { account } = (await wechat(id)) ?? {};
  const changed = { accountName: '别的户' };
  expect((await save(county, id, account?.version ?? 0, changed)).data).toMatchObject({ isConfirmed: false });
  const waits = (await wechat(id))?.account;
  expect((await wechat(id))?.servedBy).toBe('');
  expect((await save(county, id, waits?.version ?? 0, changed)).msg).toContain('收款账户由两个人办理');
  expect((await save(committee, id, waits?.version ?? 0, changed)).msg).toContain('应由上级党组织');
  expect((await save(city, id, waits?.version ?? 0, changed)).data).toMatchObject({ isConfirmed: true });
});

test('a branch has none; whoever’s account gives way and the organisation above are told', async () => {
  expect((await save(await t.as('branchWorker'), ORGS.branchA11.id, 0)).msg).toContain('党支部不设党费收款账户');
  // The county's own account gives way to that of a committee below it.
  expect((await save(county, ORGS.countyA.id, 0)).code).toBe(200);
  expect((await save(city, ORGS.countyA.id, 1)).data).toMatchObject({ isConfirmed: true });
  const sibling = await t.as('siblingWorker');
  expect((await save(sibling, ORGS.committeeA2.id, 0)).code).toBe(200);
  expect((await save(city, ORGS.committeeA2.id, 1)).data).toMatchObject({ isConfirmed: true });
  expect(await noticesOf('countyWorker')).toContain(`党费收款账户启用：${ORGS.committeeA2.name}`);
});

test('no number, address or key moves while orders are open', async () => {
  const id = ORGS.committeeA1.id;
  const { account } = (await wechat(id)) ?? {};
  await sql`insert into dues_order (no, merchant_id, channel, org_id, org_code, pay_type, total, state, ask_at, expires_at)
    select 'DF20200101ABCDEFGHJK', id, 2, org_id, org_code, 2, 20, 1, now(), now() from dues_merchant where org_id = ${id}`.execute(
    t.db,
  );
  for (const given of [{ secret: 'x'.repeat(32) }, { providerKey: 'x' }, { privateKey: 'x' }, { serial: '1' }])
    expect(
      (await save(county, id, account?.version ?? 0, { accountName: '别的户', ...given })).msg,
      Object.keys(given)[0],
    ).toContain('还有没有支付完的订单');
});
