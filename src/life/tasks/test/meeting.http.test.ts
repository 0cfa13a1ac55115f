import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { currentCode, isCodeValid } from '#kernel/attendance/server/codes.ts';
import {
  answerInvitation,
  cancelWorkMeeting,
  createWorkMeeting,
  getWorkMeeting,
  holdWorkMeeting,
  issueMinutes,
  listInvitees,
  listWorkMeetings,
  markInvitee,
  notifyWorkMeeting,
  readWorkMeeting,
  recallMinutes,
  recordOwn,
  recordWorkMeeting,
  remindInvitees,
  resolutionTask,
  updateWorkMeeting,
} from '#life/tasks/contract.meeting.ts';
import { meetingPeople, placeTaken } from '#life/tasks/contract.meetingFind.ts';
import { printWorkMeeting } from '#life/tasks/contract.meetingPaper.ts';
import { ownAnswer, ownSign, ownWorkMeeting } from '#life/tasks/contract.ownMeeting.ts';
import { getPart, reportPart } from '#life/tasks/contract.part.ts';
import { getTask } from '#life/tasks/contract.ts';
import type { Caller, TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { office, startOffice, todayOf } from './factory.ts';

let t: TestApp;
let stop: () => Promise<void>;
let county: Caller;
let committee: Caller;
let branch: Caller;
let member: Caller;
let memberId: string;

/** A time of `days` from now, as a form holds it. */
const at = (hours: number) =>
  new Date(Date.now() + (hours + 8) * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');
const form = (more: object = {}) => ({
  title: '季度党建工作例会',
  startsAt: at(0.5),
  endsAt: at(2.5),
  place: '三楼会议室',
  host: '组织委员',
  agenda: '一、通报上季度工作\n二、布置下季度工作',
  mode: 'children' as const,
  ...more,
});

beforeAll(async () => {
  ({ t, stop } = await startOffice());
  [county, committee, branch, member] = [
    await t.as('countyWorker'),
    await t.as('committeeWorker'),
    await t.as('branchWorker'),
    await t.as('member'),
  ];
  memberId = t.fixture.principals.member.memberId ?? '';
});
afterAll(() => stop());

const inviteeOf = async (id: string, orgId = ORGS.branchA11.id) => {
  const { rows } = await sql<{ id: string; version: number; answer: number; personId: string | null }>`
    select id, version, answer, person_id as "personId" from office_invitee
     where meeting_id = ${id} and org_id = ${orgId} order by person_id nulls first`.execute(t.db);
  const found = rows[0];
  if (!found) throw new Error('not called');
  return found;
};
const todos = async (subject: string) => {
  const { rows } = await sql`select act from todo where subject = ${subject} and done_at is null`.execute(t.db);
  return rows.length;
};

/** A meeting of the committee whose notice is out. */
async function called(more: object = {}): Promise<{ id: string; version: number }> {
  const made = await committee.call(createWorkMeeting, form(more));
  expect(made.code, made.text).toBe(200);
  const out = await committee.call(notifyWorkMeeting, made.data);
  expect(out.code, out.text).toBe(200);
  return out.data;
}
/** The same, held: its beginning was put back. */
async function held(more: object = {}): Promise<{ id: string; version: number }> {
  const one = await called(more);
  await sql`update office_meeting set starts_at = now() - interval '1 hour' where id = ${one.id}`.execute(t.db);
  const done = await committee.call(holdWorkMeeting, one);
  expect(done.code, done.text).toBe(200);
  return done.data;
}

describe('calling', () => {
  test('a draft is the own organisation’s alone; its notice makes the list, a to-do each, and one notice', async () => {
    const made = await committee.call(createWorkMeeting, form());
    const { id } = made.data;
    for (const other of [county, branch]) expect((await other.call(getWorkMeeting, { id })).code).toBe(404);
    expect((await branch.call(notifyWorkMeeting, made.data)).code).toBe(404);
    const out = await committee.call(notifyWorkMeeting, made.data);
    expect(out.code, out.text).toBe(200);
    expect((await committee.call(notifyWorkMeeting, made.data)).data).toMatchObject({ conflict: true });
    const one = await inviteeOf(id);
    expect(await todos(`officeInvitee:${one.id}`)).toBe(1);
    const seen = (await branch.call(getWorkMeeting, { id })).data;
    expect(seen).toMatchObject({ title: '季度党建工作例会', invited: 1, silent: 1, ownAnswer: 0, isOwn: false });
    expect(seen.can).toMatchObject({ edit: false, notify: false, run: false });
    const mine = (await branch.call(listWorkMeetings, {})).rows;
    expect(mine.map((row) => row.id)).toContain(id);
    const { rows } = await sql`
      select from notice n join notice_recipient r on r.notice_id = n.id where n.title = '会议通知：季度党建工作例会'
         and r.account_id = ${t.fixture.principals.branchWorker.accountId}`.execute(t.db);
    expect(rows.length).toBe(1);
  });

  test.each([
    [{ endsAt: '2020-01-01 09:00' }, 'endsAt', '结束时间应晚于开始时间'],
    [{ mode: 'chosen' }, 'orgIds', '请选择组织或人员'],
    [{ title: '' }, 'title', '请输入会议名称'],
    [{ startsAt: '2026-02-30 99:00' }, 'startsAt', '没有这个时间'],
  ])('bad input %o is said at its field', async (more, field, sentence) => {
    const reply = await committee.call(createWorkMeeting, form(more));
    expect(reply.code).toBe(600);
    expect(reply.data?.fields?.[field]).toContain(sentence);
  });

  test('organisations and people out of scope read as not there; a place that is taken is told', async () => {
    const far = await committee.call(createWorkMeeting, form({ mode: 'chosen', orgIds: [ORGS.branchB11.id] }));
    expect(far.code).toBe(404);
    const one = await called({ place: '报告厅' });
    const times = { startsAt: at(1), endsAt: at(2) };
    const taken = await committee.call(placeTaken, { place: '报告厅', ...times });
    expect(taken.data.map((one: { title: string }) => one.title)).toEqual(['季度党建工作例会']);
    expect((await committee.call(placeTaken, { place: '报告厅', ...times, except: one.id })).data).toEqual([]);
    expect((await county.call(placeTaken, { place: '报告厅', ...times })).data).toEqual([]);
    expect((await branch.call(meetingPeople, { name: '无此人' })).data).toEqual([]);
  });

  test('another time is told; cancelled, nothing is asked for any more', async () => {
    const one = await called();
    const { id } = await inviteeOf(one.id);
    const moved = await committee.call(updateWorkMeeting, { ...form({ place: '二楼会议室' }), ...one });
    expect(moved.code, moved.text).toBe(200);
    const off = await committee.call(cancelWorkMeeting, { ...moved.data, reason: '与上级会议冲突' });
    expect(off.code).toBe(200);
    expect(await todos(`officeInvitee:${id}`)).toBe(0);
    const { rows } = await sql<{ title: string }>`
      select n.title from notice n join notice_recipient r on r.notice_id = n.id
       where r.account_id = ${t.fixture.principals.branchWorker.accountId} order by n.id desc limit 2`.execute(t.db);
    expect(rows.map(({ title }) => title.split('：')[0])).toEqual(['会议取消', '会议时间或地点有变化']);
  });
});

describe('answering and signing in', () => {
  test('回执 needs who comes, or why not; the organiser is not answered for by others', async () => {
    const meeting = await called();
    const one = await inviteeOf(meeting.id);
    const answer = (more: object) =>
      branch.call(answerInvitation, { id: one.id, version: one.version, answer: 1, ...more });
    expect((await answer({})).data?.fields?.memberId).toContain('请选择参会人员');
    expect((await answer({ answer: 2 })).data?.fields?.reason).toContain('请输入请假原因');
    expect((await answer({ answer: 3 })).data?.fields?.memberId).toContain('请选择代会人员');
    expect((await answer({ answer: 9 })).code).toBe(600);
    const outside = await sql<{ id: string }>`
      select id from member where org_id = ${ORGS.branchB11.id} and deleted_at is null limit 1`.execute(t.db);
    if (outside.rows[0]) expect((await answer({ memberId: outside.rows[0].id })).code).toBe(404);
    expect((await county.call(answerInvitation, { id: one.id, version: 1, answer: 2, reason: '试' })).code).toBe(400);
    expect((await branch.call(readWorkMeeting, { id: meeting.id })).code).toBe(200);
    const done = await answer({ memberId });
    expect(done.code, done.text).toBe(200);
    expect((await answer({ memberId })).data).toMatchObject({ conflict: true });
    expect(await todos(`officeInvitee:${one.id}`)).toBe(0);
    const list = await committee.call(listInvitees, { id: meeting.id });
    expect(list.body.tally).toMatchObject({ invited: 2, coming: 1, silent: 1, read: 1 });
    expect((await committee.call(remindInvitees, { id: meeting.id })).data).toMatchObject({ silent: 1 });
  });

  test('who is named signs in by the code of the moment, once; somebody else reads it as not there', async () => {
    const meeting = await called();
    const one = await inviteeOf(meeting.id);
    expect((await member.call(ownWorkMeeting, { id: meeting.id })).code).toBe(404);
    await branch.call(answerInvitation, { id: one.id, version: 1, answer: 3, memberId });
    const own = await member.call(ownWorkMeeting, { id: meeting.id });
    expect(own.data).toMatchObject({ answerName: '代会', can: { answer: false, sign: true } });
    const { rows } = await sql<{ secret: Buffer; now: number }>`
      select secret, extract(epoch from now())::float8 as now from attendance_sheet
       where kind = 'officeMeeting' and subject_id = ${meeting.id}`.execute(t.db);
    const sheet = rows[0];
    if (!sheet) throw new Error('no sheet');
    const { code } = currentCode(sheet.secret, sheet.now);
    expect(isCodeValid(sheet.secret, code, sheet.now)).toBe(true);
    const wrong = await member.call(ownSign, { id: meeting.id, code: 'x' });
    expect(wrong.data?.fields?.code).toContain('失效');
    expect((await member.call(ownSign, { id: meeting.id, code })).code).toBe(200);
    expect((await member.call(ownSign, { id: meeting.id, code })).code).toBe(200);
    const list = await committee.call(listInvitees, { id: meeting.id, only: 'present' });
    expect(list.rows.map(({ stateName, wayName }) => [stateName, wayName])).toEqual([['已到', '扫码']]);
    const again = await inviteeOf(meeting.id);
    const late = await branch.call(answerInvitation, { ...again, answer: 2, reason: '有事' });
    expect(late.text).toContain('已经签到');
  });

  test('a person called by name answers in person; the organiser marks whoever has no phone', async () => {
    const meeting = await called({ mode: 'chosen', memberIds: [memberId] });
    const own = await member.call(ownWorkMeeting, { id: meeting.id });
    expect(own.data.can).toEqual({ answer: true, sign: false });
    expect((await member.call(ownAnswer, { id: meeting.id, answer: 2 })).code).toBe(600);
    expect((await member.call(ownAnswer, { id: meeting.id, answer: 1 })).code).toBe(200);
    const one = await inviteeOf(meeting.id);
    expect((await committee.call(markInvitee, { id: one.id, state: 1 })).data?.fields?.reason).toContain('代签原因');
    const marked = await committee.call(markInvitee, { id: one.id, state: 1, reason: '手机没电' });
    expect(marked.code, marked.text).toBe(200);
    expect((await branch.call(markInvitee, { id: one.id, state: 3 })).text).toContain('只有召开会议的组织');
  });
});

describe('minutes', () => {
  test('they go out with a number, are read, taken back and keep it; before that nobody else sees them', async () => {
    const one = await held();
    expect((await committee.call(issueMinutes, one)).text).toContain('还没有填写');
    const written = await committee.call(recordWorkMeeting, {
      ...one,
      minutes: '会议议定两件事。',
      resolutions: [{ text: '各支部报送学习计划', dueOn: '2099-01-31' }, { text: '整改台账' }],
    });
    expect(written.code, written.text).toBe(200);
    expect((await branch.call(getWorkMeeting, { id: one.id })).data).toMatchObject({ minutes: '', resolutions: [] });
    const out = await committee.call(issueMinutes, written.data);
    expect(out.code, out.text).toBe(200);
    const seen = (await branch.call(getWorkMeeting, { id: one.id })).data;
    expect(seen.minutesName).toMatch(/^会议纪要〔\d{4}〕第\d+号$/);
    expect(seen.resolutions).toHaveLength(2);
    await branch.call(readWorkMeeting, { id: one.id });
    const list = await branch.call(listInvitees, { id: one.id });
    expect(list.rows[0]?.minutesReadAt).not.toBeNull();
    const back = await committee.call(recallMinutes, { ...out.data, reason: '补充一项' });
    expect(back.code).toBe(200);
    const again = await committee.call(issueMinutes, back.data);
    expect((await branch.call(getWorkMeeting, { id: one.id })).data.minutesName).toBe(seen.minutesName);
    const next = await held();
    const filled = await committee.call(recordWorkMeeting, { ...next, minutes: '又一次。', resolutions: [] });
    await committee.call(issueMinutes, filled.data);
    const other = (await branch.call(getWorkMeeting, { id: next.id })).data.minutesName;
    expect(other).not.toBe(seen.minutesName);
    expect(again.code).toBe(200);
  });

  test('a resolution becomes one task; of a task it keeps its words; lines of another meeting are not there', async () => {
    const [one, other] = [await held(), await held()];
    const resolutions = [{ text: '各支部报送学习计划', dueOn: '2099-01-31' }];
    const first = await committee.call(recordWorkMeeting, { ...one, minutes: '议定。', resolutions });
    const line = (await committee.call(getWorkMeeting, { id: one.id })).data.resolutions[0];
    if (!line) throw new Error('no resolution');
    const foreign = { ...other, minutes: '议定。', resolutions: [{ id: line.id, text: '改' }] };
    expect((await committee.call(recordWorkMeeting, foreign)).code).toBe(404);
    expect((await committee.call(resolutionTask, { id: other.id, resolutionId: line.id })).code).toBe(404);
    const made = await committee.call(resolutionTask, { id: one.id, resolutionId: line.id });
    expect(made.code, made.text).toBe(200);
    const task = (await committee.call(getTask, { id: made.data.taskId })).data;
    expect(task).toMatchObject({ title: '各支部报送学习计划', endsOn: '2099-01-31', state: 0, mode: 'children' });
    expect((await committee.call(resolutionTask, { id: one.id, resolutionId: line.id })).text).toContain(
      '已经转为任务',
    );
    const gone = await committee.call(recordWorkMeeting, { ...first.data, minutes: '议定。', resolutions: [] });
    expect(gone.text).toContain('不能删除');
  });

  test('what an organisation did about it is written by it alone; papers are printed', async () => {
    const one = await held();
    const invitee = await inviteeOf(one.id);
    const input = { id: invitee.id, version: invitee.version, record: '已在支部大会传达。' };
    expect((await committee.call(recordOwn, input)).text).toContain('只能填写本组织');
    expect((await branch.call(recordOwn, input)).code).toBe(200);
    expect((await county.call(recordOwn, input)).code).not.toBe(200);
    for (const paper of ['notice', 'sign', 'minutes'] as const) {
      const printed = await committee.call(printWorkMeeting, { id: one.id, paper });
      expect(printed.code, printed.text).toBe(200);
    }
    expect((await branch.call(printWorkMeeting, { id: one.id, paper: 'minutes' })).text).toContain('还没有发出');
  });

  test('a meeting that answers a task reports its part with the minutes, and opens it again when they are taken back', async () => {
    const { given, partOf } = office(t, await todayOf(t));
    const taskId = await given(county, { kind: 1, content: '请召开一次例会。' });
    const part = await partOf(taskId, 'committeeA1');
    expect((await branch.call(createWorkMeeting, form({ parentTaskID: '987654321' }))).code).toBe(404);
    const typed = await committee.call(reportPart, { id: part.id, version: part.version, report: '开过了。' });
    expect(typed.text).toContain('由会议办理');
    const one = await held({ parentTaskID: taskId });
    const path = `/affairs/meeting/viewMeetingRecord/${one.id}/0`;
    expect((await committee.call(getPart, { id: part.id })).data.meetings).toMatchObject([{ path }]);
    const written = await committee.call(recordWorkMeeting, { ...one, minutes: '学习讨论。', resolutions: [] });
    const out = await committee.call(issueMinutes, written.data);
    expect(out.code, out.text).toBe(200);
    expect((await partOf(taskId, 'committeeA1')).state).toBe(2);
    expect((await committee.call(recallMinutes, { ...out.data, reason: '补充' })).code).toBe(200);
    expect((await partOf(taskId, 'committeeA1')).state).toBe(1);
    expect(part.state).toBe(0);
  });
});
