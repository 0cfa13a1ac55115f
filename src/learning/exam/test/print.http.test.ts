import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fetchBytes } from '#kernel/files/test/factory.ts';
import { addQuestions, createLib } from '#learning/exam/contract.bank.ts';
import { createExam, publishExam } from '#learning/exam/contract.exam.ts';
import { createPaper } from '#learning/exam/contract.paper.ts';
import { printExam, printPaper } from '#learning/exam/contract.print.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { pdfPages } from '../../../../test/support/pdfText.ts';

let t: TestApp;
let committee: Caller;
let twin: Caller;
let libId = '';

beforeAll(async () => {
  t = await startTestApp();
  [committee, twin] = await Promise.all([t.as('committeeWorker'), t.as('twinWorker')] as const);
  libId = (await committee.call(createLib, { name: '打印的题库', orgId: ORGS.committeeA1.id })).data.id;
  // Twelve questions of which two alone are hard, so that a draw that lets others take them comes out short.
  const questions = Array.from({ length: 12 }, (_, at) => ({
    kind: 1,
    stem: `第${at + 1}道题干（　）。`,
    options: ['甲项', '乙项'],
    key: [String(at % 2)],
    explanation: at === 0 ? '这是解析' : '',
    difficulty: at < 2 ? 5 : 2,
    labels: [],
  }));
  expect((await committee.call(addQuestions, { libId, questions })).data.added).toBe(12);
});
afterAll(() => t.close());

const rules = () => [
  { libId, kind: 1, difficulty: null, amount: 10, score: 4 },
  { libId, kind: 1, difficulty: 5, amount: 2, score: 8 },
];
const drawn = async (name: string): Promise<string> => {
  const made = await committee.call(createPaper, {
    orgId: ORGS.committeeA1.id,
    name,
    type: 1,
    rules: rules(),
  } as never);
  expect(made.code, made.text).toBe(200);
  return made.data.id;
};
async function pagesOf(answer: { code: number; text: string; data: { fileId: string } }) {
  expect(answer.code, answer.text).toBe(200);
  return pdfPages((await fetchBytes(t, committee, `/api/common/download?fileName=${answer.data.fileId}`)).bytes);
}
const stems = (text: string) => [...text.matchAll(/(\d+)．(第\d+道题干)/g)].map(([, n, stem]) => `${n}${stem}`);

test('a paper is printed with its seal line, its sheet has boxes and no question, its key the answers of the same set', async () => {
  const id = await drawn('打印的卷');
  const print = (part: 'paper' | 'sheet' | 'key', set: number, size: 'A4' | 'A3' = 'A4') =>
    committee.call(printPaper, { id, part, size, set });
  const paper = (await pagesOf(await print('paper', 1))).map(({ text }) => text).join('');
  expect(paper).toContain('打印的卷（A卷）');
  expect(paper).toContain('密封线');
  expect(paper).not.toContain('解析');
  expect(stems(paper)).toHaveLength(12);
  expect(stems((await pagesOf(await print('paper', 1))).map(({ text }) => text).join(''))).toEqual(stems(paper));
  expect(stems((await pagesOf(await print('paper', 2))).map(({ text }) => text).join(''))).not.toEqual(stems(paper));
  const sheet = (await pagesOf(await print('sheet', 1))).map(({ text }) => text).join('');
  expect(sheet).not.toContain('题干');
  const key = (await pagesOf(await print('key', 1))).map(({ text }) => text).join('');
  expect(key).not.toContain('密封线');
  // Every answer of the key is that of the question with its number.
  const right = new Map([...key.matchAll(/(\d+)．([AB])/g)].map(([, n, letter]) => [n, letter]));
  for (const [, n = '', at] of paper.matchAll(/(\d+)．第(\d+)道题干/g))
    expect(right.get(n)).toBe(Number(at) % 2 === 1 ? 'A' : 'B');
  const [wide] = await pagesOf(await print('paper', 1, 'A3'));
  expect(Math.round(wide?.width ?? 0)).toBe(1191);
  expect((await twin.call(printPaper, { id, part: 'paper', size: 'A4' })).code).toBe(404);
});

test('a draw for all takes hard questions for the rule that names them, and is printed as it was fixed', async () => {
  const paperId = await drawn('固定的卷');
  const local = (ms: number) =>
    new Date(Date.now() + ms).toLocaleString('sv', { timeZone: 'Asia/Shanghai' }).slice(0, 16);
  const made = await committee.call(createExam, {
    orgId: ORGS.committeeA1.id,
    title: '打印的考试',
    paperId,
    opensAt: local(3_600_000),
    closesAt: local(9_000_000),
    minutes: 60,
    audience: 'orgs',
    orgIds: [ORGS.branchA11.id],
  } as never);
  const id = made.data.id;
  expect((await committee.call(printExam, { id, part: 'paper', size: 'A4' })).text).toContain('发布后才有固定的试卷');
  expect((await committee.call(publishExam, { id, version: 1 })).code).toBe(200);
  const { rows } = await sql<{ seq: number; score: number }>`
    select seq, score from exam_item where exam_id = ${id} order by seq`.execute(t.db);
  expect(rows.map(({ seq, score }) => [seq, score])).toEqual(
    Array.from({ length: 12 }, (_, at) => [at + 1, at < 10 ? 4 : 8]),
  );
  const text = (await pagesOf(await committee.call(printExam, { id, part: 'paper', size: 'A4' })))
    .map((page) => page.text)
    .join('');
  expect(stems(text)).toHaveLength(12);
  expect(text).toContain('考试时间60分钟，共12题，满分28分');
});
