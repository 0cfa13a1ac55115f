import { CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeSubscription } from '../../../../scripts/demo/subscription.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { exportedLines } from '../../../../test/support/exported.ts';
import { saveOwnReport } from '../contract.own.ts';
import {
  listReceivers,
  listSubscriptions,
  saveSubscription,
  sendToMe,
  stopSubscription,
} from '../contract.subscription.ts';
import { exportReport } from '../contract.ts';
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

test('the setting and the rights hold when it is ordered, sent, let go on and when the file is made', async () => {
  await sql`delete from report_subscription`.execute(t.db);
  const { grantId: mine } = t.fixture.principals.countyWorker;
  const { grantId: below, orgId: belowId } = t.fixture.principals.committeeWorker;
  const hide = (orgId: string, key: string) =>
    sql`insert into report_setting (org_id, reports, updated_by)
        values (${orgId}, ${JSON.stringify([{ key, shown: false, note: '' }])}::jsonb, '试')`.execute(t.db);
  const show = () => sql`delete from report_setting`.execute(t.db);
  const send = async (day: string) => {
    const before = new Set((await jobs()).map(({ id }) => id));
    await sendDueReports(t.db, { today: day, hour: 9 });
    return (await jobs()).filter(({ id }) => !before.has(id));
  };
  const told = async () =>
    (await sql<{ n: number }>`select count(*)::int as n from notice where title like '%人不再接收'`.execute(t.db))
      .rows[0]?.n ?? 0;

  const id = await order({ receivers: [mine, below], every: 'day' });
  // The organisation below is not offered it: nothing is sent there, its owner is told once, and again after it was.
  await hide(belowId, KEY);
  const before = await told();
  await due(id, '2026-06-01');
  expect(await send('2026-06-01')).toHaveLength(1);
  expect(await told()).toBe(before + 1);
  const shown = (await county.call(listSubscriptions, {} as never)).body.rows[0].receivers;
  expect(shown.map(({ grantId, ended }: { grantId: string; ended: boolean }) => [grantId, ended]).toSorted()).toEqual(
    [
      [mine, false],
      [below, true],
    ].toSorted(),
  );
  expect(
    (await county.call(saveSubscription, { key: KEY, every: 'day', receivers: [below] } as never)).data.fields
      .receivers,
  ).toContain('不提供');
  await show();
  expect(await send('2026-06-02')).toHaveLength(2);
  await hide(belowId, KEY);
  await send('2026-06-03');
  expect(await told()).toBe(before + 2);
  // Hidden between the order and the file.
  await show();
  const queued = await send('2026-06-04');
  await hide(belowId, KEY);
  const ofBelow = queued.find(({ code }) => code === t.fixture.principals.committeeWorker.orgCode);
  await expect(exportedLines(t, ofBelow?.id ?? '')).rejects.toThrow('没有提供这个报表');
  await show();

  // The own organisation: neither ordered nor sent nor let go on.
  await hide(t.fixture.principals.countyWorker.orgId, KEY);
  const wanted = { key: KEY, every: 'day', receivers: [mine] };
  for (const answer of [
    await county.call(saveSubscription, wanted as never),
    await county.call(listReceivers, { key: KEY } as never),
    await county.call(sendToMe, { id } as never),
  ])
    expect(answer.text).toContain('没有提供这个报表');
  expect(await send('2026-06-05')).toHaveLength(0);
  const [stopped] = (await county.call(listSubscriptions, {} as never)).body.rows;
  expect(stopped.stoppedBy).toContain('不能再查看');
  expect((await county.call(stopSubscription, { id, stopped: false } as never)).text).toContain('没有提供这个报表');
  await show();

  // Without `report:read` nothing opens, whatever else the role may.
  await sql`delete from role_permission where permission_key = 'report:read'`.execute(t.db);
  for (const answer of [
    await county.call(saveSubscription, wanted as never),
    await county.call(listReceivers, { key: KEY } as never),
    await county.call(sendToMe, { id } as never),
    await county.call(stopSubscription, { id, stopped: false } as never),
  ])
    expect(answer.code).toBe(403);
  await sql`insert into role_permission (role_id, permission_key) values (3, 'report:read')`.execute(t.db);
  // Taken away between the order and the file.
  const { data } = await county.call(sendToMe, { id } as never);
  await sql`delete from role_permission where permission_key = 'report:read'`.execute(t.db);
  await expect(exportedLines(t, data.jobId)).rejects.toThrow('不能查看这个报表');
  await sql`insert into role_permission (role_id, permission_key) values (3, 'report:read')`.execute(t.db);
});

test('a list of people is written for whoever may read them at that moment', async () => {
  const asked = { key: 'outGoingBase', column: 'out', part: 'list', purpose: '试' };
  const { data, text } = await county.call(exportReport, asked as never);
  expect(data?.jobId, text).toBeTruthy();
  await sql`delete from role_permission where role_id = 3 and permission_key = 'member:read'`.execute(t.db);
  await expect(exportedLines(t, data.jobId)).rejects.toThrow(/权限已变化|不能查看/);
  await sql`insert into role_permission (role_id, permission_key) values (3, 'member:read')`.execute(t.db);
});

test('an own report that is not shared is for the own organisation alone', async () => {
  const conditions = { v: 1, join: 'and', items: [{ field: 'gender', op: 'in', values: ['2'] }] };
  const design = { title: '本级看的', people: 'roll', columns: [{ kind: 'count', title: '女', query: conditions }] };
  const made = await county.call(saveOwnReport, { ...design, isShared: false } as never);
  expect(made.code, made.text).toBe(200);
  const key = `own-${made.data.id}`;
  const { grantId: mine } = t.fixture.principals.countyWorker;
  const { grantId: below } = t.fixture.principals.committeeWorker;
  const offered = async () =>
    (await county.call(listReceivers, { key } as never)).body.data.rows.map(
      ({ grantId }: { grantId: string }) => grantId,
    );
  expect(await offered()).toEqual([mine]);
  const save = (more: object) => county.call(saveSubscription, { key, every: 'day', ...more } as never);
  expect((await save({ receivers: [below] })).data.fields.receivers).toContain('只能发给本组织');
  expect((await save({ receivers: [mine], toBelow: true })).data.fields.toBelow).toContain('下级组织也能用');
  await county.call(saveOwnReport, { ...design, isShared: true, id: made.data.id, version: 1 } as never);
  expect(await offered()).toContain(below);
  const id = (await save({ receivers: [mine, below] })).data.id;
  await county.call(saveOwnReport, { ...design, isShared: false, id: made.data.id, version: 2 } as never);
  await due(id, '2026-07-01');
  await sendDueReports(t.db, { today: '2026-07-01', hour: 9 });
  expect(
    (await county.call(listSubscriptions, {} as never)).body.rows.find((row: { id: string }) => row.id === id).lastSent,
  ).toBe(1);
  await sql`delete from report_subscription`.execute(t.db);
});

test('fifty run at most, two at once counted one after another; whoever lets one go on is its owner', async () => {
  await sql`delete from report_subscription`.execute(t.db);
  const { grantId: mine, orgId, orgCode } = t.fixture.principals.countyWorker;
  const { grantId: earlier } = t.fixture.principals.committeeWorker;
  await sql`
    insert into report_subscription (org_id, org_code, grant_id, report_key, every, next_on, created_by)
    select ${orgId}, ${orgCode}, ${earlier}, ${KEY}, 'day', '2026-08-01', '前任' from generate_series(1, 49)`.execute(
    t.db,
  );
  const wanted = { key: KEY, every: 'day', receivers: [mine] };
  const both = await Promise.all([1, 2, 3].map(() => county.call(saveSubscription, wanted as never)));
  expect(both.filter(({ code }) => code === 200)).toHaveLength(1);
  const [first, other] = (await county.call(listSubscriptions, { pageSize: 100 } as never)).body.rows;
  const id = first.createdBy === '前任' ? first.id : other.id;
  expect((await county.call(stopSubscription, { id, stopped: true } as never)).code).toBe(200);
  const more = await county.call(saveSubscription, wanted as never);
  expect(more.code).toBe(200);
  expect((await county.call(stopSubscription, { id, stopped: false } as never)).text).toContain('最多50个');
  await county.call(stopSubscription, { id: more.data.id, stopped: true } as never);
  expect((await county.call(stopSubscription, { id, stopped: false } as never)).code).toBe(200);
  const { rows } = await sql<{ grant: string; by: string }>`
    select grant_id::text as grant, created_by as by from report_subscription where id = ${id}`.execute(t.db);
  expect(rows[0]).toEqual({ grant: mine, by: '项县' });
  await sql`delete from report_subscription`.execute(t.db);
});

test('everybody directly below gets it, once an organisation, however many they are', async () => {
  const { grantId: below, orgId, accountId } = t.fixture.principals.committeeWorker;
  await sql`
    with made as (
      insert into account (name, login_index, login_mask)
      select '收' || n, decode(md5('receiver' || n), 'hex'), '' from generate_series(1, 450) as n returning id)
    insert into account_role (account_id, role_id, org_id)
    select id, 3, ${orgId} from made`.execute(t.db);
  await sql`insert into account_role (account_id, role_id, org_id) values (${accountId}, 1, ${orgId})`.execute(t.db);
  const id = await order({ receivers: [below], toBelow: true, every: 'day' });
  await due(id, '2026-09-01');
  const before = (await jobs()).length;
  await sendDueReports(t.db, { today: '2026-09-01', hour: 9 });
  const all = await sql<{ n: number }>`
    select count(distinct (account_id, org_id))::int as n from usable_grant g
     where g.base = 'subtree' and org_id in (select id from organisation where parent_id = ${t.fixture.principals.countyWorker.orgId})
       and exists (select from grant_right k where k.grant_id = g.id and k.permission_key = 'org:read')`.execute(t.db);
  expect(all.rows[0]?.n).toBeGreaterThan(450);
  expect((await jobs()).length - before).toBe(all.rows[0]?.n);
  await sql`delete from report_subscription`.execute(t.db);
});

test('sent at once is the period that was sent last; receivers of a draft are asked for by their ids', async () => {
  const { grantId: below } = t.fixture.principals.committeeWorker;
  const id = (
    await county.call(saveSubscription, { key: 'monthlyDuesSummary', every: 'month', receivers: [below] } as never)
  ).data.id;
  const { rows } = await sql<{ month: string }>`
    select to_char((now() at time zone 'Asia/Shanghai') - interval '1 month', 'YYYY-MM') as month`.execute(t.db);
  const [year = '', month = ''] = (rows[0]?.month ?? '').split('-');
  const { data } = await county.call(sendToMe, { id } as never);
  expect(data.period).toBe(`${year}年${Number(month)}月`);
  expect((await exportedLines(t, data.jobId)).flat().join()).toContain(`${year}年${Number(month)}月`);
  const foreign = t.fixture.principals.otherCountyWorker.grantId;
  const { body } = await county.call(listReceivers, { key: KEY, grants: `${below},${foreign}` } as never);
  expect(body.data.rows.map(({ grantId }: { grantId: string }) => grantId)).toEqual([below]);
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
