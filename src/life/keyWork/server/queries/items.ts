import { sql } from 'kysely';
import type { Frequency, ItemState, Kind, Period } from '#life/keyWork/rules.ts';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';

/** An item as its acts need it. Days `YYYY-MM-DD`. */
export interface ItemRecord {
  id: string;
  orgId: string;
  orgCode: string;
  orgName: string;
  title: string;
  kind: Kind;
  leader: string;
  content: string;
  measures: string;
  startsOn: string;
  endsOn: string;
  frequency: Frequency;
  state: ItemState;
  files: string[];
  version: number;
  today: string;
}

/** An item that the scope has set; `lock` keeps it for this transaction. */
export async function findItem(db: Db, scope: Scope, id: string, lock = false): Promise<ItemRecord | undefined> {
  const { rows } = await sql<ItemRecord>`
    select i.id, i.org_id as "orgId", i.org_code as "orgCode", o.name as "orgName", i.title, i.kind, i.leader, i.content, i.measures,
           i.starts_on as "startsOn", i.ends_on as "endsOn", i.frequency, i.state, i.files, i.version, ${dbToday}::text as today
      from key_work_item i join organisation o on o.id = i.org_id and o.deleted_at is null
     where i.id = ${id} and i.deleted_at is null and ${within(scope, 'i.org_code')} and ${scope.memberId === null}
     ${lock ? sql`for update of i` : sql``}`.execute(db);
  return rows[0];
}

/** What lists and the record show of items beside their fields. */
export interface ItemFacts {
  id: string;
  state: ItemState;
  reason: string;
  files: string[];
  issuedBy: string;
  issuedOn: string | null;
  parts: number;
  done: number;
  asked: number;
  late: number;
  orgs: { id: string; name: string }[];
}

/** The facts of some items, whose scope was judged before. */
export async function factsOf(db: Db, ids: readonly string[]): Promise<ItemFacts[]> {
  const { rows } = await sql<ItemFacts>`
    select i.id, i.state, i.reason, i.files, i.issued_by as "issuedBy", (i.issued_at at time zone 'Asia/Shanghai')::date::text as "issuedOn",
           count(p.id) filter (where p.state <> 'void')::int as parts, count(*) filter (where p.state = 'done')::int as done,
           count(*) filter (where p.state = 'asked')::int as asked,
           count(*) filter (where p.state in ('open', 'returned') and p.next_due < ${dbToday})::int as late,
           coalesce(json_agg(json_build_object('id', o.id::text, 'name', o.name) order by p.org_code)
                    filter (where p.state <> 'void'), '[]') as orgs
      from key_work_item i left join key_work_part p on p.item_id = i.id left join organisation o on o.id = p.org_id
     where i.id = any(${ids}::bigint[]) group by i.id`.execute(db);
  return rows;
}

/** How an item stands; undefined where it is gone. */
export async function stateOf(db: Db, id: string): Promise<ItemState | undefined> {
  const { rows } = await sql<{ state: ItemState }>`select state from key_work_item where id = ${id}`.execute(db);
  return rows[0]?.state;
}

/** Which of some organisations the scope has, in the order of the tree. */
export async function placesOf(db: Db, scope: Scope, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; code: string; name: string }>`
    select id, code, name from organisation
     where id = any(${ids}::bigint[]) and deleted_at is null and ${within(scope, 'code')} order by code`.execute(db);
  return rows;
}

/** Gives an item to some organisations, each once; answers those that have it anew. */
export async function giveTo(db: Db, itemId: string, orgIds: readonly string[]) {
  const { rows } = await sql<{ id: string; orgId: string }>`
    insert into key_work_part (item_id, org_id, org_code, ends_on)
    select i.id, o.id, o.code, i.ends_on from key_work_item i, organisation o
     where i.id = ${itemId} and o.id = any(${orgIds}::bigint[])
    on conflict (item_id, org_id) do update
       set state = 'open', given_on = excluded.given_on, ends_on = excluded.ends_on, percent = 0, opinion = '',
           version = key_work_part.version + 1
     where key_work_part.state = 'void'
    returning id, org_id as "orgId"`.execute(db);
  return rows;
}

/** Takes a draft from organisations that are not among some. */
export const keepOnly = (db: Db, itemId: string, orgIds: readonly string[]) =>
  sql`delete from key_work_part where item_id = ${itemId} and not org_id = any(${orgIds}::bigint[])`.execute(db);

/** What a step of an item writes; what is left out stays. */
export interface ItemStep {
  state?: ItemState;
  reason?: string;
  files?: readonly string[];
  endsOn?: string;
  issuedBy?: string;
}

/** Takes a locked item on; answers its new version. */
export async function stepItem(db: Db, id: string, step: ItemStep, by: string): Promise<number> {
  const sets = [sql`version = version + 1`, sql`updated_at = now()`, sql`updated_by = ${by}`];
  if (step.state !== undefined) sets.push(sql`state = ${step.state}`);
  if (step.reason !== undefined) sets.push(sql`reason = ${step.reason}`);
  if (step.files !== undefined) sets.push(sql`files = ${step.files}::text[]`);
  if (step.endsOn !== undefined) sets.push(sql`ends_on = ${step.endsOn}`);
  if (step.issuedBy !== undefined) sets.push(sql`issued_at = now(), issued_by = ${step.issuedBy}`);
  const { rows } = await sql<{ version: number }>`
    update key_work_item set ${sql.join(sets)} where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

/** Writes the periods of an item; one that is there under its label gets its days anew. */
export async function writePeriods(db: Db, itemId: string, periods: readonly Period[]): Promise<void> {
  await sql`
    insert into key_work_period (item_id, label, starts_on, due_on, is_final)
    select ${itemId}, * from unnest(${periods.map(({ label }) => label)}::text[], ${periods.map(({ startsOn }) => startsOn)}::date[],
           ${periods.map(({ dueOn }) => dueOn)}::date[], ${periods.map(({ isFinal }) => isFinal)}::boolean[])
    on conflict (item_id, label) do update
       set starts_on = excluded.starts_on, due_on = excluded.due_on, is_final = excluded.is_final`.execute(db);
}

/** Items that stand so, as a condition on the noun's table `t`. */
export const hasState = (state: ItemState) => sql`t.state = ${state}`;
