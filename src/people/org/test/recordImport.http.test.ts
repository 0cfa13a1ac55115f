import * as XLSX from '@e965/xlsx';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { collect, faultsOf, upload, workbook } from '#people/member/test/factory.ts';
import { ORG_RECORD_IMPORT } from '#people/org/contract.recordImport.ts';
import { ALL_ORG_RECORDS, getExtension, ORG_RECORD_CALLS } from '#people/org/contract.records.ts';
import { orgTimeline } from '#people/org/contract.timeline.ts';
import type { RecordCalls } from '#platform/records/records.ts';
import { readTable } from '#platform/server/spreadsheet/read.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';

let t: TestApp;
let committee: Caller;
beforeAll(async () => {
  t = await startTestApp();
  committee = await t.as('committeeWorker');
});
afterAll(() => t.close());

const { template, badRows, check, write, undo, list, faultFile } = ORG_RECORD_IMPORT;
const HEAD = ['党组织名称*', '上级党组织', '奖惩类型*', '奖惩名称*', '批准日期*', '批准机关*', '文号'];
const ROW = [ORGS.branchA11.name, '', '表彰奖励', '先进基层党组织', '2021.7.1', '市委', '一号'];
const row = (given: Record<number, string> = {}) => ROW.map((text, index) => given[index] ?? text);
const reward = ORG_RECORD_CALLS.reward as RecordCalls;

const send = (bytes: Buffer, kind = 'reward', who = committee) =>
  upload(t, who, '奖惩.xlsx', bytes, { kind }, ORG_RECORD_IMPORT.upload.path);
const sent = async (lines: readonly (readonly string[])[], kind = 'reward', head = HEAD) => {
  const answer = await send(await workbook([head, ...lines]), kind);
  expect(answer.code, JSON.stringify(answer)).toBe(200);
  return answer.data.id as string;
};
const rowsOf = async (orgId: string = ORGS.branchA11.id) => (await committee.call(reward.list, { orgId })).rows;
const tableOf = async (method: 'GET' | 'POST', url: string, payload?: object) => {
  const headers = { authorization: committee.token };
  const file = await t.app.inject({ method, url, headers, ...(payload && { payload }) });
  expect(file.statusCode, file.payload.slice(0, 200)).toBe(200);
  return collect(readTable(file.rawPayload));
};
const clear = () => sql`delete from sub_record where org_id is not null`.execute(t.db);

test('good rows of several organisations are written once, bad ones come back with the reason at their column', async () => {
  const id = await sent([
    row(),
    row({ 0: ORGS.branchA12.name, 1: ORGS.committeeA1.name, 6: '二号' }),
    row({ 2: '口头表扬' }),
    row({ 0: ORGS.committeeA1.name, 1: '甲县委员会', 6: '三号' }),
  ]);
  const checked = (await committee.call(check, { id })).data;
  expect(checked).toMatchObject({ state: 'uploaded', kindName: '奖惩情况', total: 4, ready: 3, bad: 1, same: 0 });
  const reason = expect.stringMatching(/^奖惩类型：“口头表扬”不在选项里/);
  expect(await faultsOf(committee, ORG_RECORD_IMPORT, id)).toEqual([
    { rowNo: 4, name: ORGS.branchA11.name, reasons: [reason] },
  ]);
  expect(await rowsOf()).toHaveLength(0);
  expect((await committee.call(write, { id })).data).toEqual({ written: 3, bad: 1, same: 0 });
  expect(await rowsOf()).toMatchObject([{ documentNo: '一号', approvedOn: '2021-07-01', typeName: '表彰奖励' }]);
  expect(await rowsOf(ORGS.branchA12.id)).toMatchObject([{ documentNo: '二号' }]);
  expect(await rowsOf(ORGS.committeeA1.id)).toMatchObject([{ documentNo: '三号' }]);
  const told = await committee.call(orgTimeline, { orgId: ORGS.branchA12.id });
  expect(JSON.stringify(told.rows)).toContain('导入 奖惩.xlsx');

  // The same file again changes nothing; what was bad alone comes as a file to be fixed.
  const again = await sent([row(), row({ 2: '口头表扬' })]);
  expect((await committee.call(check, { id: again })).data).toMatchObject({ ready: 0, same: 1, bad: 1 });
  expect(await committee.call(write, { id: again })).toMatchObject({ code: 400, msg: '没有可以写入的行' });
  const lines = await tableOf('GET', `${faultFile.path}?id=${again}`);
  expect(lines.map((line) => line.at(-1))).toEqual(['原因', reason]);
  expect((await committee.call(list, {})).rows.map(({ state }: { state: string }) => state)).toEqual([
    'uploaded',
    'done',
  ]);
  await clear();
});

test.each([
  ['the neighbour’s organisation', { 0: ORGS.branchA21.name }, '党组织名称：您管理的范围内没有这个名称的党组织'],
  ['a deleted organisation', { 0: ORGS.deletedBranch.name }, '党组织名称：您管理的范围内没有这个名称的党组织'],
  ['no organisation', { 0: '' }, '党组织名称：请填写'],
  ['another superior', { 1: '某某党委' }, `上级党组织：该党组织的上级是“${ORGS.committeeA1.name}”`],
  ['a day after today', { 4: '2199-01-01' }, '批准日期：批准日期不能晚于今天'],
  ['a kind and a name that do not match', { 2: '问责处分' }, null],
])('a row with %s is not written and says why', async (_what, given, sentence) => {
  const id = await sent([row(given)]);
  const { data } = await committee.call(check, { id });
  expect(data).toMatchObject({ ready: 0, bad: 1 });
  const [fault] = await faultsOf(committee, ORG_RECORD_IMPORT, id);
  expect(fault?.reasons).toEqual([sentence ?? expect.stringMatching(/^奖惩(名称|类型)：/)]);
});

test('two organisations of one name are told apart by their superior', async () => {
  const { rows } = await sql<{ id: string }>`
    insert into organisation (code, parent_id, name, type, sort)
    values ('000100010001000100010001', ${ORGS.branchA11.id}, ${ORGS.branchA12.name}, 46, 1) returning id`.execute(
    t.db,
  );
  const twin = rows[0]?.id ?? '';
  const id = await sent([row({ 0: ORGS.branchA12.name }), row({ 0: ORGS.branchA12.name, 1: ORGS.branchA11.name })]);
  expect(await faultsOf(committee, ORG_RECORD_IMPORT, id)).toMatchObject([
    { rowNo: 2, reasons: [expect.stringMatching(/有2个同名的党组织/)] },
  ]);
  await committee.call(write, { id });
  expect([await rowsOf(twin), await rowsOf(ORGS.branchA12.id)].map((found) => found.length)).toEqual([1, 0]);
  await clear();
  await sql`delete from organisation where id = ${twin}`.execute(t.db);
});

test('each tab has a template; the one row of further facts is written once and not overwritten', async () => {
  for (const sort of ALL_ORG_RECORDS) {
    const [head = []] = await tableOf('POST', template.path, { kind: sort.kind });
    expect(head.slice(0, 2)).toEqual(['党组织名称*', '上级党组织']);
    expect(head).toHaveLength(2 + sort.fields.length);
  }
  const head = ['党组织名称', '曾用名', '活动场所面积'];
  const name = ORGS.branchA11.name;
  const id = await sent([[name, '老支部', '80'], [name, '别名', '90'], [name]], 'orgext', head);
  expect(await faultsOf(committee, ORG_RECORD_IMPORT, id)).toMatchObject([
    { rowNo: 3, reasons: ['党组织名称：已登记扩展信息，内容不同，请到档案里修改'] },
    { rowNo: 4, reasons: ['党组织名称：没有填写扩展信息的内容'] },
  ]);
  await committee.call(write, { id });
  const read = await committee.call(getExtension, { orgId: ORGS.branchA11.id });
  expect(read.data).toMatchObject({ formerName: '老支部', area: 80, version: 1 });
  await clear();
});

test('a formula is read as the value that it shows, and a text that looks like one stays a text', async () => {
  const sheet = XLSX.utils.aoa_to_sheet([HEAD, row({ 6: '=HYPERLINK("http://x","y")' })]);
  sheet.F2 = { t: 's', f: 'CONCATENATE("县","委")', v: '县委' };
  const book = XLSX.utils.book_new(sheet);
  const answer = await send(XLSX.write(book, { type: 'buffer', bookType: 'xlsx' }));
  expect((await committee.call(write, { id: answer.data.id })).data.written).toBe(1);
  expect(await rowsOf()).toMatchObject([{ approvedBy: '县委', documentNo: '=HYPERLINK("http://x","y")' }]);
  await clear();
});

test('ten who write the same sheet at once leave each row once; it is taken back but for what was changed since', async () => {
  const lines = [row(), row({ 6: '二号' })];
  const ids = await Promise.all(Array.from({ length: 5 }, () => sent(lines)));
  const answers = await Promise.all([...ids, ...ids].map((id) => committee.call(write, { id })));
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
  const [changed, ...rest] = await rowsOf();
  expect(rest).toHaveLength(1);
  await committee.call(reward.edit, { id: changed.id, version: 1, reason: '核对过' });
  const written = ids[answers.findIndex(({ code }) => code === 200) % ids.length] ?? '';
  expect((await committee.call(undo, { id: written })).data).toEqual({ removed: 1, kept: 1 });
  expect(await rowsOf()).toMatchObject([{ id: changed.id }]);
  expect((await committee.call(undo, { id: written })).code).toBe(400);
  await clear();
});

test('P3 a sheet is its account’s alone; without the right, and of no known tab, none is taken', async () => {
  const id = await sent([row()]);
  const sibling = await t.as('siblingWorker');
  for (const one of [check, badRows, write, undo, faultFile]) expect((await sibling.call(one, { id })).code).toBe(404);
  expect((await sibling.call(list, {})).total).toBe(0);
  const bytes = await workbook([HEAD, row()]);
  expect((await send(bytes, 'reward', await t.as('member'))).code).toBe(403);
  expect((await send(bytes, 'family')).data.fields).toEqual({ kind: '请选择导入的内容' });
  expect((await send(await workbook([HEAD.toSpliced(0, 1, '名'), row()]))).data.fields).toEqual({
    file: '缺少“党组织名称”列，请对照模板',
  });
});
