import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addMonths } from '#platform/time/days.ts';
import { addNote } from '#procedures/recruitment/contract.steps.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { applicant, DAYS, expectOk, factsOf, read, readyCallers, submit, walk } from './factory.ts';

let t: TestApp;
let branch: Caller;
let superior: Caller;
let people: { full: string[]; talker: string };
beforeAll(async () => {
  t = await startTestApp();
  ({ branch, superior, people } = await readyCallers(t));
});
afterAll(() => t.close());

test('考察 is not complete on the day on which it began, nor without any inspection', async () => {
  const { fileId } = await applicant(branch, 731);
  await walk({ branch, superior }, people, fileId, 5);
  const start = DAYS[3] ?? '';
  const facts = factsOf(6, people);
  const early = await submit(branch, fileId, 6, { handledOn: DAYS[5] ?? '', facts });
  expect(early.msg, early.text).toContain('培养教育考察满一年');
  expect(early.msg).toContain(addMonths(start, 12));
  const bare = await submit(branch, fileId, 6, { handledOn: DAYS[6] ?? '', facts });
  expect(bare.msg, bare.text).toContain('没有考察的已说明');
  expect((await read(branch, fileId)).step).toBe(6);
});

test('a half-year that passed without one is answered for honestly, once, and the to-do goes on to the next', async () => {
  const { fileId } = await applicant(branch, 732);
  await walk({ branch, superior }, people, fileId, 5);
  const start = DAYS[3] ?? '';
  const note = (day: string) =>
    branch.call(addNote, { fileId, kind: 'gap', day, content: '联系人外出，已补谈话并调整联系人' } as never);
  const dueOn = async () =>
    (await sql<{ day: string }>`select due_on as day from development_file where id = ${fileId}`.execute(t.db)).rows[0]
      ?.day;
  expect(await dueOn()).toBe(addMonths(start, 6));
  const today = (await read(branch, fileId)).today;
  expect((await note(today)).data.fields.day).toContain('还没有结束');
  await expectOk(note(addMonths(start, 6)));
  expect((await note(addMonths(start, 5))).data.fields.day).toContain('已说明');
  expect(await dueOn()).toBe(addMonths(start, 12));
  const gap = (await read(branch, fileId)).findings.find(({ code }) => code === 'INSPECTION_GAP');
  expect(gap).toMatchObject({ ok: false, level: 'warn' });
  await expectOk(note(addMonths(start, 12)));
  const sent = await submit(branch, fileId, 6, { handledOn: DAYS[6] ?? '', facts: factsOf(6, people) });
  expect(sent.code, sent.text).toBe(200);
  const { notes } = await read(branch, fileId);
  expect(notes.map(({ kind }) => kind)).toEqual(['gap', 'gap']);
});
