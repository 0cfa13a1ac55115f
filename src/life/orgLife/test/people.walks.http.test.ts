import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dutyMatrix, dutyYear, listOwed } from '#life/orgLife/contract.duty.ts';
import { countPeopleTally } from '#life/orgLife/server/service/tally.ts';
import type { ReplyOf } from '#platform/contract.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';

/** Steps of the walk; `npm run soak` gives thousands. */
const STEPS = Number(process.env.WALKS ?? 60);
const SEED = Number(process.env.SEED ?? 1);
const PEOPLE_DUTIES = [11, 12, 13];

let t: TestApp;
let county: Caller;
let today = '';
let year = 0;
let people: string[] = [];
let terms = 0;
let state = SEED;
const random = () => {
  state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
  return state / 2_147_483_648;
};
const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
const BRANCHES = [ORGS.branchA11, ORGS.branchA12];
/** Few places and few people, so that what one act gives another one takes. */
const PLACES = [...BRANCHES, ORGS.committeeA1];
const dayOf = (of = pick([year, year, year - 1])) =>
  new Date(Date.UTC(of, 0, 1 + Math.floor(random() * 365))).toISOString().slice(0, 10);
const anyOf = (table: string) =>
  sql`(select id from ${sql.table(table)} order by md5(id::text || ${String(random())}) limit 1)`;

beforeAll(async () => {
  t = await startTestApp();
  county = await t.as('countyWorker');
  const { rows } = await sql<{ d: string }>`select (now() at time zone 'Asia/Shanghai')::date::text as d`.execute(t.db);
  today = rows[0]?.d ?? '';
  year = Number(today.slice(0, 4));
  people = (t.fixture.members.branchA11 ?? []).slice(0, 4);
  await sql`update member set deleted_at = now() where not id = any (${people}::bigint[])`.execute(t.db);
  await sql`update member set joined_branch_on = '2001-07-01' where id = any (${people}::bigint[])`.execute(t.db);
  await sql`update organisation set founded_on = '2001-07-01'`.execute(t.db);
  await sql`truncate life_meeting, life_exemption, attendance_sheet, life_talk, org_term cascade`.execute(t.db);
});
afterAll(() => t.close());

const ACTS: Record<string, () => Promise<unknown>> = {
  elect: () => elect(pick(PLACES)),
  post: () =>
    sql`update org_post set post = ${pick(['书记', '委员'])}, member_id = ${pick(people)} where id = ${anyOf('org_post')}`.execute(
      t.db,
    ),
  leavePost: () => sql`delete from org_post where id = ${anyOf('org_post')}`.execute(t.db),
  endTerm: () =>
    sql`update org_term set is_current = false, deleted_at = ${random() < 0.5 ? today : null} where id = ${anyOf('org_term')}`.execute(
      t.db,
    ),
  hold: async () => {
    const org = pick(PLACES);
    await sql`
      with met as (
        insert into life_meeting (org_id, org_code, type, also_type, title, starts_at, ends_at, state, lecturer_id)
        select ${org.id}, ${org.code}, ${pick([1, 5, 5])}, ${random() < 0.3 ? 5 : null}, '会', d, d + interval '1 hour',
               ${pick([2, 3, 3, 5])}, ${random() < 0.8 ? pick(people) : null}
          from (select ${`${dayOf()} 09:00+08`}::timestamptz as d) as day returning id, starts_at)
      insert into attendance_sheet (kind, subject_id, org_id, org_code, secret, starts_at, opens_at)
      select 'life', id, ${org.id}, ${org.code}, 'x', starts_at, starts_at from met`.execute(t.db);
  },
  attend: () =>
    sql`insert into attendance_person (sheet_id, member_id, name, due, votes, state)
        select s.id, m.id, '试', ${random() < 0.8}, true, ${pick([0, 1, 1, 3])} from attendance_sheet s join member m on m.org_id = s.org_id
         where m.id = any (${people}::bigint[]) order by md5(s.id || ${String(random())} || m.id) limit 3
        on conflict (sheet_id, member_id) do update set due = excluded.due, state = excluded.state`.execute(t.db),
  step: () =>
    sql`update life_meeting set state = ${pick([2, 3, 4, 5])}, lecturer_id = ${pick(people)} where id = ${anyOf('life_meeting')}`.execute(
      t.db,
    ),
  voidOne: () =>
    sql`update life_meeting set cancelled_at = ${random() < 0.5 ? today : null} where id = ${anyOf('life_meeting')}`.execute(
      t.db,
    ),
  day: () => {
    const day = dayOf();
    return sql`update life_meeting set starts_at = ${`${day} 09:00+08`}, ends_at = ${`${day} 10:00+08`} where id = ${anyOf('life_meeting')}`.execute(
      t.db,
    );
  },
  talk: () =>
    sql`insert into life_talk (org_id, org_code, from_id, to_id, held_on, created_by)
        select a.org_id, a.org_code, a.id, b.id, ${dayOf()}, '试' from member a join member b on b.org_id = a.org_id and b.id <> a.id
         where a.id = any (${people}::bigint[]) and b.id = any (${people}::bigint[]) order by md5(a.id || ${String(random())} || b.id) limit 2`.execute(
      t.db,
    ),
  untalk: () => sql`update life_talk set deleted_at = now() where id = ${anyOf('life_talk')}`.execute(t.db),
  move: () => {
    const org = pick(BRANCHES);
    return sql`update member set org_id = ${org.id}, org_code = ${org.code}, joined_branch_on = ${pick(['2001-07-01', '2001-07-01', dayOf()])}
                where id = ${pick(people)}`.execute(t.db);
  },
  standing: () =>
    sql`update member set membership_status = ${pick([1, 1, 1, 3])}, person_category = ${pick([1, 1, 2, 5])},
               deleted_at = ${random() < 0.2 ? today : null}
         where id = ${pick(people)}`.execute(t.db),
  found: () =>
    sql`update organisation set founded_on = ${random() < 0.8 ? '2001-07-01' : dayOf()} where id = ${pick(PLACES).id}`.execute(
      t.db,
    ),
};

async function elect(org: (typeof PLACES)[number]) {
  await sql`update org_term set is_current = false where org_id = ${org.id}`.execute(t.db);
  const chosen = [...new Set([pick(people), pick(people), pick(people)])];
  await sql`
    with term as (
      insert into org_term (org_id, org_code, number, elected_on, years, expires_on)
      values (${org.id}, ${org.code}, ${++terms}, ${pick(['2021-03-01', '2021-03-01', dayOf()])}, 5, ${dayOf()}) returning id)
    insert into org_post (term_id, org_id, member_id, name, post, sort)
    select term.id, ${org.id}, m.id, '试', case n when 1 then '书记' else '委员' end, n
      from term, unnest(${chosen}::bigint[]) with ordinality as m (id, n)`.execute(t.db);
}

interface Facts {
  terms: { id: string; org: string; elected: string; expires: string; current: boolean }[];
  posts: { term: string; member: string | null; post: string }[];
  members: { id: string; org: string; stands: boolean; joined: string | null }[];
  meetings: { id: string; org: string; lecture: boolean; day: string; lecturer: string | null }[];
  present: { meeting: string; member: string }[];
  talks: { org: string; a: string; b: string; day: string }[];
  founded: { id: string; day: string }[];
}

async function facts(): Promise<Facts> {
  const all = async <K extends keyof Facts>(text: string) =>
    (await sql<Facts[K][number]>`${sql.raw(text)}`.execute(t.db)).rows;
  return {
    terms:
      await all<'terms'>(`select id, org_id as org, elected_on::text as elected, expires_on::text as expires, is_current as current
      from org_term where deleted_at is null order by elected_on, id`),
    posts: await all<'posts'>('select term_id as term, member_id as member, post from org_post'),
    members: await all<'members'>(`select id, org_id as org, joined_branch_on::text as joined,
      person_category in (1, 2) and membership_status = 1 as stands from member where deleted_at is null`),
    meetings:
      await all<'meetings'>(`select id, org_id as org, type = 5 or coalesce(also_type, 0) = 5 as lecture, lecturer_id as lecturer,
      (starts_at at time zone 'Asia/Shanghai')::date::text as day from life_meeting where state in (3, 5) and cancelled_at is null`),
    present: await all<'present'>(`select s.subject_id as meeting, p.member_id as member from attendance_person p
      join attendance_sheet s on s.id = p.sheet_id where p.due and p.state = 1`),
    talks: await all<'talks'>(
      'select org_id as org, from_id as a, to_id as b, held_on::text as day from life_talk where deleted_at is null',
    ),
    founded: await all<'founded'>('select id, founded_on::text as day from organisation'),
  };
}

/** Whether somebody stood in the team of an organisation on a day: a term runs until the next one, the current one on and on. */
function leadsOn(of: Facts, org: string, member: string, day: string, post?: string): boolean {
  const terms = of.terms.filter((term) => term.org === org);
  return terms.some((term, at) => {
    const until = term.current ? null : (terms[at + 1]?.elected ?? term.expires);
    const holds = of.posts.some(
      (one) => one.term === term.id && one.member === member && (post === undefined || one.post === post),
    );
    return holds && term.elected <= day && (until === null || until > day);
  });
}

/** What an organisation owes of one duty in a year and has done, by loops over the facts. */
function naive(of: Facts, org: string, type: number, in_: number): { required: number; held: number } {
  const [first, last] = [`${in_}-01-01`, `${in_}-12-31`];
  const inYear = (day: string) => day.startsWith(String(in_));
  if (type !== 12) {
    const post = type === 11 ? '书记' : undefined;
    const bound = of.members.filter(({ id }) => leadsOn(of, org, id, first, post) && leadsOn(of, org, id, last, post));
    const did = bound.filter(({ id, org: home }) =>
      of.meetings.some((met) => {
        if (!inYear(met.day)) return false;
        if (type === 11) return met.lecture && met.lecturer === id;
        return met.org === home && of.present.some((one) => one.meeting === met.id && one.member === id);
      }),
    );
    return { required: bound.length, held: did.length };
  }
  const old = of.terms.some((term) => term.org === org && term.elected <= first);
  const now = of.terms.find((term) => term.org === org && term.current);
  const all = of.members.filter((one) => one.org === org && one.stands && (one.joined === null || one.joined <= first));
  const leads = (id: string) => old && of.posts.some(({ term, member }) => term === now?.id && member === id);
  const [leaders, others] = [all.filter(({ id }) => leads(id)), all.filter(({ id }) => !leads(id))];
  const met = (a: string, b: string) =>
    of.talks.some(
      (talk) =>
        talk.org === org && inYear(talk.day) && ((talk.a === a && talk.b === b) || (talk.a === b && talk.b === a)),
    );
  let [required, held] = [0, 0];
  const owe = (done: boolean) => {
    required += 1;
    held += done ? 1 : 0;
  };
  leaders.forEach((one, at) => {
    for (const other of leaders.slice(at + 1)) owe(met(one.id, other.id));
  });
  for (const one of others) {
    if (leaders.length > 0) owe(leaders.some(({ id }) => met(id, one.id)));
    if (others.length > 1) owe(others.some(({ id }) => id !== one.id && met(id, one.id)));
  }
  return { required, held };
}

/** The same with its state, as the year of an organisation shows it; what is not owed is left out. */
function recount(of: Facts, org: (typeof PLACES)[number], in_: number) {
  const founded = of.founded.find(({ id }) => id === org.id)?.day ?? '';
  const found = new Map<number, string>();
  for (const type of org.type === 46 ? [12] : [11, 13]) {
    const { required, held } = naive(of, org.id, type, in_);
    if (required === 0 || founded > `${in_}-01-01`) continue;
    found.set(type, `${held}/${required} ${held >= required ? 'ok' : `${in_}-12-31` < today ? 'missing' : 'due'}`);
  }
  return found;
}

async function shown(orgId: string, in_: number) {
  const { lines }: ReplyOf<typeof dutyYear> = (await county.call(dutyYear, { orgId, year: in_ })).data;
  return new Map(
    lines
      .filter(({ type }) => PEOPLE_DUTIES.includes(type))
      .flatMap(({ type, cells }) =>
        cells.map((cell): [number, string] => [type, `${cell.held}/${cell.required} ${cell.state}`]),
      ),
  );
}

test(
  `what people owe equals a recount from the facts after each of ${STEPS} random acts, kept or not, and every number is its list`,
  async () => {
    for (const org of PLACES) await elect(org);
    for (const name of ['hold', 'hold', 'hold', 'attend', 'attend', 'talk', 'talk']) await ACTS[name]?.();
    let done = 0;
    for (let at = 0; at < STEPS; at++) {
      const name = pick([...Object.keys(ACTS), 'hold', 'hold', 'attend', 'attend', 'talk', 'elect']);
      // What is kept must be told of the act; what is not is counted as it stands.
      if (random() < 0.6) await countPeopleTally(t.services);
      await ACTS[name]?.();
      const said = `seed ${SEED}, step ${at}: ${name}`;
      const of = await facts();
      for (const org of PLACES) {
        const in_ = pick([year, year - 1]);
        const expected = recount(of, org, in_);
        for (const text of expected.values()) done += text.startsWith('0/') ? 0 : 1;
        expect(await shown(org.id, in_), `${said}, ${org.name} ${in_}`).toEqual(expected);
      }
      if (at % 10 > 0) continue;
      const type = pick(PEOPLE_DUTIES);
      const answer = await county.call(dutyMatrix, { type: type as 11, year: year - 1 });
      const { rows }: ReplyOf<typeof dutyMatrix> = answer.data;
      for (const key of ['ok', 'missing'] as const) {
        const sum = rows.flatMap(({ cells }) => cells).reduce((n, cell) => n + cell[key], 0);
        const list = await county.call(listOwed, { type: type as 11, period: String(year - 1), state: key });
        expect(list.total, `${said}: ${key}`).toBe(sum);
      }
    }
    expect(done, 'cells in which something was done').toBeGreaterThan(STEPS / 6);
  },
  Math.max(120_000, STEPS * 1000),
);
