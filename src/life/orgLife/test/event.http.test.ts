import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dutyMatrix, dutyOverview, dutyYear, endExemption, exemptDuty, listOwed } from '#life/orgLife/contract.duty.ts';
import { askLeave, ownMeetings, signIn } from '#life/orgLife/contract.own.ts';
import {
  addGuest,
  archiveMeeting,
  cancelMeeting,
  correctMeeting,
  createMeeting,
  getMeeting,
  holdMeeting,
  listMeetings,
  makeUp,
  markAttendance,
  meetingAttendance,
  notifyMeeting,
  recordMeeting,
  returnMeeting,
  signCode,
  submitMeeting,
  updateMeeting,
} from '#life/orgLife/contract.ts';
import { archiveDue } from '#life/orgLife/server/queries/meeting.ts';
import { remind } from '#life/orgLife/server/service/attendance.ts';
import { homeWarnings } from '#overview/home/contract.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { everybodyCame } from './factory.ts';

let t: TestApp;
let branch: Caller;
let committee: Caller;
let member: Caller;
const orgId = ORGS.branchA11.id;

beforeAll(async () => {
  t = await startTestApp();
  [branch, committee, member] = [await t.as('branchWorker'), await t.as('committeeWorker'), await t.as('member')];
  await sql`update organisation set founded_on = '2001-07-01'`.execute(t.db);
  // Everybody of the branch joined long ago, so that whoever is due does not depend on today.
  await sql`update member set admission_date = '2001-07-01', conversion_date = case when person_category = 1 then date '2002-07-01' end,
             joined_branch_on = '2001-07-01' where person_category in (1, 2)`.execute(t.db);
});
afterAll(() => t.close());
beforeEach(async () => {
  await sql`truncate life_meeting, life_topic, life_exemption, attendance_sheet, attendance_person cascade`.execute(
    t.db,
  );
});

/** A time of the database's clock in Beijing, as forms send it. */
const at = async (hours: number) => {
  const { rows } = await sql<{ at: string }>`
    select to_char((now() + make_interval(hours => ${hours})) at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI') as at`.execute(
    t.db,
  );
  return rows[0]?.at ?? '';
};
const form = async (given: object = {}, hours = -2) => ({
  orgId,
  type: 1,
  title: '支部党员大会',
  startsAt: await at(hours),
  endsAt: await at(hours + 1),
  place: '会议室',
  note: '',
  topics: [{ kind: 2, title: '讨论年度计划' }],
  files: [],
  ...given,
});
const add = async (given: object = {}, hours = -2, who = branch) => {
  const made = await who.call(createMeeting, (await form(given, hours)) as never);
  expect(made.code, made.text).toBe(200);
  return made.data.id as string;
};
const read = async (id: string, who = branch) => (await who.call(getMeeting, { id })).data;
const versioned = async (id: string) => ({ id, version: (await read(id)).version as number });
const ok = <T extends { code: number; text: string }>(answer: T): T => {
  expect(answer.code, answer.text).toBe(200);
  return answer;
};
const people = async (id: string) => (await branch.call(meetingAttendance, { id })).data;
/** Announced and over, everybody there. */
async function held(given: object = {}, hours = -2) {
  const id = await add(given, hours);
  ok(await branch.call(notifyMeeting, await versioned(id)));
  ok(await branch.call(holdMeeting, await versioned(id)));
  await everybodyCame(t, id);
  return id;
}
async function submitted(given: object = {}, hours = -2) {
  const id = await held(given, hours);
  ok(await branch.call(recordMeeting, { ...(await versioned(id)), minutes: '会议记录', topics: [] }));
  ok(await branch.call(submitMeeting, await versioned(id)));
  return id;
}

describe('a meeting', () => {
  test('archived minutes change by a correction with its reason, and what stood before stays', async () => {
    const id = await submitted();
    const correction = { minutes: '更正后的记录', reason: '人名写错' };
    expect((await branch.call(correctMeeting, { ...(await versioned(id)), ...correction })).code).toBe(400);
    ok(await committee.call(archiveMeeting, await versioned(id)));
    expect((await committee.call(correctMeeting, { ...(await versioned(id)), ...correction })).code).toBe(400);
    const before = await versioned(id);
    expect((await branch.call(correctMeeting, { ...before, ...correction, reason: '' })).code).toBe(600);
    ok(await branch.call(correctMeeting, { ...before, ...correction }));
    expect((await branch.call(correctMeeting, { ...before, ...correction })).data.conflict).toBe(true);
    const corrections = [{ reason: '人名写错', before: '会议记录' }];
    expect(await read(id)).toMatchObject({ minutes: '更正后的记录', corrections });
  });

  test('is written by its own organisation, read by superiors, and not there for others', async () => {
    const id = await add();
    expect((await committee.call(createMeeting, (await form()) as never)).code).toBe(400);
    expect((await read(id, committee)).can).toMatchObject({ edit: false, notify: false, archive: false });
    expect((await (await t.as('siblingWorker')).call(getMeeting, { id })).code).toBe(404);
    expect((await member.call(getMeeting, { id })).code).toBe(403);
    const { version } = await versioned(id);
    expect((await committee.call(notifyMeeting, { id, version })).code).toBe(400);
    ok(await branch.call(updateMeeting, { ...(await form({ title: '季度党员大会' })), id, version } as never));
    expect((await branch.call(updateMeeting, { ...(await form()), id, version } as never)).data.conflict).toBe(true);
  });

  test('tells at the fields what is wrong', async () => {
    const faults = async (given: object) =>
      (await branch.call(createMeeting, (await form(given)) as never)).data.fields;
    expect(await faults({ endsAt: await at(-3) })).toMatchObject({ endsAt: '结束时间应晚于开始时间' });
    expect(await faults({ type: 7 })).toMatchObject({ type: '本组织不召开这类会议' });
    expect(await faults({ type: 3 })).toMatchObject({ groupId: '请选择党小组' });
    expect(await faults({ type: 5 })).toMatchObject({ lecturerId: '请选择主讲人' });
    expect(await faults({ alsoType: 8 })).toMatchObject({ alsoType: '这类会议不能合并该项' });
    const stranger = t.fixture.members.branchB11?.[0] ?? '0';
    expect((await branch.call(createMeeting, (await form({ hostId: stranger })) as never)).code).toBe(404);
  });

  test('应到 is frozen at notice: full members vote, a later move changes nothing, the notice reaches accounts', async () => {
    const id = await add({}, 5);
    ok(await branch.call(notifyMeeting, await versioned(id)));
    const before = await people(id);
    const { rows } = await sql<{ full: number; all: number }>`
      select count(*) filter (where person_category = 1)::int as full, count(*)::int as "all" from member
       where org_id = ${orgId} and person_category in (1, 2) and membership_status = 1 and deleted_at is null`.execute(
      t.db,
    );
    expect(before.tally).toMatchObject({ due: rows[0]?.all, voters: rows[0]?.full, present: 0 });
    expect(before.lacks).toBe(Math.floor((rows[0]?.full ?? 0) / 2) + 1);
    const one = before.people.find(
      ({ votes, isRead }: { votes: boolean; isRead: boolean | null }) => votes && isRead === null,
    );
    await sql`update member set org_id = ${ORGS.branchA12.id}, org_code = ${ORGS.branchA12.code} where id = ${one.memberId}`.execute(
      t.db,
    );
    expect((await people(id)).tally).toEqual(before.tally);
    await sql`update member set org_id = ${orgId}, org_code = ${ORGS.branchA11.code} where id = ${one.memberId}`.execute(
      t.db,
    );
    const notices = await sql<{ n: number }>`
      select count(*)::int as n from notice_recipient r join notice n on n.id = r.notice_id
       where n.type = '4' and n.title like '会议通知：%' and r.account_id = ${t.fixture.principals.member.accountId}`.execute(
      t.db,
    );
    expect(notices.rows[0]?.n).toBe(1);
    ok(await branch.call(cancelMeeting, { ...(await versioned(id)), reason: '停电' }));
    expect((await read(id)).stateName).toBe('已取消');
    expect((await branch.call(notifyMeeting, await versioned(id))).code).toBe(400);
  });

  test('is refused without minutes, without full attendance, and without quorum, each in its words', async () => {
    const id = await add();
    ok(await branch.call(notifyMeeting, await versioned(id)));
    expect((await branch.call(submitMeeting, await versioned(id))).code).toBe(400);
    ok(await branch.call(holdMeeting, await versioned(id)));
    const first = await branch.call(submitMeeting, await versioned(id));
    expect(first.data.fields).toMatchObject({
      minutes: '请填写会议记录',
      attendance: expect.stringContaining('没有登记到会情况'),
    });
    const { people: due, tally } = await people(id);
    const self = t.fixture.principals.branchWorker.memberId;
    for (const one of due) {
      // Of oneself another marks: here the organisation above.
      ok(
        await (one.memberId === self ? committee : branch).call(markAttendance, {
          id,
          memberId: one.memberId,
          state: one.votes ? 2 : 1,
          reason: '因病',
          leaveKind: 1,
        }),
      );
    }
    ok(await branch.call(recordMeeting, { ...(await versioned(id)), minutes: '记录', topics: [] }));
    const second = await branch.call(submitMeeting, await versioned(id));
    expect(second.data.fields.attendance).toBe(`实到0人未超过应到${tally.voters}人的半数，会议无效`);
    const absent = due.find(({ votes }: { votes: boolean }) => votes);
    ok(await branch.call(makeUp, { id, memberId: absent.memberId, way: '上门送学', on: (await at(0)).slice(0, 10) }));
    expect((await people(id)).tally.present).toBe(due.length - tally.voters);
  });

  test('votes add up to those present, and pass by those due', async () => {
    const id = await held();
    const stranger = t.fixture.members.branchB11?.[0] ?? '0';
    expect((await branch.call(addGuest, { id, memberIds: [stranger] })).code).toBe(404);
    expect((await branch.call(markAttendance, { id, memberId: stranger, state: 3 })).code).toBe(404);
    const [topic] = (await read(id)).topics;
    const { voters } = (await people(id)).tally;
    const write = async (vote: object) =>
      ok(
        await branch.call(recordMeeting, {
          ...(await versioned(id)),
          minutes: '记录',
          topics: [{ id: topic.id, minutes: '', decision: '同意', vote }],
        } as never),
      );
    await write({ yes: voters + 1, no: 0, abstain: 0, spoilt: 0 });
    expect((await branch.call(submitMeeting, await versioned(id))).data.fields['topics.0']).toContain(
      `共${voters + 1}票`,
    );
    await write({ yes: voters, no: 0, abstain: 0, spoilt: 0 });
    ok(await branch.call(submitMeeting, await versioned(id)));
    expect((await read(id)).topics[0]).toMatchObject({ passed: true, decision: '同意' });
  });

  test('is returned with a reason, submitted again, archived; of two who decide at once one wins', async () => {
    const id = await submitted();
    expect(
      (await committee.call(listMeetings, { view: 'toReview' })).rows.map((row: { id: string }) => row.id),
    ).toEqual([id]);
    expect((await branch.call(archiveMeeting, await versioned(id))).code).toBe(400);
    ok(await committee.call(returnMeeting, { ...(await versioned(id)), reason: '记录太简单' }));
    expect(await read(id)).toMatchObject({ stateName: '已退回', returnReason: '记录太简单', can: { submit: true } });
    ok(await branch.call(submitMeeting, await versioned(id)));
    const now = await versioned(id);
    const both = await Promise.all([
      committee.call(archiveMeeting, now),
      committee.call(returnMeeting, { ...now, reason: '再改' }),
    ]);
    expect(both.filter(({ code }) => code === 200)).toHaveLength(1);
    expect([4, 5]).toContain((await read(id)).state);
  });

  test('is archived by itself after fifteen days, not before; entered late it says so', async () => {
    const id = await submitted({}, -24 * 8);
    expect((await read(id)).lateEntry).toBe(true);
    const onTime = await submitted();
    expect((await read(onTime)).lateEntry).toBe(false);
    await sql`update life_meeting set submitted_at = now() - interval '14 days 23 hours'`.execute(t.db);
    expect(await archiveDue(t.db)).toBe(0);
    await sql`update life_meeting set submitted_at = now() - interval '15 days 1 minute' where id = ${id}`.execute(
      t.db,
    );
    expect(await archiveDue(t.db)).toBe(1);
    expect((await read(id)).stateName).toBe('已归档');
  });
});

describe('signing in', () => {
  test('by the code that is shown, once; with an old or foreign code, or not due, it is refused', async () => {
    const id = await add({}, 0);
    ok(await branch.call(notifyMeeting, await versioned(id)));
    const { code } = (await branch.call(signCode, { id })).data;
    expect((await member.call(signIn, { id, code: '0123456789abcdef' })).data.fields.code).toContain('失效');
    ok(await member.call(signIn, { id, code }));
    const first = (await people(id)).people.find(({ wayName }: { wayName: string }) => wayName === '扫码');
    ok(await member.call(signIn, { id, code }));
    expect((await people(id)).people.find(({ wayName }: { wayName: string }) => wayName === '扫码').signedAt).toBe(
      first.signedAt,
    );
    expect((await people(id)).tally.present).toBe(1);
    expect((await member.call(signCode, { id })).code).toBe(403);
    expect((await (await t.as('cityWorker')).call(signIn, { id, code })).code).toBe(404);
    const year = (await member.call(ownMeetings, { year: Number((await at(0)).slice(0, 4)) })).data;
    expect(year.meetings[0]).toMatchObject({ attendanceName: '已到', can: { leave: false }, minutes: '' });
  });

  test('opens an hour before, closes with the organiser; leave is asked by phone and decided', async () => {
    const early = await add({}, 3);
    ok(await branch.call(notifyMeeting, await versioned(early)));
    const { code } = (await branch.call(signCode, { id: early })).data;
    expect((await member.call(signIn, { id: early, code })).msg).toContain('会前一小时');
    ok(await member.call(askLeave, { id: early, reason: '出差' }));
    expect((await member.call(askLeave, { id: early, reason: '' })).data.fields.reason).toContain('请假原因');
    const asked = (await people(early)).people.find(({ leave }: { leave: string }) => leave === 'asked');
    ok(
      await branch.call(markAttendance, {
        id: early,
        memberId: asked.memberId,
        state: 2,
        reason: '出差',
        leaveKind: 1,
      }),
    );
    expect(
      (await member.call(ownMeetings, { year: Number((await at(3)).slice(0, 4)) })).data.meetings[0],
    ).toMatchObject({
      attendanceName: '请假',
      leave: 'agreed',
    });
    expect((await branch.call(holdMeeting, await versioned(early))).msg).toBe('会议还没有开始');
    const over = await held();
    expect((await branch.call(signCode, { id: over })).code).toBe(400);
  });

  test('whoever is due tomorrow is reminded once', async () => {
    const id = await add({}, 20);
    ok(await branch.call(notifyMeeting, await versioned(id)));
    await sql`update life_meeting set created_at = now() - interval '9 days'`.execute(t.db);
    await remind(t.services);
    await remind(t.services);
    const { rows } = await sql<{
      n: number;
    }>`select count(*)::int as n from notice where title like '明天开会：%'`.execute(t.db);
    expect(rows[0]?.n).toBe(1);
  });
});

describe('应开', () => {
  const cell = async (type: number, who = branch) => {
    const year = (await who.call(dutyYear, { orgId })).data;
    const line = year.lines.find((one: { type: number }) => one.type === type);
    return line?.cells.find(
      ({ lastDay, period }: { lastDay: string; period: string }) =>
        lastDay >= year.today && period.startsWith(String(year.year)),
    );
  };

  test('a meeting counts once submitted, for its type and the further one, and no more when returned', async () => {
    expect((await cell(1)).state).toBe('due');
    const id = await submitted({ alsoType: 5 });
    const { rows } = await sql<{ same: boolean }>`
      select to_char(held_on, 'YYYY-Q') = to_char((now() at time zone 'Asia/Shanghai')::date, 'YYYY-Q') as same from life_meeting`.execute(
      t.db,
    );
    // At the turn of a quarter two hours ago lies in the one before.
    if (rows[0]?.same) {
      expect(await cell(1)).toMatchObject({ state: 'ok', meetings: [{ id }] });
      expect((await cell(5)).state).toBe('ok');
    }
    ok(await committee.call(returnMeeting, { ...(await versioned(id)), reason: '重写' }));
    expect((await cell(1)).state).toBe('due');
  });

  test('every number is the length of its list; the matrix adds up to the strip', async () => {
    await submitted();
    for (const who of [branch, committee]) {
      const { strip } = (await who.call(dutyOverview, {})).data;
      expect(strip.length).toBeGreaterThan(3);
      for (const one of strip) {
        for (const state of ['ok', 'due', 'missing', 'exempt'] as const) {
          const list = await who.call(listOwed, { type: one.type, period: one.period, state });
          expect(list.total, `${one.typeName} ${state}`).toBe(one[state]);
        }
        const matrix = (await who.call(dutyMatrix, { type: one.type })).data;
        const sum = matrix.rows.reduce((n: number, row: { cells: { period: string; ok: number; due: number }[] }) => {
          const of = row.cells.find(({ period }) => period === one.period);
          return n + (of?.ok ?? 0) + (of?.due ?? 0);
        }, 0);
        expect(sum).toBe(one.ok + one.due);
      }
    }
  });

  test('is waived by the superior alone, with a reason, and may be owed again', async () => {
    const { period, type } = await cell(4);
    expect((await branch.call(exemptDuty, { orgId, type, period, reason: '防汛' })).code).toBe(400);
    expect((await committee.call(exemptDuty, { orgId, type, period, reason: '' })).data.fields.reason).toContain(
      '免开原因',
    );
    expect(
      (await committee.call(exemptDuty, { orgId, type: 7, period: period.slice(0, 4), reason: '防汛' })).data.fields
        .period,
    ).toContain('不要求');
    const { id } = ok(await committee.call(exemptDuty, { orgId, type, period, reason: '防汛' })).data;
    expect(await cell(4)).toMatchObject({ state: 'exempt', exemption: { reason: '防汛' } });
    expect((await committee.call(exemptDuty, { orgId, type, period, reason: '防汛' })).code).toBe(600);
    expect((await (await t.as('siblingWorker')).call(endExemption, { id })).code).toBe(404);
    ok(await committee.call(endExemption, { id }));
    expect((await cell(4)).state).toBe('due');
  });

  test('what lacks and who is silent are counted as their lists are long; a meeting ends the silence', async () => {
    const warnings = async () => {
      const { data } = await branch.call(homeWarnings, {});
      const of = (code: string) => data.find((one: { code: string }) => one.code === code)?.count ?? 0;
      return { missed: of('lifeMissed'), silent: of('lifeSilent') };
    };
    const before = await warnings();
    expect(before.silent).toBe(1);
    expect((await branch.call(listOwed, { state: 'missing' })).total).toBe(before.missed);
    await submitted();
    expect((await warnings()).silent).toBe(0);
  });
});
