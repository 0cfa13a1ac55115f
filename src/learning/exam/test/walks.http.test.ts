import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listQuestions } from '#learning/exam/contract.bank.ts';
import { createExam, followExam, giveBack, grantExtra, publishExam } from '#learning/exam/contract.exam.ts';
import { createPaper } from '#learning/exam/contract.paper.ts';
import { handIn, type SitQuestion, saveAnswers, startExam } from '#learning/exam/contract.sit.ts';
import { type Kind, markAnswer } from '#learning/exam/rules.ts';
import { handInDue } from '#learning/exam/server/service/sit.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { bankOf, local } from './factory.ts';

/** Each walk is some thirty acts of two people with two devices each; `npm run soak` takes a thousand of them. */
const WALKS = Math.max(1, Math.floor(Number(process.env.WALKS ?? 120) / 10));
const ACTS = 30;
/** Walks are told apart and repeated by the number of their first. */
const SEED = Number(process.env.SEED ?? 1);
const DEVICES = ['device-aaaaaaaa', 'device-bbbbbbbb'] as const;

let t: TestApp;
let committee: Caller;
let sitters: Caller[];
let paperId = '';

beforeAll(async () => {
  t = await startTestApp();
  const [worker, member, branch] = await Promise.all([
    t.as('committeeWorker'),
    t.as('member'),
    t.as('branchWorker'),
  ] as const);
  committee = worker;
  sitters = [member, branch];
  const libId = await bankOf(committee, '行走的题库');
  const { rows } = await committee.call(listQuestions, { libId });
  const made = await committee.call(createPaper, {
    orgId: ORGS.committeeA1.id,
    name: '行走的卷',
    type: 0,
    items: rows.map(({ id }: { id: string }) => ({ section: '一', questionId: id, score: 4 })),
  });
  paperId = made.data.id;
  // The silence before the test is no outage of it.
  await handInDue(t.services);
});
afterAll(() => t.close());

/** Numbers from 0 to below `most`, the same for the same seed. */
function dice(seed: number): (most: number) => number {
  let state = (seed * 2_654_435_761) >>> 0;
  return (most) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
}

/** What a page of one device holds: the questions, its own count, and packets that the server has not confirmed. */
interface Page {
  device: string;
  numbers: Map<number, number>;
  waiting: Map<number, { number: number; answer: string[] }>;
}

/** What one person's side knows: what was acknowledged, and everything that was ever sent. */
interface Side {
  who: Caller;
  attemptId: string;
  questions: SitQuestion[];
  pages: Map<string, Page>;
  acknowledged: Map<number, number>;
  sent: Map<string, string>;
  handedAt: string | null;
}

async function exam(n: number): Promise<string> {
  const made = await committee.call(createExam, {
    orgId: ORGS.committeeA1.id,
    title: `行走${n}`,
    paperId,
    opensAt: local(-3_600_000),
    closesAt: local(7_200_000),
    minutes: 60,
    attempts: 1,
    audience: 'orgs',
    orgIds: [ORGS.branchA11.id],
  } as never);
  expect(made.code, made.text).toBe(200);
  expect((await committee.call(publishExam, { id: made.data.id, version: 1 })).code).toBe(200);
  return made.data.id;
}

const answerFor = (question: SitQuestion, roll: (most: number) => number): string[] => {
  const text = `${roll(1000)}`;
  if (question.kind > 3) return [text];
  if (question.kind === 3) return [String(roll(2))];
  return question.options.filter(() => roll(2) === 1).map(({ place }) => place);
};

/** Opens the exam on a device; what was kept there before stays with it. */
async function open(side: Side, examId: string, device: string, takeOver: boolean): Promise<void> {
  const begun = await side.who.call(startExam, { id: examId, device, takeOver });
  if (begun.code !== 200 || begun.data.elsewhere) return;
  side.attemptId = begun.data.attemptId;
  side.questions = begun.data.questions;
  const page = side.pages.get(device) ?? { device, numbers: new Map(), waiting: new Map() };
  // A page goes on counting from the highest of what it kept and what the server has.
  for (const { seq, saved } of side.questions) page.numbers.set(seq, Math.max(saved, page.numbers.get(seq) ?? 0));
  side.pages.set(device, page);
}

function change(side: Side, page: Page, roll: (most: number) => number): void {
  const question = side.questions[roll(side.questions.length)];
  if (!question) return;
  const number = (page.numbers.get(question.seq) ?? 0) + 1;
  const answer = answerFor(question, roll);
  page.numbers.set(question.seq, number);
  page.waiting.set(question.seq, { number, answer });
}

/** Sends what waits. @param lost 1: it never arrives; 2: it arrives and its answer does not; 3: it arrives late and again */
async function send(side: Side, page: Page, lost: number): Promise<void> {
  const answers = [...page.waiting].map(([seq, packet]) => ({ seq, ...packet }));
  if (answers.length === 0 || lost === 1) return;
  for (const { seq, number, answer } of answers) {
    const key = `${page.device} ${seq} ${number}`;
    side.sent.set(key, JSON.stringify(answer));
  }
  const given = { attemptId: side.attemptId, device: page.device, answers };
  const answer = await side.who.call(saveAnswers, given);
  if (lost === 3) await side.who.call(saveAnswers, given);
  if (lost === 2 || answer.code !== 200 || !answer.data.saved) return;
  for (const [seq, number] of Object.entries(answer.data.saved as Record<string, number>)) {
    side.acknowledged.set(Number(seq), Math.max(number, side.acknowledged.get(Number(seq)) ?? 0));
    if ((page.waiting.get(Number(seq))?.number ?? 0) <= number) page.waiting.delete(Number(seq));
  }
}

interface Stored {
  seq: number;
  saved: number;
  answer: string[];
  points: number | null;
  score: number;
  kind: Kind;
  key: string[];
}
const stored = async (attemptId: string): Promise<Stored[]> =>
  (
    await sql<Stored>`select w.seq, w.saved, w.answer, w.points, w.score, v.kind::int as kind, v.key from exam_answer w
      join question_version v on v.question_id = w.question_id and v.number = w.number
     where w.attempt_id = ${attemptId} order by w.seq`.execute(t.db)
  ).rows;

async function check(side: Side): Promise<void> {
  for (const { seq, saved, answer } of await stored(side.attemptId)) {
    expect(saved, `question ${seq}`).toBeGreaterThanOrEqual(side.acknowledged.get(seq) ?? 0);
    if (saved === 0) continue;
    const said = DEVICES.map((device) => side.sent.get(`${device} ${seq} ${saved}`)).filter((one) => one !== undefined);
    expect(said, `question ${seq}, packet ${saved}`).toContain(JSON.stringify(answer));
  }
}

async function walk(n: number): Promise<void> {
  const roll = dice(n);
  const id = await exam(n);
  await sql`delete from rate_window`.execute(t.db);
  const sides = sitters.map(
    (who): Side => ({
      who,
      attemptId: '',
      questions: [],
      pages: new Map(),
      acknowledged: new Map(),
      sent: new Map(),
      handedAt: null,
    }),
  );
  for (let act = 0; act < ACTS; act++) {
    const side = sides[roll(sides.length)] as Side;
    const device = DEVICES[roll(2)] as string;
    const page = side.pages.get(device);
    const what = roll(100);
    if (!page || what < 12) await open(side, id, device, roll(2) === 1);
    else if (what < 70) {
      for (let times = roll(3); times >= 0; times--) change(side, page, roll);
      await send(side, page, roll(5));
    } else if (what < 80) await send(side, page, 0);
    else if (what < 86) {
      // The database's clock is off by up to ten minutes either way: all that it measured moves.
      await sql`update exam_attempt set started_at = started_at + ${roll(1201) - 600} * interval '1 second',
                       deadline = deadline + ${roll(1201) - 600} * interval '1 second'
                 where exam_id = ${id} and state = 1`.execute(t.db);
      await handInDue(t.services);
    } else if (what < 90) {
      const { rows } = await committee.call(followExam, { id });
      const person = rows[roll(rows.length)];
      if (person) await committee.call(grantExtra, { id, personId: person.id, minutes: 5, reason: '行走' } as never);
    } else if (what < 93) await committee.call(giveBack, { id, minutes: 5, reason: '中断' } as never);
    else if (what < 96) {
      await sql`update exam_attempt set deadline = clock_timestamp() - interval '4 seconds'
                 where id = ${side.attemptId} and state = 1`.execute(t.db);
      await Promise.all([handInDue(t.services), handInDue(t.services)]);
    } else {
      const answers = [...page.waiting].map(([seq, packet]) => ({ seq, ...packet }));
      for (const { seq, number, answer } of answers)
        side.sent.set(`${device} ${seq} ${number}`, JSON.stringify(answer));
      const done = await side.who.call(handIn, { attemptId: side.attemptId, device, answers });
      if (done.code === 200 && done.data.handedAt) {
        side.handedAt ??= done.data.handedAt;
        expect(done.data.handedAt).toBe(side.handedAt);
      }
    }
  }
  for (const side of sides) {
    if (side.attemptId === '') continue;
    await check(side);
    await sql`update exam_attempt set deadline = clock_timestamp() - interval '4 seconds'
               where id = ${side.attemptId} and state = 1`.execute(t.db);
    await Promise.all([handInDue(t.services), handInDue(t.services)]);
    const before = await stored(side.attemptId);
    // Nothing moves behind a hand-in, whoever sends what.
    for (const page of side.pages.values()) {
      change(side, page, roll);
      await send(side, page, 0);
    }
    const after = await stored(side.attemptId);
    expect(after).toEqual(before);
    await check(side);
    for (const { kind, key, answer, points, score } of after)
      expect(points, JSON.stringify({ kind, key, answer })).toBe(markAnswer({ kind, key }, answer, score, false));
    const { rows } = await sql<{ n: number; state: number }>`
      select count(*) over ()::int as n, state::int from exam_attempt where person_id = (
        select person_id from exam_attempt where id = ${side.attemptId})`.execute(t.db);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.state).toBeGreaterThan(1);
  }
}

test(
  `${WALKS} walks of sitters who lose lines, devices and time: no answer older than the last acknowledged`,
  async () => {
    for (let n = SEED; n < SEED + WALKS; n++) {
      try {
        await walk(n);
      } catch (error) {
        throw new Error(
          `walk ${n} (repeat it with WALKS=10 SEED=${n}): ${error instanceof Error ? error.message : error}`,
        );
      }
    }
  },
  60_000 + WALKS * 3000,
);
