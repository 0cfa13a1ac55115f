import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { usesOf } from '#kernel/dictionary/server/uses.ts';
import { urgeAbove } from '#kernel/permission/contract.above.ts';
import { verifyPaper } from '#kernel/verify/contract.ts';
import { belongingOf } from '#people/org/server/belongings.ts';
import type { InputOf } from '#platform/contract.ts';
import { nameGrams } from '#platform/server/database/nameSearch.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import {
  checkReport,
  decideReport,
  endReport,
  fileOwn,
  fileReport,
  findReceivers,
  fixOwn,
  fixReport,
  getReport,
  leaveOwn,
  listReceived,
  listReports,
  ownReports,
  printOwn,
  printReport,
  withdrawReport,
} from '../contract.ts';
import { reportSubject } from '../server/todos.ts';

/** Two communities of another county, and the people of a branch who report there. */
const HERE = ORGS.branchB21;
const THERE = ORGS.branchB12;
const BAD_REASON = '请写清门牌号';

let t: TestApp;
let member: Caller;
let branch: Caller;
let community: Caller;
let me: string;
let mate: string;

beforeAll(async () => {
  t = await startTestApp();
  [member, branch, community] = [await t.as('member'), await t.as('branchWorker'), await t.as('otherCountyWorker')];
  me = t.fixture.principals.member.memberId ?? '';
  mate = t.fixture.members.branchA11?.[0] ?? '';
  await sql`insert into unit (org_id, org_code, name, nature) values (${HERE.id}, ${HERE.code}, '山前社区居委会', '7')`.execute(
    t.db,
  );
  await sql`insert into sbd_receiver (org_id, receives) values (${THERE.id}, true)`.execute(t.db);
  await sql`update organisation set name_grams = ${nameGrams(HERE.name)}::text[] where id = ${HERE.id}`.execute(t.db);
});
afterAll(() => t.close());
beforeEach(async () => {
  await sql`delete from sbd_report`.execute(t.db);
  await sql`delete from todo`.execute(t.db);
  await sql`delete from notice_recipient`.execute(t.db);
});

const form = (more: Partial<InputOf<typeof fileOwn>> = {}): InputOf<typeof fileOwn> => ({
  orgId: HERE.id,
  residence: '沿江大道8号2栋301室',
  quarter: '江畔花园',
  posts: ['2', '99'],
  skills: '普法咨询',
  times: [3],
  ...more,
});
const file = async (more: Partial<InputOf<typeof fileOwn>> = {}, who = member) => {
  const made = await who.call(fileOwn, form(more));
  expect(made.code, made.text).toBe(200);
  return made.data as { id: string; version: number };
};
const decide = (id: string, status: 1 | 2, more: object = {}, who = community) =>
  who.call(decideReport, { type: 1, id, status, version: 1, ...more });
const state = async (id: string) =>
  (
    await sql<{ status: number; note: string; n: number }>`
      select status, end_note as note, (select count(*)::int from todo where subject = ${reportSubject(id)} and done_at is null) as n
        from sbd_report where id = ${id}`.execute(t.db)
  ).rows[0];
const noticed = async (account: string) =>
  (
    await sql<{ title: string }>`
      select n.title from notice n join notice_recipient r on r.notice_id = n.id where r.account_id = ${account} order by n.id`.execute(
      t.db,
    )
  ).rows.map(({ title }) => title);

describe('a member reports', () => {
  test('the community is found by its name, is asked, accepts; both ends are told, and the receipt is verified', async () => {
    expect((await member.call(findReceivers, { name: '山前' })).data).toEqual([
      { id: HERE.id, name: HERE.name, above: ORGS.committeeB2.name },
    ]);
    expect((await member.call(findReceivers, { name: '城关镇第一' })).data).toEqual([]);
    const { id } = await file();
    const { rows: asked } = await sql<{ org: string; title: string }>`
      select org_id as org, title from todo where subject = ${reportSubject(id)}`.execute(t.db);
    expect(asked).toEqual([{ org: ORGS.countyB.id, title: '审核党元的报到' }]);
    expect((await member.call(ownReports, {})).data).toMatchObject({
      whyNot: expect.stringContaining('等待审核'),
      rows: [
        { id, statusName: '待审', postNames: '法律援助、其他', can: { withdraw: true, urge: true, print: false } },
      ],
    });

    const seen = (await community.call(getReport, { id })).data;
    expect(seen).toMatchObject({
      name: '党元',
      memberId: null,
      homeName: ORGS.branchA11.name,
      can: { decide: true, edit: false },
    });
    expect(seen.phone).toMatch(/\*/);
    expect(JSON.stringify(seen)).not.toContain('420599');

    expect((await decide(id, 1)).data).toEqual({ version: 2 });
    expect(await state(id)).toEqual({ status: 1, note: '', n: 0 });
    const { accountId } = t.fixture.principals.member;
    expect(await noticed(accountId)).toEqual([`党元在${HERE.name}的报到已接收`]);
    expect(await noticed(t.fixture.principals.branchWorker.accountId)).toEqual([`党元在${HERE.name}的报到已接收`]);
    expect((await decide(id, 2, { reason: '晚了' })).code).toBe(400);

    for (const paper of [await member.call(printOwn, { id }), await branch.call(printReport, { id })]) {
      expect(paper.data, paper.text).toMatchObject({
        name: expect.stringContaining('报到回执单 党元'),
        pages: 1,
        missing: [],
      });
    }
    const { rows: codes } = await sql<{ code: string }>`select code from verify_code where subject_id = ${id}`.execute(
      t.db,
    );
    const read = await t.nobody.call(verifyPaper, { code: codes[0]?.code ?? '' });
    expect(read.data, read.text).toMatchObject({ title: '党员报到回执单', state: '已报到', orgName: HERE.name });
    expect(JSON.stringify(read.data)).not.toContain('党元');
  });

  test('returned with a reason, he reports again; without a reason nothing happens', async () => {
    const { id } = await file();
    expect((await decide(id, 2)).data.fields.reason).toBe('退回请写明原因');
    expect((await decide(id, 2, { reason: BAD_REASON })).code).toBe(200);
    expect((await member.call(ownReports, {})).data).toMatchObject({
      whyNot: '',
      rows: [{ statusName: '退回', reason: BAD_REASON }],
    });
    await file();
  });

  test('one waits, also when two are filed at once; a second community is not asked beside it', async () => {
    const both = await Promise.all([member.call(fileOwn, form()), member.call(fileOwn, form({ orgId: THERE.id }))]);
    expect(both.map(({ code }) => code).sort()).toEqual([200, 400]);
    expect(both.find(({ code }) => code === 400)?.msg).toBe('党元已有一件报到在等待审核，不能再报');
    const third = await branch.call(fileReport, { ...form(), memberId: me });
    expect(third.data.fields.memberId).toContain('等待审核');
  });

  test('moving house: the new community accepts, the old report ends on that day, and the old community reads why', async () => {
    const { id: old } = await file();
    await decide(old, 1);
    expect((await member.call(fileOwn, form())).data.fields.orgId).toContain('已在');
    const { id } = await file({ orgId: THERE.id });
    expect((await community.call(getReport, { id })).data.livingAt).toBe(HERE.name);
    expect(await state(old)).toMatchObject({ status: 1 });
    expect((await decide(id, 1)).code).toBe(200);
    expect(await state(old)).toMatchObject({ status: 3, note: `迁往${THERE.name}` });
    expect(await state(id)).toMatchObject({ status: 1 });
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from sbd_report where status = 1`.execute(t.db);
    expect(rows).toEqual([{ n: 1 }]);
  });

  test('taken back while it waits, urged, fixed, left with a reason', async () => {
    const { id } = await file();
    expect((await member.call(urgeAbove, { kind: 'sbdReport', id })).data).toMatchObject({
      orgName: ORGS.countyB.name,
    });
    expect((await branch.call(urgeAbove, { kind: 'sbdReport', id })).code).toBe(400);
    const { orgId: _orgId, ...rest } = form({ residence: '学院路3号', times: [1, 2] });
    expect((await member.call(fixOwn, { ...rest, id, version: 1 })).data).toEqual({ version: 2 });
    expect((await member.call(fixOwn, { ...rest, id, version: 1 })).code).toBe(400);
    expect((await member.call(fixOwn, { ...rest, posts: ['77'], id, version: 2 })).data.fields.posts).toContain('停用');
    expect((await member.call(leaveOwn, { id, version: 2 })).code).toBe(200);
    expect(await state(id)).toEqual({ status: 4, note: '本人撤回', n: 0 });

    const { id: next } = await file();
    await decide(next, 1);
    expect((await member.call(leaveOwn, { id: next, version: 2 })).data.fields.note).toBe('请写明迁出原因');
    expect((await member.call(leaveOwn, { id: next, version: 2, note: '搬到外地' })).code).toBe(200);
    expect(await state(next)).toMatchObject({ status: 3, note: '搬到外地' });
  });

  test('not everybody, and not everywhere', async () => {
    expect((await member.call(fileOwn, form({ orgId: ORGS.branchA12.id }))).data.fields.orgId).toContain('不接收');
    await sql`update sbd_receiver set receives = false where org_id = ${THERE.id}`.execute(t.db);
    expect((await member.call(fileOwn, form({ orgId: THERE.id }))).data.fields.orgId).toContain('不接收');
    await sql`update sbd_receiver set receives = true where org_id = ${THERE.id}`.execute(t.db);
    await sql`update member set occupation = 7 where id = ${me}`.execute(t.db);
    expect((await member.call(fileOwn, form())).msg).toContain('离退休人员');
    expect((await member.call(ownReports, {})).data.whyNot).toContain('离退休人员');
    await sql`update member set occupation = 5 where id = ${me}`.execute(t.db);
  });
});

describe('the branch', () => {
  test('reports one of its people, fixes and takes back; the own end alone, and it never decides', async () => {
    const made = await branch.call(fileReport, { ...form(), memberId: mate });
    expect(made.code, made.text).toBe(200);
    const { id } = made.data;
    expect((await branch.call(getReport, { id })).data).toMatchObject({
      memberId: mate,
      sourceName: '党支部代办',
      can: { decide: false, edit: true, withdraw: true },
    });
    expect((await decide(id, 1, {}, branch)).code).toBe(404);
    const { orgId: _orgId, ...rest } = form({ skills: '书法' });
    expect((await community.call(fixReport, { ...rest, id, version: 1 })).code).toBe(404);
    expect((await community.call(withdrawReport, { id, version: 1 })).code).toBe(404);
    expect((await branch.call(fixReport, { ...rest, id, version: 1 })).code).toBe(200);
    expect((await branch.call(withdrawReport, { id, version: 1 })).code).toBe(400);
    expect((await branch.call(withdrawReport, { id, version: 2 })).code).toBe(200);
    expect(await state(id)).toMatchObject({ status: 4, n: 0 });
    const foreign = t.fixture.members.branchB11?.[0] ?? '';
    expect((await branch.call(fileReport, { ...form(), memberId: foreign })).code).toBe(404);
  });

  test('whoever filed it does not decide, nor whom it is about', async () => {
    const city = await t.as('cityWorker');
    const made = await city.call(fileReport, { ...form(), memberId: mate });
    expect((await decide(made.data.id, 1, {}, city)).msg).toBe('登记人不能审核自己登记的报到');
    const own = t.fixture.principals.cityWorker.memberId ?? '';
    const about = await community.call(fileReport, { ...form({ orgId: THERE.id }), memberId: own });
    expect((await decide(about.data.id, 1, {}, city)).msg).toContain('不能由本人办理自己的');
  });
});

describe('who sees what', () => {
  test('each end and those above it; nobody beside', async () => {
    const { id } = await file();
    const list = async (who: Parameters<TestApp['as']>[0], more: object = {}) =>
      (await (await t.as(who)).call(listReports, more)).body.rows.map((row: { id: string }) => row.id);
    for (const who of ['branchWorker', 'committeeWorker', 'countyWorker', 'otherCountyWorker', 'cityWorker'] as const) {
      expect(await list(who), who).toEqual([id]);
    }
    for (const who of ['siblingWorker', 'twinWorker'] as const) {
      expect(await list(who), who).toEqual([]);
      expect((await (await t.as(who)).call(getReport, { id })).code).toBe(404);
      expect((await (await t.as(who)).call(endReport, { id, version: 1, note: '试' })).code).toBe(404);
    }
    expect(await list('countyWorker', { side: 'in' })).toEqual([]);
    expect(await list('countyWorker', { side: 'out' })).toEqual([id]);
    expect(await list('otherCountyWorker', { side: 'in', post: '2', view: 'waiting' })).toEqual([id]);
    expect(await list('otherCountyWorker', { post: '5' })).toEqual([]);
    expect(await list('cityWorker', { orgId: ORGS.countyB.id })).toEqual([id]);
    expect((await community.call(listReceived, {})).body).toMatchObject({
      total: 1,
      counts: { waiting: 1, reported: 0 },
    });
    expect((await branch.call(listReceived, {})).body.total).toBe(0);
    for (const endpoint of [listReports, listReceived]) expect((await member.call(endpoint, {})).code).toBe(403);
    expect((await (await t.as('floating')).call(ownReports, {})).code).toBe(403);
    // What somebody else filed is not there for another person, whatever id is named.
    await sql`update account set member_id = null where id = ${t.fixture.principals.member.accountId}`.execute(t.db);
    expect((await (await t.as('member')).call(printOwn, { id })).code).toBe(404);
    await sql`update account set member_id = ${me} where id = ${t.fixture.principals.member.accountId}`.execute(t.db);
  });

  test('more than a week of waiting is late', async () => {
    const { id } = await file();
    await sql`update sbd_report set created_at = now() - interval '8 days' where id = ${id}`.execute(t.db);
    const { body } = await community.call(listReports, { late: '1' });
    expect(body).toMatchObject({ total: 1, late: 1, rows: [{ id, isLate: true, waits: 8 }] });
  });
});

describe('what follows', () => {
  test('whoever leaves the roll has no report any more; a deleted record is not waited for', async () => {
    const { id } = await file();
    await decide(id, 1);
    await sql`update member set membership_status = 5 where id = ${me}`.execute(t.db);
    expect(await state(id)).toMatchObject({ status: 3, note: expect.stringContaining('党籍状态变为') });
    await sql`update member set membership_status = 1 where id = ${me}`.execute(t.db);
    const { id: next } = await file();
    await sql`update member set deleted_at = now() where id = ${me}`.execute(t.db);
    expect(await state(next)).toEqual({ status: 4, note: '人员已删除', n: 0 });
    expect((await community.call(getReport, { id: next })).code).toBe(404);
    await sql`update member set deleted_at = null where id = ${me}`.execute(t.db);
  });

  test('a community that is dissolved hands over what it has; a post in use stays in the dictionary', async () => {
    const { id } = await file();
    expect(await belongingOf('sbdWaiting')?.count(t.db, [HERE.id, THERE.id])).toEqual(new Map([[HERE.id, 1]]));
    await decide(id, 1);
    expect(await belongingOf('sbdReported')?.count(t.db, [HERE.id])).toEqual(new Map([[HERE.id, 1]]));
    expect(await usesOf(t.db, '0090', ['99'])).toEqual(['党员报到的服务岗位']);
    expect(await usesOf(t.db, '0090', ['5'])).toEqual([]);
  });
});

test('whom and where one may not report is said when they are chosen, not at the end', async () => {
  const own = t.fixture.principals.member.memberId ?? '';
  const here = await branch.call(checkReport, { memberId: own, orgId: HERE.id });
  expect(here.data, here.text).toEqual({ memberId: '', orgId: expect.any(String) });
  const home = await branch.call(checkReport, { memberId: own, orgId: ORGS.branchA11.id });
  expect(home.data.orgId).not.toBe('');
  expect((await member.call(checkReport, { orgId: ORGS.branchA11.id })).data.orgId).toBe(home.data.orgId);
  const stranger = await t.as('twinWorker');
  expect((await stranger.call(checkReport, { memberId: own })).code).toBe(404);
});
