import { type RawBuilder, sql } from 'kysely';
import type { ChangeFields, ChangePart } from '#people/org/contract.changes.ts';
import type { ChangeAct, ChangeKind, ChangeState } from '#people/org/rules.changes.ts';
import type { Session } from '#platform/server/context.ts';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';
import type { CodeMove } from '#platform/server/sums/counters.ts';

/** What a kind needs beside the columns. */
export interface StoredPlan {
  name: string;
  shortName: string;
  type: number | null;
  sourceIds: string[];
  parts: ChangePart[];
}

export interface ChangeRecord {
  id: string;
  kind: ChangeKind;
  number: string;
  issuedOn: string;
  reason: string;
  files: string[];
  officeId: string;
  officeName: string;
  orgCode: string;
  orgId: string;
  orgName: string;
  targetId: string | null;
  targetName: string;
  plan: StoredPlan;
  state: ChangeState;
  orgCount: number;
  memberCount: number;
  carriedAt: Date | null;
  carriedBy: string;
  reversedAt: Date | null;
  reversedBy: string;
  reverseReason: string;
  version: number;
  updatedAt: Date;
  updatedBy: string;
}

const columns = sql`
  c.id, c.kind, c.number, c.issued_on as "issuedOn", c.reason, c.files, c.office_id as "officeId",
  office.name as "officeName", c.org_code as "orgCode", c.org_id as "orgId",
  coalesce(c.org_name, o.name) as "orgName",
  c.target_id as "targetId", coalesce(c.target_name, target.name, '') as "targetName", c.plan, c.state, c.org_count as "orgCount",
  c.member_count as "memberCount", c.carried_at as "carriedAt", coalesce(c.carried_by, '') as "carriedBy",
  c.reversed_at as "reversedAt", coalesce(c.reversed_by, '') as "reversedBy",
  coalesce(c.reverse_reason, '') as "reverseReason", c.version, c.updated_at as "updatedAt", c.updated_by as "updatedBy"`;
const from = sql`
  org_change c join organisation o on o.id = c.org_id join organisation office on office.id = c.office_id
  left join organisation target on target.id = c.target_id`;

/**
 * Documents of the offices of the scope, and those carried out on an organisation of the scope: a county reads what the
 * city decided of it. Somebody without office reads none.
 */
const readable = (scope: Scope) => sql`
  c.deleted_at is null and ${scope.memberId === null}
  and (${within(scope, 'c.org_code')} or (c.state <> 'draft' and ${within(scope, 'o.code')}))`;

/** One document; with `lock`, of the own offices alone, kept until the transaction ends. */
export async function findChange(db: Db, scope: Scope, id: string, lock = false): Promise<ChangeRecord | null> {
  const { rows } = await sql<ChangeRecord>`
    select ${columns} from ${from} where c.id = ${id} and ${readable(scope)}
      ${lock ? sql`and ${within(scope, 'c.org_code')} for update of c` : sql``}`.execute(db);
  return rows[0] ?? null;
}

/** A page of the documents, the latest first, and how many there are. */
export async function pageOfChanges(
  db: Db,
  scope: Scope,
  filter: { type?: ChangeKind; state?: ChangeState; orgId?: string; number?: string },
  limit: number,
  offset: number,
): Promise<{ rows: ChangeRecord[]; total: number }> {
  const parts: RawBuilder<unknown>[] = [readable(scope)];
  if (filter.type) parts.push(sql`c.kind = ${filter.type}`);
  if (filter.state) parts.push(sql`c.state = ${filter.state}`);
  if (filter.number) parts.push(textHolds(sql`c.number`, filter.number));
  if (filter.orgId) {
    parts.push(sql`(c.org_id = ${filter.orgId} or c.target_id = ${filter.orgId} or exists (
      select from org_change_org x where x.change_id = c.id and x.org_id = ${filter.orgId}))`);
  }
  const where = sql.join(parts, sql` and `);
  const { rows } = await sql<ChangeRecord>`
    select ${columns} from ${from} where ${where} order by c.issued_on desc, c.id desc limit ${limit} offset ${offset}`.execute(
    db,
  );
  const all = await sql<{ n: number }>`select count(*)::int as n from ${from} where ${where}`.execute(db);
  return { rows, total: all.rows[0]?.n ?? 0 };
}

/** The columns that a form writes; the plan holds what is of one kind alone. */
const written = (fields: ChangeFields) => ({
  kind: fields.kind,
  number: fields.number,
  issued_on: fields.issuedOn,
  reason: fields.reason,
  org_id: fields.orgId,
  target_id: fields.targetId,
  plan: JSON.stringify({
    name: fields.name,
    shortName: fields.shortName,
    type: fields.type,
    sourceIds: fields.sourceIds,
    parts: fields.parts,
  } satisfies StoredPlan),
});

/** Adds a draft of the session's organisation without its files; answers its id. */
export async function insertChange(db: Db, session: Session, fields: ChangeFields): Promise<string> {
  const row = await db
    .insertInto('org_change')
    .values({
      ...written(fields),
      office_id: session.orgId,
      org_code: session.orgCode,
      created_by: session.accountName,
      updated_by: session.accountName,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Writes a locked draft's fields; answers the new version. */
export async function writeChange(
  db: Db,
  id: string,
  fields: ChangeFields,
  files: readonly string[],
  by: string,
): Promise<number> {
  const row = await db
    .updateTable('org_change')
    .set(({ eb }) => ({
      ...written(fields),
      files: [...files],
      version: eb('version', '+', 1),
      updated_at: sql<Date>`now()`,
      updated_by: by,
    }))
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow();
  return row.version;
}

export const setChangeFiles = (db: Db, id: string, files: readonly string[]) =>
  sql`update org_change set files = ${files}::text[] where id = ${id}`.execute(db);

/** Puts a locked draft into the recycle bin. */
export const binChange = (db: Db, id: string, by: string, reason: string) =>
  sql`update org_change set deleted_at = now(), deleted_by = ${by}, delete_reason = ${reason}, version = version + 1
       where id = ${id}`.execute(db);

/** Keeps the names that hold as a document is carried out: its record goes on naming what it changed. */
export const keepNames = (db: Db, id: string) =>
  sql`update org_change c set org_name = o.name, target_name = (select name from organisation where id = c.target_id)
        from organisation o where o.id = c.org_id and c.id = ${id}`.execute(db);

/** Notes that a document was carried out; answers the new version. */
export async function markDone(db: Db, id: string, people: number, by: string): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update org_change set state = 'done', carried_at = now(), carried_by = ${by}, version = version + 1,
           member_count = ${people}, org_count = (select count(*) from org_change_org where change_id = ${id}),
           updated_at = now(), updated_by = ${by}
     where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

/** Notes that a document was taken back, and under which codes its organisations stand now; answers the new version. */
export async function markReversed(db: Db, id: string, reason: string, by: string): Promise<number> {
  await sql`update org_change_org x set back_code = o.code from organisation o where o.id = x.org_id and x.change_id = ${id}`.execute(
    db,
  );
  const { rows } = await sql<{ version: number }>`
    update org_change set state = 'reversed', reversed_at = now(), reversed_by = ${by}, reverse_reason = ${reason},
           version = version + 1, updated_at = now(), updated_by = ${by}
     where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

export interface TouchedOrg {
  orgId: string;
  name: string;
  act: ChangeAct;
  oldCode: string | null;
  newCode: string;
  oldParentId: string | null;
  changes: Record<string, [unknown, unknown]>;
}

/** Notes one organisation that the document touches; the first note of an organisation stays. */
export const noteOrg = (db: Db, changeId: string, org: Omit<TouchedOrg, 'name'>) =>
  sql`insert into org_change_org (change_id, org_id, act, old_code, new_code, old_parent_id, changes)
      values (${changeId}, ${org.orgId}, ${org.act}, ${org.oldCode}, ${org.newCode}, ${org.oldParentId}, ${JSON.stringify(org.changes)})
      on conflict do nothing`.execute(db);

/** Notes everything below an organisation that is about to get another code. */
export const noteCarried = (db: Db, changeId: string, { from: root, to }: CodeMove) =>
  sql`insert into org_change_org (change_id, org_id, act, old_code, new_code, changes)
      select ${changeId}::bigint, id, 'carried', organisation.code, moved.code, jsonb_build_object('code', jsonb_build_array(organisation.code, moved.code))
        from organisation
        cross join lateral (select ${to}::text || substr(organisation.code, ${root.length + 1}::int) as code) as moved
       where organisation.code > ${root}::text and organisation.code < ${`${root}:`}::text and deleted_at is null
      on conflict do nothing`.execute(db);

/** Notes people, units or what else went from one organisation to another. */
export const noteRows = (
  db: Db,
  changeId: string,
  subject: string,
  ids: readonly string[],
  fromId: string,
  toId: string,
) =>
  sql`insert into org_change_row (change_id, subject, row_id, from_org_id, to_org_id)
      select ${changeId}::bigint, ${subject}::text, id, ${fromId}::bigint, ${toId}::bigint from unnest(${ids}::bigint[]) as went (id)`.execute(
    db,
  );

/** The organisations whose own state a document changed, without those that only went along. */
export async function touchedOrgs(db: Db, changeId: string): Promise<TouchedOrg[]> {
  const { rows } = await sql<TouchedOrg>`
    select x.org_id as "orgId", o.name, x.act, x.old_code as "oldCode", x.new_code as "newCode",
           x.old_parent_id as "oldParentId", x.changes
      from org_change_org x join organisation o on o.id = x.org_id
     where x.change_id = ${changeId} and x.act <> 'carried' order by x.new_code, x.org_id`.execute(db);
  return rows;
}

export interface RevokedOrg {
  id: string;
  code: string;
  name: string;
  type: number;
  parentId: string;
  deleted: boolean;
  erased: boolean;
  parentLives: boolean;
}

/** The organisations that a document revoked, as they are now. */
export async function revokedOrgs(db: Db, changeId: string): Promise<RevokedOrg[]> {
  const { rows } = await sql<RevokedOrg>`
    select o.id, o.code, o.name, o.type, o.parent_id as "parentId", o.deleted_at is not null as deleted,
           o.erased_at is not null as erased, above.deleted_at is null as "parentLives"
      from org_change_org x join organisation o on o.id = x.org_id join organisation above on above.id = o.parent_id
     where x.change_id = ${changeId} and x.act = 'revoked' order by o.code`.execute(db);
  return rows;
}

/** Who and what a document put elsewhere, by origin and destination; of people and units, `there` are still where it put them. */
export async function wentRows(db: Db, changeId: string) {
  const { rows } = await sql<{
    subject: string;
    fromId: string;
    toId: string;
    ids: string[];
    n: number;
    there: number;
  }>`
    select r.subject, r.from_org_id as "fromId", r.to_org_id as "toId", array_agg(r.row_id::text) as ids,
           count(*)::int as n,
           count(*) filter (where coalesce(m.org_id, u.org_id) = r.to_org_id)::int as there
      from org_change_row r
      left join member m on r.subject = 'member' and m.id = r.row_id and m.deleted_at is null
      left join unit u on r.subject = 'unit' and u.id = r.row_id and u.deleted_at is null
     where r.change_id = ${changeId}
     group by 1, 2, 3 order by 1, 2, 3`.execute(db);
  return rows;
}

/** The earliest later document that touched one of the same organisations and still holds; null: there is none. */
export async function dependentChange(db: Db, changeId: string): Promise<{ number: string; orgName: string } | null> {
  const { rows } = await sql<{ number: string; orgName: string }>`
    select later.number, o.name as "orgName"
      from org_change c
      join org_change_org mine on mine.change_id = c.id and mine.act <> 'carried'
      join org_change_org theirs on theirs.org_id = mine.org_id and theirs.act <> 'carried'
      join org_change later on later.id = theirs.change_id and later.state = 'done'
                           and (later.carried_at, later.id) > (c.carried_at, c.id)
      join organisation o on o.id = mine.org_id
     where c.id = ${changeId} order by later.carried_at, later.id limit 1`.execute(db);
  return rows[0] ?? null;
}

/** Work that goes on in the background below organisations: it remembers codes. */
export async function runningJob(db: Db, codes: readonly string[]): Promise<string | null> {
  const { rows } = await sql<{ title: string }>`
    select title from job join unnest(${codes}::text[]) as root (code)
      on job.org_code >= root.code collate "C" and job.org_code < root.code || ':' collate "C"
     where state = 'running' limit 1`.execute(db);
  return rows[0]?.title ?? null;
}

/** A page of what a document that was carried out did to each organisation. */
export async function pageOfTouched(db: Db, changeId: string, limit: number, offset: number) {
  const { rows } = await sql<TouchedOrg & { people: number; total: number }>`
    select x.org_id as "orgId", coalesce(x.changes -> 'name' ->> 0, x.changes -> 'name' ->> 1, o.name) as name, x.act, x.old_code as "oldCode", x.new_code as "newCode", x.changes,
           count(*) over ()::int as total,
           (select count(*)::int from org_change_row r
             where r.change_id = x.change_id and r.subject = 'member' and x.org_id in (r.from_org_id, r.to_org_id)) as people
      from org_change_org x join organisation o on o.id = x.org_id
     where x.change_id = ${changeId}
     order by x.act = 'carried', x.new_code, x.org_id limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

/** A page of the organisations below those that are to be moved, with the codes that they would get. */
export async function pageOfCarried(db: Db, moves: readonly CodeMove[], limit: number, offset: number) {
  const where = sql`
    organisation o join unnest(${moves.map((move) => move.from)}::text[], ${moves.map(({ to }) => to)}::text[]) as root ("from", "to")
      on o.code > root."from" collate "C" and o.code < root."from" || ':' collate "C"
   where o.deleted_at is null`;
  const { rows } = await sql<{ orgId: string; name: string; oldCode: string; newCode: string }>`
    select o.id as "orgId", o.name, o.code as "oldCode", root."to" || substr(o.code, length(root."from") + 1) as "newCode"
      from ${where} order by 4 limit ${limit} offset ${offset}`.execute(db);
  const all = await sql<{ n: number }>`select count(*)::int as n from ${where}`.execute(db);
  return { rows, total: all.rows[0]?.n ?? 0 };
}

/** Names of organisations by their ids, wherever they stand. */
export async function orgNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from organisation where id = any(${ids}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
