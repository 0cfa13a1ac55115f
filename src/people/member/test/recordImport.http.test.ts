import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eraseRecycled, restoreRecycled } from '#kernel/system/contract.ts';
import { RECORD_IMPORT } from '#people/member/contract.recordImport.ts';
import { ALL_RECORDS, RECORD_CALLS } from '#people/member/contract.records.ts';
import { createMember, memberTimeline } from '#people/member/contract.ts';
import { MOST_LINES } from '#platform/records/recordImport.ts';
import { MOST_RECORDS, type RecordCalls } from '#platform/records/records.ts';
import { readTable } from '#platform/server/spreadsheet/read.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { makeEncrypter } from '../../../../test/support/encrypt.ts';
import { ORGS, PASSWORD, testIdCard } from '../../../../test/support/fixture.ts';
import { collect, memberForm, upload, workbook } from './factory.ts';
import { GOOD_RECORDS } from './records.ts';

const {
  badRows,
  check: checkRecords,
  fix: fixRecords,
  list: listRecordImports,
  faultFile: recordFaultFile,
  template: recordTemplate,
  undo: undoRecords,
  upload: uploadRecords,
  write: writeRecords,
} = RECORD_IMPORT;
let t: TestApp;
let branch: Caller;
let sibling: Caller;
/** Somebody of the branch with the id card of `testIdCard(861)`, and somebody of the neighbouring branch (862). */
let somebody: string;
beforeAll(async () => {
  t = await startTestApp();
  branch = await t.as('branchWorker');
  sibling = await t.as('siblingWorker');
  const committee = await t.as('committeeWorker');
  somebody = (await committee.call(createMember, memberForm(861, 'branchA11', { name: '周 立' }))).data.id;
  await committee.call(createMember, memberForm(862, 'branchA12', { name: '罗兰' }));
});
afterAll(() => t.close());

const HEAD = ['人员姓名*', '身份证号*', '所在党支部', '称谓*', '姓名*', '出生日期', '政治面貌', '备注'];
const ROW = ['周立', testIdCard(861), '', '配偶', '周云', '1982-03-04', '中共党员', ''];
const row = (given: Record<number, string> = {}) => ROW.map((text, index) => given[index] ?? text);
const family = RECORD_CALLS.family as RecordCalls;

async function send(lines: readonly (readonly string[])[], kind = 'family', who = branch, head = HEAD) {
  return upload(t, who, '家庭.xlsx', await workbook([head, ...lines]), { kind }, uploadRecords.path);
}
const sent = async (lines: readonly (readonly string[])[], kind = 'family', who = branch, head = HEAD) => {
  const answer = await send(lines, kind, who, head);
  expect(answer.code, JSON.stringify(answer)).toBe(200);
  return answer.data.id as string;
};
const rowsOf = async (id = somebody) => (await branch.call(family.list, { memberId: id })).rows;
const tableOf = async (method: 'GET' | 'POST', url: string, payload?: object) => {
  const file = await t.app.inject({
    method,
    url,
    headers: { authorization: branch.token },
    ...(payload && { payload }),
  });
  expect(file.statusCode, file.payload.slice(0, 200)).toBe(200);
  return collect(readTable(file.rawPayload));
};
const clear = () => sql`delete from sub_record where member_id = ${somebody}`.execute(t.db);

test('a sheet is checked first and writes nothing; its good rows are written at a word, each into its history', async () => {
  const id = await sent([row(), row({ 4: '周小云', 3: '女儿', 5: '2010.5.6' }), row({ 3: '朋友' })]);
  const checked = (await branch.call(checkRecords, { id })).data;
  expect(checked).toMatchObject({
    state: 'uploaded',
    kindName: '家庭成员',
    total: 3,
    ready: 2,
    bad: 1,
    same: 0,
    written: 0,
  });
  expect((await branch.call(badRows, { id })).rows).toEqual([
    {
      rowNo: 4,
      cells: expect.objectContaining({ 'owner.name': '周立', relation: '朋友', name: '周云' }),
      errors: [
        {
          field: 'relation',
          text: expect.stringMatching(/^“朋友”不在选项里，可填配偶、儿子/),
          suggestions: expect.arrayContaining(['配偶', '儿子']),
        },
      ],
    },
  ]);
  expect(await rowsOf()).toHaveLength(0);
  expect((await branch.call(writeRecords, { id })).data).toEqual({ written: 2, bad: 1, same: 0 });
  const rows = await rowsOf();
  expect(rows).toHaveLength(2);
  expect(rows.find(({ name }: { name: string }) => name === '周小云')).toMatchObject({
    relationName: '女儿',
    birthDate: '2010-05-06',
    politicsName: '中共党员',
    version: 1,
  });
  const timeline = await branch.call(memberTimeline, { id: somebody, pageSize: 1 });
  expect(timeline.rows[0]).toMatchObject({ action: '导入档案分表', reason: '导入 家庭.xlsx' });
  expect(timeline.rows[0].changes.map(({ label }: { label: string }) => label)).toContain('家庭成员：姓名');
  expect((await branch.call(writeRecords, { id })).code).toBe(400);
  await clear();
});

test('nobody enters the own rewards: by a sheet, nor brings one back from the bin', async () => {
  const own = t.fixture.principals.branchWorker.memberId ?? '';
  // The person of the sheet is whoever sits there, for a moment.
  const account = t.fixture.principals.branchWorker.accountId;
  await sql`update account set member_id = ${somebody} where id = ${account}`.execute(t.db);
  const head = ['人员姓名*', '身份证号*', '奖惩类型*', '奖惩名称*', '批准日期*', '批准机关*'];
  const line = ['周立', testIdCard(861), '表彰奖励', '优秀共产党员', '2021-07-01', '县委'];
  const sheet = await sent([line], 'rewar', await t.as('branchWorker'), head);
  const me = await t.as('branchWorker');
  expect((await me.call(checkRecords, { id: sheet })).data).toMatchObject({ ready: 0, bad: 1 });
  expect((await me.call(badRows, { id: sheet })).rows[0].errors[0].text).toContain(
    '不能由本人办理自己的“导入奖惩情况”',
  );
  await sql`insert into sub_record (kind, member_id, title, fields, created_by, updated_by, deleted_at, deleted_by)
    values ('rewar', ${somebody}, '警告', '{"type": "2", "name": "22"}', '试', '试', now(), '试')`.execute(t.db);
  const { rows } = await sql<{ id: string }>`select id from sub_record where title = '警告'`.execute(t.db);
  const back = await me.call(restoreRecycled, { kind: 'memberRecord', reason: '误删', id: rows[0]?.id ?? '' });
  expect(back).toMatchObject({ code: 400, msg: expect.stringContaining('不能由本人办理自己的“恢复奖惩情况”') });
  await sql`update sub_record set deleted_at = now() - interval '60 days' where id = ${rows[0]?.id ?? '0'}`.execute(
    t.db,
  );
  const encrypt = await makeEncrypter(t);
  const gone = await me.call(eraseRecycled, {
    kind: 'memberRecord',
    id: rows[0]?.id ?? '',
    deleteReason: '试',
    password: encrypt(PASSWORD),
  });
  expect(gone.msg).toContain('不能由本人办理自己的“彻底删除奖惩情况”');
  await sql`update account set member_id = ${own} where id = ${account}`.execute(t.db);
  expect(
    (
      await (
        await t.as('branchWorker')
      ).call(restoreRecycled, { kind: 'memberRecord', reason: '误删', id: rows[0]?.id ?? '' })
    ).code,
  ).toBe(200);
  await clear();
});

test('the same sheet again, and a row twice in one sheet, write nothing twice', async () => {
  const first = await sent([row(), row()]);
  expect((await branch.call(writeRecords, { id: first })).data).toEqual({ written: 1, bad: 0, same: 1 });
  const again = await sent([row()]);
  expect((await branch.call(checkRecords, { id: again })).data).toMatchObject({ ready: 0, same: 1 });
  expect(await branch.call(writeRecords, { id: again })).toMatchObject({ code: 400, msg: '没有可以写入的行' });
  expect(await rowsOf()).toHaveLength(1);
  await clear();
});

test('ten who write the same sheet at once leave each row once', async () => {
  const id = await sent([row()]);
  const others = await Promise.all(Array.from({ length: 4 }, () => sent([row()])));
  const answers = await Promise.all(
    [id, id, id, id, id, id, ...others].map((one) => branch.call(writeRecords, { id: one })),
  );
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
  expect(await rowsOf()).toHaveLength(1);
  await clear();
});

test.each([
  ['an unknown id card', { 1: testIdCard(899) }, '身份证号：您管理的范围内没有这个身份证号的人员'],
  [
    'somebody of the neighbouring branch',
    { 0: '罗兰', 1: testIdCard(862) },
    '身份证号：您管理的范围内没有这个身份证号的人员',
  ],
  [
    'a wrong check character',
    { 1: `${testIdCard(861).slice(0, 17)}?` },
    '身份证号：身份证号只能是数字，最后一位可以是X',
  ],
  ['another name', { 0: '周丽' }, '人员姓名：与登记的“周 立”不一致'],
  ['another branch', { 2: '某某支部' }, `所在党支部：该人员登记在“${ORGS.branchA11.name}”`],
  ['nothing where something must be', { 4: '' }, '姓名：请输入姓名'],
  ['a day after today', { 5: '2199-01-01' }, '出生日期：出生日期不能晚于今天'],
  ['a day that is none', { 5: '2020-02-30' }, '出生日期：2020年2月没有30日'],
  ['a month alone', { 5: '2020-02' }, '出生日期：只有年月，请填到日'],
  ['a text that is too long', { 4: '长'.repeat(31) }, '姓名：姓名不能超过30个字'],
])('a row with %s is not written and says why', async (_what, given, sentence) => {
  const id = await sent([row(given)]);
  expect((await branch.call(checkRecords, { id })).data).toMatchObject({ ready: 0, bad: 1 });
  expect((await branch.call(writeRecords, { id })).code).toBe(400);
  const lines = await tableOf('GET', `${recordFaultFile.path}?id=${id}`);
  expect(lines[1]?.at(-1)).toBe(sentence);
});

describe('bad rows are fixed in the sheet', () => {
  const fix = (id: string, rowNo: number, cells: Record<string, string>) =>
    branch.call(fixRecords, { id, rows: [{ rowNo, cells }] });

  test('a fixed row is checked with all others and written at the word, not before', async () => {
    const id = await sent([row(), row({ 3: '朋友', 4: '周小云' }), row({ 3: '同学', 4: '周小二' })]);
    expect((await fix(id, 3, { relation: '女儿' })).data).toEqual({ good: 1, bad: 0, gone: 0 });
    expect((await fix(id, 4, { relation: '邻居' })).data).toEqual({ good: 0, bad: 1, gone: 0 });
    expect((await branch.call(checkRecords, { id })).data).toMatchObject({ ready: 2, bad: 1 });
    expect((await branch.call(badRows, { id })).rows).toMatchObject([{ rowNo: 4, cells: { relation: '邻居' } }]);
    expect(await rowsOf()).toHaveLength(0);
    expect((await branch.call(writeRecords, { id })).data).toEqual({ written: 2, bad: 1, same: 0 });
    expect((await rowsOf()).map(({ relationName }: { relationName: string }) => relationName).toSorted()).toEqual([
      '女儿',
      '配偶',
    ]);
    // What is fixed later comes by a second word, and what was written meanwhile changed is not written again.
    const [changed] = await rowsOf();
    await branch.call(family.edit, { id: changed.id, version: 1, remark: '核对过' });
    expect((await fix(id, 2, { name: '别人' })).data).toEqual({ good: 0, bad: 0, gone: 1 });
    expect((await fix(id, 4, { relation: '儿子' })).data).toEqual({ good: 1, bad: 0, gone: 0 });
    expect((await branch.call(checkRecords, { id })).data).toMatchObject({
      state: 'done',
      written: 2,
      ready: 1,
      bad: 0,
    });
    expect((await branch.call(writeRecords, { id })).data).toEqual({ written: 1, bad: 0, same: 0 });
    expect(await rowsOf()).toHaveLength(3);
    expect((await branch.call(undoRecords, { id })).data).toEqual({ removed: 2, kept: 1 });
    expect((await fix(id, 4, { relation: '女儿' })).code).toBe(400);
    await clear();
  });

  test('whose a row is can be fixed, within the own scope; what contradicts it is told at its column', async () => {
    const id = await sent([row({ 1: testIdCard(899) }), row({ 2: '某某支部' })]);
    expect((await fix(id, 2, { 'owner.idCardNo': testIdCard(862) })).data).toEqual({ good: 0, bad: 1, gone: 0 });
    const told = (await branch.call(badRows, { id })).rows;
    expect(told).toMatchObject([
      { rowNo: 2, errors: [{ field: 'owner.idCardNo', text: '您管理的范围内没有这个身份证号的人员' }] },
      { rowNo: 3, errors: [{ text: `该人员登记在“${ORGS.branchA11.name}”`, suggestions: [ORGS.branchA11.name] }] },
    ]);
    expect((await fix(id, 2, { 'owner.idCardNo': testIdCard(861) })).data).toEqual({ good: 1, bad: 0, gone: 0 });
    await clear();
  });

  test('once the sheet has expired, what was written stays and nothing is said to be fixed', async () => {
    const [waiting, written] = [await sent([row()]), await sent([row({ 4: '周小云' }), row({ 3: '朋友' })])];
    await branch.call(writeRecords, { id: written });
    await sql`update import_batch set file_id = null where id in (${waiting}, ${written})`.execute(t.db);
    const expired = { code: 400, msg: '导入的文件已过期，请重新上传' };
    expect(await branch.call(checkRecords, { id: waiting })).toMatchObject(expired);
    expect(await branch.call(writeRecords, { id: waiting })).toMatchObject(expired);
    expect((await branch.call(checkRecords, { id: written })).data).toMatchObject({
      kept: false,
      written: 1,
      bad: 1,
      ready: 0,
    });
    expect(await fix(written, 3, { relation: '女儿' })).toMatchObject(expired);
    expect((await branch.call(undoRecords, { id: written })).data).toEqual({ removed: 1, kept: 0 });
    await clear();
  });

  test('a row or a column that the sheet lacks is refused, and nothing is changed', async () => {
    const id = await sent([row({ 3: '朋友' })]);
    expect((await fix(id, 99, { relation: '配偶' })).code).toBe(404);
    expect((await fix(id, 2, { relation: '配偶', title: '甲' })).data.fields).toEqual({ rows: '表格里没有这一列' });
    expect((await fix(id, 2, { relation: '长'.repeat(3000) })).code).toBe(600);
    expect((await branch.call(badRows, { id })).rows).toMatchObject([{ cells: { relation: '朋友' } }]);
  });

  test('ten who save at once lose no row of another', async () => {
    const lines = Array.from({ length: 10 }, (_, n) => row({ 3: '朋友', 4: `亲属${n}` }));
    const id = await sent(lines);
    await Promise.all(lines.map((_, n) => fix(id, n + 2, { relation: '兄弟姐妹', remark: `第${n}` })));
    const left = (await branch.call(badRows, { id })).rows;
    expect(left.every(({ cells }: { cells: { remark: string } }) => cells.remark !== '')).toBe(true);
    expect((await branch.call(checkRecords, { id })).data.ready + left.length).toBe(10);
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from stored_file where kind = 'member.recordImport' and id = (select file_id from import_batch where id = ${id})
         and expires_at > now()`.execute(t.db);
    expect(rows[0]?.n).toBe(1);
  });
});

test('what is written is taken back as a whole, but for what was changed since; it waits in the bin', async () => {
  const id = await sent([row(), row({ 4: '周小云', 3: '女儿' })]);
  await branch.call(writeRecords, { id });
  const [changed, other] = await rowsOf();
  await branch.call(family.edit, { id: changed.id, version: 1, remark: '核对过' });
  expect((await branch.call(undoRecords, { id })).data).toEqual({ removed: 1, kept: 1 });
  expect((await rowsOf()).map((left: { id: string }) => left.id)).toEqual([changed.id]);
  expect((await branch.call(undoRecords, { id })).code).toBe(400);
  const back = await (await t.as('committeeWorker')).call(restoreRecycled, {
    kind: 'memberRecord',
    id: other.id,
    reason: '试',
  });
  expect(back.code).toBe(200);
  expect(await rowsOf()).toHaveLength(2);
  await clear();
});

describe('the sheet itself', () => {
  test.each(ALL_RECORDS.map(({ kind }) => kind))('has a template for %s', async (kind) => {
    const [head = []] = await tableOf('POST', recordTemplate.path, { kind });
    expect(head.slice(0, 3)).toEqual(['人员姓名*', '身份证号*', '所在党支部']);
    // A good row of the tab, in words, fills the template and is written.
    const good = GOOD_RECORDS[kind];
    if (!good) return;
    const made = await branch.call((RECORD_CALLS[kind] as RecordCalls).add, { memberId: somebody, ...good });
    const shown = (await branch.call((RECORD_CALLS[kind] as RecordCalls).get, { id: made.data.id })).data;
    await clear();
    const sort = ALL_RECORDS.find((one) => one.kind === kind);
    const cells = head.slice(3).map((text) => {
      const field = sort?.fields.find((one) => one.label === text.replace('*', ''));
      return String((field?.kind === 'choice' ? shown[`${field.name}Name`] : shown[field?.name ?? '']) ?? '');
    });
    const id = await sent([['周立', testIdCard(861), '', ...cells]], kind, branch, head);
    const checked = (await branch.call(checkRecords, { id })).data;
    expect(checked, JSON.stringify(checked)).toMatchObject({ ready: 1, bad: 0 });
    await branch.call(writeRecords, { id });
    const list = await branch.call((RECORD_CALLS[kind] as RecordCalls).list, { memberId: somebody });
    expect(list.rows).toHaveLength(1);
    expect(list.rows[0]).toMatchObject(good);
    await clear();
  });

  test('without a needed column, with nothing below the head, too long, or for no tab is refused', async () => {
    const refused = async (...of: Parameters<typeof send>) => (await send(...of)).data.fields;
    expect(await refused([row()], 'family', branch, HEAD.toSpliced(3, 1, '不明'))).toEqual({
      file: '缺少“称谓”列，请对照模板',
    });
    expect(await refused([])).toEqual({ file: '表头下面没有数据' });
    expect(await refused([row()], 'nothing')).toEqual({ kind: '请选择导入的内容' });
    const many = Array.from({ length: MOST_LINES + 1 }, () => row());
    expect(await refused(many)).toEqual({ file: `一次最多导入${MOST_LINES}行，请分成几个表格` });
  });

  test('names the columns that it does not know', async () => {
    const id = await sent([[...ROW, '甲']], 'family', branch, [...HEAD, '星座']);
    expect((await branch.call(checkRecords, { id })).data).toMatchObject({ unknown: ['星座'], ready: 1 });
  });

  test('of as many rows as may come is written within one act', async () => {
    const people = await sql<{ n: number }>`select count(*)::int as n from sub_record`.execute(t.db);
    const lines = Array.from({ length: MOST_RECORDS + 1 }, (_, n) => row({ 4: `亲属${n}` }));
    const id = await sent(lines);
    expect((await branch.call(writeRecords, { id })).data).toEqual({ written: MOST_RECORDS, bad: 1, same: 0 });
    const after = await sql<{ n: number }>`select count(*)::int as n from sub_record`.execute(t.db);
    expect((after.rows[0]?.n ?? 0) - (people.rows[0]?.n ?? 0)).toBe(MOST_RECORDS);
    await clear();
  });
});

test('P3 another account reads, writes and takes back nothing of a sheet; a role without the right uploads none', async () => {
  const id = await sent([row()]);
  for (const call of [checkRecords, badRows, writeRecords, undoRecords, recordFaultFile]) {
    expect((await sibling.call(call, { id })).code).toBe(404);
  }
  const rows = [{ rowNo: 2, cells: { name: '别人' } }];
  expect((await sibling.call(fixRecords, { id, rows })).code).toBe(404);
  expect((await sibling.call(listRecordImports, {})).total).toBe(0);
  expect((await send([row()], 'family', await t.as('member'))).code).toBe(403);
});

test('P54 no table and no file holds an id card of a sheet in the clear', async () => {
  const id = await sent([row({ 7: '备注' })]);
  await branch.call(writeRecords, { id });
  const { rows } = await sql<{ dump: string }>`
    select string_agg(b::text, '') || (select coalesce(string_agg(r::text, ''), '') from sub_record r)
      || (select coalesce(string_agg(a::text, ''), '') from audit_log a) as dump from import_batch b`.execute(t.db);
  expect(rows[0]?.dump).not.toContain(testIdCard(861));
  await clear();
});
