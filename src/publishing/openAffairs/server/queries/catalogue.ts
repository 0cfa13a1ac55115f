import { type RawBuilder, sql } from 'kysely';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';
import { placeColumn } from '#platform/server/sums/ruleChecks.ts';
import { type DueState, type Kind, NATURES, PARTY_TYPES, type Rhythm } from '#publishing/openAffairs/rules.ts';

export interface ItemRecord {
  id: string;
  kind: Kind;
  name: string;
  rhythm: Rhythm;
  dueDays: number;
  startsOn: string;
  active: boolean;
  version: number;
}

const ITEM = sql`i.id, i.kind, i.name, i.rhythm, i.due_days as "dueDays", i.starts_on as "startsOn", i.active, i.version`;

/** Items in their order, with how many affairs of the scope stand under each. */
export async function listItems(
  db: Db,
  scope: Scope,
  filter: { kind: Kind | null; all: boolean },
): Promise<(ItemRecord & { used: number })[]> {
  const { rows } = await sql<ItemRecord & { used: number }>`
    select ${ITEM}, (select count(*)::int from open_affair a join organisation o on o.id = a.org_id
                      where a.item_id = i.id and a.deleted_at is null and ${within(scope, 'o.code')}) as used
      from open_item i
     where (${filter.kind}::text is null or i.kind = ${filter.kind}) and (i.active or ${filter.all})
     order by array_position(array['party', 'village', 'finance', 'government'], i.kind), i.sort, i.id`.execute(db);
  return rows;
}

/** One item; `lock` keeps it for this transaction. */
export async function findItem(db: Db, id: string, lock = false): Promise<ItemRecord | undefined> {
  const { rows } = await sql<ItemRecord>`
    select ${ITEM} from open_item i where i.id = ${id} ${lock ? sql`for update` : sql``}`.execute(db);
  return rows[0];
}

/** The item of that name that counts now; undefined where there is none. */
export async function activeItemNamed(db: Db, name: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from open_item where name = ${name} and active order by id limit 1`.execute(db);
  return rows[0]?.id;
}

export type ItemFields = Pick<ItemRecord, 'kind' | 'name' | 'rhythm' | 'dueDays' | 'startsOn'>;

/** Adds an item behind those of its kind; answers its id. */
export async function insertItem(db: Db, item: ItemFields, by: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into open_item (kind, name, rhythm, due_days, starts_on, updated_by, sort)
    values (${item.kind}, ${item.name}, ${item.rhythm}, ${item.dueDays}, ${item.startsOn}, ${by},
            (select coalesce(max(sort), 0) + 1 from open_item where kind = ${item.kind}))
    returning id`.execute(db);
  return rows[0]?.id ?? '';
}

/** Writes a locked item; answers its new version. */
export async function writeItem(db: Db, item: ItemFields & Pick<ItemRecord, 'id' | 'active'>, by: string) {
  const { rows } = await sql<{ version: number }>`
    update open_item set name = ${item.name}, rhythm = ${item.rhythm}, due_days = ${item.dueDays},
           starts_on = ${item.startsOn}, active = ${item.active}, version = version + 1, updated_at = now(),
           updated_by = ${by}
     where id = ${item.id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

/** A period that is due, by the rhythm of its items. */
export interface DuePeriod {
  rhythm: Exclude<Rhythm, 'once'>;
  period: string;
  /** Its last day. */
  last: string;
}

const unitOf = (kind: Exclude<Kind, 'party'>) => sql`exists (
  select from unit u where u.org_id = o.id and u.deleted_at is null and u.nature = any(${[...NATURES[kind]]}::text[]))`;

/** Which organisations owe which kind: 党务 all base organisations, the others those of villages, communities and towns. */
const owes = sql`case i.kind
  when 'party' then o.type = any(${[...PARTY_TYPES]}::smallint[])
  when 'village' then ${unitOf('village')}
  when 'finance' then ${unitOf('finance')}
  else ${unitOf('government')} end`;

const state = sql<DueState>`case
  when a.shown_number is not null and a.first_shown > p.last::date + i.due_days then 'late'
  when a.shown_number is not null then 'done'
  when p.last::date + i.due_days < ${dbToday} then 'overdue'
  when a.state = 'pending' then 'pending'
  else 'open' end`;

/**
 * What organisations owe for some periods: each base organisation by each item of the rhythm. Nobody owes what ended
 * before the item began, or before the organisation was founded.
 */
export const owedAffairs = (where: RawBuilder<unknown>, periods: readonly DuePeriod[]) => sql`
  select o.id as org_id, o.code as org_code, o.name as org_name, o.parent_id, i.id as item_id, i.kind, i.name as item_name, i.sort,
         p.period, p.last::date + i.due_days as due_on, ${state} as state, a.id as affair_id, a.first_shown
    from organisation o
   cross join open_item i
    join jsonb_to_recordset(${JSON.stringify(periods)}::jsonb) as p(rhythm text, period text, last text) on p.rhythm = i.rhythm
    left join open_affair a on a.org_id = o.id and a.item_id = i.id and a.period = p.period and a.deleted_at is null
         and a.former_org_id is null
   where o.deleted_at is null and i.active and p.last::date >= i.starts_on
     and (o.founded_on is null or o.founded_on <= p.last::date) and ${owes} and ${where}`;

export interface DueRecord {
  orgId: string;
  orgName: string;
  kind: Kind;
  itemId: string;
  itemName: string;
  period: string;
  dueOn: string;
  state: DueState;
  affairId: string | null;
  firstShown: string | null;
}

export interface DueFilter {
  orgId: string | null;
  kind: Kind | null;
  /** A part of the item's name. */
  itemName: string | null;
  state: DueState | null;
}

/** A page of what is owed, in tree order, with the figures by state of all of it. */
export async function pageOfDue(
  db: Db,
  scope: Scope,
  periods: readonly DuePeriod[],
  filter: DueFilter,
  limit: number,
  offset: number,
): Promise<{ rows: DueRecord[]; counts: Partial<Record<DueState, number>> }> {
  const parts = [within(scope, 'o.code') as RawBuilder<unknown>];
  if (filter.orgId) parts.push(sql`o.id = ${filter.orgId}`);
  if (filter.kind) parts.push(sql`i.kind = ${filter.kind}`);
  if (filter.itemName) parts.push(textHolds(sql`i.name`, filter.itemName));
  const all = owedAffairs(sql.join(parts, sql` and `), periods);
  const [rows, counts] = await Promise.all([
    sql<DueRecord>`
      select org_id as "orgId", org_name as "orgName", kind, item_id as "itemId", item_name as "itemName", period,
             due_on as "dueOn", state, affair_id as "affairId", first_shown as "firstShown"
        from (${all}) as due where ${filter.state}::text is null or state = ${filter.state}
       order by org_code, kind, sort, item_id limit ${limit} offset ${offset}`.execute(db),
    sql<{ state: DueState; n: number }>`select state, count(*)::int as n from (${all}) as due group by state`.execute(
      db,
    ),
  ]);
  return { rows: rows.rows, counts: Object.fromEntries(counts.rows.map((row) => [row.state, row.n])) };
}

/** How much is overdue (`countOverdue`) at several organisations at once, each with all below it. @param codes of one length */
export async function overdueBelow(db: Db, scope: Scope, periods: readonly DuePeriod[], codes: readonly string[]) {
  const { rows } = await sql<{ place: string; n: number }>`
    select ${placeColumn(codes, 'org_code')} as place, count(*)::int as n from (${owedAffairs(within(scope, 'o.code'), periods)}) as due
     where state = 'overdue' group by 1`.execute(db);
  return rows;
}

/** How many of what is owed for some periods had to be published by now and is not, nor waits for its approval. */
export async function countOverdue(db: Db, scope: Scope, periods: readonly DuePeriod[]): Promise<number> {
  const all = owedAffairs(within(scope, 'o.code'), periods);
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (${all}) as due where state = 'overdue'`.execute(db);
  return rows[0]?.n ?? 0;
}
