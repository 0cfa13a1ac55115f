import { afterAll, beforeAll, expect, test } from 'vitest';
import { jobModule } from '#kernel/job/server/routes.ts';
import {
  fixImportRows,
  importGroups,
  importRows,
  skipImportRows,
  startImport,
} from '#people/member/contract.import.ts';
import { createMember } from '#people/member/contract.ts';
import { memberModule } from '#people/member/server/routes.ts';
import { startWorker, type Worker } from '#platform/server/jobs/jobs.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS, testIdCard } from '../../../../test/support/fixture.ts';
import { jobEnds, memberForm, upload, workbook } from './factory.ts';

let t: TestApp;
let worker: Worker;
let caller: Caller;
beforeAll(async () => {
  t = await startTestApp();
  worker = startWorker(t.services, [jobModule, memberModule]);
  caller = await t.as('siblingWorker');
});
afterAll(async () => {
  await worker.stop();
  await t.close();
});

const PHONE = '13955550001';
const HEAD = ['姓名', '身份证号', '人员类别', '手机号', '所在党支部'];

async function imported(name: string, lines: string[][]) {
  const batch = (await upload(t, caller, name, await workbook([HEAD, ...lines]))).data;
  const mapping = batch.mapping.map(({ head, field }: { head: string; field: string }) => ({ head, field }));
  await jobEnds(caller, (await caller.call(startImport, { id: batch.id, mapping })).data.jobId);
  return batch.id as string;
}
/** All of one birthday, as the id cards of the tests are. */
const line = (n: number, name: string, phone: string) => [
  name,
  testIdCard(n),
  '入党申请人',
  phone,
  ORGS.branchA21.name,
];
const asks = (rowNo: number, who: string) => ({
  rowNo,
  errors: [
    {
      field: 'isAnother',
      code: 'alike',
      text: `与${who}同名、同出生日期、同手机号，是另一人吗？重复的请跳过`,
      suggestions: ['另一人'],
    },
  ],
});

test('a sheet asks about a second person of one name, birthday and phone, row by row; the worker’s answer is enough', async () => {
  const made = await caller.call(createMember, memberForm(470, 'branchA21', { name: '卫同', phonenumber: PHONE }));
  expect(made.code, made.text).toBe(200);
  const id = await imported('名册.xlsx', [
    line(471, '卫同', PHONE),
    line(472, '卫异', PHONE),
    line(473, '卫同', '13955550002'),
    // Two of the sheet that are like each other: the first is written.
    line(474, '卫双', '13955550003'),
    line(475, '卫双', '13955550003'),
  ]);
  const rows = async () => (await caller.call(importRows, { id, pageNum: 1, pageSize: 20 })).rows;
  expect(await rows()).toMatchObject([asks(2, `${ORGS.branchA21.name}已登记的人员`), asks(6, '第5行')]);
  expect((await caller.call(importGroups, { id })).result).toMatchObject([
    { code: 'alike', label: '可能是同一人', count: 2, fix: null },
  ]);
  const fix = (rowNo: number, isAnother: string) =>
    caller.call(fixImportRows, { id, rows: [{ rowNo, cells: { isAnother } }] });
  expect((await fix(2, '不知道')).result).toEqual({ written: 0, bad: 1, gone: 0 });
  expect((await caller.get('/api/orgMeber/imports/errorFile', { id })).status).toBe(200);
  expect((await fix(2, '另一人')).result).toEqual({ written: 1, bad: 0, gone: 0 });
  expect((await caller.call(skipImportRows, { id, rowNos: [6] })).code).toBe(200);
  expect(await rows()).toEqual([]);
});

test('nobody beyond the scope is told of, and a sheet’s column cannot answer beforehand', async () => {
  const elsewhere = await t.as('branchWorker');
  const made = await elsewhere.call(createMember, memberForm(476, 'branchA11', { name: '卫远', phonenumber: PHONE }));
  expect(made.code, made.text).toBe(200);
  const id = await imported('外地.xlsx', [line(477, '卫远', PHONE)]);
  expect((await caller.call(importRows, { id, pageNum: 1, pageSize: 20 })).rows).toEqual([]);
  const batch = (
    await upload(
      t,
      caller,
      '答.xlsx',
      await workbook([
        [...HEAD, '是否另一人'],
        [...line(478, '卫同', PHONE), '另一人'],
      ]),
    )
  ).data;
  expect(batch.mapping.at(-1)).toMatchObject({ head: '是否另一人', field: null });
});
