import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { todayOf } from '#platform/server/database/db.ts';
import { addDays } from '#platform/time/days.ts';
import { startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';

/** How many random stories are told; each has some sixty steps. */
const STORIES = 6;
const STEPS = 60;
const MINUTE = 60_000;

let t: TestApp;
let today: string;
let people: string[];

beforeAll(async () => {
  t = await startTestApp();
  today = await todayOf(t.db);
  people = (t.fixture.members.branchA11 ?? []).slice(0, 2);
});
afterAll(() => t.close());
beforeEach(async () => {
  await sql`delete from service_signup`.execute(t.db);
  await sql`delete from service_activity`.execute(t.db);
});

const random = (seed: number) => () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return seed / 2_147_483_648;
};

interface Seat {
  id: string;
  memberId: string;
  from: number;
  to: number;
  granted: boolean;
}

/** An activity with one person there from its beginning to its end, put before the auditor. Moments in ms. */
async function seat(memberId: string, from: number, to: number): Promise<Seat> {
  const { rows } = await sql<{ id: string }>`
    with a as (
      insert into service_activity (org_id, org_code, kind, state, title, post, place, starts_at, ends_at, closes_at, quota, hours, audience,
                                    content, contact, phone, secret, published_at)
      values (${ORGS.committeeA1.id}, ${ORGS.committeeA1.code}, 1, 3, '试', '1', '试', ${new Date(from)}, ${new Date(Math.max(to, from + MINUTE))}, ${new Date(from)}, 9, 12, 1,
              '试', '试', '13900000000', '\\x01', now()) returning id)
    insert into service_signup (activity_id, member_id, org_code, state, source, signed_at, way, left_at, left_way, counted_from, counted_to, hours_state)
    select a.id, ${memberId}, ${ORGS.committeeA1.code}, 1, 1, ${new Date(from)}, 'scan', ${new Date(to)}, 'scan', ${new Date(from)}, ${new Date(to)}, 1
      from a returning id`.execute(t.db);
  return { id: rows[0]?.id ?? '', memberId, from, to, granted: false };
}

/** The minutes of a person by counting each minute by itself, which knows nothing of intervals. */
function counted(seats: readonly Seat[], memberId: string): number {
  const minutes = new Set<number>();
  for (const one of seats) {
    if (!one.granted || one.memberId !== memberId) continue;
    for (let at = one.from; at < one.to; at += MINUTE) minutes.add(at);
  }
  return minutes.size;
}

const sums = async (memberId: string) =>
  (
    await sql<{ entries: number; places: number; person: number }>`
      select (select coalesce(sum(minutes), 0)::int from service_entry where member_id = ${memberId}) as entries,
             (select coalesce(sum(minutes), 0)::int from service_signup where member_id = ${memberId} and hours_state = 2) as places,
             coalesce((select minutes from service_person where member_id = ${memberId}), 0) as person`.execute(t.db)
  ).rows[0];

/** What was posted before a day, as a closed quarter shows it. */
const closed = async (before: string) =>
  (
    await sql<{ sums: string }>`
      select coalesce(string_agg(format('%s %s %s', member_id, posted_on, minutes), ' ' order by id), '') as sums
        from service_entry where posted_on < ${before}`.execute(t.db)
  ).rows[0]?.sums;

test('a person has the union of all recognised intervals, whatever is recognised, corrected and taken back in whatever order', async () => {
  // Around a midnight, the turn of a quarter that is closed, the turn of a year, and today.
  const year = Number(today.slice(0, 4));
  const turns = [
    `${addDays(today, -3)}T00:00:00+08:00`,
    `${year - 1}-07-01T00:00:00+08:00`,
    `${year - 1}-01-01T00:00:00+08:00`,
  ];
  const closedBefore = `${year - 1}-10-01`;
  for (let story = 1; story <= STORIES; story++) {
    const next = random(story * 7919);
    const pick = (n: number) => Math.floor(next() * n);
    const seats: Seat[] = [];
    const before = await closed(closedBefore);
    for (let step = 0; step < STEPS; step++) {
      const one = seats[pick(seats.length)];
      const what = seats.length < 4 ? 0 : pick(6);
      if (what === 0) {
        // Edges meet often: moments lie on a raster of a quarter of an hour, and now and then a minute beside it.
        const turn = Date.parse(turns[pick(turns.length)] ?? '');
        const from = turn + (pick(24) - 16) * 15 * MINUTE + (pick(4) === 0 ? MINUTE : 0);
        seats.push(await seat(people[pick(people.length)] ?? '', from, from + pick(13) * 15 * MINUTE));
      } else if (one && what <= 2) {
        await sql`update service_signup set hours_state = 2 where id = ${one.id}`.execute(t.db);
        one.granted = true;
      } else if (one && what === 3) {
        one.to = one.from + pick(9) * 30 * MINUTE;
        one.granted = true;
        await sql`update service_signup set hours_state = 2, counted_to = ${new Date(one.to)} where id = ${one.id}`.execute(
          t.db,
        );
      } else if (one && what === 4) {
        await sql`update service_signup set hours_state = 3 where id = ${one.id}`.execute(t.db);
        one.granted = false;
        one.to = one.from;
      } else if (one && pick(3) === 0) {
        await sql`delete from service_signup where id = ${one.id}`.execute(t.db);
        seats.splice(seats.indexOf(one), 1);
      } else if (one) {
        // As people are merged.
        one.memberId = people.find((id) => id !== one.memberId) ?? '';
        await sql`update service_signup set member_id = ${one.memberId} where id = ${one.id}`.execute(t.db);
      }
      for (const memberId of people) {
        const minutes = counted(seats, memberId);
        expect(await sums(memberId), `story ${story}, step ${step}`).toEqual({
          entries: minutes,
          places: minutes,
          person: minutes,
        });
      }
    }
    expect(await closed(closedBefore)).toBe(before);
    await sql`delete from service_signup`.execute(t.db);
    for (const memberId of people) expect(await sums(memberId)).toEqual({ entries: 0, places: 0, person: 0 });
  }
});

test('entries are only added to', async () => {
  const from = Date.parse(`${today}T00:00:00+08:00`);
  const one = await seat(people[0] ?? '', from, from + 60 * MINUTE);
  await sql`update service_signup set hours_state = 2 where id = ${one.id}`.execute(t.db);
  await expect(sql`update service_entry set minutes = 1`.execute(t.db)).rejects.toThrow('only added to');
  await expect(sql`delete from service_entry`.execute(t.db)).rejects.toThrow('only added to');
});

test('what two share is cut from whoever is recognised later, said in words, and given back with the first', async () => {
  const from = Date.parse(`${today}T00:00:00+08:00`);
  const [who = ''] = people;
  const first = await seat(who, from, from + 120 * MINUTE);
  const second = await seat(who, from + 90 * MINUTE, from + 210 * MINUTE);
  const read = async (id: string) =>
    (
      await sql<{ minutes: number; hours: number; overlap: string }>`
        select minutes, hours::float8 as hours, overlap from service_signup where id = ${id}`.execute(t.db)
    ).rows[0];
  await sql`update service_signup set hours_state = 2 where id = ${first.id}`.execute(t.db);
  // What waits shows before it is decided what it will add.
  const cut = { minutes: 90, hours: 1.5, overlap: '与“试”重叠30分钟，计入1.5小时' };
  expect(await read(second.id)).toEqual(cut);
  await sql`update service_signup set hours_state = 2 where id = ${second.id}`.execute(t.db);
  expect(await read(second.id)).toEqual(cut);
  await sql`update service_signup set hours_state = 3 where id = ${first.id}`.execute(t.db);
  expect(await read(second.id)).toEqual({ minutes: 120, hours: 2, overlap: '' });
  const { rows } = await sql<{ kind: number; minutes: number }>`
    select kind, minutes from service_entry where signup_id in (${first.id}, ${second.id}) order by signup_id, id`.execute(
    t.db,
  );
  expect(rows).toEqual([
    { kind: 1, minutes: 120 },
    { kind: 2, minutes: -120 },
    { kind: 1, minutes: 90 },
    { kind: 2, minutes: -90 },
    { kind: 1, minutes: 120 },
  ]);
});

test('a closed quarter posts to the day of the entry, an open one to the day of the activity', async () => {
  const { rows } = await sql<{ open: string; closed: string }>`
    select service_posting_day('2026-03-31', '2026-04-15')::text as open, service_posting_day('2026-03-31', '2026-04-16')::text as closed`.execute(
    t.db,
  );
  expect(rows[0]).toEqual({ open: '2026-03-31', closed: '2026-04-16' });
});
