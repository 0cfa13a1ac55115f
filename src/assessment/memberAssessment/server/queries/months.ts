import { type RawBuilder, sql } from 'kysely';
import type { Exemption } from '#assessment/memberAssessment/rules.exempt.ts';
import type { MonthState } from '#assessment/memberAssessment/rules.ts';
import { COUNTED } from '#assessment/points/server/index.ts';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';

export interface Plan {
  id: string;
  name: string;
  share: number;
  grades: number[];
  punishBars: boolean;
}
export interface Item {
  id: string;
  name: string;
  kind: number;
  most: number;
  dimension: string;
  submit: number;
  inspection: number;
  standard: string;
}

/** The published plan of a year of the nearest organisation above a code. */
export async function planFor(db: Db, orgCode: string, year: number): Promise<Plan | undefined> {
  const { rows } = await sql<Plan>`
    select p.id, p.name, p.share, p.grades, p.punish_bars as "punishBars" from assess_plan p join organisation o on o.id = p.org_id
     where p.state = 1 and p.year = ${year} and o.deleted_at is null and ${orgCode}::text like p.org_code || '%'
     order by length(p.org_code) desc limit 1`.execute(db);
  return rows[0];
}

export async function itemsOf(db: Db, planId: string): Promise<Item[]> {
  const { rows } = await sql<Item>`
    select id, name, kind, most, dimension, submit, inspection, standard from assess_item where plan_id = ${planId} order by sort, id`.execute(
    db,
  );
  return rows;
}

export interface Person {
  id: string;
  name: string;
  orgId: string;
  orgCode: string;
  orgName: string;
  probationary: boolean;
  /** `YYYY-MM` since which somebody belongs here; null: not known. */
  since: string | null;
  /** Confirmed ones of the year. */
  exemptions: Exemption[];
}

const EXEMPTIONS = (year: number) => sql<Exemption[]>`coalesce((
  select jsonb_agg(jsonb_build_object('itemId', e.item_id::text, 'itemName', coalesce(i.name, ''), 'from', e.from_on, 'to', e.to_on,
                                      'reason', e.reason) order by e.from_on, e.id)
    from assess_exemption e left join assess_item i on i.id = e.item_id
   where e.member_id = m.id and e.state = 1 and e.from_on <= make_date(${year}::int, 12, 31) and e.to_on >= make_date(${year}::int, 1, 1)), '[]')`;

const PERSON = (year: number) => sql`m.id, m.name, m.org_id as "orgId", m.org_code as "orgCode", o.name as "orgName",
  m.person_category = 2 as probationary, substr(greatest(m.admission_date, m.joined_branch_on)::text, 1, 7) as since,
  ${EXEMPTIONS(year)} as exemptions`;

/** A page of those who are assessed below a scope, in the order of the tree. */
export async function pageOfPeople(db: Db, scope: Scope, year: number, limit: number, offset: number) {
  const { rows } = await sql<Person & { total: number }>`
    select ${PERSON(year)}, count(*) over ()::int as total from member m join organisation o on o.id = m.org_id
     where ${COUNTED} and ${within(scope, 'm.org_code')} order by m.org_code, m.sort, m.id limit ${limit} offset ${offset}`.execute(
    db,
  );
  return { rows, total: rows[0]?.total ?? 0 };
}

/** Some people who are assessed, by a condition over `m`. */
export async function people(db: Db, where: RawBuilder<unknown>, year: number): Promise<Person[]> {
  const { rows } = await sql<Person>`
    select ${PERSON(year)} from member m join organisation o on o.id = m.org_id
     where ${COUNTED} and o.deleted_at is null and ${where} order by m.org_code, m.sort, m.id`.execute(db);
  return rows;
}

/** The people of one organisation. */
export const peopleOfOrg = (db: Db, orgId: string, year: number) => people(db, sql`m.org_id = ${orgId}`, year);

/** Somebody's confirmed exemptions of a year, whether or not the person is still assessed. */
export async function exemptionsOf(db: Db, memberId: string, year: number): Promise<Exemption[]> {
  const { rows } = await sql<{ exemptions: Exemption[] }>`
    select ${EXEMPTIONS(year)} as exemptions from member m where m.id = ${memberId}`.execute(db);
  return rows[0]?.exemptions ?? [];
}

export interface MonthRecord {
  id: string;
  memberId: string;
  name: string;
  year: number;
  month: number;
  planId: string;
  orgId: string;
  orgCode: string;
  state: MonthState;
  total: number;
  opinion: string;
  scoredName: string;
  decidedName: string;
  version: number;
}
const MONTH = sql`a.id, a.member_id as "memberId", m.name, a.year, a.month, a.plan_id as "planId", a.org_id as "orgId", a.org_code as "orgCode",
  a.state, a.total, a.opinion, a.scored_name as "scoredName", a.decided_name as "decidedName", a.version`;

/** The months of some people of a year, wherever they were scored. */
export async function monthsOf(db: Db, memberIds: readonly string[], year: number, month: number | null = null) {
  const { rows } = await sql<MonthRecord>`
    select ${MONTH} from assess_month a join member m on m.id = a.member_id
     where a.member_id = any(${memberIds}::bigint[]) and a.year = ${year} and (${month}::int is null or a.month = ${month})
     order by a.month`.execute(db);
  return rows;
}

/** Months of the scope by their ids, locked in one order. */
export async function lockMonths(db: Db, scope: Scope, ids: readonly string[]): Promise<MonthRecord[]> {
  const { rows } = await sql<MonthRecord>`
    select ${MONTH} from assess_month a join member m on m.id = a.member_id join organisation o on o.id = a.org_id
     where a.id = any(${ids}::bigint[]) and o.deleted_at is null and ${within(scope, 'a.org_code')} order by a.id for update of a`.execute(
    db,
  );
  return rows;
}

/** How many months of a scope wait for confirmation. */
export async function waiting(db: Db, scope: Scope, year: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from assess_month a where a.year = ${year} and a.state = 1 and ${within(scope, 'a.org_code')}`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

/** Whether somebody's month of an organisation waits for confirmation. */
export async function isWaiting(db: Db, orgId: string, year: number, month: number): Promise<boolean> {
  const { rows } = await sql`
    select from assess_month where org_id = ${orgId} and year = ${year} and month = ${month} and state = 1 limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

export interface CellRecord {
  monthId: string;
  itemId: string;
  suggested: number | null;
  score: number;
  reason: string;
}

export async function cellsOf(db: Db, monthIds: readonly string[]): Promise<CellRecord[]> {
  const { rows } = await sql<CellRecord>`
    select month_id as "monthId", item_id as "itemId", suggested, score, reason from assess_cell where month_id = any(${monthIds}::bigint[])`.execute(
    db,
  );
  return rows;
}

/** A person's month, made where there is none and locked: of two who make it at once the second finds the first's. */
export async function holdMonth(
  db: Db,
  person: Person,
  year: number,
  month: number,
  planId: string,
): Promise<MonthRecord> {
  await sql`
    insert into assess_month (member_id, year, month, plan_id, org_id, org_code, version)
    values (${person.id}, ${year}, ${month}, ${planId}, ${person.orgId}, ${person.orgCode}, 0) on conflict do nothing`.execute(
    db,
  );
  const { rows } = await sql<MonthRecord>`
    select ${MONTH} from assess_month a join member m on m.id = a.member_id
     where a.member_id = ${person.id} and a.year = ${year} and a.month = ${month} for update of a`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('a month that was just made is not there');
  return row;
}

export const writeCell = (db: Db, cell: CellRecord) =>
  sql`insert into assess_cell (month_id, item_id, suggested, score, reason)
      values (${cell.monthId}, ${cell.itemId}, ${cell.suggested}, ${cell.score}, ${cell.reason})
      on conflict (month_id, item_id) do update set suggested = excluded.suggested, score = excluded.score, reason = excluded.reason`.execute(
    db,
  );

export const noteChange = (
  db: Db,
  monthId: string,
  change: { itemId: string | null; act: string; old: number | null; new: number | null; reason: string; by: string },
) =>
  sql`insert into assess_change (month_id, item_id, act, old, new, reason, made_by)
      values (${monthId}, ${change.itemId}, ${change.act}, ${change.old}, ${change.new}, ${change.reason}, ${change.by})`.execute(
    db,
  );

export async function writeMonth(
  db: Db,
  id: string,
  change: {
    state: MonthState;
    total: number;
    scored?: { by: string; name: string };
    decided?: { name: string; opinion: string };
  },
): Promise<number> {
  const sets: RawBuilder<unknown>[] = [
    sql`state = ${change.state}, total = ${change.total}, version = version + 1, updated_at = now()`,
  ];
  if (change.scored) sets.push(sql`scored_by = ${change.scored.by}, scored_name = ${change.scored.name}, opinion = ''`);
  if (change.decided) sets.push(sql`decided_name = ${change.decided.name}, opinion = ${change.decided.opinion}`);
  const { rows } = await sql<{ version: number }>`
    update assess_month set ${sql.join(sets, sql`, `)} where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

export async function changesOf(db: Db, memberId: string, year: number, month: number) {
  const { rows } = await sql<{
    id: string;
    act: string;
    itemName: string;
    old: number | null;
    new: number | null;
    reason: string;
    madeBy: string;
    madeAt: Date;
  }>`
    select c.id, c.act, coalesce(i.name, '') as "itemName", c.old, c.new, c.reason, c.made_by as "madeBy", c.made_at as "madeAt"
      from assess_month a join assess_change c on c.month_id = a.id left join assess_item i on i.id = c.item_id
     where a.member_id = ${memberId} and a.year = ${year} and a.month = ${month} order by c.id desc limit 500`.execute(
    db,
  );
  return rows;
}

/** Lines of points of some people in a month, for suggestions and their evidence. */
export async function linesOf(db: Db, memberIds: readonly string[], first: string, last: string) {
  const { rows } = await sql<{
    memberId: string;
    dimension: string;
    day: string;
    title: string;
    link: string;
    given: number;
    why: string;
  }>`
    select l.member_id as "memberId", l.dimension, l.day, coalesce(e.title, h.reason, l.name) as title, coalesce(e.link, '') as link,
           l.given, l.why
      from point_line l left join point_evidence e on e.id = l.evidence_id left join point_hand h on h.id = l.hand_id
     where l.member_id = any(${memberIds}::bigint[]) and l.day >= ${`${first}-01`}::date
       and l.day < (${`${last}-01`}::date + interval '1 month') order by l.day, l.id`.execute(db);
  return rows;
}

/** Rewards and punishments of a year of some people, as their tab 奖惩情况 holds them (dictionaries 0042 to 0044). */
export async function rewardsOf(db: Db, memberIds: readonly string[], year: number) {
  const { rows } = await sql<{
    id: string;
    memberId: string;
    type: string;
    name: string;
    level: string;
    approvedOn: string;
    approvedBy: string;
  }>`
    select id, member_id as "memberId", coalesce(fields->>'type', '') as type, coalesce(fields->>'name', '') as name,
           coalesce(fields->>'level', '') as level, coalesce(fields->>'approvedOn', '') as "approvedOn",
           coalesce(fields->>'approvedBy', '') as "approvedBy"
      from sub_record where kind = 'rewar' and deleted_at is null and erased_at is null and member_id = any(${memberIds}::bigint[])
       and fields->>'approvedOn' between ${`${year}-01-01`} and ${`${year}-12-31`} order by fields->>'approvedOn', id`.execute(
    db,
  );
  return rows;
}
