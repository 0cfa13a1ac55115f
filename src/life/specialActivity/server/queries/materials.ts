import { type RawBuilder, sql } from 'kysely';
import type { HandIn } from '#life/specialActivity/contract.read.ts';
import type { Kind, MaterialState, Standing, State } from '#life/specialActivity/rules.ts';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';
import { runsInYear } from './activities.ts';

/** The material of one organisation with what its item and activity say. Days `YYYY-MM-DD`. */
export interface MaterialRecord {
  id: string;
  partId: string;
  activityId: string;
  title: string;
  kind: Kind;
  activityState: State;
  reason: string;
  setterId: string;
  setterName: string;
  name: string;
  note: string;
  required: boolean;
  dueOn: string;
  daysLeft: number;
  orgId: string;
  orgCode: string;
  orgName: string;
  state: MaterialState;
  standing: Standing;
  handedOn: string | null;
  files: number;
  returns: number;
  askedBy: string | null;
  askedByName: string;
  deciderOrgId: string | null;
  deciderName: string;
  opinion: string;
  version: number;
  today: string;
}

/** How a material stands today, as `standingOf` says it. */
const standing = sql<Standing>`case
  when m.state in ('void', 'asked') then m.state
  when m.state = 'done' and m.handed_on > i.due_on then 'doneLate'
  when m.state = 'done' then 'done'
  when i.due_on < ${dbToday} then 'late'
  else 'open' end`;

/** Materials whose activity is out, with item `i`, part `p`, activity `a`, organisation `o`, setter `s`. */
const MATERIALS = sql`special_material m
  join special_item i on i.id = m.item_id
  join special_part p on p.id = m.part_id
  join special_activity a on a.id = p.activity_id and a.state <> 'draft' and a.deleted_at is null
  join organisation o on o.id = p.org_id and o.deleted_at is null
  join organisation s on s.id = a.org_id`;
const COLUMNS = sql`m.id, p.id as "partId", a.id as "activityId", a.title, a.kind, a.state as "activityState", a.reason,
  a.org_id as "setterId", s.name as "setterName", i.name, i.note, i.required, i.due_on as "dueOn", (i.due_on - ${dbToday})::int as "daysLeft",
  p.org_id as "orgId", p.org_code as "orgCode", o.name as "orgName", m.state, ${standing} as standing, m.handed_on as "handedOn",
  coalesce((select cardinality(h.files) from special_hand_in h where h.material_id = m.id order by h.id desc limit 1), 0) as files,
  m.returns, m.asked_by as "askedBy", m.asked_by_name as "askedByName", m.decider_org_id as "deciderOrgId",
  coalesce(d.name, '') as "deciderName", m.opinion, m.version, ${dbToday}::text as today`;
const FROM = sql`${MATERIALS} left join organisation d on d.id = m.decider_org_id`;

/** Whose material it is lies in the scope, or the session's organisation has started the activity; nobody without office sees any. */
const seen = (scope: Scope, orgId: string): RawBuilder<boolean> =>
  scope.memberId === null ? sql<boolean>`(${within(scope, 'p.org_code')} or a.org_id = ${orgId})` : sql<boolean>`false`;

export interface MaterialFilter {
  activityId: string | null;
  partId: string | null;
  title: string | null;
  standing: Standing | 'returned' | null;
  year: number | null;
}

/** A page of materials: the own ones, or of an activity or a part whatever the session sees; what waits and what is due first. @param orgId of the session */
export async function pageOfMaterials(
  db: Db,
  scope: Scope,
  orgId: string,
  of: MaterialFilter & { own: boolean },
  limit: number,
  offset: number,
): Promise<{ rows: MaterialRecord[]; total: number }> {
  const parts: RawBuilder<unknown>[] = [seen(scope, orgId)];
  if (of.own) parts.push(sql`p.org_id = ${orgId}`);
  if (of.activityId) parts.push(sql`a.id = ${of.activityId}`);
  if (of.partId) parts.push(sql`p.id = ${of.partId}`);
  if (of.title) parts.push(sql`(${textHolds(sql`a.title`, of.title)} or ${textHolds(sql`i.name`, of.title)})`);
  if (of.year) parts.push(runsInYear(of.year));
  if (of.standing === 'returned') parts.push(sql`m.returns > 0`);
  else if (of.standing) parts.push(sql`${standing} = ${of.standing}`);
  const where = sql.join(parts, sql` and `);
  const first = of.own
    ? sql`m.state not in ('open', 'returned'), a.state = 'ended', i.due_on, `
    : sql`m.state <> 'asked', i.due_on, `;
  const [rows, total] = await Promise.all([
    sql<MaterialRecord>`
      select ${COLUMNS} from ${FROM} where ${where} order by ${first} p.org_code, m.id limit ${limit} offset ${offset}`.execute(
      db,
    ),
    sql<{ n: number }>`select count(*)::int as n from ${MATERIALS} where ${where}`.execute(db),
  ]);
  return { rows: rows.rows, total: total.rows[0]?.n ?? 0 };
}

/** One material that the session sees; `lock` keeps it for this transaction. @param orgId of the session */
export async function findMaterial(
  db: Db,
  scope: Scope,
  orgId: string,
  id: string,
  lock = false,
): Promise<MaterialRecord | undefined> {
  const read = async () => {
    const { rows } = await sql<MaterialRecord>`
      select ${COLUMNS} from ${FROM} where m.id = ${id} and ${seen(scope, orgId)}`.execute(db);
    return rows[0];
  };
  const found = await read();
  if (!lock || !found) return found;
  // Activity and material are held together, the activity first, as by the acts on the activity.
  await sql`select from special_activity where id = ${found.activityId} for share`.execute(db);
  await sql`select from special_material where id = ${id} for update`.execute(db);
  return read();
}

/** What the own organisation hands in of an activity. */
export async function ownMaterials(db: Db, activityId: string, orgId: string) {
  const { rows } = await sql<{ id: string; itemId: string; standing: Standing }>`
    select m.id, m.item_id as "itemId", ${standing} as standing from ${MATERIALS}
     where a.id = ${activityId} and p.org_id = ${orgId}`.execute(db);
  return rows;
}

/** What a step of a material writes. */
export interface MaterialStep {
  state: MaterialState;
  asked?: { by: string; name: string; deciderOrgId: string };
  decided?: { by: string; opinion: string };
}

/** Takes a locked material on; answers its new version. */
export async function stepMaterial(db: Db, id: string, step: MaterialStep): Promise<number> {
  const sets = [sql`version = version + 1`, sql`state = ${step.state}`];
  if (step.state === 'returned') sets.push(sql`returns = returns + 1`);
  if (step.asked)
    sets.push(sql`asked_by = ${step.asked.by}, asked_by_name = ${step.asked.name}, decider_org_id = ${step.asked.deciderOrgId},
      handed_on = ${dbToday}, opinion = ''`);
  if (step.decided)
    sets.push(sql`decided_at = now(), decided_by = ${step.decided.by}, opinion = ${step.decided.opinion}`);
  const { rows } = await sql<{ version: number }>`
    update special_material set ${sql.join(sets)} where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

/** Stops what has not been accepted of an activity, or of one organisation of it; answers it. */
export async function stopMaterials(db: Db, activityId: string, orgId: string | null = null) {
  const { rows } = await sql<{ id: string }>`
    with stopped as (
      update special_material m set state = 'void', version = m.version + 1
        from special_part p
       where p.id = m.part_id and p.activity_id = ${activityId} and m.state in ('open', 'asked', 'returned')
         and (${orgId}::bigint is null or p.org_id = ${orgId})
      returning m.id
    ), recalled as (
      update special_hand_in h set decision = 'recalled' from stopped where h.material_id = stopped.id and h.decision = 'waiting'
    )
    select id from stopped`.execute(db);
  return rows.map(({ id }) => id);
}

/** Takes up again what was stopped. */
export const resumeMaterials = (db: Db, activityId: string) =>
  sql`update special_material m set state = 'open', version = m.version + 1
        from special_part p where p.id = m.part_id and p.activity_id = ${activityId} and m.state = 'void'`.execute(db);

/** A hand-in as it stands. */
export interface HandInRecord {
  id: string;
  content: string;
  files: string[];
  isLate: boolean;
  handedAt: Date;
  handedBy: string;
  decision: HandIn['decision'];
  opinion: string;
  decidedAt: Date | null;
  decidedBy: string;
}

/** Each time that a material was handed in, the newest first; the session has found it. */
export async function handInsOf(db: Db, materialId: string): Promise<HandInRecord[]> {
  const { rows } = await sql<HandInRecord>`
    select id, content, files, is_late as "isLate", handed_at as "handedAt", handed_by as "handedBy", decision, opinion,
           decided_at as "decidedAt", decided_by as "decidedBy"
      from special_hand_in where material_id = ${materialId} order by id desc`.execute(db);
  return rows;
}

/** The material that a hand-in is of. */
export async function materialOf(db: Db, handInId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select material_id as id from special_hand_in where id = ${handInId}`.execute(db);
  return rows[0]?.id;
}

/** Adds a hand-in; answers its id. */
export async function insertHandIn(
  db: Db,
  one: { materialId: string; content: string; isLate: boolean; by: string },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into special_hand_in (material_id, content, is_late, handed_by)
    values (${one.materialId}, ${one.content}, ${one.isLate}, ${one.by}) returning id`.execute(db);
  return rows[0]?.id ?? '';
}

/** Writes the ids that the files of a hand-in have now. */
export const setHandInFiles = (db: Db, id: string, files: readonly string[]) =>
  sql`update special_hand_in set files = ${files}::text[] where id = ${id}`.execute(db);

/** Writes what came of the hand-in of a material that waits. */
export const settleHandIn = (
  db: Db,
  materialId: string,
  decision: 'accepted' | 'returned' | 'recalled',
  { by = '', opinion = '' } = {},
) =>
  sql`update special_hand_in set decision = ${decision}, opinion = ${opinion}, decided_by = ${by},
             decided_at = case when ${decision} = 'recalled' then null else now() end
       where material_id = ${materialId} and decision = 'waiting'`.execute(db);
