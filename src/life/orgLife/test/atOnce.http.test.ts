import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signIn } from '#life/orgLife/contract.own.ts';
import {
  archiveMeeting,
  createMeeting,
  meetingAttendance,
  notifyMeeting,
  returnMeeting,
  signCode,
} from '#life/orgLife/contract.ts';
import { memberRow } from '#people/member/server/rowMapper.ts';
import { type Caller, openSession, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { grantRole, ORGS, testPerson } from '../../../../test/support/fixture.ts';

const PHONES = 300;
/** Phones that sign in in the same instant. */
const WAVE = 30;
const MEMBER_ROLE = 2;

let t: TestApp;
let branch: Caller;
const { id: orgId, code: orgCode } = ORGS.branchA11;

beforeAll(async () => {
  t = await startTestApp();
  branch = await t.as('branchWorker');
});
afterAll(() => t.close());

/** Somebody of the branch with an account and a session. */
async function phone(at: number): Promise<Caller> {
  const id = String(20_000 + at);
  const person = testPerson({ name: `党员${at}`, admissionDate: '2001-07-01', conversionDate: '2002-07-01' });
  await t.db
    .insertInto('member')
    .values(memberRow(person, { id, orgId, orgCode, sort: 1000 + at }, t.services.vault))
    .execute();
  const { rows } = await sql<{ id: string }>`
    insert into account (login_index, login_mask, name, password_hash, member_id)
    values (sha256(${id}::bytea), ${id}, ${person.name}, 'x', ${id}) returning id`.execute(t.db);
  const accountId = rows[0]?.id ?? '';
  const token = await openSession(
    t.services,
    accountId,
    await grantRole(t.services, accountId, MEMBER_ROLE, 'branchA11'),
  );
  return t.withToken(token);
}

test(`${PHONES} phones sign in, thirty in one instant: each is there, once, with the time of its first try`, async () => {
  const phones: Caller[] = [];
  for (let at = 0; at < PHONES; at++) phones.push(await phone(at));
  const { rows } = await sql<{ from: string; until: string }>`
    select to_char((now() - interval '5 minutes') at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI') as from,
           to_char((now() + interval '1 hour') at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI') as until`.execute(
    t.db,
  );
  const form = { orgId, type: 1, title: '支部党员大会', place: '会议室', note: '', topics: [], files: [] };
  const made = await branch.call(createMeeting, {
    ...form,
    startsAt: rows[0]?.from,
    endsAt: rows[0]?.until,
  } as never);
  expect(made.code, made.text).toBe(200);
  const { id } = made.data;
  expect((await branch.call(notifyMeeting, { id, version: made.data.version } as never)).code).toBe(200);
  const { code } = (await branch.call(signCode, { id })).data;
  // Every phone twice at once: a page that is opened again signs in again.
  for (let from = 0; from < PHONES; from += WAVE) {
    const wave = phones.slice(from, from + WAVE);
    const tries = await Promise.all([...wave, ...wave].map((one) => one.call(signIn, { id, code })));
    expect(new Set(tries.map((answer) => answer.code))).toEqual(new Set([200]));
    for (let at = 0; at < wave.length; at++) expect(tries[at]?.data.at).toBe(tries[at + wave.length]?.data.at);
  }
  const { tally, people } = (await branch.call(meetingAttendance, { id })).data;
  expect(tally.present).toBe(PHONES);
  expect(people.filter(({ wayName }: { wayName: string }) => wayName === '扫码')).toHaveLength(PHONES);
});

test('fifty archive and return at once: one of them wins, and the log has one act', async () => {
  const { rows } = await sql<{ id: string; version: number }>`
    insert into life_meeting (org_id, org_code, type, title, starts_at, ends_at, state, minutes, submitted_at)
    values (${orgId}, ${orgCode}, 4, '主题党日', now() - interval '2 days', now() - interval '47 hours', 3, '记录', now())
    returning id, version`.execute(t.db);
  const { id = '', version = 0 } = rows[0] ?? {};
  const committee = await t.as('committeeWorker');
  const acts = await Promise.all(
    Array.from({ length: 50 }, (_, at) =>
      at % 2 === 0
        ? committee.call(archiveMeeting, { id, version } as never)
        : committee.call(returnMeeting, { id, version, reason: '补充' } as never),
    ),
  );
  expect(acts.filter(({ code }) => code === 200)).toHaveLength(1);
  const after = await sql<{ state: number; version: number }>`
    select state, version from life_meeting where id = ${id}`.execute(t.db);
  expect(after.rows[0]?.version).toBe(version + 1);
  const logged = await sql`select 1 from audit_log where target_type = 'lifeMeeting' and target_id = ${id}
    and outcome = 'done' and (endpoint like '%/archive' or endpoint like '%/return')`.execute(t.db);
  expect(logged.rows).toHaveLength(1);
});
