import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { form, send } from '#kernel/files/test/factory.ts';
import { workbook } from '#people/member/test/factory.ts';
import { DEVELOPMENT_IMPORT } from '#procedures/recruitment/contract.imports.ts';
import { readDevelopmentLine, readHeads, readStepNo } from '#procedures/recruitment/rules/sheets.ts';

import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { testIdCard } from '../../../../test/support/fixture.ts';
import { applicant, read, submit } from './factory.ts';

let t: TestApp;
let branch: Caller;
let sibling: Caller;
/** A 发展对象, whose file begins at step 9: the steps before are 补录. */
let fileId: string;
let memberId: string;
const CARD = testIdCard(171, '2001-04-16');
beforeAll(async () => {
  t = await startTestApp();
  branch = await t.as('branchWorker');
  sibling = await t.as('siblingWorker');
  ({ fileId, memberId } = await applicant(branch, 171, { personCategory: 3 }));
});
afterAll(() => t.close());

const HEADS = {
  step: ['人员姓名', '身份证号', '步骤', '日期', '审批日期', '说明'],
  training: ['人员姓名', '身份证号', '培训结束日期', '培训天数', '培训学时'],
  note: ['人员姓名', '身份证号', '类别', '日期', '情况'],
};
async function bring(who: Caller, kind: keyof typeof HEADS, lines: string[][]) {
  const bytes = await workbook([HEADS[kind], ...lines.map((line) => ['陈雨桐', CARD, ...line])]);
  const sent = await send(t, who, '/api/fzdy/imports/upload', form('台账.xlsx', bytes, { kind }));
  expect(sent.code, sent.text).toBe(200);
  const { id } = sent.data;
  const bad = (await who.call(DEVELOPMENT_IMPORT.badRows, { id, pageNum: 1, pageSize: 50 })).rows ?? [];
  const faults = bad.map((row: { rowNo: number; errors: { text: string }[] }) => [
    row.rowNo,
    row.errors.map(({ text }) => text).join('；'),
  ]);
  return { id, faults: Object.fromEntries(faults) as Record<number, string> };
}

test('steps that lie before are filled in with their days; what cannot be is told at its line', async () => {
  const { id, faults } = await bring(branch, 'step', [
    ['1', '2023.3.5', '', ''],
    ['第3步', '2023-06-18', '', '推优'],
    ['8', '2024-07-01', '2024-07-10', ''],
    ['3', '2023-06-19', '', ''],
    ['9', '2024-07-20', '', ''],
    ['26', '2024-07-20', '', ''],
    ['2', '2999-01-01', '', ''],
    ['4', '2023-06-30', '2023-07-01', ''],
  ]);
  expect(faults).toEqual({
    5: expect.stringContaining('已登记为 2023-06-18'),
    6: expect.stringContaining('只能补录到第8步'),
    7: expect.stringContaining('没有这一步'),
    8: '不能晚于今天',
    9: expect.stringContaining('不须上级审批'),
  });
  expect((await branch.call(DEVELOPMENT_IMPORT.write, { id })).data).toEqual({ written: 3, bad: 5, same: 0 });
  const { steps, appliedOn } = await read(branch, fileId);
  expect(appliedOn).toBe('2023-03-05');
  expect([1, 3, 8].map((no) => [steps[no - 1]?.state, steps[no - 1]?.handledOn])).toEqual([
    ['done', '2023-03-05'],
    ['done', '2023-06-18'],
    ['done', '2024-07-01'],
  ]);
  expect(steps[7]?.decidedOn).toBe('2024-07-10');

  // The same sheet again writes nothing twice.
  const again = await bring(branch, 'step', [['1', '2023-03-05', '', '']]);
  expect((await branch.call(DEVELOPMENT_IMPORT.check, { id: again.id })).data).toMatchObject({ ready: 0, same: 1 });

  // What was written by hand meanwhile stays when the sheet is taken back.
  const byHand = await bring(branch, 'step', [['2', '2023-03-28', '', '']]);
  await branch.call(DEVELOPMENT_IMPORT.write, { id: byHand.id });
  await sql`update development_step set batch_id = null where file_id = ${fileId} and no = 3`.execute(t.db);
  expect((await branch.call(DEVELOPMENT_IMPORT.undo, { id })).data).toEqual({ removed: 2, kept: 1 });
  const left = (await read(branch, fileId)).steps;
  expect([1, 2, 3, 8].map((no) => left[no - 1]?.state)).toEqual(['ready', 'done', 'done', 'ready']);
  expect((await submit(branch, fileId, 1, { handledOn: '2023-03-05' })).code).toBe(200);
});

test('inspections come with their days, once each, and are taken back', async () => {
  const { id, faults } = await bring(branch, 'note', [
    ['考察', '2023-12-10', '表现良好'],
    ['', '2024-06-10', '表现良好'],
    ['思想汇报', '2023-09-30', '汇报学习'],
    ['谈心', '2023-09-30', '汇报学习'],
    ['考察', '2023-12-10', '另一句话'],
  ]);
  expect(faults).toEqual({ 5: '应为考察或思想汇报', 6: expect.stringContaining('已登记了考察') });
  expect((await branch.call(DEVELOPMENT_IMPORT.write, { id })).data).toMatchObject({ written: 3 });
  expect(
    (await read(branch, fileId)).notes.map(({ kind, day }: { kind: string; day: string }) => `${kind} ${day}`),
  ).toEqual(['thought 2023-09-30', 'inspection 2023-12-10', 'inspection 2024-06-10']);
  expect((await branch.call(DEVELOPMENT_IMPORT.undo, { id })).data).toEqual({ removed: 3, kept: 0 });
  expect((await read(branch, fileId)).notes).toEqual([]);
});

test('a training is past alone, and people out of scope or without a running file are told', async () => {
  const { faults } = await bring(branch, 'training', [
    ['2024-08-21', '3', '24'],
    ['2024-08-21', '0', '24'],
  ]);
  expect(faults[2]).toContain('只能补录到第8步');
  expect(faults[3]).toContain('应为1至60的整数');
  expect((await bring(sibling, 'training', [['2024-08-21', '3', '24']])).faults[2]).toContain('管理的范围内没有');
  await sql`update development_file set paper_until = 12, step = 13 where id = ${fileId}`.execute(t.db);
  await sql`update development_step set state = 'ready' where file_id = ${fileId} and no between 9 and 13`.execute(
    t.db,
  );
  const good = await bring(branch, 'training', [['2024-08-21', '3', '24']]);
  expect(good.faults).toEqual({});
  expect((await branch.call(DEVELOPMENT_IMPORT.write, { id: good.id })).data).toMatchObject({ written: 1 });
  const step = (await read(branch, fileId)).steps[10];
  expect(step).toMatchObject({ state: 'done', handledOn: '2024-08-21' });
  expect(step?.facts).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ name: 'days', value: '3' }),
      expect.objectContaining({ name: 'hours', value: '24' }),
    ]),
  );
  await sql`update development_file set ended_on = current_date, ending = 'stopped' where id = ${fileId}`.execute(t.db);
  expect((await bring(branch, 'training', [['2024-08-21', '3', '24']])).faults[2]).toContain('没有正在进行的发展档案');
  expect(memberId).not.toBe('');
});

test('a step is named by number or title', () => {
  expect(['3', '第3步', '3 任意', '第12步', '递交入党申请书', '0', '26', '3a3', '', '不存在'].map(readStepNo)).toEqual([
    3, 3, 3, 12, 1, 0, 0, 3, 0, 0,
  ]);
  const columns = readHeads('note', ['姓名', '身份证号', '日期', '情况*']);
  expect(columns.map(({ field }) => field)).toEqual(['name', 'idCardNo', 'day', 'content']);
  const line = readDevelopmentLine('note', columns, ['张三', CARD, '2024年6月', ''], '2026-01-01');
  expect(line.faults.map(({ label }) => label).sort()).toEqual(['情况', '日期']);
});
