import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fetchBytes } from '#kernel/files/test/factory.ts';
import { printMembers, printMembersFull } from '#people/member/contract.print.ts';
import { revealMember } from '#people/member/contract.reveal.ts';
import { createMember, getMember, memberTimeline } from '#people/member/contract.ts';
import { collectSheet, registerSheet } from '#people/member/server/service/print.ts';
import { wholeScope } from '#platform/server/database/scope.ts';
import { exportsOf } from '#platform/server/export/exportMark.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { testIdCard } from '../../../../test/support/fixture.ts';
import { pdfPages } from '../../../../test/support/pdfText.ts';
import { memberForm } from './factory.ts';

let t: TestApp;
let branch: Caller;
let ids: string[];
let elsewhere: string;
beforeAll(async () => {
  t = await startTestApp();
  branch = await t.as('branchWorker');
  const committee = await t.as('committeeWorker');
  const add = async (number: number, org: 'branchA11' | 'branchA12') =>
    (await committee.call(createMember, memberForm(number, org))).data.id as string;
  ids = [await add(701, 'branchA11'), await add(702, 'branchA11')];
  elsewhere = await add(703, 'branchA12');
});
afterAll(() => t.close());

const ask = { form: 'collect', reason: '上报县委组织部' } as const;
const marks = async () =>
  (await sql<{ n: number }>`select count(*)::int as n from export_mark`.execute(t.db)).rows[0]?.n;

/** The bytes of a paper, as the page reads them. */
const bytesOf = async (caller: Caller, fileId: string) =>
  (await fetchBytes(t, caller, `/api/common/download?fileName=${fileId}`)).bytes;

test('P55 P56 full numbers of several are printed, each with the reason in the own history and one number on all', async () => {
  const { data, code, text } = await branch.call(printMembersFull, { ids, ...ask }, { ip: '10.7.3.27' });
  expect(code, text).toBe(200);
  expect(data).toEqual({ fileId: expect.any(String), name: '党员信息采集表 2人.pdf', pages: 2, missing: [] });
  // The numbers are on the paper alone, each on its own sheet, with the mark at the foot of every one.
  expect(text).not.toContain(testIdCard(701));
  const pages = pdfPages(await bytesOf(branch, data.fileId));
  for (const [page, number] of [
    [0, 701],
    [1, 702],
  ] as const) {
    expect(pages[page]?.text).toContain(testIdCard(number));
    expect(pages[page]?.text).toContain(`1890001${String(number).padStart(4, '0')}`);
    expect(pages[page]?.text).toMatch(/导出人：支书.*来源尾号 3\.27.*导出编号 .*用途：上报县委组织部/);
  }
  const [, printed = ''] = /导出编号 (\S{4}-\S{4})/.exec(pages[0]?.text ?? '') ?? [];
  const { rows } = await sql<{
    code: string;
  }>`select code from export_mark where code = ${printed.replace('-', '')}`.execute(t.db);
  expect(await exportsOf(t.db, wholeScope, [rows[0]?.code ?? ''])).toMatchObject([
    { account_name: '支书', title: '打印党员信息采集表', purpose: '上报县委组织部', ip: '10.7.3.27' },
  ]);
  for (const id of ids) {
    expect((await branch.call(memberTimeline, { id })).rows[0]).toMatchObject({
      action: '打印完整证件号和手机号',
      who: '支书',
      reason: '打印党员信息采集表：上报县委组织部',
    });
  }
});

test('a paper is a PDF that whoever printed it reads, and nobody else', async () => {
  const { result } = await branch.call(printMembers, { ids, form: 'register' });
  expect(result).toMatchObject({ name: '党员登记表 2人.pdf', pages: 2, missing: [] });
  const [sheet, ...others] = pdfPages(await bytesOf(branch, result.fileId));
  expect(others).toHaveLength(1);
  expect(sheet).toMatchObject({ width: expect.closeTo(595.28, 1), height: expect.closeTo(841.89, 1) });
  expect(sheet?.text).toContain('党员登记表');
  expect(sheet?.text).toMatch(/\d{3}\*{6,}\w{4}/);
  expect(sheet?.text).not.toContain(testIdCard(701));
  expect(sheet?.text).toMatch(/导出编号 \w{4}-\w{4}/);
  for (const who of ['committeeWorker', 'siblingWorker', 'member'] as const) {
    const answer = await (await t.as(who)).get('/api/common/download', { fileName: result.fileId });
    expect(answer.code, who).toBe(404);
  }
  expect((await branch.call(printMembers, { ids: [...ids, elsewhere], form: 'register' })).code).toBe(404);
  expect((await (await t.as('siblingWorker')).call(printMembers, { ids, form: 'register' })).code).toBe(404);
});

test('the sheets say what the record says; whoever may not see numbers prints masks', async () => {
  const person = (await branch.call(getMember, { id: ids[0] ?? '' })).result;
  const { pairs, lines } = registerSheet({
    ...person,
    remark: '备注一',
    orgPath: [
      { id: '1', name: '甲' },
      { id: '2', name: '乙' },
    ],
  });
  expect(pairs[0]).toEqual(['姓名', person.name, '性别', person.genderName]);
  expect(pairs.flat()).toContain(person.idCardNo);
  expect(person.idCardNo).toMatch(/\*{4,}/);
  expect(lines).toContainEqual(['所在党组织', '甲 > 乙']);
  expect(lines).toContainEqual(['备注', '备注一']);
  expect(collectSheet({ ...person, personCategory: 4, membershipStatusName: '正常' }, '深圳')).toMatchObject({
    place: '深圳',
    pairs: expect.arrayContaining([['手机号码', person.phonenumber, '党籍状态', '']]),
  });
});

test('a character that the font lacks is named', async () => {
  const committee = await t.as('committeeWorker');
  const rare = (await committee.call(createMember, { ...memberForm(709, 'branchA11'), name: '王\u{3106c}' })).result.id;
  expect((await branch.call(printMembers, { ids: [rare], form: 'collect' })).result.missing).toEqual(['\u{3106c}']);
});

test('one who is elsewhere, nobody, too many or no reason refuses the whole call and leaves no number', async () => {
  const before = await marks();
  expect((await branch.call(printMembersFull, { ids: [...ids, elsewhere], ...ask })).code).toBe(404);
  expect((await branch.call(printMembersFull, { ids: [], ...ask })).code).toBe(600);
  expect((await branch.call(printMembersFull, { ids, ...ask, reason: ' ' })).data.fields).toEqual({
    reason: '请输入打印用途',
  });
  const many = Array.from({ length: 51 }, (_, n) => String(n + 1));
  expect((await branch.call(printMembersFull, { ids: many, ...ask })).data.fields.ids).toBe('一次最多50人');
  expect((await (await t.as('member')).call(printMembersFull, { ids, ...ask })).code).toBe(403);
  expect((await (await t.as('siblingWorker')).call(printMembersFull, { ids, ...ask })).code).toBe(404);
  expect(await marks()).toBe(before);
});

test('P53 every person of a print run counts as one of the day’s views', async () => {
  const worker = await t.as('committeeWorker');
  await sql`delete from rate_window`.execute(t.db);
  expect((await worker.call(printMembersFull, { ids, ...ask })).code).toBe(200);
  await sql`update rate_window set hits = 198 where bucket like ${`${revealMember.path}:%`} and hits = 2`.execute(t.db);
  expect((await worker.call(printMembersFull, { ids, ...ask })).code).toBe(200);
  const before = await marks();
  expect((await worker.call(printMembersFull, { ids: ids.slice(1), ...ask })).status).toBe(429);
  expect((await worker.call(revealMember, { id: ids[0] ?? '', field: 'idCardNo', reason: '核对' })).status).toBe(429);
  expect(await marks()).toBe(before);
});
