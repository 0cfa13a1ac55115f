import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addQuestions,
  createLib,
  createQuestion,
  exportQuestions,
  listQuestions,
  type ReadRow,
  readSheet,
} from '#learning/exam/contract.bank.ts';
import { upload } from '#people/member/test/factory.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';

let t: TestApp;
let committee: Caller;
beforeAll(async () => {
  t = await startTestApp();
  committee = await t.as('committeeWorker');
});
afterAll(() => t.close());

const libOf = async (name: string): Promise<string> =>
  (await committee.call(createLib, { name, orgId: ORGS.committeeA1.id })).data.id;
const said = async (libId: string) =>
  (await committee.call(listQuestions, { libId, pageSize: 200 })).rows
    .map(({ kind, stem, rich, options, key, explanation, difficulty, labels }: ReadRow) => ({
      kind,
      stem,
      rich,
      options,
      key,
      explanation,
      difficulty,
      labels,
    }))
    .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));

test('a bank that is exported and imported is the same bank, whatever stands in it', async () => {
  const libId = await libOf('原题库');
  const common = { explanation: '', difficulty: 3, labels: ['党章', '二十大、精神'] };
  const all = [
    { kind: 1, stem: '下列正确的是（　）。', options: ['A. 甲 B. 乙', '（B）'], key: ['1'] },
    { kind: 1, stem: '下列正确的是（　）。', options: ['1/2', '一半或以上'], key: ['0'], explanation: '一\n二' },
    { kind: 2, stem: '1949年\n1. 甲\n2. 乙', options: ['=1+1', '"', '甲；乙'], key: ['0', '2'], difficulty: 5 },
    { kind: 3, stem: '3.14是圆周率（√）', key: ['0'] },
    { kind: 4, stem: '____占____', key: ['1/2|一半', '甲；乙'], rich: '<p><strong>____</strong>占____</p>' },
    { kind: 5, stem: '答什么？', key: ['1. 甲\n2. 乙\n答案：丙'] },
  ];
  for (const one of all) {
    const made = await committee.call(createQuestion, { ...common, ...one, libId });
    expect(made.code, made.text).toBe(200);
  }
  const file = await t.app.inject({
    method: 'POST',
    url: exportQuestions.path,
    headers: { authorization: committee.token },
    payload: { libId },
  });
  expect(file.statusCode).toBe(200);
  const other = await libOf('新题库');
  const { code, text, data } = await upload(
    t,
    committee,
    '题库.xlsx',
    file.rawPayload,
    { libId: other },
    readSheet.path,
  );
  expect(code, text).toBe(200);
  const read: ReadRow[] = data.questions;
  expect(read.map(({ faults, doubts, same }) => [faults, doubts, same])).toEqual(all.map(() => [[], [], '']));
  const added = await committee.call(addQuestions, {
    libId: other,
    questions: read.map(({ line: _line, faults: _faults, doubts: _doubts, same: _same, ...one }) => one),
  });
  expect(added.data, added.text).toEqual({ added: all.length, same: 0 });
  expect(await said(other)).toEqual(await said(libId));
});
