import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jobModule } from '#kernel/job/server/routes.ts';
import { smsDelivered } from '#kernel/session/server/codes.ts';
import { setSite } from '#kernel/session/test/factory.ts';
import { mergePair } from '#people/member/contract.duplicates.ts';
import { startImport, undoImport, undoneInImport, updateExisting } from '#people/member/contract.import.ts';
import { createMember, getMember, updateMember } from '#people/member/contract.ts';
import { memberModule } from '#people/member/server/routes.ts';
import { startWorker, type Worker } from '#platform/server/jobs/jobs.ts';
import { startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS, PRINCIPALS, testIdCard } from '../../../../test/support/fixture.ts';
import { detail, writer } from './duplicatePeople.ts';
import { jobEnds, memberForm, upload, workbook } from './factory.ts';

let t: TestApp;
let worker: Worker;
beforeAll(async () => {
  t = await startTestApp();
  await setSite(t, { sms: { kind: 'file', url: null, sign: '试' } });
  worker = startWorker(t.services, [jobModule, memberModule]);
});
afterAll(async () => {
  await worker.stop();
  await t.close();
});

const { put } = writer(() => t);
const phoneOf = async (id: string) =>
  (await sql<{ mask: string }>`select phone_mask as mask from member where id = ${id}`.execute(t.db)).rows[0]?.mask;

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

test.each(['member', 'floating'] as const)(
  'a branch worker changes the phone of a %s: their roles give nothing that the worker lacks',
  async (who) => {
    const id = t.fixture.principals[who].memberId ?? '';
    const branch = await t.as('branchWorker');
    const change = async (phonenumber: string) => {
      const { version } = (await branch.call(getMember, { id })).result;
      return branch.call(updateMember, { id, version, phonenumber });
    };
    expect(await change('13988887701')).toMatchObject({ code: 200 });
    // With one right more than a worker has the account stands above: a right that a migration forgets to give to both.
    const more = { role_id: PRINCIPALS[who].roleId, permission_key: 'role:write' };
    await t.db.insertInto('role_permission').values(more).execute();
    expect(await change('13988887702')).toMatchObject({ code: 400, msg: expect.stringContaining('权限高于您的角色') });
    await t.db
      .deleteFrom('role_permission')
      .where('permission_key', '=', 'role:write')
      .where('role_id', '=', more.role_id)
      .execute();
    expect(await change('13988887702')).toMatchObject({ code: 200 });
  },
);

test('an account that works in an office is not opened by the phone in the record; that of a plain member is', async () => {
  const { countyWorker, member } = t.fixture.principals;
  await sql`update account set phone_enc = null, phone_mask = null`.execute(t.db);
  expect(await askFor(countyWorker.loginName)).toBe(0);
  expect(await askFor(member.loginName)).toBe(1);
});

test('nor does it come in by a merge, whose other fields are taken as ever', async () => {
  const { countyWorker } = t.fixture.principals;
  const below = await t.as('siblingWorker');
  const id = countyWorker.memberId ?? '';
  const twin = await put({ name: '项县', birthDate: '1980-05-17', phone: '13977776666', idCard: null }, 'branchA22');
  const { rows } = await sql<{ id: string }>`
    insert into member_pair (a_id, b_id, old_card) values (${id}, ${twin}, false) returning id`.execute(t.db);
  const pair = await detail(rows[0]?.id ?? '', below);
  const before = await phoneOf(id);
  const given = {
    id: pair.id,
    keep: 'a' as const,
    versionA: pair.a.version,
    versionB: pair.b.version,
    reason: '重复登记',
  };
  const refused = await below.call(mergePair, { ...given, fields: ['phonenumber'] });
  expect(refused).toMatchObject({ code: 400, msg: expect.stringContaining('在您的管理范围以外还有任职') });
  expect(await phoneOf(id)).toBe(before);
  expect((await below.call(mergePair, { ...given, fields: ['residence'] })).code).toBe(200);
});

test('nor by a sheet: that line stays to be fixed, the others are written; nor by taking a sheet back', async () => {
  const { countyWorker, siblingWorker } = t.fixture.principals;
  const below = await t.as('siblingWorker');
  const [foreign, own] = [countyWorker.memberId ?? '', siblingWorker.memberId ?? ''];
  const made = await below.call(createMember, memberForm(881, 'branchA21', { name: '后任', gender: 1 }));
  const later = made.data.id;
  const before = await phoneOf(foreign);
  const head = ['姓名', '身份证号', '人员类别', '手机号', '所在党支部'];
  const lines = [
    ['项县', countyWorker.loginName, '正式党员', '13966665551', ORGS.branchA21.name],
    ['田员', siblingWorker.loginName, '正式党员', '13966665552', ORGS.branchA21.name],
    ['后任', testIdCard(881), '正式党员', '13966665553', ORGS.branchA21.name],
  ];
  const batch = (await upload(t, below, '名册.xlsx', await workbook([head, ...lines]))).data;
  const mapping = batch.mapping.map(({ head: text, field }: { head: string; field: string }) => ({
    head: text,
    field,
  }));
  await jobEnds(below, (await below.call(startImport, { id: batch.id, mapping })).data.jobId);
  const choices = [{ field: 'phonenumber', mode: 'overwrite' as const }];
  const updated = await below.call(updateExisting, { id: batch.id, choices });
  expect(updated.data, updated.text).toMatchObject({ updated: 2, failed: 1 });
  expect(await phoneOf(foreign)).toBe(before);

  // One of them has come to work for the whole city since.
  const { rows } = await sql<{ id: string }>`
    insert into account (login_index, login_mask, name, member_id)
    values (${Buffer.from('later')}, '420***', '后任', ${later}) returning id`.execute(t.db);
  await sql`insert into account_role (account_id, role_id, org_id) values (${rows[0]?.id}, 3, ${ORGS.city.id})`.execute(
    t.db,
  );
  const undone = await below.call(undoImport, { id: batch.id });
  expect(undone.data, undone.text).toMatchObject({ restored: 1, kept: 1 });
  expect(await phoneOf(later)).toBe('139****5553');
  expect(await phoneOf(own)).not.toBe('139****5552');
  const kept = await below.call(undoneInImport, { id: batch.id, undone: 'kept' });
  expect(kept.rows[0]?.note).toContain('在您的管理范围以外还有任职');
});
