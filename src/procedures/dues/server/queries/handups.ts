import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { COMMITTEES, type HandupState } from '#procedures/dues/rules.handup.ts';

const committees = sql`array[${sql.join([...COMMITTEES])}]::smallint[]`;

export interface HandupRecord {
  id: string;
  kind: 1 | 2 | 3;
  orgId: string;
  orgCode: string;
  orgName: string;
  toOrgId: string;
  toOrgCode: string;
  toOrgName: string;
  year: number;
  amount: string;
  received: string;
  ratio: number | null;
  inCash: boolean;
  paidOn: string | null;
  slip: string;
  purpose: number | null;
  note: string;
  state: HandupState;
  askedBy: string;
  askedName: string;
  decidedBy: string;
  opinion: string;
  version: number;
  createdAt: Date;
}

const COLUMNS = sql`h.id, h.kind, h.org_id as "orgId", o.code as "orgCode", o.name as "orgName", h.to_org_id as "toOrgId",
  t.code as "toOrgCode", t.name as "toOrgName", h.year, h.amount::text as amount, h.received::text as received, h.ratio,
  h.in_cash as "inCash", h.paid_on::text as "paidOn", h.slip, h.purpose, h.note, h.state, h.asked_by as "askedBy",
  h.asked_name as "askedName", h.decided_by as "decidedBy", h.opinion, h.version, h.created_at as "createdAt"`;
const FROM = sql`dues_handup h join organisation o on o.id = h.org_id join organisation t on t.id = h.to_org_id`;

/** A page of what was handed up and down, what waits first, then the newest. */
export async function pageOfHandups(
  db: Db,
  scope: Scope,
  filter: { onlyOrg: string | null; state: string | null; kind: number | null; year: number | null },
  limit: number,
  offset: number,
) {
  const parts: RawBuilder<unknown>[] = [within(scope, 'h.org_code')];
  if (filter.onlyOrg) parts.push(sql`h.org_id = ${filter.onlyOrg}`);
  if (filter.state) parts.push(sql`h.state = ${filter.state}`);
  if (filter.kind) parts.push(sql`h.kind = ${filter.kind}`);
  if (filter.year) parts.push(sql`h.year = ${filter.year}`);
  const where = sql.join(parts, sql` and `);
  const [page, total] = await Promise.all([
    sql<HandupRecord>`select ${COLUMNS} from ${FROM} where ${where}
      order by h.state <> 'pending', h.id desc limit ${limit} offset ${offset}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from dues_handup h where ${where}`.execute(db),
  ]);
  return { rows: page.rows, total: total.rows[0]?.n ?? 0 };
}

/** One of the scope, locked. */
export async function lockHandup(db: Db, scope: Scope, id: string): Promise<HandupRecord | undefined> {
  const { rows } = await sql<HandupRecord>`
    select ${COLUMNS} from ${FROM} where h.id = ${id} and o.deleted_at is null and ${within(scope, 'h.org_code')} for update of h`.execute(
    db,
  );
  return rows[0];
}

export interface NewHandup {
  kind: 1 | 2 | 3;
  orgId: string;
  orgCode: string;
  toOrgId: string;
  year: number;
  amount: number;
  received?: number;
  ratio?: number | null;
  inCash?: boolean;
  paidOn?: string;
  slip?: string;
  purpose?: number;
  note: string;
  askedBy: string;
  askedName: string;
}

export async function insertHandup(db: Db, one: NewHandup): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into dues_handup (kind, org_id, org_code, to_org_id, year, amount, received, ratio, in_cash, paid_on, slip, purpose, note,
                             asked_by, asked_name)
    values (${one.kind}, ${one.orgId}, ${one.orgCode}, ${one.toOrgId}, ${one.year}, ${one.amount}, ${one.received ?? 0},
            ${one.ratio ?? null}, ${one.inCash ?? false}, ${one.paidOn ?? null}, ${one.slip ?? ''}, ${one.purpose ?? null},
            ${one.note}, ${one.askedBy}, ${one.askedName}) returning id`.execute(db);
  return rows[0]?.id ?? '';
}

/** Ends one; `paid` is what whoever hands down says of its payment. */
export async function endHandup(
  db: Db,
  id: string,
  end: { state: HandupState; by: string; opinion: string; paid?: { on: string; slip: string } },
): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update dues_handup set state = ${end.state}, decided_by = ${end.by}, decided_at = now(), opinion = ${end.opinion},
           paid_on = coalesce(${end.paid?.on ?? null}, paid_on), slip = coalesce(${end.paid?.slip ?? null}, slip), version = version + 1
     where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

export interface StandingRecord {
  orgId: string;
  code: string;
  orgName: string;
  type: number;
  received: string;
  set: number | null;
  ratioVersion: number;
  handed: string;
  pending: string;
}

/** What some organisations received and handed up in a year. @param orgs a query of `id, code, name, type` */
export const standingOf = (orgs: RawBuilder<unknown>, year: number) => sql`
  select o.id as "orgId", o.code, o.name as "orgName", o.type, coalesce(got.sum, 0)::text as received, r.ratio as set,
         coalesce(r.version, 0) as "ratioVersion", coalesce(up.handed, 0)::text as handed, coalesce(up.pending, 0)::text as pending
    from (${orgs}) o
    left join (
      select v.org_id, -sum(e.amount) as sum from dues_voucher v join dues_entry e on e.voucher_id = v.id
       where v.org_id in (select id from (${orgs}) c) and v.month between ${`${year}-01`} and ${`${year}-12`}
         and e.account in ('党费收入', '利息', '下级上缴')
       group by v.org_id) got on got.org_id = o.id
    left join (
      select org_id, sum(amount) filter (where state = 'confirmed') as handed, sum(amount) filter (where state = 'pending') as pending
        from dues_handup where kind = 1 and year = ${year} and state in ('confirmed', 'pending')
         and org_id in (select id from (${orgs}) c)
       group by org_id) up on up.org_id = o.id
    left join dues_ratio r on r.org_id = o.id and r.year = ${year}`;

/** What one organisation received and handed up in a year. */
export async function standing(db: Db, orgId: string, year: number): Promise<StandingRecord | undefined> {
  const one = sql`select id, code, name, type from organisation where id = ${orgId}`;
  const { rows } = await sql<StandingRecord>`${standingOf(one, year)}`.execute(db);
  return rows[0];
}

/**
 * Every organisation that hands up to a committee itself, with no committee between: committees always, others where
 * they have books of the year.
 */
export async function standingBelow(db: Db, committeeId: string, year: number): Promise<StandingRecord[]> {
  const orgs = sql`
    with recursive tree as (
      select id, code, name, type from organisation where parent_id = ${committeeId} and deleted_at is null
      union all
      select c.id, c.code, c.name, c.type from organisation c join tree t on c.parent_id = t.id
       where t.type <> all(${committees}) and c.deleted_at is null
    )
    select * from tree t
     where t.type = any(${committees})
        or exists (select from dues_voucher v where v.org_id = t.id and v.month between ${`${year}-01`} and ${`${year}-12`})`;
  const { rows } = await sql<StandingRecord>`${standingOf(orgs, year)} order by o.code`.execute(db);
  return rows;
}

/** The committee that an organisation hands up to: the nearest above it; none above the highest. */
export async function superiorOf(db: Db, code: string) {
  const { rows } = await sql<{ id: string; code: string; name: string }>`
    select id, code, name from organisation
     where deleted_at is null and type = any(${committees}) and code <> ${code}
       and code = any(array(select left(${code}::text, n) from generate_series(4, length(${code}), 4) n))
     order by length(code) desc limit 1`.execute(db);
  return rows[0];
}

/** Balances of an organisation's accounts now, in fen, credit below zero. */
export async function balancesNow(db: Db, orgId: string): Promise<Readonly<Record<string, number>>> {
  const { rows } = await sql<{ account: string; sum: string }>`
    select e.account, sum(e.amount)::text as sum from dues_entry e join dues_voucher v on v.id = e.voucher_id
     where v.org_id = ${orgId} group by e.account`.execute(db);
  return Object.fromEntries(rows.map(({ account, sum }) => [account, Number(sum)]));
}

/** What is handed up and not confirmed yet, by kind and whether it left in cash. */
export async function pendingOf(db: Db, orgId: string) {
  const { rows } = await sql<{ kind: number; inCash: boolean; sum: string }>`
    select kind, in_cash as "inCash", sum(amount)::text as sum from dues_handup
     where org_id = ${orgId} and state = 'pending' group by 1, 2`.execute(db);
  const of = (fits: (row: (typeof rows)[number]) => boolean) =>
    rows.filter(fits).reduce((all, { sum }) => all + Number(sum), 0);
  return {
    large: of(({ kind }) => kind === 2),
    cash: of(({ kind, inCash }) => kind !== 3 && inCash),
    bank: of(({ kind, inCash }) => kind !== 3 && !inCash),
  };
}

/** Sets a ratio; undefined where somebody has set it meanwhile. */
export async function saveRatio(
  db: Db,
  one: { orgId: string; year: number; ratio: number; version: number; by: string },
): Promise<number | undefined> {
  const { rows } = await sql<{ version: number }>`
    insert into dues_ratio (org_id, year, ratio, updated_by)
    select ${one.orgId}, ${one.year}, ${one.ratio}, ${one.by}
     where ${one.version} = 0 or exists (select from dues_ratio where org_id = ${one.orgId} and year = ${one.year})
    on conflict (org_id, year) do update set ratio = excluded.ratio, version = dues_ratio.version + 1, updated_by = excluded.updated_by,
           updated_at = now() where dues_ratio.version = ${one.version}
    returning version`.execute(db);
  return rows[0]?.version;
}
