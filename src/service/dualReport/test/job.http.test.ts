import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { addJob, fixJob, getJobs, leaveEmergency, listJobHistory, listSelfChosen, setOffice } from '../contract.job.ts';
import { reportPoster } from '../contract.ts';

/** A community of another county, to which the member has reported. */
const HERE = ORGS.branchB11;
const REPORT = '77001';

let t: TestApp;
let place: Caller;
let home: Caller;
let beside: Caller;

beforeAll(async () => {
  t = await startTestApp();
  [place, home, beside] = [await t.as('otherCountyWorker'), await t.as('branchWorker'), await t.as('siblingWorker')];
});
afterAll(() => t.close());
beforeEach(async () => {
  await sql`delete from sbd_job`.execute(t.db);
  await sql`delete from sbd_report`.execute(t.db);
  await sql`insert into sbd_report (id, member_id, org_id, org_code, status, residence, posts, times, source, decided_on)
    values (${REPORT}, ${t.fixture.principals.member.memberId}, ${HERE.id}, ${HERE.code}, 1, '试', '{1,4}', '{3}', 1, '2026-01-01')`.execute(
    t.db,
  );
});

describe('posts of those who have reported', () => {
  test('are given by the place from a day, ended with a reason, and kept', async () => {
    expect((await place.call(listSelfChosen, {})).body).toMatchObject({ total: 1, rows: [{ id: REPORT }] });
    expect((await place.call(getJobs, { id: REPORT })).data).toMatchObject({
      jobs: [],
      can: { assign: true },
      wanted: [{ value: '1' }, { value: '4' }],
    });
    const job = { reportId: REPORT, kind: 1, post: '4', fromOn: '2026-02-01' };
    expect((await place.call(addJob, { ...job, fromOn: '2025-02-01' })).data.fields).toHaveProperty('fromOn');
    expect((await home.call(addJob, job)).text).toContain('由接收报到的社区');
    expect((await beside.call(addJob, job)).code).toBe(404);
    const { id } = (await place.call(addJob, job)).data;
    expect((await place.call(addJob, job)).data.fields).toHaveProperty('post');
    expect((await place.call(listSelfChosen, {})).body.total).toBe(0);
    expect((await home.call(getJobs, { id: REPORT })).data).toMatchObject({
      jobs: [{ post: '4' }],
      can: { assign: false },
    });
    const end = { id, version: 1, fromOn: '2026-02-01', toOn: '2026-03-01' };
    expect((await place.call(fixJob, end)).data.fields).toEqual({ reason: '请写明结束原因' });
    expect((await place.call(fixJob, { ...end, toOn: '2026-01-15', reason: '试' })).data.fields).toEqual({
      toOn: '止日不能早于起日',
    });
    expect((await place.call(fixJob, { ...end, reason: '换岗' })).data.version).toBe(2);
    expect((await place.call(fixJob, { ...end, reason: '换岗' })).text).toContain('已有变化');
    expect((await home.call(listJobHistory, { id: REPORT })).body).toMatchObject({
      total: 1,
      rows: [{ toOn: '2026-03-01', endNote: '换岗' }],
    });
    expect((await beside.call(listJobHistory, { id: REPORT })).code).toBe(404);
  });

  test('the emergency team is left with a reason; a report that ends ends all of it', async () => {
    const { id } = (await place.call(addJob, { reportId: REPORT, kind: 2, fromOn: '2026-02-01' })).data;
    expect((await place.call(leaveEmergency, { id, version: 1, reason: '' })).code).not.toBe(200);
    expect((await place.call(leaveEmergency, { id, version: 1, reason: '腿伤' })).code).toBe(200);
    expect((await place.call(leaveEmergency, { id, version: 2, reason: '腿伤' })).text).toContain('不在应急队');
    await place.call(addJob, { reportId: REPORT, kind: 2, fromOn: '2026-02-01' });
    await sql`update sbd_report set status = 3, ended_on = '2026-06-01' where id = ${REPORT}`.execute(t.db);
    const history = (await place.call(listJobHistory, { id: REPORT })).body;
    expect(history.total).toBe(2);
    expect(history.rows.every(({ toOn }: { toOn: string | null }) => toOn !== null)).toBe(true);
    expect((await place.call(addJob, { reportId: REPORT, kind: 2, fromOn: '2026-02-01' })).text).toContain('已经结束');
  });

  test('the slip says where somebody works; the roll stays', async () => {
    const before = await sql`select work_unit from member where id = ${t.fixture.principals.member.memberId}`.execute(
      t.db,
    );
    expect(
      (await place.call(setOffice, { id: REPORT, version: 1, office: '峡州中学', officePost: '教师', skills: '急救' }))
        .data.version,
    ).toBe(2);
    expect((await home.call(getJobs, { id: REPORT })).data).toMatchObject({
      office: '峡州中学',
      officePost: '教师',
      skills: '急救',
    });
    expect((await place.call(setOffice, { id: REPORT, version: 1, office: '' })).text).toContain('已有变化');
    const after = await sql`select work_unit from member where id = ${t.fixture.principals.member.memberId}`.execute(
      t.db,
    );
    expect(after.rows).toEqual(before.rows);
  });
});

test('the sheet of a community leads to the report by its number; who does not receive has none', async () => {
  await sql`delete from sbd_receiver`.execute(t.db);
  expect((await place.call(reportPoster, {})).text).toContain('不接收党员报到');
  await sql`insert into sbd_receiver (org_id, receives) values (${ORGS.countyB.id}, true)`.execute(t.db);
  expect((await place.call(reportPoster, {})).code).toBe(200);
});
