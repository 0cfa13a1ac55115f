import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays } from '#platform/time/days.ts';
import {
  answerTalk,
  arrangeTalk,
  cancelTalk,
  fileTalk,
  moveTalk,
  ownTalks,
} from '#procedures/recruitment/contract.talk.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { applicant, expectOk, factsOf, read, readyBranch, submit } from './factory.ts';

let t: TestApp;
let branch: Caller;
let person: Caller;
let people: { full: string[]; talker: string };
let own: { memberId: string; fileId: string };
let other: { memberId: string; fileId: string };
let day: string;

beforeAll(async () => {
  t = await startTestApp();
  branch = await t.as('branchWorker');
  people = await readyBranch(t);
  own = await applicant(branch, 171);
  other = await applicant(branch, 172, { name: '何思远' });
  for (const { fileId } of [own, other]) await expectOk(submit(branch, fileId, 1, { handledOn: '2023-03-05' }));
  await sql`update account set member_id = ${own.memberId} where id = ${t.fixture.principals.member.accountId}`.execute(
    t.db,
  );
  person = await t.as('member');
  day = addDays((await read(branch, own.fileId)).today, 3);
});
afterAll(() => t.close());

const arrange = (fileId: string, given: object = {}) =>
  branch.call(arrangeTalk, {
    fileId,
    no: 2,
    talkerId: people.talker,
    day,
    starts: '15:00',
    minutes: 60,
    place: '党员活动室',
    ...given,
  } as never);
const talkOf = async (caller: Caller) => (await caller.call(fileTalk, { fileId: own.fileId, no: 2 })).result;
const at = async (caller: Caller) =>
  ({ fileId: own.fileId, no: 2, version: (await talkOf(caller))?.version ?? 0 }) as const;

describe('a talk of step 2', () => {
  test('is refused with the field that is wrong', async () => {
    expect((await arrange(own.fileId, { day: '2024-01-01' })).data.fields).toMatchObject({
      day: '谈话日期不能早于今天',
    });
    expect((await arrange(own.fileId, { starts: '25:00' })).data.fields).toMatchObject({ starts: '时间应写作 15:30' });
    expect((await arrange(own.fileId, { talkerId: people.full[1] })).data.fields.talkerId).toContain('不是书记');
    expect((await arrange(own.fileId, { talkerId: own.memberId })).data.fields.talkerId).toContain('不能作谈话人');
    expect((await arrange(own.fileId, { no: 16 })).msg).toContain('请先办理第2步');
    expect(await talkOf(branch)).toBeNull();
  });

  test('tells a clash of the talker and may stay all the same; one after the other is no clash', async () => {
    await expectOk(arrange(other.fileId));
    const clash = await arrange(own.fileId, { starts: '15:30' });
    expect(clash.data.fields.starts).toContain('当天15:00至16:00另有谈话');
    await expectOk(arrange(own.fileId, { starts: '15:30', despite: true }));
    // Another talker at the same place, and the same time elsewhere.
    await sql`update member set party_post = '组织委员' where id = ${people.full[1] ?? ''}`.execute(t.db);
    const beside = { starts: '15:30', talkerId: people.full[1] };
    expect((await arrange(own.fileId, beside)).data.fields.starts).toContain('党员活动室当天15:00至16:00已安排谈话');
    await expectOk(arrange(own.fileId, { ...beside, place: '会议室' }));
    // A meeting of the branch at the place, and one that the talker is due at: each until it is planned to end.
    const meets = async (place: string, from: string, to: string) => {
      const { rows } = await sql<{ id: string }>`
        insert into life_meeting (org_id, org_code, type, title, starts_at, ends_at, place)
        values (${ORGS.branchA11.id}, ${ORGS.branchA11.code}, 2, '支委会', ${`${day} ${from}+08`}::timestamptz,
                ${`${day} ${to}+08`}::timestamptz, ${place}) returning id`.execute(t.db);
      return rows[0]?.id ?? '';
    };
    await meets('小会议室', '09:00', '12:30');
    const inRoom = (starts: string) => arrange(own.fileId, { ...beside, place: '小会议室', starts });
    expect((await inRoom('12:00')).data.fields.starts).toContain('小会议室当天09:00至12:30安排了会议');
    await expectOk(inRoom('12:30'));
    const id = await meets('礼堂', '18:00', '18:30');
    await sql`with sheet as (insert into attendance_sheet (kind, subject_id, org_id, org_code, secret, starts_at, opens_at)
        select 'life', id, org_id, org_code, 'x', starts_at, starts_at from life_meeting where id = ${id} returning id)
      insert into attendance_person (sheet_id, member_id, name, due, votes)
      select id, ${people.talker}, '魏员', true, true from sheet`.execute(t.db);
    expect((await arrange(own.fileId, { starts: '18:10' })).data.fields.starts).toContain('18:00至18:30有会议或活动');
    await expectOk(arrange(own.fileId, { starts: '18:30' }));
    await expectOk(arrange(own.fileId, { starts: '16:00' }));
    expect((await talkOf(branch))?.starts).toBe('16:00');
  });

  test('the person asks once for another time, and the talker moves it once; then both confirm', async () => {
    expect((await talkOf(person))?.standing).toBe('待双方确认');
    // Nobody of the talker's account is there: the branch answers for the talker, never for the person.
    expect((await branch.call(answerTalk, { ...(await at(branch)), wish: '改到周五' })).msg).toBe('改期由本人提出');
    expect(
      (await branch.call(moveTalk, { ...(await at(branch)), day, starts: '10:00', minutes: 30, place: '办公室' })).msg,
    ).toBe('本人没有申请改期');
    expect((await person.call(answerTalk, { ...(await at(person)), wish: ' ' })).data.fields.wish).toContain('请写明');
    await expectOk(person.call(answerTalk, { ...(await at(person)), wish: '当天有课，上午可以' }));
    expect((await person.call(answerTalk, { ...(await at(person)), wish: '再改' })).msg).toContain('只能申请一次');
    const stale = await at(branch);
    await expectOk(branch.call(moveTalk, { ...stale, day, starts: '10:00', minutes: 30, place: '办公室' }));
    expect(
      (await branch.call(moveTalk, { ...stale, day, starts: '11:00', minutes: 30, place: '办公室' })).msg,
    ).toContain('已有变化');
    const again = await branch.call(moveTalk, {
      ...(await at(branch)),
      day,
      starts: '11:00',
      minutes: 30,
      place: '办公室',
    });
    expect(again.msg).toContain('改期只能一次');
    expect((await talkOf(person))?.standing).toBe('待本人确认');
    await expectOk(person.call(answerTalk, await at(person)));
    expect(await talkOf(person)).toMatchObject({
      standing: '双方已确认',
      isAgreed: true,
      starts: '10:00',
      ends: '10:30',
    });
    expect((await person.call(answerTalk, { ...(await at(person)), wish: '再改' })).msg).toContain('只能申请一次');
  });

  test('both ends find it among their own; the talker answers from the own account, and reads nothing else of the file', async () => {
    expect((await person.call(ownTalks, {})).result).toHaveLength(1);
    await sql`update account set member_id = ${people.talker} where id = ${t.fixture.principals.floating.accountId}`.execute(
      t.db,
    );
    const talker = await t.as('floating');
    const mine = (await talker.call(ownTalks, {})).result;
    expect(mine.map(({ name, can }) => [name, can.confirm]).sort()).toEqual([
      ['何思远', true],
      ['陈雨桐', false],
    ]);
    expect((await talker.get(`/api/fzdy/file/${own.fileId}`)).code).toBe(404);
    const theirs = mine.find(({ name }) => name === '何思远');
    await expectOk(talker.call(answerTalk, { fileId: other.fileId, no: 2, version: theirs?.version ?? 0 }));
    // Who can sign in is not answered for.
    expect((await branch.call(fileTalk, { fileId: other.fileId, no: 2 })).result?.can.confirm).toBe(false);
    expect((await person.call(fileTalk, { fileId: other.fileId, no: 2 })).code).toBe(404);
  });

  test('ends with the step, and is called off with a reason', async () => {
    await expectOk(submit(branch, own.fileId, 2, { handledOn: '2023-03-28', facts: factsOf(2, people) }));
    expect(await talkOf(branch)).toBeNull();
    await expectOk(branch.call(cancelTalk, { fileId: other.fileId, no: 2, reason: '谈话人出差' }));
    const { rows } = await sql<{ state: string }>`select state from development_talk order by id desc limit 9`.execute(
      t.db,
    );
    expect(rows.map(({ state }) => state).sort()).toEqual([...Array(5).fill('cancelled'), 'held']);
  });
});
