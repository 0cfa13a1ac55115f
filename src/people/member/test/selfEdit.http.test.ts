import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { memberLabels } from '#people/member/contract.bulk.ts';
import { listHistory } from '#people/member/contract.history.ts';
import { getExtra, memberRecords, updateExtra } from '#people/member/contract.records.ts';
import { revealMember } from '#people/member/contract.reveal.ts';
import * as contract from '#people/member/contract.selfEdit.ts';
import { getMember, memberTimeline, updateMember } from '#people/member/contract.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { urgesOnce } from '../../../../test/support/urging.ts';

let t: TestApp;
let self: Caller;
let branch: Caller;
let committee: Caller;
let sibling: Caller;
let id: string;
beforeAll(async () => {
  t = await startTestApp();
  [self, branch, committee, sibling] = await Promise.all([
    t.as('member'),
    t.as('branchWorker'),
    t.as('committeeWorker'),
    t.as('siblingWorker'),
  ]);
  id = t.fixture.principals.member.memberId ?? '';
});
afterAll(() => t.close());

const propose = (given: Record<string, unknown>) => self.call(contract.proposeSelfEdit, given);
const record = async () => (await branch.call(getMember, { id })).data;
const decide = async (who: Caller, edit: string, accepted: readonly string[], decision = '') =>
  who.call(contract.decideSelfEdit, {
    id: edit,
    version: (await record()).version,
    accepted: accepted as never,
    decision,
  });

test('a member proposes, the branch sees old beside new, accepts some and refuses others with the reason', async () => {
  await branch.call(updateMember, { id, version: (await record()).version, residence: '旧街1号' });
  const asked = await propose({
    residence: '新街2号',
    workUnit: '县医院',
    phonenumber: '18900018888',
    note: '搬家换工作',
  });
  expect(asked.data).toMatchObject({ reviewerOrgName: '城关镇第一党支部' });
  const edit = asked.data.id;
  expect((await record()).residence).toBe('旧街1号');
  const { rows: todos } = await sql`
    select org_id, title from todo where subject = ${`selfEdit:${edit}`} and done_at is null`.execute(t.db);
  expect(todos).toEqual([{ org_id: ORGS.branchA11.id, title: '审核党元提交的信息修改' }]);
  const seen = await branch.call(contract.getSelfEdit, { id: edit });
  const field = (name: string) => seen.data.fields.find((one: { field: string }) => one.field === name);
  expect(field('residence')).toMatchObject({ before: '旧街1号', after: '新街2号', now: '旧街1号', accepted: null });
  expect(field('phonenumber').after).toBe('189****8888');
  expect(seen.text).not.toContain('18900018888');
  expect((await branch.call(contract.listSelfEdits, {})).body).toMatchObject({ total: 1, toDecide: 1 });

  expect((await decide(branch, edit, ['residence', 'phonenumber'])).data.fields.decision).toBe('请输入不采纳的原因');
  expect((await decide(branch, edit, ['residence', 'phonenumber'], '请先交工作证明')).code).toBe(200);
  expect(await record()).toMatchObject({ residence: '新街2号', phonenumber: '189****8888', updateName: '支书' });
  expect((await record()).workUnit).not.toBe('县医院');
  const own = await self.call(contract.ownSelfEdit, {});
  expect(own.data).toMatchObject({ state: 'partly', decision: '请先交工作证明', can: { withdraw: false } });
  expect(own.data.fields.map((one: { field: string; accepted: boolean }) => [one.field, one.accepted])).toEqual([
    ['phonenumber', true],
    ['residence', true],
    ['workUnit', false],
  ]);
  const line = await self.call(memberTimeline, { id });
  expect(line.rows[0]).toMatchObject({ action: '审核个人信息修改', who: '支书' });
  expect(line.rows[0].changes.map(({ label }: { label: string }) => label)).toEqual(['现居住地', '手机号']);
  expect(line.rows[1]).toMatchObject({ action: '提交个人信息修改', who: '党元' });
  const { rows: notices } = await sql`
    select n.title from notice n join notice_recipient r on r.notice_id = n.id
     where r.account_id = ${t.fixture.principals.member.accountId}`.execute(t.db);
  expect(notices).toEqual([{ title: '您提交的信息修改部分采纳' }]);
});

test('fields that are not the member’s to propose are dropped, wrong values are refused at their fields, no change is told', async () => {
  const before = await record();
  expect((await propose({ phonenumber: '12' })).data.fields.phonenumber).toContain('手机号');
  expect((await propose({ education: '7x' })).code).toBe(600);
  expect((await propose({ education: '77' })).data.fields.education).toBe('请选择学历');
  expect((await propose({ name: '改名', personCategory: 1, idCardNo: '1' })).msg).toBe('没有改动的项目');
  expect((await propose({ residence: before.residence })).msg).toBe('没有改动的项目');
  expect(await record()).toEqual(before);
});

test('one waits at a time; the member takes it back, nobody else does', async () => {
  const first = await propose({ position: '主任' });
  expect((await propose({ position: '科长' })).msg).toContain('先撤回');
  const floating = await t.as('floating');
  expect((await floating.call(contract.withdrawSelfEdit, { id: first.data.id })).code).toBe(404);
  await urgesOnce(t, self, floating, 'selfEdit', first.data.id);
  expect((await self.call(contract.withdrawSelfEdit, { id: first.data.id })).code).toBe(200);
  expect((await decide(branch, first.data.id, ['position'])).msg).toBe('已被处理');
  expect((await self.call(contract.ownSelfEdit, {})).data.state).toBe('withdrawn');
});

test('a record that changed meanwhile is a conflict, and the reviewer sees what stands now', async () => {
  const { data } = await propose({ position: '主任' });
  const read = await branch.call(contract.getSelfEdit, { id: data.id });
  await committee.call(updateMember, { id, version: read.data.version, position: '会计' });
  const late = await branch.call(contract.decideSelfEdit, {
    id: data.id,
    version: read.data.version,
    accepted: ['position'],
  });
  expect(late).toMatchObject({ code: 400, data: { conflict: true, current: { updateName: '魏员' } } });
  const again = await branch.call(contract.getSelfEdit, { id: data.id });
  expect(again.data.fields[0]).toMatchObject({ after: '主任', now: '会计' });
  const answers = await Promise.all([
    decide(branch, data.id, ['position']),
    decide(committee, data.id, [], '不属实'),
    decide(branch, data.id, [], '不属实'),
  ]);
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
});

test('P26 neither a neighbour nor a member reviews, nor a worker the own proposal', async () => {
  const { data } = await propose({ workUnit: '县中学' });
  expect((await sibling.call(contract.getSelfEdit, { id: data.id })).code).toBe(404);
  expect((await sibling.call(contract.decideSelfEdit, { id: data.id, version: 1, accepted: [] })).code).toBe(404);
  expect((await self.call(contract.getSelfEdit, { id: data.id })).code).toBe(403);
  expect((await self.call(contract.listSelfEdits, {})).code).toBe(403);
  const own = await branch.call(contract.proposeSelfEdit, { workUnit: '镇政府' });
  expect(own.data.reviewerOrgName).toBe('甲县城关镇党委');
  const { data: mine } = await branch.call(contract.getSelfEdit, { id: own.data.id });
  const answer = await branch.call(contract.decideSelfEdit, {
    id: own.data.id,
    version: mine.version,
    accepted: ['workUnit'],
  });
  expect(answer.msg).toBe('不能审核本人提交的修改');
});

test('a worker edits the own record though it lies outside the scope; by no other id, and not as a worker', async () => {
  const twin = await t.as('twinWorker');
  const own = t.fixture.principals.twinWorker.memberId ?? '';
  const home = await t.as('otherCountyWorker');
  const read = await twin.call(getMember, { id: own });
  expect(read.data).toMatchObject({
    name: '季关',
    orgName: ORGS.branchB22.name,
    orgPath: [{ id: ORGS.branchB22.id }],
    ownOnly: true,
    can: { edit: false, remove: false },
  });
  expect((await twin.call(memberRecords, { id: own })).code).toBe(200);
  expect((await twin.call(getExtra, { id: own })).data).toMatchObject({ version: 0, can: { edit: false } });

  const asked = await twin.call(contract.proposeSelfEdit, { residence: '山前镇3号' });
  expect(asked.data.reviewerOrgName).toBe(ORGS.countyB.name);
  expect((await twin.call(contract.ownSelfEdit, {})).data).toMatchObject({ state: 'pending', can: { withdraw: true } });
  expect((await twin.call(contract.getSelfEdit, { id: asked.data.id })).code).toBe(404);
  expect((await twin.call(contract.listSelfEdits, {})).total).toBe(0);
  const { data: edit } = await home.call(contract.getSelfEdit, { id: asked.data.id });
  const { version } = edit;
  const review = { id: asked.data.id, version, accepted: ['residence' as const] };
  expect((await twin.call(contract.decideSelfEdit, review)).code).toBe(404);
  expect((await home.call(contract.decideSelfEdit, review)).code).toBe(200);
  expect((await twin.call(getMember, { id: own })).data.residence).toBe('山前镇3号');
  expect((await twin.call(memberTimeline, { id: own })).rows[0]).toMatchObject({ action: '审核个人信息修改' });

  // The way to the own record opens neither the neighbours' nor any act of a worker.
  for (const id of [t.fixture.members.branchB22?.[0] ?? '', t.fixture.principals.member.memberId ?? '']) {
    expect((await twin.call(getMember, { id })).code).toBe(404);
    expect((await twin.call(memberTimeline, { id })).code).toBe(404);
    expect((await twin.call(memberRecords, { id })).code).toBe(404);
    expect((await twin.call(getExtra, { id })).code).toBe(404);
  }
  const version2 = (await twin.call(getMember, { id: own })).data.version as number;
  expect((await twin.call(updateMember, { id: own, version: version2, residence: '别处' })).code).toBe(404);
  expect((await twin.call(revealMember, { id: own, field: 'idCardNo', reason: '看看' })).code).toBe(404);
  expect((await twin.call(updateExtra, { id: own, version: 0, formerName: '季' })).code).toBe(404);
  expect((await twin.call(listHistory, { memberId: own })).code).toBe(404);
  expect((await twin.call(memberLabels, { id: own })).code).toBe(404);
});

test('a worker whose record lies within the scope still reads it as a worker does', async () => {
  const own = t.fixture.principals.branchWorker.memberId ?? '';
  expect((await branch.call(getMember, { id: own })).data).toMatchObject({ ownOnly: false, can: { edit: true } });
});

test('whoever decides sees the proposed phone in full, for a reason that the log keeps; nobody else does', async () => {
  const earlier = (await self.call(contract.ownSelfEdit, {})).data;
  if (earlier?.can.withdraw) await self.call(contract.withdrawSelfEdit, { id: earlier.id });
  const { data } = await propose({ phonenumber: '18900017777' });
  const ask = (who: Caller, reason = '电话核实') => who.call(contract.revealSelfEdit, { id: data.id, reason });
  expect((await ask(branch)).data).toEqual({ value: '18900017777' });
  const { rows } = await branch.call(memberTimeline, { id, pageSize: 1 });
  expect(rows[0]).toMatchObject({ action: '查看原值', who: '支书', reason: '提交的手机号：电话核实' });
  expect((await ask(branch, '')).code).toBe(600);
  expect((await ask(sibling)).code).toBe(404);
  expect((await ask(self)).code).toBe(403);
  await self.call(contract.withdrawSelfEdit, { id: data.id });
  expect((await ask(branch)).msg).toBe('已被处理');
});

test('P54 proposed phones rest encrypted, and go with the decision', async () => {
  const { rows } = await sql<{ left: string; encrypted: boolean; state: string }>`
    select self_edit::text as left, values_enc is not null as encrypted, state from self_edit`.execute(t.db);
  expect(rows.length).toBeGreaterThan(3);
  for (const { left, encrypted, state } of rows) {
    expect(left).not.toContain('18900018888');
    expect(encrypted).toBe(state === 'pending');
  }
});
