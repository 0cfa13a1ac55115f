import { CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeSubscription } from '../../../../scripts/demo/subscription.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { exportedLines } from '../../../../test/support/exported.ts';
import {
  listReceivers,
  listSubscriptions,
  saveSubscription,
  sendToMe,
  stopSubscription,
} from '../contract.subscription.ts';
import { sendDueReports } from '../server/sending.ts';

let t: TestApp;
let county: Caller;
let branch: Caller;
beforeAll(async () => {
  t = await startTestApp();
  [county, branch] = [await t.as('countyWorker'), await t.as('branchWorker')];
});
afterAll(() => t.close());

const KEY = 'organizationList';
const jobs = async () =>
  (
    await sql<{ id: string; title: string; account: string; code: string; input: { sent: { late: string } } }>`
      select id::text as id, title, account_id::text as account, org_code as code, input from job
       where kind = 'report.export' order by id`.execute(t.db)
  ).rows;
const due = (id: string, day: string) =>
  sql`update report_subscription set next_on = ${day} where id = ${id}`.execute(t.db);
const order = async (input: object) => {
  const answer = await county.call(saveSubscription, { key: KEY, every: 'week', ...input } as never);
  expect(answer.code, answer.text).toBe(200);
  return answer.data.id as string;
};

test('each receives an own file, counted in the own role and scope; late ones say so; nothing is sent twice', async () => {
  const { body } = await county.call(listReceivers, { key: KEY } as never);
  const all = body.data.rows as { grantId: string }[];
  expect(all.length).toBeGreaterThan(1);
  const id = await order({ receivers: all.map(({ grantId }) => grantId) });
  await due(id, '2026-03-02');
  // Not before eight.
  await sendDueReports(t.db, { today: '2026-03-02', hour: 7 });
  expect(await jobs()).toHaveLength(0);
  await sendDueReports(t.db, { today: '2026-03-02', hour: 8 });
  const sent = await jobs();
  expect(sent).toHaveLength(all.length);
  expect(new Set(sent.map(({ code }) => code)).size).toBeGreaterThan(1);
  expect(sent.every(({ input }) => input.sent.late === '')).toBe(true);
  await sendDueReports(t.db, { today: '2026-03-02', hour: 9 });
  expect(await jobs()).toHaveLength(all.length);
  // The file of whoever works below holds the own organisation alone.
  const [widest] = sent.toSorted((a, b) => a.code.length - b.code.length);
  const [narrow] = sent.toSorted((a, b) => b.code.length - a.code.length);
  const lines = await exportedLines(t, narrow?.id ?? '');
  const wide = await exportedLines(t, widest?.id ?? '');
  expect(lines.flat().find((text) => text.startsWith('填报单位：'))).not.toBe(
    wide.flat().find((text) => text.startsWith('填报单位：')),
  );
  const { rows } = (await county.call(listSubscriptions, {} as never)).body;
  expect(rows[0]).toMatchObject({ id, lastSent: all.length, nextOn: '2026-03-09' });
  await sendDueReports(t.db, { today: '2026-03-20', hour: 9 });
  expect((await jobs()).at(-1)?.input.sent.late).toBe('2026-03-09');
  expect((await county.call(listSubscriptions, {} as never)).body.rows[0].nextOn).toBe('2026-03-23');
});

test('a role that has ended gets nothing and the owner is told once; an owner whose role has ended sends no more', async () => {
  const { body } = await county.call(listReceivers, { key: KEY } as never);
  const all = body.data.rows as { grantId: string; name: string; orgName: string }[];
  const { rows: mine } = await sql<{ id: string }>`
    select grant_id::text as id from report_subscription limit 1`.execute(t.db);
  const gone = all.find(({ grantId }) => grantId !== mine[0]?.id);
  const id = await order({ receivers: [gone?.grantId, mine[0]?.id], every: 'day' });
  const before = (await jobs()).length;
  await sql`update account_role set revoked_at = now() where id = ${gone?.grantId}`.execute(t.db);
  await due(id, '2026-04-01');
  await sendDueReports(t.db, { today: '2026-04-01', hour: 8 });
  const notices = () =>
    sql<{ remark: string }>`select remark from notice where title like '%人不再接收'`.execute(t.db).then((r) => r.rows);
  const own = await sql<{ n: number }>`select last_sent as n from report_subscription where id = ${id}`.execute(t.db);
  expect(own.rows[0]?.n).toBe(1);
  expect((await jobs()).length).toBeGreaterThan(before);
  const told = (await notices()).filter(({ remark }) => remark.includes(gone?.name ?? '-'));
  expect(told.length).toBeGreaterThan(0);
  await due(id, '2026-04-02');
  await sendDueReports(t.db, { today: '2026-04-02', hour: 8 });
  expect((await notices()).filter(({ remark }) => remark.includes(gone?.name ?? '-'))).toHaveLength(told.length);
  await sql`update account_role set revoked_at = null where id = ${gone?.grantId}`.execute(t.db);

  const count = (await jobs()).length;
  await sql`update account_role set revoked_at = now() where id = ${mine[0]?.id}`.execute(t.db);
  await sql`update report_subscription set next_on = '2026-05-01'`.execute(t.db);
  await sendDueReports(t.db, { today: '2026-05-01', hour: 8 });
  expect((await jobs()).length).toBe(count);
  const stopped = await sql<{ by: string }>`select distinct stopped_by as by from report_subscription`.execute(t.db);
  expect(stopped.rows).toEqual([{ by: '系统：订阅人已不在这个岗位' }]);
  await sql`update account_role set revoked_at = null where id = ${mine[0]?.id}`.execute(t.db);
});

test('is for whoever may, within the scope; others neither see nor stop it', async () => {
  const id = await order({ toBelow: true, every: 'quarter' });
  expect((await (await t.as('member')).call(listSubscriptions, {} as never)).code).toBe(403);
  expect((await county.call(saveSubscription, { key: KEY, every: 'day' } as never)).data.fields.receivers).toContain(
    '请选择',
  );
  const foreign = await sql<{ id: string }>`
    select g.id::text as id from account_role g join organisation o on o.id = g.org_id
     where o.code not like (select org_code || '%' from report_subscription where id = ${id}) limit 1`.execute(t.db);
  const refused = await county.call(saveSubscription, {
    key: KEY,
    every: 'day',
    receivers: [foreign.rows[0]?.id],
  } as never);
  expect(refused.data.fields.receivers).toContain('不在管理范围');
  expect((await branch.call(stopSubscription, { id, stopped: true } as never)).code).toBe(404);
  expect((await branch.call(listSubscriptions, {} as never)).body.total).toBe(0);
  const sent = await county.call(sendToMe, { id } as never);
  expect(sent.code, sent.text).toBe(200);
  expect((await exportedLines(t, sent.data.jobId)).flat().join()).toContain('填报单位：');
  expect((await county.call(stopSubscription, { id, stopped: true } as never)).code).toBe(200);
  expect((await county.call(stopSubscription, { id, stopped: true } as never)).text).toContain('已经停止');
  expect((await county.call(stopSubscription, { id, stopped: false } as never)).code).toBe(200);
});

test('the demo’s subscription is one that is sent', async () => {
  await sql`delete from report_subscription`.execute(t.db);
  const client = { query: (text: string, values: unknown[]) => t.db.executeQuery(CompiledQuery.raw(text, values)) };
  await writeSubscription(client as never, '2026-03-15');
  const { rows } = await sql<{ next: string; n: number }>`
    select s.next_on as next, (select count(*)::int from report_receiver where subscription_id = s.id) as n
      from report_subscription s`.execute(t.db);
  expect(rows).toHaveLength(1);
  expect(rows[0]?.next).toBe('2026-04-01');
  expect(rows[0]?.n).toBeGreaterThan(0);
  const before = (await jobs()).length;
  await sendDueReports(t.db, { today: '2026-04-01', hour: 8 });
  expect((await jobs()).length).toBe(before + (rows[0]?.n ?? 0));
});
