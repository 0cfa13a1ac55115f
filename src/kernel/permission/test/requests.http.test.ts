import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { urgeAbove } from '#kernel/permission/contract.above.ts';
import * as contract from '#kernel/permission/contract.requests.ts';
import { type LoginApp, startLoginApp } from '#kernel/session/test/factory.ts';
import { type Caller, openSession } from '../../../../test/support/app.ts';
import { grantRole, ORGS, type OrgKey, PASSWORD } from '../../../../test/support/fixture.ts';
import { urgesOnce } from '../../../../test/support/urging.ts';

let t: LoginApp;
let branch: Caller;
let committee: Caller;
let county: Caller;
beforeAll(async () => {
  t = await startLoginApp();
  [branch, committee, county] = await Promise.all([
    t.as('branchWorker'),
    t.as('committeeWorker'),
    t.as('countyWorker'),
  ]);
});
afterAll(() => t.close());

const own = () => t.encrypt(PASSWORD);
/** One of the five plain people of a branch. */
const person = (org: OrgKey, at: number) => t.fixture.members[org]?.[at] ?? '0';
const ask = (caller: Caller, memberId: string, orgId: string) =>
  caller.call(contract.createRequest, { memberId, orgId, reason: '支部换届' });
const todos = (subject: string) =>
  sql<{ org_id: string; role_id: number; done: boolean }>`
    select org_id, role_id, done_at is not null as done from todo where subject = ${subject}`
    .execute(t.db)
    .then(({ rows }) => rows);

test('asked by a branch, approved by the committee above: account and role at once, the password for the one who asked', async () => {
  const asked = await ask(branch, person('branchA11', 0), ORGS.branchA11.id);
  expect(asked.data).toMatchObject({ deciderOrgName: '甲县城关镇党委' });
  // The form has said so before: the same organisation, to whoever may ask alone.
  expect((await branch.get('/api/sys/user/request/decider')).data).toEqual({ deciderOrgName: '甲县城关镇党委' });
  expect((await (await t.as('member')).get('/api/sys/user/request/decider')).code).toBe(403);
  const { id } = asked.data;
  expect(await todos(`accountRequest:${id}`)).toEqual([{ org_id: ORGS.committeeA1.id, role_id: 3, done: false }]);
  expect((await ask(branch, person('branchA11', 0), ORGS.branchA11.id)).msg).toContain('正在等待审批');

  const seen = await committee.call(contract.getRequest, { id });
  expect(seen.data).toMatchObject({
    state: 'pending',
    requestedBy: '支书',
    orgCount: 1,
    roles: [],
    can: { decide: true, withdraw: false, password: false },
  });
  expect(seen.data.rights).toContain('维护党员');
  expect((await committee.call(contract.listRequests, { view: 'toDecide' })).body).toMatchObject({
    total: 1,
    toDecide: 1,
  });
  expect((await committee.call(contract.decideRequest, { id, agree: true, password: own() })).code).toBe(200);
  expect(await todos(`accountRequest:${id}`)).toEqual([{ org_id: ORGS.committeeA1.id, role_id: 3, done: true }]);

  // The one who asked hears of it once.
  const { rows } = await sql<{ title: string }>`
    select n.title from notice n join notice_recipient r on r.notice_id = n.id
     where r.account_id = ${t.fixture.principals.branchWorker.accountId}`.execute(t.db);
  expect(rows).toEqual([{ title: expect.stringContaining('的党务工作者账号申请已批准') }]);

  const mine = await branch.call(contract.getRequest, { id });
  expect(mine.data.can.password).toBe(true);
  const first = await branch.call(contract.firstPassword, { id, password: own() });
  expect(first.data.temporary).toMatch(/^[A-Za-z]{8}\d{4}$/);
  // Others of the scope see the request, not the password.
  expect((await county.call(contract.firstPassword, { id, password: own() })).code).toBe(400);
  const memberId = person('branchA11', 0);
  const row = await t.db
    .selectFrom('member')
    .select('id_card_enc')
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow();
  const card = t.services.vault.decrypt(`member.id_card.${memberId}`, row.id_card_enc ?? Buffer.alloc(0));
  const login = await t.login(card, first.data.temporary);
  expect(login.code).toBe(200);
  expect((await t.withToken(login.data.token).get('/api/getInfo')).data.user).toMatchObject({
    roleId: 3,
    orgName: '城关镇第一党支部',
    ifCompelChangePwd: true,
  });
  expect((await branch.call(contract.firstPassword, { id, password: own() })).msg).toContain('已经登录过');
});

test('P26 nobody decides what they asked themselves, what is for themselves, or what is not below them', async () => {
  const mine = (await ask(committee, person('branchA12', 0), ORGS.branchA12.id)).data.id;
  expect((await committee.call(contract.decideRequest, { id: mine, agree: true, password: own() })).msg).toBe(
    '不能审批本人提出的申请',
  );
  // The same person in another role, standing above: still the own request.
  const { accountId } = t.fixture.principals.committeeWorker;
  const above = t.withToken(
    await openSession(t.services, accountId, await grantRole(t.services, accountId, 3, 'countyA')),
  );
  expect((await above.call(contract.decideRequest, { id: mine, agree: true, password: own() })).msg).toBe(
    '不能审批本人提出的申请',
  );
  // A colleague of the asking organisation is not above it.
  const colleagueId = t.fixture.principals.floating.accountId;
  const colleague = t.withToken(
    await openSession(t.services, colleagueId, await grantRole(t.services, colleagueId, 3, 'committeeA1')),
  );
  expect((await colleague.call(contract.decideRequest, { id: mine, agree: true, password: own() })).msg).toBe(
    '应由上级党组织（中共甲县委员会）审批',
  );
  // For the decider's own person.
  const forCounty = await ask(committee, t.fixture.principals.committeeWorker.memberId ?? '', ORGS.committeeA1.id);
  expect(forCounty.data.fields.memberId).toContain('已经是');
  const self = (await ask(branch, t.fixture.principals.committeeWorker.memberId ?? '', ORGS.branchA11.id)).data.id;
  expect((await committee.call(contract.decideRequest, { id: self, agree: true, password: own() })).msg).toBe(
    '不能审批为本人提出的申请',
  );
  expect(
    (await county.call(contract.decideRequest, { id: self, agree: false, decision: '一人一岗', password: own() })).code,
  ).toBe(200);
  expect((await county.call(contract.decideRequest, { id: mine, agree: true, password: own() })).code).toBe(200);
});

test('P24 of 20 who decide at once one wins, the others read 已被处理; one account, one role, one log row', async () => {
  const memberId = person('branchA11', 1);
  const { id } = (await ask(branch, memberId, ORGS.branchA11.id)).data;
  // Five at once each: as many as one person's password is tried.
  const deciders = [committee, county, await t.as('cityWorker'), await t.as('admin')];
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      deciders[at % 4]?.call(contract.decideRequest, {
        id,
        agree: at % 3 !== 0,
        decision: at % 3 === 0 ? '材料不全' : '',
        password: own(),
      }),
    ),
  );
  expect(answers.filter((answer) => answer?.code === 200)).toHaveLength(1);
  expect(answers.filter((answer) => answer?.code === 400).map((answer) => answer?.msg)).toEqual(
    Array(19).fill('已被处理'),
  );
  const won = answers.find((answer) => answer?.code === 200);
  const approved = answers.indexOf(won) % 3 !== 0;
  const { rows } = await sql<{ accounts: number; grants: number; logs: number }>`
    select (select count(*)::int from account where member_id = ${memberId}) as accounts,
           (select count(*)::int from account_role g join account a on a.id = g.account_id where a.member_id = ${memberId}) as grants,
           (select count(*)::int from audit_log where target_type = 'request' and target_id = ${id}
               and action = '审批党务工作者账号申请' and outcome = 'done') as logs`.execute(t.db);
  const n = approved ? 1 : 0;
  expect(rows[0]).toMatchObject({ accounts: n, grants: n, logs: 1 });
});

test('returned with a reason, asked again, withdrawn; whoever has an account gets the role alone', async () => {
  const memberId = t.fixture.principals.member.memberId ?? '';
  const { id } = (await ask(branch, memberId, ORGS.branchA11.id)).data;
  const bare = await committee.call(contract.decideRequest, { id, agree: false, password: own() });
  expect(bare.data.fields).toEqual({ decision: '请输入退回原因' });
  await committee.call(contract.decideRequest, { id, agree: false, decision: '请附支委会决议', password: own() });
  expect((await branch.call(contract.getRequest, { id })).data).toMatchObject({
    state: 'returned',
    decision: '请附支委会决议',
  });
  const second = (await ask(branch, memberId, ORGS.branchA11.id)).data.id;
  expect((await committee.call(contract.withdrawRequest, { id: second })).msg).toBe('只能撤回本人提出的申请');
  await urgesOnce(t, branch, committee, 'request', second);
  expect((await committee.call(urgeAbove, { kind: 'request', id: second })).msg).toBe('只能催办本人提出的申请');
  expect((await branch.call(urgeAbove, { kind: 'nothing', id: second })).code).toBe(404);
  expect((await branch.call(contract.withdrawRequest, { id: second })).code).toBe(200);
  expect((await branch.call(urgeAbove, { kind: 'request', id: second })).msg).toBe('已被处理');
  expect((await committee.call(contract.decideRequest, { id: second, agree: true, password: own() })).msg).toBe(
    '已被处理',
  );
  const third = (await ask(branch, memberId, ORGS.branchA11.id)).data.id;
  expect((await committee.call(contract.decideRequest, { id: third, agree: true, password: own() })).code).toBe(200);
  const { rows } = await sql<{ role_id: number }>`
    select g.role_id from account_role g where g.account_id = ${t.fixture.principals.member.accountId} order by role_id`.execute(
    t.db,
  );
  expect(rows.map((row) => row.role_id)).toEqual([2, 3]);
  expect((await branch.call(contract.getRequest, { id: third })).data.can.password).toBe(false);
});

test('asked is the nearest organisation above where somebody may approve', async () => {
  // The committee between has no worker; the county has one.
  const { accountId } = t.fixture.principals.volunteer;
  const asker = t.withToken(
    await openSession(t.services, accountId, await grantRole(t.services, accountId, 3, 'branchB21')),
  );
  const asked = await ask(asker, person('branchB21', 0), ORGS.branchB21.id);
  expect(asked.data.deciderOrgName).toBe('中共乙县委员会');
  expect(await todos(`accountRequest:${asked.data.id}`)).toMatchObject([{ org_id: ORGS.countyB.id, role_id: 3 }]);
});

test('at the top, where nothing is above, the administrators decide; out of scope reads as not there', async () => {
  const city = await t.as('cityWorker');
  const asked = await ask(city, person('branchB12', 0), ORGS.countyB.id);
  expect(await todos(`accountRequest:${asked.data.id}`)).toEqual([{ org_id: ORGS.city.id, role_id: 1, done: false }]);
  const { id } = asked.data;
  for (const caller of [county, branch]) {
    expect((await caller.call(contract.getRequest, { id })).code).toBe(404);
    expect((await caller.call(contract.decideRequest, { id, agree: true, password: own() })).code).toBe(404);
  }
  const admin = await t.as('admin');
  expect((await admin.call(contract.decideRequest, { id, agree: true, password: own() })).code).toBe(200);
  expect((await ask(branch, person('branchA12', 1), ORGS.branchA11.id)).code).toBe(404);
  expect((await ask(branch, person('branchA11', 2), ORGS.branchA12.id)).code).toBe(404);
  const member = await t.as('member');
  expect((await member.call(contract.listRequests, {})).code).toBe(403);
});
