import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dutyMatrix, dutyYear, endExemption, exemptDuty, listOwed } from '#life/orgLife/contract.duty.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';

/** Steps of the walk; `npm run soak` gives thousands. */
const STEPS = Number(process.env.WALKS ?? 60);
const SEED = Number(process.env.SEED ?? 1);

let t: TestApp;
let committee: Caller;
let today = '';
let state = SEED;
const random = () => {
  state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
  return state / 2_147_483_648;
};
const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
const BRANCHES = [ORGS.branchA11, ORGS.branchA12].filter(Boolean);
const year = () => Number(today.slice(0, 4));
const dayOf = () => {
  const at = Date.UTC(year(), 0, 1 + Math.floor(random() * 366));
  return new Date(Math.min(at, Date.parse(today))).toISOString().slice(0, 10);
};

beforeAll(async () => {
  t = await startTestApp();
  committee = await t.as('committeeWorker');
  today = (await sql<{ d: string }>`select (now() at time zone 'Asia/Shanghai')::date::text as d`.execute(t.db)).rows[0]
    ?.d as string;
  await sql`update organisation set founded_on = '2001-07-01'`.execute(t.db);
  await sql`truncate life_meeting, life_exemption cascade`.execute(t.db);
});
afterAll(() => t.close());

const ACTS: Record<string, () => Promise<unknown>> = {
  hold: async () => {
    const org = pick(BRANCHES);
    const day = dayOf();
    await sql`insert into life_meeting (org_id, org_code, type, also_type, title, starts_at, ends_at, state)
      values (${org.id}, ${org.code}, ${pick([1, 2, 4, 5, 6, 8, 9])}, ${random() < 0.2 ? 5 : null}, '会', ${`${day} 09:00+08`},
              ${`${day} 10:00+08`}, ${pick([0, 1, 2, 3, 4, 5])})`.execute(t.db);
  },
  move: () =>
    sql`update life_meeting set starts_at = ${`${dayOf()} 09:00+08`}, ends_at = ${`${today} 23:00+08`}
         where id = (select id from life_meeting order by md5(id::text || ${String(random())}) limit 1)`.execute(t.db),
  step: () =>
    sql`update life_meeting set state = ${pick([2, 3, 4, 5])}
         where id = (select id from life_meeting order by md5(id::text || ${String(random())}) limit 1)`.execute(t.db),
  voidOne: () =>
    sql`update life_meeting set cancelled_at = now()
         where id = (select id from life_meeting where cancelled_at is null order by md5(id::text || ${String(random())}) limit 1)`.execute(
      t.db,
    ),
  found: () =>
    sql`update organisation set founded_on = ${random() < 0.3 ? '2001-07-01' : dayOf()} where id = ${pick(BRANCHES).id}`.execute(
      t.db,
    ),
  exempt: async () => {
    const month = Math.ceil(random() * 12);
    const of = {
      orgId: pick(BRANCHES).id,
      type: 4,
      period: `${year()}-${String(month).padStart(2, '0')}`,
      reason: '试',
    };
    return committee.call(exemptDuty, of as never);
  },
  unexempt: async () => {
    const { rows } = await sql<{ id: string }>`select id from life_exemption where ended_at is null limit 1`.execute(
      t.db,
    );
    return rows[0] ? committee.call(endExemption, { id: rows[0].id }) : undefined;
  },
};

interface Fact {
  orgId: string;
  type: number;
  alsoType: number | null;
  heldOn: string;
}

/** The cells of a branch counted from scratch out of the facts, by loops over days instead of the module's own rules. */
async function recount(orgId: string): Promise<Map<string, string>> {
  const org = (
    await sql<{ founded: string }>`select founded_on::text as founded from organisation where id = ${orgId}`.execute(
      t.db,
    )
  ).rows[0];
  const rules = (
    await sql<{ type: number; per: string; types: number[]; needs: string; kind: number }>`
      select r.type, r.per, r.org_types as types, r.needs, o.type as kind from life_rule r, organisation o
       where o.id = ${orgId} and o.type = any(r.org_types) and r.until_on is null and r.needs = ''`.execute(t.db)
  ).rows;
  const facts = (
    await sql<Fact>`select org_id as "orgId", type, also_type as "alsoType", (starts_at at time zone 'Asia/Shanghai')::date::text as "heldOn"
      from life_meeting where org_id = ${orgId} and state in (3, 5) and cancelled_at is null`.execute(t.db)
  ).rows;
  const waived = new Set(
    (
      await sql<{
        key: string;
      }>`select type || ' ' || period as key from life_exemption where org_id = ${orgId} and ended_at is null`.execute(
        t.db,
      )
    ).rows.map(({ key }) => key),
  );
  const found = new Map<string, string>();
  for (const { type, per } of rules) {
    const length = per === 'month' ? 1 : per === 'quarter' ? 3 : 12;
    for (let from = 0; from < 12; from += length) {
      const first = new Date(Date.UTC(year(), from, 1)).toISOString().slice(0, 10);
      const last = new Date(Date.UTC(year(), from + length, 0)).toISOString().slice(0, 10);
      if (org && org.founded > first) continue;
      const name = per === 'year' ? `${year()}` : per === 'month' ? first.slice(0, 7) : `${year()}Q${from / 3 + 1}`;
      const held = facts.some(
        (one) => (one.type === type || one.alsoType === type) && one.heldOn >= first && one.heldOn <= last,
      );
      const is = held
        ? 'ok'
        : waived.has(`${type} ${name}`)
          ? 'exempt'
          : first > today
            ? 'later'
            : last < today
              ? 'missing'
              : 'due';
      found.set(`${type} ${name}`, is);
    }
  }
  return found;
}

async function shown(orgId: string): Promise<Map<string, string>> {
  const { lines } = (await committee.call(dutyYear, { orgId, year: year() })).data;
  return new Map(
    lines
      // Committees, groups and people have tests of their own.
      .filter(({ type }: { type: number }) => type !== 2 && type !== 3 && type < 10)
      .flatMap(({ type, cells }: { type: number; cells: { period: string; state: string }[] }) =>
        cells.map(({ period, state: is }): [string, string] => [`${type} ${period}`, is]),
      ),
  );
}

test(
  `cells equal a recount from scratch after each of ${STEPS} random acts, and every number is the length of its list`,
  async () => {
    for (let at = 0; at < STEPS; at++) {
      const name = pick(Object.keys(ACTS));
      await ACTS[name]?.();
      const { id } = pick(BRANCHES);
      expect(await shown(id), `seed ${SEED}, step ${at}: ${name}`).toEqual(await recount(id));
      if (at % 10 > 0) continue;
      const { rows, periods } = (await committee.call(dutyMatrix, { type: 4, year: year() } as never)).data;
      const { period } = pick<{ period: string }>(periods);
      for (const key of ['ok', 'due', 'missing'] as const) {
        const sum = rows
          .flatMap(({ cells }: { cells: { period: string; ok: number; due: number; missing: number }[] }) => cells)
          .filter((cell: { period: string }) => cell.period === period)
          .reduce((n: number, cell: Record<typeof key, number>) => n + cell[key], 0);
        const list = await committee.call(listOwed, { type: 4, period, state: key } as never);
        expect(list.total, `seed ${SEED}, step ${at}: ${key} of ${period}`).toBe(sum);
      }
    }
  },
  Math.max(120_000, STEPS * 500),
);
