import { afterAll, beforeAll, expect, test } from 'vitest';
import { getExam, publishExam, withdrawExam } from '#learning/exam/contract.exam.ts';
import {
  createMeeting,
  getMeeting,
  holdMeeting,
  markRest,
  meetingAttendance,
  notifyMeeting,
} from '#life/orgLife/contract.ts';
import { isAsked, REHEARSAL, type Reach, reachSentences } from '#platform/acts/reach.ts';
import type { Endpoint, InputOf } from '#platform/contract.ts';
import { todayOf } from '#platform/server/database/db.ts';
import { callsOfModules } from '#platform/server/module.ts';
import { addVariation, listVariations } from '#procedures/departure/contract.ts';
import { serverModules } from '#rooms/server.ts';
import { published } from '../../src/learning/exam/test/factory.ts';
import { paper } from '../../src/procedures/recruitment/test/factory.ts';
import { type Caller, startTestApp, type TestApp } from '../support/app.ts';
import { ORGS } from '../support/fixture.ts';

/** The question before an act that reaches many: a rehearsal says the number and who, refuses as the act would, and leaves nothing. */
let t: TestApp;
let committee: Caller;
let branch: Caller;
let today = '';
beforeAll(async () => {
  t = await startTestApp();
  [committee, branch] = await Promise.all([t.as('committeeWorker'), t.as('branchWorker')]);
  today = await todayOf(t.db);
});
afterAll(() => t.close());

const rehearse = <E extends Endpoint>(who: Caller, call: E, input: InputOf<E>) =>
  who.call(call, input, { headers: { [REHEARSAL]: '1' } });
const reachOf = async <E extends Endpoint>(who: Caller, call: E, input: InputOf<E>): Promise<Reach> => {
  const answer = await rehearse(who, call, input);
  expect(answer.code, answer.text).toBe(200);
  return answer.data;
};

test('publishing an exam names how many sit it before anybody is told, as often as it is asked', async () => {
  const id = await published(committee, '提问的考试');
  expect((await committee.call(withdrawExam, { id, reason: '改时间' })).code).toBe(200);
  const { version } = (await committee.call(getExam, { id })).data;
  const first = await reachOf(committee, publishExam, { id, version });
  expect(first.what.names).toEqual(['提问的考试']);
  expect(first.bound.total).toBeGreaterThan(1);
  expect(first.bound.names[0]).toBeTruthy();
  expect(first.people.total).toBeGreaterThan(0);
  expect(await reachOf(committee, publishExam, { id, version })).toEqual(first);
  expect((await committee.call(getExam, { id })).data).toMatchObject({ state: 2, version });
  // It is refused as the act would be.
  expect((await rehearse(committee, publishExam, { id, version: version + 1 })).code).not.toBe(200);
  const sent = await committee.call(publishExam, { id, version });
  expect(sent.data, sent.text).toMatchObject({ people: first.bound.total });
});

test('其余都到了 and 结束签到 name those whom they are about', async () => {
  const made = await branch.call(createMeeting, {
    orgId: ORGS.branchA11.id,
    type: 4,
    title: '点名',
    startsAt: `${today} 00:00`,
    endsAt: `${today} 00:02`,
    place: '会议室',
    note: '',
    topics: [{ kind: 1, title: '学习' }],
    files: [],
  } as never);
  expect(made.code, made.text).toBe(200);
  const id = made.data.id as string;
  const told = await branch.call(notifyMeeting, { id, version: 1 });
  expect(told.code, told.text).toBe(200);
  const { people } = (await branch.call(meetingAttendance, { id })).data;
  const open = people.filter((one: { due: boolean; state: number }) => one.due && one.state === 0);
  // Whoever asks signs in by the code as everybody does and is not among the rest.
  const rest = await reachOf(branch, markRest, { id });
  expect(rest.bound.total).toBe(open.length - 1);
  expect(open.map(({ name }: { name: string }) => name)).toEqual(expect.arrayContaining(rest.bound.names));
  const { version } = (await branch.call(getMeeting, { id })).data;
  expect((await reachOf(branch, holdMeeting, { id, version })).bound.total).toBe(open.length);
  expect((await branch.call(meetingAttendance, { id })).data.people).toEqual(people);
});

test('a death names the account that it stops, and stops none while it is asked', async () => {
  const { memberId = '' } = { memberId: t.fixture.principals.member.memberId ?? '' };
  const input = {
    memberId,
    kind: 'died',
    effectiveOn: today,
    reason: '因病去世',
    files: [await paper(branch)],
  } as never;
  const reach = await reachOf(branch, addVariation, input);
  expect(reach.stopped.total).toBe(1);
  expect((await branch.call(listVariations, {})).total).toBe(0);
  expect((await t.as('member')).token).toBeTruthy();
});

test('an act is asked about where it reaches more than one, stops an account, or says always', () => {
  const none = { total: 0, names: [] };
  const nobody: Reach = { what: none, people: none, orgs: none, stopped: none, bound: none };
  const two = { total: 2, names: ['王五', '赵六'] };
  const one = { total: 1, names: ['王五'] };
  expect(isAsked({}, { ...nobody, people: one })).toBe(false);
  expect(isAsked({}, { ...nobody, people: two })).toBe(true);
  expect(isAsked({}, { ...nobody, people: one, orgs: one })).toBe(true);
  expect(isAsked({}, { ...nobody, stopped: one })).toBe(true);
  expect(isAsked({ always: true }, nobody)).toBe(true);
  expect(
    reachSentences('发布考试', {
      ...nobody,
      what: { total: 1, names: ['月考'] },
      people: { total: 2417, names: ['王五'] },
    }),
  ).toEqual(['发布考试：月考。', '将通知2,417人：王五等。']);
});

test('what asks is a write in one transaction, whose rehearsal leaves nothing', () => {
  const asking = callsOfModules(serverModules).filter(({ asks }) => asks && asks !== 'page');
  expect(asking.length).toBeGreaterThan(5);
  expect(asking.filter(({ audit, reply }) => !audit || reply.kind === 'file').map(({ path }) => path)).toEqual([]);
});
