import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eraseRecycled, restoreRecycled } from '#kernel/system/contract.ts';
import { getExtra, memberRecords, RECORD_CALLS, updateExtra } from '#people/member/contract.records.ts';
import { memberTimeline } from '#people/member/contract.ts';
import { ORG_RECORD_CALLS } from '#people/org/contract.records.ts';
import { GOOD_ORG_RECORDS } from '#people/org/test/records.ts';
import { MOST_RECORD_FILES, type RecordCalls } from '#platform/records/records.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { encrypted } from './factory.ts';
import { GOOD_RECORDS } from './records.ts';

let t: TestApp;
let branch: Caller;
let committee: Caller;
let sibling: Caller;
let member: Caller;
/** The person behind the account of `member`. */
let self: string;
const family = RECORD_CALLS.family as RecordCalls;
const reward = ORG_RECORD_CALLS.reward as RecordCalls;
beforeAll(async () => {
  t = await startTestApp();
  branch = await t.as('branchWorker');
  committee = await t.as('committeeWorker');
  sibling = await t.as('siblingWorker');
  member = await t.as('member');
  self = t.fixture.principals.member.memberId ?? '';
});
afterAll(() => t.close());

async function picture(who: Caller, fileName = '证书.jpg'): Promise<string> {
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#999' } })
    .jpeg()
    .toBuffer();
  const { data } = await who.post('/api/sys/oss/upload/base64', { base64: bytes.toString('base64'), fileName });
  return data.id;
}
const read = (who: Caller, id: string) => who.get(`/api/common/download?fileName=${id}`);
const type = async (who: Caller, id: string) => (await read(who, id)).headers['content-type'];
const filesOf = async (id: string, calls = family) => (await branch.call(calls.get, { id })).data.files;
const add = async (files: string[]) => {
  const made = await branch.call(family.add, { memberId: self, ...GOOD_RECORDS.family, files });
  expect(made.code, made.text).toBe(200);
  return made.data.id as string;
};

test('a row has attachments in the order of its form; who reads the row reads them, nobody else', async () => {
  const [first, second] = [await picture(branch, '一.jpg'), await picture(branch, '二.jpg')];
  const id = await add([second, first]);
  expect(await filesOf(id)).toMatchObject([
    { id: second, name: '二.jpg', mime: 'image/jpeg' },
    { id: first, name: '一.jpg' },
  ]);
  const all = (await member.call(memberRecords, { id: self })).data.family as { id: string; files: unknown[] }[];
  expect(all.find((row) => row.id === id)?.files).toHaveLength(2);
  for (const who of [branch, committee, member]) expect(await type(who, first)).toBe('image/jpeg');
  expect((await read(sibling, first)).code).toBe(404);
  // A worker reads what belongs to the own record though it lies outside the scope of the work.
  const [home, twin] = await Promise.all([t.as('otherCountyWorker'), t.as('twinWorker')]);
  const own = t.fixture.principals.twinWorker.memberId ?? '';
  const paper = await picture(home, '三.jpg');
  expect((await home.call(family.add, { memberId: own, ...GOOD_RECORDS.family, files: [paper] })).code).toBe(200);
  expect(await type(twin, paper)).toBe('image/jpeg');
  expect((await read(branch, paper)).code).toBe(404);
  const [told] = (await branch.call(memberTimeline, { id: self })).rows;
  expect(told.changes).toContainEqual(
    expect.objectContaining({ label: '家庭成员：附件', before: '', after: '二.jpg、一.jpg' }),
  );

  // What a form does not name stays; what it leaves out is let go, and whoever saw an older state is told so.
  expect((await branch.call(family.edit, { id, version: 1, remark: '核对' })).data).toEqual({ version: 2 });
  expect(await filesOf(id)).toHaveLength(2);
  const answers = await Promise.all([
    branch.call(family.edit, { id, version: 2, files: [first] }),
    committee.call(family.edit, { id, version: 2, files: [second] }),
  ]);
  expect(answers.map(({ code }) => code).sort()).toEqual([200, 400]);
  expect(await filesOf(id)).toHaveLength(1);
});

test('files of others, of nobody and too many are refused at the field, and nothing is written', async () => {
  const id = await add([]);
  const foreign = await picture(sibling);
  const own = await picture(branch);
  const tell = async (files: string[]) =>
    (await branch.call(family.edit, { id, version: 1, files })).data?.fields?.files;
  expect(await tell([own, foreign])).toBe('附件不存在或已过期，请重新上传');
  expect(await tell(['0'.repeat(32)])).toBe('附件不存在或已过期，请重新上传');
  expect(await tell(['../../x'])).toBe('附件不正确，请重新上传');
  expect(await tell(Array.from({ length: MOST_RECORD_FILES + 1 }, () => own))).toBe(`附件最多${MOST_RECORD_FILES}个`);
  expect(await filesOf(id)).toEqual([]);
  expect((await sibling.call(family.edit, { id, version: 1, files: [foreign] })).code).toBe(404);
  expect((await member.call(family.edit, { id, version: 1, files: [] })).code).toBe(403);
});

test('attachments go into the bin with their row, come back with it, and are destroyed with it', async () => {
  const file = await picture(branch);
  const id = await add([file]);
  const remove = () => branch.call(family.remove, { id, deleteReason: '重复' });
  expect((await remove()).code).toBe(200);
  expect((await read(branch, file)).code).toBe(404);
  const back = await committee.call(restoreRecycled, { kind: 'memberRecord', id, reason: '删错了' });
  expect(back.code, back.text).toBe(200);
  expect(await filesOf(id)).toHaveLength(1);
  expect(await type(member, file)).toBe('image/jpeg');

  expect((await remove()).code).toBe(200);
  const admin = await t.as('admin');
  const erased = { kind: 'memberRecord', id, deleteReason: '试', password: await encrypted(t) };
  expect((await admin.call(eraseRecycled, erased)).code).toBe(200);
  const { rows } = await sql<{ name: string; gone: boolean; files: string[] }>`
    select f.name, f.expires_at <= now() as gone, r.files from stored_file f join sub_record r on r.id = ${id}
     where f.id = ${file}`.execute(t.db);
  expect(rows).toEqual([{ name: '已彻底删除', gone: true, files: [] }]);
});

test('a person who moves to another branch takes them along; rows of organisations and further facts have them too', async () => {
  const file = await picture(branch);
  await add([file]);
  const facts = await picture(branch, '说明.jpg');
  expect((await branch.call(updateExtra, { id: self, version: 0, files: [facts] })).data).toEqual({ version: 1 });
  expect((await member.call(getExtra, { id: self })).data.files).toMatchObject([{ name: '说明.jpg' }]);

  const orgId = ORGS.branchA11.id;
  const paper = await picture(branch);
  const made = await branch.call(reward.add, { orgId, ...GOOD_ORG_RECORDS.reward, files: [paper] });
  expect(await filesOf(made.data.id, reward)).toHaveLength(1);
  expect(await type(committee, paper)).toBe('image/jpeg');
  for (const who of [sibling, member]) expect((await read(who, paper)).code).toBe(404);

  const { id, code } = ORGS.branchA21;
  await sql`update member set org_id = ${id}, org_code = ${code} where id = ${self}`.execute(t.db);
  for (const one of [file, facts]) {
    expect(await type(sibling, one)).toBe('image/jpeg');
    expect((await read(branch, one)).code).toBe(404);
  }
});
