import { type RawBuilder, sql } from 'kysely';
import type { Behind } from '#house/server/givenWork.ts';
import { isUrged } from '#house/server/urging.ts';
import type { Frequency, ItemState, Kind, PartState, Standing } from '#life/keyWork/rules.ts';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';

/** The part of one organisation with what its item says. Days `YYYY-MM-DD`. */
export interface PartRecord {
  id: string;
  itemId: string;
  title: string;
  kind: Kind;
  leader: string;
  content: string;
  measures: string;
  itemFiles: string[];
  frequency: Frequency;
  itemState: ItemState;
  reason: string;
  setterId: string;
  setterName: string;
  orgId: string;
  orgCode: string;
  orgName: string;
  startsOn: string;
  endsOn: string;
  state: PartState;
  standing: Standing;
  percent: number;
  nextPeriodId: string | null;
  owedLabel: string | null;
  owedFinal: boolean | null;
  dueOn: string | null;
  daysLeft: number | null;
  finishedOn: string | null;
  returns: number;
  periods: number;
  missed: number;
  askedBy: string | null;
  askedByName: string;
  deciderOrgId: string | null;
  deciderName: string;
  opinion: string;
  version: number;
  today: string;
}

/** How a part stands today, as `standingOf` says it. */
export const partStanding = sql<Standing>`case
  when p.state in ('void', 'asked') then p.state
  when p.state = 'done' and p.finished_on > p.ends_on then 'doneLate'
  when p.state = 'done' then 'onTime'
  when p.next_due < ${dbToday} then 'late'
  else 'open' end`;

/** Periods of progress of a part that are over, and those of them that were reported late or not at all. */
export const OVER = sql`left join lateral (
    select count(*)::int as periods, (count(*) filter (where r.id is null or r.is_late))::int as missed
      from key_work_period d left join key_work_report r on r.part_id = p.id and r.period_id = d.id and not r.is_final
     where d.item_id = p.item_id and not d.is_final and d.due_on >= p.given_on and d.due_on < ${dbToday}
       and (p.state not in ('asked', 'done') or d.due_on < p.finished_on)
  ) over on true`;

/** Parts whose item is out, with item `i`, setter `s`, organisation `o`. */
export const PARTS = sql`key_work_part p
  join key_work_item i on i.id = p.item_id and i.state <> 'draft' and i.deleted_at is null
  join organisation o on o.id = p.org_id and o.deleted_at is null
  join organisation s on s.id = i.org_id`;

const COLUMNS = sql`p.id, p.item_id as "itemId", i.title, i.kind, i.leader, i.content, i.measures, i.files as "itemFiles", i.frequency,
  i.state as "itemState", i.reason, i.org_id as "setterId", s.name as "setterName", p.org_id as "orgId", p.org_code as "orgCode",
  o.name as "orgName", i.starts_on as "startsOn", p.ends_on as "endsOn", p.state, ${partStanding} as standing, p.percent,
  p.next_period_id as "nextPeriodId", n.label as "owedLabel", n.is_final as "owedFinal", p.next_due as "dueOn",
  (p.next_due - ${dbToday})::int as "daysLeft", p.finished_on as "finishedOn", p.returns, over.periods, over.missed,
  p.asked_by as "askedBy", p.asked_by_name as "askedByName", p.decider_org_id as "deciderOrgId", coalesce(d.name, '') as "deciderName",
  p.opinion, p.version, ${dbToday}::text as today`;
const FROM = sql`${PARTS}
  left join key_work_period n on n.id = p.next_period_id
  left join organisation d on d.id = p.decider_org_id
  ${OVER}`;

/** Whose part it is lies in the scope, or the session's organisation has set it; nobody without office sees any. */
export const isVisiblePart = (scope: Scope, orgId: string): RawBuilder<boolean> =>
  scope.memberId === null ? sql<boolean>`(${within(scope, 'p.org_code')} or i.org_id = ${orgId})` : sql<boolean>`false`;

export interface PartFilter {
  view: 'mine' | 'below' | 'finished';
  itemId: string | null;
  /** Of this organisation alone. */
  unitId: string | null;
  title: string | null;
  kind: Kind | null;
  /** Items that run in it. */
  year: number | null;
  standing: Standing | 'done' | 'returned' | null;
}

/** What narrows parts and figures alike. */
export function filterConditions({
  title,
  kind,
  year,
}: Pick<PartFilter, 'title' | 'kind' | 'year'>): RawBuilder<unknown>[] {
  const parts: RawBuilder<unknown>[] = [];
  if (title) parts.push(textHolds(sql`i.title`, title));
  if (kind) parts.push(sql`i.kind = ${kind}`);
  if (year) parts.push(sql`i.starts_on <= ${`${year}-12-31`} and i.ends_on >= ${`${year}-01-01`}`);
  return parts;
}

/** A page of parts, what is due first, of one item what waits to be accepted before that, and how many there are. @param orgId of the session */
export async function pageOfParts(
  db: Db,
  scope: Scope,
  orgId: string,
  filter: PartFilter,
  limit: number,
  offset: number,
): Promise<{ rows: PartRecord[]; total: number }> {
  const parts: RawBuilder<unknown>[] = [
    // An item of one's own is seen whole; a list of all holds what lies in the scope.
    filter.itemId ? isVisiblePart(scope, orgId) : sql`${within(scope, 'p.org_code')} and ${scope.memberId === null}`,
    ...filterConditions(filter),
  ];
  if (filter.view === 'mine') parts.push(sql`p.org_id = ${orgId}`);
  if (filter.view === 'finished') parts.push(sql`p.state = 'done'`);
  if (filter.itemId) parts.push(sql`p.item_id = ${filter.itemId}`);
  if (filter.unitId) parts.push(sql`p.org_id = ${filter.unitId}`);
  if (filter.standing === 'done') parts.push(sql`p.state = 'done'`);
  else if (filter.standing === 'returned') parts.push(sql`p.returns > 0`);
  else if (filter.standing) parts.push(sql`${partStanding} = ${filter.standing}`);
  const where = sql.join(parts, sql` and `);
  const order =
    filter.view === 'finished'
      ? sql`p.finished_on desc, p.id desc`
      : sql`${filter.itemId ? sql`p.state <> 'asked', ` : sql``}p.next_due nulls last, p.org_code, p.id`;
  const [rows, total] = await Promise.all([
    sql<PartRecord>`select ${COLUMNS} from ${FROM} where ${where} order by ${order} limit ${limit} offset ${offset}`.execute(
      db,
    ),
    sql<{ n: number }>`select count(*)::int as n from ${PARTS} where ${where}`.execute(db),
  ]);
  return { rows: rows.rows, total: total.rows[0]?.n ?? 0 };
}

/** One part that the session sees; `lock` keeps it for this transaction. @param orgId of the session */
export async function findPart(
  db: Db,
  scope: Scope,
  orgId: string,
  id: string,
  lock = false,
): Promise<PartRecord | undefined> {
  if (lock) {
    const found = await sql<{ itemId: string }>`
      select p.item_id as "itemId" from ${PARTS} where p.id = ${id} and ${isVisiblePart(scope, orgId)}`.execute(db);
    const [one] = found.rows;
    if (!one) return undefined;
    // Item and part are held together, the item first, as by the acts on the item.
    await sql`select from key_work_item where id = ${one.itemId} for share`.execute(db);
    await sql`select from key_work_part where id = ${id} for update`.execute(db);
  }
  const { rows } = await sql<PartRecord>`
    select ${COLUMNS} from ${FROM} where p.id = ${id} and ${isVisiblePart(scope, orgId)}`.execute(db);
  return rows[0];
}

/** All parts of an item that the session sees, in the order of the tree. @param orgId of the session */
export async function partsOfItem(db: Db, scope: Scope, orgId: string, itemId: string): Promise<PartRecord[]> {
  const { rows } = await sql<PartRecord>`
    select ${COLUMNS} from ${FROM} where p.item_id = ${itemId} and ${isVisiblePart(scope, orgId)} order by p.org_code, p.id`.execute(
    db,
  );
  return rows;
}

/** What a step of a part writes; what is left out stays. */
export interface PartStep {
  state?: PartState;
  percent?: number;
  asked?: { by: string; name: string; deciderOrgId: string };
  decided?: { by: string; opinion: string };
}

/** Takes a locked part on; answers its new version. */
export async function stepPart(db: Db, id: string, step: PartStep): Promise<number> {
  const sets = [sql`version = version + 1`];
  if (step.state !== undefined) sets.push(sql`state = ${step.state}`);
  if (step.state === 'returned') sets.push(sql`returns = returns + 1`);
  if (step.percent !== undefined) sets.push(sql`percent = ${step.percent}`);
  if (step.asked)
    sets.push(sql`asked_by = ${step.asked.by}, asked_by_name = ${step.asked.name}, decider_org_id = ${step.asked.deciderOrgId},
      finished_on = ${dbToday}, opinion = ''`);
  if (step.decided)
    sets.push(sql`decided_at = now(), decided_by = ${step.decided.by}, opinion = ${step.decided.opinion}`);
  const { rows } = await sql<{ version: number }>`
    update key_work_part set ${sql.join(sets)} where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

/** Writes anew what parts of an item owe next: the first period without a report, the completion at last. @param partId this part alone */
export async function updateNextDue(db: Db, itemId: string, partId: string | null = null): Promise<void> {
  await sql`
    update key_work_part p set next_period_id = next.id, next_due = next.due_on
      from key_work_part q join key_work_item i on i.id = q.item_id
      left join lateral (
        select d.id, case when d.is_final then q.ends_on else d.due_on end as due_on from key_work_period d
         where d.item_id = q.item_id and q.state in ('open', 'returned') and i.state = 'running'
           and (d.is_final or (d.due_on >= q.given_on
             and not exists (select from key_work_report r where r.part_id = q.id and r.period_id = d.id and not r.is_final)))
         order by d.is_final, d.due_on limit 1) next on true
     where q.id = p.id and p.item_id = ${itemId} and (${partId}::bigint is null or p.id = ${partId})`.execute(db);
}

/** Stops parts that are under way; answers their organisations. @param orgId of this organisation alone */
export async function stopParts(db: Db, itemId: string, orgId: string | null = null) {
  const { rows } = await sql<{ id: string; orgId: string }>`
    with stopped as (
      update key_work_part set state = 'void', next_due = null, next_period_id = null, version = version + 1
       where item_id = ${itemId} and state in ('open', 'asked', 'returned') and (${orgId}::bigint is null or org_id = ${orgId})
      returning id, org_id
    ), recalled as (
      update key_work_report r set decision = 'recalled' from stopped where r.part_id = stopped.id and r.decision = 'waiting'
    )
    select id, org_id as "orgId" from stopped`.execute(db);
  return rows;
}

/** Gives parts that are under way another last day. */
export const extendParts = (db: Db, itemId: string, endsOn: string) =>
  sql`update key_work_part set ends_on = ${endsOn}, version = version + 1
       where item_id = ${itemId} and state in ('open', 'asked', 'returned')`.execute(db);

/** Parts of an item that are late or due within some days. */
export async function listLateParts(db: Db, itemId: string) {
  const { rows } = await sql<Behind>`
    select p.id, p.org_id as "orgId", o.name as "orgName",
           ${isUrged(sql`p.urged_at`)} as recently
      from key_work_part p join organisation o on o.id = p.org_id
     where p.item_id = ${itemId} and p.state in ('open', 'returned')
     order by p.org_code, p.id for update of p`.execute(db);
  return rows;
}
