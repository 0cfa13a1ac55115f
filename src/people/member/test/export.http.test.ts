import { inflateRawSync } from 'node:zlib';
import { read, utils } from '@e965/xlsx';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cancelJob, downloadJobFile, getJob, listJobs, repeatJob } from '#kernel/job/contract.ts';
import { jobModule } from '#kernel/job/server/routes.ts';
import { memberRecords, orderRecords, RECORD_CALLS } from '#people/member/contract.records.ts';
import { revealMember } from '#people/member/contract.reveal.ts';
import { createMember, exportMembers, listMembers, memberTimeline } from '#people/member/contract.ts';
import { EXPORT_FIELDS, USUAL_COLUMNS } from '#people/member/rules/exportColumns.ts';
import { PERSON_FIELDS } from '#people/member/rules/fields.ts';
import { memberModule } from '#people/member/server/routes.ts';
import type { RecordCalls } from '#platform/records/records.ts';
import { readStored } from '#platform/server/files/files.ts';
import { startWorker, type Worker } from '#platform/server/jobs/jobs.ts';
import { readTable } from '#platform/server/spreadsheet/read.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS, testIdCard } from '../../../../test/support/fixture.ts';
import { collect, jobEnds, memberForm } from './factory.ts';
import { GOOD_RECORDS } from './records.ts';

let t: TestApp;
let committee: Caller;
let worker: Worker | undefined;
beforeAll(async () => {
  t = await startTestApp();
  committee = await t.as('committeeWorker');
  await committee.call(createMember, memberForm(351, 'branchA11', { name: '=SUM(A1)', remark: '@x' }));
});
afterAll(async () => {
  await worker?.stop();
  await t.close();
});

async function table(jobId: string): Promise<string[][]> {
  const row = await t.db.selectFrom('job').select('file_id').where('id', '=', jobId).executeTakeFirstOrThrow();
  return collect(readTable(Buffer.concat(await collect(readStored(t.services, row.file_id ?? '')))));
}

test('P56 PEER-12 the filtered list becomes a workbook with a watermark, for its owner alone', async () => {
  const { total } = await committee.call(listMembers, { pmType: '1' });
  const started = await committee.call(exportMembers, {
    pmType: '1',
    columns: ['name', 'idCardNo', 'orgName'],
    purpose: '年报核对',
  });
  const { jobId } = started.data;
  expect((await committee.call(getJob, { id: jobId })).data).toMatchObject({
    state: 'queued',
    can: { cancel: true, download: false },
  });
  worker = startWorker(t.services, [jobModule, memberModule]);
  const job = await jobEnds(committee, jobId);
  expect(job).toMatchObject({
    state: 'done',
    message: `已导出${total}人`,
    progress: total,
    can: { cancel: false, download: true },
  });

  const lines = await table(jobId);
  expect(lines[0]).toEqual(['姓名', '身份证号', '所在党支部']);
  expect(lines).toHaveLength(total + 2);
  expect(lines.at(-1)?.[0]).toMatch(
    /^导出人：魏员　甲县城关镇党委　20\d\d-\d\d-\d\d \d\d:\d\d　来源尾号 0\.1　导出编号 \w{4}-\w{4}　用途：年报核对$/,
  );
  expect(lines.map((line) => line[0])).toContain('=SUM(A1)');
  expect(JSON.stringify(lines)).not.toContain(testIdCard(351));

  const file = await committee.call(downloadJobFile, { id: jobId });
  expect(file.status).toBe(200);
  expect(file.headers['content-disposition']).toContain('attachment');
  const sibling = await t.as('siblingWorker');
  expect((await sibling.call(downloadJobFile, { id: jobId })).code).toBe(404);
  expect((await sibling.call(listJobs, {})).total).toBe(0);
  expect((await sibling.call(cancelJob, { id: jobId })).code).toBe(404);
  const notices = await sql<{ n: number }>`
    select count(*)::int as n from notice_recipient where account_id = ${t.fixture.principals.committeeWorker.accountId}`.execute(
    t.db,
  );
  expect(notices.rows[0]?.n).toBe(1);
});

test('P47 text that looks like a formula is a text cell with the quote prefix', async () => {
  const started = await committee.call(exportMembers, { keyWords: '=SUM(A1)', columns: ['name'], purpose: '试' });
  await jobEnds(committee, started.data.jobId);
  const row = await t.db
    .selectFrom('job')
    .select(['file_id', 'input'])
    .where('id', '=', started.data.jobId)
    .executeTakeFirstOrThrow();
  expect(JSON.stringify(row.input)).not.toContain('SUM');
  const bytes = Buffer.concat(await collect(readStored(t.services, row.file_id ?? '')));
  const at = bytes.indexOf('xl/worksheets/sheet1.xml');
  const xml = inflateRawSync(bytes.subarray(at + 'xl/worksheets/sheet1.xml'.length), { finishFlush: 2 }).toString();
  expect(xml).toContain('<c t="inlineStr" s="3"><is><t xml:space="preserve">=SUM(A1)</t></is></c>');
  expect(xml).not.toContain('<f>');
});

test('P56 a tab of the chosen people becomes a workbook as well: whose row it is, its fields in words, masked', async () => {
  const [mine = '', other = ''] = t.fixture.members.branchA11 ?? [];
  const add = (memberId: string, given: object) =>
    committee.call(RECORD_CALLS.family?.add as RecordCalls['add'], { memberId, ...GOOD_RECORDS.family, ...given });
  await add(mine, { name: '周云', remark: `身份证号${testIdCard(352)}` });
  await add(mine, { name: '周小云', relation: '2' });
  await add(other, { name: '林海', relation: '4' });
  const foreign = t.fixture.members.branchB11?.[0] ?? '';
  await sql`insert into sub_record (kind, member_id, title, fields)
    values ('family', ${foreign}, '外人', '{"name":"外人"}')`.execute(t.db);
  const made = (await committee.call(memberRecords, { id: mine })).data.family.map(({ id }: { id: string }) => id);
  const order = { ownerId: mine, kind: 'family', from: made, ids: made.toReversed() };
  expect((await committee.call(orderRecords, order)).code).toBe(200);
  const started = await committee.call(exportMembers, { content: 'family', purpose: '走访慰问' });
  const job = await jobEnds(committee, started.data.jobId);
  expect(job).toMatchObject({ state: 'done', title: '导出家庭成员', message: '已导出3条' });
  const lines = await table(started.data.jobId);
  const head = ['人员姓名', '身份证号', '所在党支部', '称谓', '姓名', '出生日期', '政治面貌', '工作单位及职务', '备注'];
  expect(lines[0]).toEqual(head);
  expect(lines.slice(1, -1).map((line) => line.slice(3, 5))).toEqual(
    expect.arrayContaining([
      ['配偶', '周云'],
      ['儿子', '周小云'],
      ['父亲', '林海'],
    ]),
  );
  // As somebody has ordered them, not by their age.
  expect(lines.map((line) => line[4]).filter((name) => name?.startsWith('周'))).toEqual(['周云', '周小云']);
  expect(lines.at(-1)?.[0]).toMatch(/^导出人：魏员.*用途：走访慰问$/);
  expect(JSON.stringify(lines)).not.toContain(testIdCard(352));
  expect(JSON.stringify(lines)).not.toContain('外人');
  expect((await committee.call(exportMembers, { content: 'nothing', purpose: '试' })).code).toBe(600);
});

test('every field may be chosen; who chooses none gets the usual fourteen; days and numbers are typed', async () => {
  await committee.call(
    createMember,
    memberForm(353, 'branchA12', { name: '尤全', remark: '电话18900019999，另有一事' }),
  );
  const sheetOf = async (columns: string[]) => {
    const started = await committee.call(exportMembers, { name: '尤全', columns, purpose: '试' });
    await jobEnds(committee, started.data.jobId);
    const row = await t.db
      .selectFrom('job')
      .select('file_id')
      .where('id', '=', started.data.jobId)
      .executeTakeFirstOrThrow();
    const book = read(Buffer.concat(await collect(readStored(t.services, row.file_id ?? ''))), { cellNF: true });
    const [head = [], line = []] = utils.sheet_to_json<unknown[]>(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, {
      header: 1,
      raw: true,
    });
    return Object.fromEntries(head.map((one, at) => [one, line[at] ?? '']));
  };
  expect(USUAL_COLUMNS).toHaveLength(14);
  const labels = (keys: readonly string[]) =>
    EXPORT_FIELDS.filter(({ key }) => keys.includes(key)).map(({ label }) => label);
  expect(new Set(Object.keys(await sheetOf([])))).toEqual(new Set(labels(USUAL_COLUMNS)));
  const all = await sheetOf(EXPORT_FIELDS.map(({ key }) => key));
  expect(Object.keys(all)).toEqual(EXPORT_FIELDS.map(({ label }) => label));
  expect(Object.keys(all)).toEqual(expect.arrayContaining(PERSON_FIELDS.map(({ label }) => label)));
  expect(all).toMatchObject({
    姓名: '尤全',
    出生日期: new Date('1980-05-17T00:00:00Z'),
    入党日期: new Date('2006-06-20T00:00:00Z'),
    年龄: expect.any(Number),
    党龄: expect.any(Number),
    完整度: expect.any(Number),
    失联党员: '否',
    手机号: '189****0353',
  });
  expect(all.备注).not.toContain('18900019999');
});

test('P53 full numbers are for whoever may see them: each person logged and counted as one of the day’s views, the file shut without the right', async () => {
  await sql`delete from rate_window`.execute(t.db);
  const ask = {
    keyWords: testIdCard(353),
    columns: ['name', 'idCardNo', 'phonenumber'],
    full: true,
    purpose: '上报县委',
  };
  const started = await committee.call(exportMembers, ask);
  expect(await jobEnds(committee, started.data.jobId)).toMatchObject({
    state: 'done',
    title: '导出党员名册（完整号码）',
    message: '已导出1人',
  });
  expect((await table(started.data.jobId))[1]).toEqual(['尤全', testIdCard(353), '18900010353']);
  const counted = await sql<{ hits: number }>`
    select hits from rate_window where bucket like ${`${revealMember.path}:%`}`.execute(t.db);
  expect(counted.rows).toEqual([{ hits: 1 }]);
  const { id } = (await committee.call(listMembers, { keyWords: testIdCard(353) })).rows[0];
  expect((await committee.call(memberTimeline, { id })).rows[0]).toMatchObject({
    action: '导出完整证件号和手机号',
    who: '魏员',
    reason: '导出：上报县委',
  });
  // Beyond the day's views nothing leaves, also by asking for the same once more.
  await sql`update rate_window set hits = 200 where bucket like ${`${revealMember.path}:%`}`.execute(t.db);
  const again = await committee.call(repeatJob, { id: started.data.jobId });
  expect(await jobEnds(committee, again.data.jobId)).toMatchObject({
    state: 'failed',
    message: '操作过于频繁，请稍后再试',
  });
  // Without the right neither a new one nor the file of the old one.
  await sql`delete from role_permission where permission_key = 'member:reveal'`.execute(t.db);
  expect((await committee.call(exportMembers, ask)).code).toBe(403);
  expect((await committee.call(downloadJobFile, { id: started.data.jobId })).code).not.toBe(200);
  expect((await committee.call(exportMembers, { ...ask, full: false })).code).toBe(200);
});

test('neither a foreign organisation, nor an unknown column, nor a role without the right', async () => {
  expect((await committee.call(exportMembers, { orgId: ORGS.branchB11.id, purpose: '试' })).code).toBe(404);
  expect((await committee.call(exportMembers, { columns: ['id_card_enc'], purpose: '试' })).code).toBe(600);
  expect((await committee.call(exportMembers, { purpose: '' })).code).toBe(600);
  expect((await (await t.as('member')).call(exportMembers, { purpose: '试' })).code).toBe(403);
});

test('P7 a job stops when its account loses the role, and when its user cancels it', async () => {
  await worker?.stop();
  const lost = await committee.call(exportMembers, { purpose: '试' });
  const cancelled = await committee.call(exportMembers, { purpose: '试' });
  expect((await committee.call(cancelJob, { id: cancelled.data.jobId })).code).toBe(200);
  expect((await committee.call(cancelJob, { id: cancelled.data.jobId })).code).toBe(400);
  const { grantId } = t.fixture.principals.committeeWorker;
  await sql`update account_role set revoked_at = now() where id = ${grantId}`.execute(t.db);
  worker = startWorker(t.services, [jobModule, memberModule]);
  const row = async (id: string) =>
    t.db.selectFrom('job').select(['state', 'message', 'file_id']).where('id', '=', id).executeTakeFirstOrThrow();
  await expect
    .poll(() => row(lost.data.jobId), { timeout: 300_000 })
    .toMatchObject({ state: 'failed', message: '发起人的权限已变化，任务已停止', file_id: null });
  expect(await row(cancelled.data.jobId)).toMatchObject({ state: 'cancelled' });
});
