import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { revealMember, revealPhones } from '#people/member/contract.reveal.ts';
import { createMember } from '#people/member/contract.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { memberForm } from './factory.ts';

let t: TestApp;
let branch: Caller;
let ids: string[];
let silent: string;
beforeAll(async () => {
  t = await startTestApp();
  branch = await t.as('branchWorker');
  const made = [];
  for (const n of [481, 482, 483])
    made.push(await branch.call(createMember, memberForm(n, 'branchA11', { name: `电${n}` })));
  ids = made.map(({ result }) => result.id);
  silent = (await branch.call(createMember, memberForm(484, 'branchA11', { name: '无话', phonenumber: null }))).result
    .id;
});
afterAll(() => t.close());
beforeEach(() => sql`truncate rate_window`.execute(t.db).then(() => undefined));

const reason = '通知会议';
const logged = async () =>
  (
    await sql<{ target_id: string; reason: string }>`
      select target_id, reason from audit_log where action = '查看原值' and outcome = 'done' and reason like '手机号：%'
       order by id`.execute(t.db)
  ).rows;
const hits = async () =>
  (
    await sql<{ hits: number }>`select hits from rate_window where bucket like ${`${revealMember.path}:a%`}`.execute(
      t.db,
    )
  ).rows[0]?.hits ?? 0;

test('one reason opens the phones of a list: each person is logged and counted, who has none is not', async () => {
  const shown = await branch.call(revealPhones, { ids: [...ids, silent, ids[0] ?? ''], reason });
  expect(shown.code, shown.text).toBe(200);
  expect(shown.result.phones.map(({ id, value }) => [id, value])).toEqual(
    ids.map((id, at) => [id, `18900010${481 + at}`]),
  );
  expect(await logged()).toEqual(ids.map((id) => ({ target_id: id, reason: `手机号：${reason}` })));
  expect(await hits()).toBe(3);
});

test('the day’s limit holds over both ways; somebody elsewhere, no reason, no right open nothing and log nobody', async () => {
  const before = await logged();
  expect((await branch.call(revealPhones, { ids, reason: ' ' })).data.fields).toEqual({ reason: '请输入查看原因' });
  expect((await (await t.as('siblingWorker')).call(revealPhones, { ids, reason })).code).toBe(404);
  expect((await (await t.as('member')).call(revealPhones, { ids, reason })).code).toBe(403);
  expect((await branch.call(revealPhones, { ids: [silent], reason })).result.phones).toEqual([]);
  expect(await hits()).toBe(0);
  expect((await branch.call(revealMember, { id: ids[0] ?? '', field: 'idCardNo', reason })).code).toBe(200);
  await sql`update rate_window set hits = 198 where bucket like ${`${revealMember.path}:a%`}`.execute(t.db);
  expect((await branch.call(revealPhones, { ids, reason })).status).toBe(429);
  expect(await logged()).toEqual(before);
});
