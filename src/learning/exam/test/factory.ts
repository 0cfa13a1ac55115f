import { expect } from 'vitest';
import { addQuestions, createLib, listQuestions, readPasted } from '#learning/exam/contract.bank.ts';
import { createExam, publishExam } from '#learning/exam/contract.exam.ts';
import { createPaper } from '#learning/exam/contract.paper.ts';
import type { SitQuestion } from '#learning/exam/contract.sit.ts';
import type { Caller } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';

export const TEXT = `一、单选题
1. 党的最高理想和最终目标是（　）。
A. 实现共产主义  B. 实现现代化
C. 实现小康
答案：A
解析：党章总纲。
2. 党的根本组织原则是（　）。
A.民主集中制
B.集体领导
答案：A
二、多选题
3. 党员必须履行的义务包括（　）。
A. 按期交纳党费 B. 执行党的决定 C. 联系群众 D. 不参加组织生活
答案：ABC
三、判断题
4. 预备党员没有表决权。
答案：对
四、填空题
5. 党的纪律处分有____种。
答案：五|5
五、简答题
6. 说说“三会一课”是什么。
答案：支部党员大会、支委会、党小组会和党课`;

/** A bank of the committee with six questions of all kinds. */
export async function bankOf(who: Caller, name: string): Promise<string> {
  const made = await who.call(createLib, { name, orgId: ORGS.committeeA1.id });
  expect(made.code, made.text).toBe(200);
  const libId = made.data.id;
  const read = await who.call(readPasted, { libId, text: TEXT });
  const added = await who.call(addQuestions, {
    libId,
    questions: read.data.questions.map(({ line: _l, faults: _f, same: _s, ...one }: Record<string, unknown>) => one),
  } as never);
  expect(added.data, added.text).toEqual({ added: 6, same: 0 });
  return libId;
}

async function paperOf(who: Caller, libId: string, name: string): Promise<string> {
  const { rows } = await who.call(listQuestions, { libId });
  const made = await who.call(createPaper, {
    orgId: ORGS.committeeA1.id,
    name,
    type: 0,
    halfRight: true,
    items: rows.map(({ id, kind }: { id: string; kind: number }) => ({
      section: `第${kind}部分`,
      questionId: id,
      score: 4,
    })),
  });
  expect(made.code, made.text).toBe(200);
  return made.data.id;
}

/** Beijing's day and minute, so many milliseconds from now. */
export const local = (ms: number) =>
  new Date(Date.now() + ms).toLocaleString('sv', { timeZone: 'Asia/Shanghai' }).slice(0, 16);
/** A published exam of the committee for its branch, with a paper of that bank. */
export async function published(who: Caller, name: string, given: object = {}): Promise<string> {
  const paperId = await paperOf(who, await bankOf(who, `库${name}`), `卷${name}`);
  const made = await who.call(createExam, {
    orgId: ORGS.committeeA1.id,
    title: name,
    paperId,
    opensAt: local(-3_600_000),
    closesAt: local(7_200_000),
    minutes: 60,
    audience: 'orgs',
    orgIds: [ORGS.branchA11.id],
    ...given,
  } as never);
  expect(made.code, made.text).toBe(200);
  const sent = await who.call(publishExam, { id: made.data.id, version: 1 });
  expect(sent.code, sent.text).toBe(200);
  return made.data.id;
}
const RIGHT: Readonly<Record<number, string[]>> = {
  1: ['0'],
  2: ['0', '1', '2'],
  3: ['1'],
  4: [' ５ '],
  5: ['支部党员大会等'],
};
/** All questions answered, right. */
export const packets = (questions: readonly SitQuestion[], number = 1) =>
  questions.map(({ seq, kind }) => ({ seq, number, answer: RIGHT[kind] ?? [] }));
