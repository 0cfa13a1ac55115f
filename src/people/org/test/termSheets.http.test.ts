import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { jobModule } from '#kernel/job/server/routes.ts';
import { restoreRecycled } from '#kernel/system/contract.ts';
import { collect, faultsOf, jobEnds, upload, workbook } from '#people/member/test/factory.ts';
import { createTerm, exportTerms, getTerm, listTerms, removeTerm, updateTerm } from '#people/org/contract.office.ts';
import { ORG_RECORD_IMPORT } from '#people/org/contract.recordImport.ts';
import { orgTimeline } from '#people/org/contract.timeline.ts';
import { orgModule } from '#people/org/server/routes.ts';
import { readStored } from '#platform/server/files/files.ts';
import { startWorker, type Worker } from '#platform/server/jobs/jobs.ts';
import { readTable } from '#platform/server/spreadsheet/read.ts';
import { beijingDay } from '#platform/time/days.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS, type OrgKey } from '../../../../test/support/fixture.ts';
import { fullMembers } from './factory.ts';

let t: TestApp;
let worker: Worker;
let committee: Caller;
beforeAll(async () => {
  t = await startTestApp();
  committee = await t.as('committeeWorker');
  await fullMembers(t.db, ORGS.branchA12, 2);
  worker = startWorker(t.services, [jobModule, orgModule]);
});
afterAll(async () => {
  await worker?.stop();
  await t.close();
});
beforeEach(async () => {
  await sql`delete from org_post`.execute(t.db);
  await sql`delete from org_term`.execute(t.db);
});

const { check, write, undo, faultFile, template } = ORG_RECORD_IMPORT;
const HEAD =
  '党组织名称 上级党组织 届次 当选日期 产生方式 应到会人数 实到会人数 党内职务 姓名 身份证号 得票 备注'.split(' ');
const A11 = ORGS.branchA11.name;
const ROW = [A11, '', '第3届', '2021.3.1', '党员大会选举', '10', '9', '书记', '王小一', '', '8', ''];
const row = (given: Record<number, string> = {}) => ROW.map((text, index) => given[index] ?? text);
const cardOf = (who: 'branchWorker' | 'siblingWorker') => t.fixture.principals[who].loginName;

const send = (bytes: Buffer, who = committee) =>
  upload(t, who, '届次.xlsx', bytes, { kind: 'office' }, ORG_RECORD_IMPORT.upload.path);
const sent = async (lines: readonly (readonly string[])[]) => {
  const answer = await send(await workbook([HEAD, ...lines]));
  expect(answer.code, JSON.stringify(answer)).toBe(200);
  return answer.data.id as string;
};
const checked = async (id: string) => (await committee.call(check, { id })).data;
const termsOf = async (org: OrgKey) =>
  (await committee.call(listTerms, { orgId: ORGS[org].id, searchRange: 'onlySelf' })).rows;

test('a sheet of leaderships: terms are written whole, the one with a bad line comes back whole, twice changes nothing', async () => {
  const later = { 2: '', 3: '2024-03-01', 10: '' };
  const lines = [
    row({ ...later, 8: '支书', 9: cardOf('branchWorker') }),
    row(),
    row({ 2: '', 4: '', 7: '委员', 8: '支书', 10: '7' }),
    row({ 0: ORGS.branchA12.name, 8: '杨小一' }),
    row({ 0: ORGS.branchA12.name, 7: '委员', 8: '没有人' }),
  ];
  const id = await sent(lines);
  const found = await checked(id);
  expect(found).toMatchObject({ kindName: '届次班子成员', total: 5, ready: 3, bad: 2, same: 0 });
  expect(await faultsOf(committee, ORG_RECORD_IMPORT, id)).toEqual([
    { rowNo: 5, name: ORGS.branchA12.name, reasons: ['党组织名称：同一届的其他行有误，改好后一起导入'] },
    {
      rowNo: 6,
      name: ORGS.branchA12.name,
      reasons: [expect.stringMatching(/^姓名：该组织范围内没有名叫“没有人”的正式党员/)],
    },
  ]);
  expect(await termsOf('branchA11')).toHaveLength(0);
  expect((await committee.call(write, { id })).data).toEqual({ written: 3, bad: 2, same: 0 });
  const [now, before] = await termsOf('branchA11');
  expect(now).toMatchObject({ number: 4, electedOn: '2024-03-01', isCurrent: true, years: 3, secretaryName: '支书' });
  expect((await committee.call(getTerm, { id: before.id })).result).toMatchObject({
    number: 3,
    isCurrent: false,
    entitled: 10,
    present: 9,
    posts: [
      { post: '书记', name: '王小一', votes: 8, memberId: t.fixture.members.branchA11?.[0] },
      { post: '委员', name: '支书', votes: 7, memberId: t.fixture.principals.branchWorker.memberId },
    ],
  });
  expect(await termsOf('branchA12')).toHaveLength(0);
  const told = await committee.call(orgTimeline, { orgId: ORGS.branchA11.id });
  expect(JSON.stringify(told.rows)).toContain('导入 届次.xlsx');

  const again = await sent(lines);
  expect(await checked(again)).toMatchObject({ ready: 0, same: 3, bad: 2 });
  expect(await committee.call(write, { id: again })).toMatchObject({ code: 400, msg: '没有可以写入的行' });

  // Taken back but for the term that somebody has changed since; the one in the bin comes back whole.
  await committee.call(updateTerm, { id: before.id, version: 1, remark: '核对过' });
  expect((await committee.call(undo, { id })).data).toEqual({ removed: 1, kept: 2 });
  expect(await termsOf('branchA11')).toMatchObject([{ id: before.id, isCurrent: true }]);
  expect((await committee.call(restoreRecycled, { kind: 'term', id: now.id, reason: '试' })).code).toBe(200);
  expect(await termsOf('branchA11')).toMatchObject([{ id: now.id, isCurrent: true }, { id: before.id }]);
});

test.each<[string, Record<number, string>[], string | RegExp]>([
  ['the neighbour’s organisation', [{ 0: ORGS.branchA21.name }], '党组织名称：您管理的范围内没有这个名称的党组织'],
  ['somebody of another branch by name', [{ 8: '杨小一' }], /^姓名：该组织范围内没有名叫“杨小一”的正式党员/],
  ['somebody on probation', [{ 8: '李小二' }], /^姓名：该组织范围内没有名叫“李小二”的正式党员/],
  ['an id card of the neighbour', [{ 9: 'sibling' }], '身份证号：您管理的范围内没有这个身份证号的正式党员'],
  ['an id card of somebody else', [{ 9: 'branch' }], '姓名：与登记的“支书”不一致'],
  ['too few votes', [{ 10: '4' }], '党内职务：王小一的得票未超过实到会人数的一半，不能当选'],
  ['too few who came', [{ 6: '7', 10: '' }], '实到会人数：到会人数未达到应到会人数的五分之四，选举无效'],
  ['another post', [{ 7: '主任' }], /^党内职务：“主任”不在选项里，可填书记、第一书记/],
  ['a day after today', [{ 3: '2199-01-01' }], '当选日期：当选日期不能晚于今天'],
  ['a month alone', [{ 3: '2021-03' }], '当选日期：只有年月，请填到日'],
  ['no day', [{ 3: '' }], '当选日期：请填写'],
  ['votes that are no number', [{ 10: '多数' }], '得票：请填0到999999的整数'],
  ['two secretaries', [{}, { 8: '支书' }], '党内职务：书记只能有一人'],
  ['two ways of election', [{}, { 4: '任命', 7: '委员', 8: '支书' }], '产生方式：同一届的各行应一致'],
  ['numbers against the days', [{}, { 2: '2', 3: '2024-03-01' }], '当选日期：与第3届（2021-03-01）的先后不一致'],
])('a line with %s is not written and says why', async (_what, given, sentence) => {
  const cards: Readonly<Record<string, string>> = { sibling: cardOf('siblingWorker'), branch: cardOf('branchWorker') };
  const id = await sent(given.map((one) => row({ ...one, 9: cards[one[9] ?? ''] ?? '' })));
  const reasons = (await faultsOf(committee, ORG_RECORD_IMPORT, id)).flatMap((line) => line.reasons);
  expect(reasons).toContainEqual(typeof sentence === 'string' ? sentence : expect.stringMatching(sentence));
});

test('two people of one name are told apart by the id card; a term that stands otherwise is not overwritten', async () => {
  const { memberId } = t.fixture.principals.member;
  const named = (like: string | null | undefined) =>
    sql`update member m set name = f.name, name_grams = f.name_grams from member f where m.id = ${memberId} and f.id = ${like}`.execute(
      t.db,
    );
  await named(t.fixture.members.branchA11?.[0]);
  const [twice] = await faultsOf(committee, ORG_RECORD_IMPORT, await sent([row()]));
  expect(twice?.reasons).toEqual(['姓名：有2名同名的正式党员，请填身份证号']);
  const id = await sent([row({ 9: t.fixture.principals.member.loginName })]);
  await committee.call(write, { id });
  const [term] = await termsOf('branchA11');
  expect((await committee.call(getTerm, { id: term.id })).result.posts).toMatchObject([{ memberId }]);
  await named(t.fixture.principals.volunteer.memberId);

  const other = await sent([row({ 10: '7' })]);
  expect(await checked(other)).toMatchObject({ ready: 0, bad: 1 });
  expect((await faultsOf(committee, ORG_RECORD_IMPORT, other))[0]?.reasons).toEqual([
    '届次：第3届（2021-03-01）已经登记，内容不同，请到届次里修改',
  ]);
});

test('the bounds of a term hold for a sheet too: three full members, a committee of three where there are seven', async () => {
  const faults = async (lines: Record<number, string>[]) =>
    (await faultsOf(committee, ORG_RECORD_IMPORT, await sent(lines.map((one) => row(one))))).flatMap(
      ({ reasons }) => reasons,
    );
  const { rows: gone } = await sql<{ id: string }>`
    update member set deleted_at = now()
     where id in (select id from member where org_id = ${ORGS.branchA12.id} and person_category = 1 and name <> '杨小一')
    returning id`.execute(t.db);
  const small = { 0: ORGS.branchA12.name, 8: '杨小一' };
  expect(await faults([small])).toEqual(['党内职务：党支部的正式党员应不少于3人，现有1人，不能产生班子']);
  await sql`update member set deleted_at = null where id = any(${gone.map(({ id }) => id)}::bigint[])`.execute(t.db);
  expect(await faults([small])).toEqual([]);

  const more = await fullMembers(t.db, ORGS.branchA12, 3);
  const committeeOf = expect.stringMatching(/^党内职务：有7名正式党员，应设支部委员会，委员不少于3人，现有1人/);
  expect(await faults([small])).toEqual([committeeOf]);
  // A term long past is what it was: only the one that will be current is held to the bounds of today.
  expect((await faults([small, { ...small, 2: '第4届', 3: '2024.3.1' }])).filter((one) => one !== '')).toEqual([
    committeeOf,
  ]);
  await sql`delete from member where id = any(${more}::bigint[])`.execute(t.db);
});

test('many who write the same sheet at once leave one term; without the right, or somebody else’s sheet, nothing', async () => {
  const ids = await Promise.all(Array.from({ length: 3 }, () => sent([row()])));
  const answers = await Promise.all([...ids, ...ids, ...ids].map((id) => committee.call(write, { id })));
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
  expect(await termsOf('branchA11')).toHaveLength(1);
  const sibling = await t.as('siblingWorker');
  for (const one of [check, write, undo, faultFile])
    expect((await sibling.call(one, { id: ids[0] ?? '' })).code).toBe(404);
  expect((await send(await workbook([HEAD, row()]), await t.as('member'))).code).toBe(403);
  expect((await send(await workbook([HEAD.toSpliced(7, 1, '甲'), row()]))).data.fields).toEqual({
    file: '缺少“党内职务”列，请对照模板',
  });
});

async function exported(given: object = {}): Promise<string[][]> {
  const input = { orgId: ORGS.committeeA1.id, purpose: '换届汇总', ...given };
  const started = await committee.call(exportTerms, input as never);
  expect(started.code, started.text).toBe(200);
  const { jobId } = started.data;
  expect((await jobEnds(committee, jobId)).state).toBe('done');
  const file = await t.db.selectFrom('job').select('file_id').where('id', '=', jobId).executeTakeFirstOrThrow();
  return collect(readTable(Buffer.concat(await collect(readStored(t.services, file.file_id ?? '')))));
}

/** A term of three years that runs, and the one before it. */
const march = (years: number) => `${Number(beijingDay().slice(0, 4)) + years}-03-01`;
const [BEFORE, ELECTED, ENDS] = [march(-5), march(-2), march(1)] as const;

test('P56 terms become a workbook, a line for each of the leadership, and are read back as they stand', async () => {
  const add = async (who: Caller, org: OrgKey, given: object = {}) => {
    const posts = [{ memberId: t.fixture.members[org]?.[0] ?? '', post: '书记', votes: 8 }];
    const form = {
      orgId: ORGS[org].id,
      electedOn: ELECTED,
      method: '党员大会选举',
      entitled: 10,
      present: 9,
      posts,
    };
    const made = await who.call(createTerm, { ...form, ...given } as never);
    expect(made.code, made.text).toBe(200);
    return made.data.id as string;
  };
  await add(committee, 'branchA11', { electedOn: BEFORE, remark: '补选\n两次，联系 13912345678' });
  const chief = { memberId: t.fixture.members.branchA11?.[0] ?? '', post: '书记', votes: 8 };
  const posts = [chief, { memberId: t.fixture.principals.branchWorker.memberId ?? '', post: '委员', votes: null }];
  await add(committee, 'branchA11', { posts });
  const binned = await add(committee, 'branchA12');
  await committee.call(removeTerm, { id: binned, deleteReason: '试' });
  await add(committee, 'branchA12', { posts: [] });
  await add(await t.as('siblingWorker'), 'branchA21');

  const now = await exported();
  expect(now[0]).toEqual([...HEAD.filter((head) => head !== '身份证号'), '任期', '下次换届']);
  const said = [ORGS.committeeA1.name, '第2届', ELECTED, '党员大会选举', '10', '9'];
  expect(now.slice(1, -1)).toEqual([
    [A11, ...said, '书记', '王小一', '8', '', '3年', ENDS],
    [A11, ...said, '委员', '支书', '', '', '3年', ENDS],
    [ORGS.branchA12.name, ...said.with(1, '第1届'), '', '', '', '', '3年', ENDS],
  ]);
  expect(now.at(-1)?.[0]).toMatch(/^导出人：魏员.*用途：换届汇总$/);
  expect((await exported({ phase: 'overdue' })).slice(1, -1)).toEqual([]);
  expect((await exported({ orgId: ORGS.branchA11.id, range: 'onlySelf' })).slice(1, -1)).toHaveLength(2);

  const every = await exported({ terms: 'every' });
  expect(every.slice(1, -1)).toHaveLength(4);
  const back = await send(await workbook(every));
  expect(await checked(back.data.id)).toMatchObject({ total: 4, ready: 0, same: 4, bad: 0, unknown: [] });

  const ask = (who: Caller, given: object = {}) =>
    who.call(exportTerms, { orgId: ORGS.branchA11.id, purpose: '试', ...given });
  expect((await ask(await t.as('siblingWorker'))).code).toBe(404);
  expect((await ask(await t.as('member'))).code).toBe(403);
  expect((await ask(committee, { purpose: '' })).data).toMatchObject({ fields: { purpose: expect.any(String) } });
  const file = await t.app.inject({
    method: 'POST',
    url: template.path,
    headers: { authorization: committee.token },
    payload: { kind: 'office' },
  });
  const [heads] = await collect(readTable(file.rawPayload));
  expect(heads?.map((head) => head.replace('*', ''))).toEqual(HEAD);
});
