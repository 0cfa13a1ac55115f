import { sql } from 'kysely';
import { type AnnualTable, CONFIRM_LEVELS, type ConfirmState } from '#overview/report/rules.annual.ts';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';

const minute = (column: string) =>
  sql`coalesce(to_char(${sql.ref(column)} at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI'), '')`;

export interface Round {
  id: string;
  orgId: string;
  orgCode: string;
  orgName: string;
  year: number;
  openedAt: string;
  openedBy: string;
}
const round = sql`r.id::text as id, r.org_id::text as "orgId", r.org_code as "orgCode", o.name as "orgName", r.year::int as year,
  ${minute('r.opened_at')} as "openedAt", r.opened_by as "openedBy"`;
/** Rounds `r` that an organisation takes part in: its own and those of organisations above it. @param code of the organisation */
const concerns = (code: string) => sql<boolean>`starts_with(${code}, r.org_code)`;

/** The years that concern an organisation, the newest first. */
export async function roundsOf(db: Db, code: string): Promise<Round[]> {
  const { rows } = await sql<Round>`
    select ${round} from annual_round r join organisation o on o.id = r.org_id where ${concerns(code)}
     order by r.year desc, length(r.org_code), r.id`.execute(db);
  return rows;
}

/** One of them. @param lock its rows are written one after another */
export async function findRound(db: Db, code: string, id: string, lock = false): Promise<Round | undefined> {
  const { rows } = await sql<Round>`
    select ${round} from annual_round r join organisation o on o.id = r.org_id where r.id = ${id} and ${concerns(code)}
    ${lock ? sql`for no key update of r` : sql``}`.execute(db);
  return rows[0];
}

/** A freeze `f` that is being written: its job waits or runs. */
const isWriting = sql<boolean>`f.frozen_at is null and exists (
  select from job j where j.id = f.job_id and j.state in ('queued', 'running'))`;

/** A freeze `f` that stands, or is about to. */
export const isStanding = sql<boolean>`f.thawed_at is null and (f.frozen_at is not null or ${isWriting})`;

/** Begins a year at an organisation. @returns undefined: it has been begun there or above; else with the rounds below that gave way to it, by whose they were */
export async function insertRound(db: Db, org: { id: string; code: string }, year: number, by: string) {
  // Of those that begin one at once in one tree, the first one has it.
  await sql`select pg_advisory_xact_lock(hashtextextended('annual_round', 0))`.execute(db);
  const made = await sql<{ id: string }>`
    insert into annual_round (org_id, org_code, year, opened_by)
    select ${org.id}, ${org.code}, ${year}::smallint, ${by}
     where not exists (select from annual_round r where r.year = ${year} and ${concerns(org.code)})
    returning id::text as id`.execute(db);
  const id = made.rows[0]?.id;
  if (!id) return undefined;
  // Whoever confirms in them at this moment comes first.
  const below = await sql<{ id: string; name: string }>`
    select r.id::text as id, o.name from annual_round r join organisation o on o.id = r.org_id
     where r.year = ${year} and r.id <> ${id} and starts_with(r.org_code, ${org.code})
       and not exists (select from annual_freeze f where f.round_id = r.id and (f.frozen_at is not null or ${isWriting}))
     order by r.org_code for update of r`.execute(db);
  const gone = below.rows.map((one) => one.id);
  // What was confirmed in them stays confirmed: it says the same of the same year.
  await sql`
    insert into annual_confirm (round_id, org_id, org_code, state, figures, note, confirmed_at, confirmed_by, account_id)
    select ${id}, o.id, o.code, coalesce(c.state, 'waiting'), c.figures, coalesce(c.note, ''), c.confirmed_at, coalesce(c.confirmed_by, ''), c.account_id
      from organisation o
      left join lateral (
        select * from annual_confirm c where c.org_id = o.id and c.state = 'confirmed' and c.round_id = any(${gone}::bigint[])
         order by c.confirmed_at desc limit 1) c on true
     where o.deleted_at is null and starts_with(o.code, ${org.code})
       and length(o.code) between ${org.code.length + 4}::int and ${org.code.length + 4 * CONFIRM_LEVELS}::int`.execute(
    db,
  );
  await deleteRounds(db, gone);
  return { id, gaveWay: below.rows.map(({ name }) => name) };
}

/** Takes away rounds of which nothing was frozen, with what was confirmed in them. */
export async function deleteRounds(db: Db, ids: readonly string[]): Promise<void> {
  const these = sql`any(${[...ids]}::bigint[])`;
  await sql`delete from annual_confirm where round_id = ${these}`.execute(db);
  await sql`delete from annual_freeze where round_id = ${these} and frozen_at is null`.execute(db);
  await sql`delete from annual_round where id = ${these}`.execute(db);
}

export interface ConfirmRow {
  orgId: string;
  code: string;
  name: string;
  state: ConfirmState;
  note: string;
  confirmedAt: string;
  confirmedBy: string;
  returnedBy: string;
  returnReason: string;
  /** Of those below it that confirm as well: how many, and how many have. */
  below: number;
  belowDone: number;
}

/** The organisations directly below one that confirm a round, in the order of the tree. @param level of the one above, from 0 */
export async function confirmsBelow(
  db: Db,
  scope: Scope,
  roundId: string,
  parentId: string,
  level: number,
): Promise<ConfirmRow[]> {
  if (level >= CONFIRM_LEVELS) return [];
  const goesOn = level + 1 < CONFIRM_LEVELS;
  const { rows } = await sql<ConfirmRow>`
    select o.id::text as "orgId", o.code, o.name,
           coalesce(c.state, 'waiting') as state,
           coalesce(c.note, '') as note, ${minute('c.confirmed_at')} as "confirmedAt", coalesce(c.confirmed_by, '') as "confirmedBy",
           coalesce(c.returned_by, '') as "returnedBy", coalesce(c.return_reason, '') as "returnReason",
           coalesce(b.n, 0)::int as below, coalesce(b.done, 0)::int as "belowDone"
      from organisation o
      left join annual_confirm c on c.round_id = ${roundId} and c.org_id = o.id
      left join lateral (
        select count(*) as n, count(*) filter (where d.state = 'confirmed') as done
          from organisation u left join annual_confirm d on d.round_id = ${roundId} and d.org_id = u.id
         where ${goesOn} and u.parent_id = o.id and u.deleted_at is null) b on true
     where o.parent_id = ${parentId} and o.deleted_at is null and ${within(scope, 'o.code')} order by o.sort, o.id`.execute(
    db,
  );
  return rows;
}

export interface Confirmed {
  state: ConfirmState;
  /** Null: nothing was confirmed yet. */
  figures: Record<AnnualTable, number[]> | null;
  note: string;
  confirmedAt: string;
  confirmedBy: string;
  accountId: string;
  returnedBy: string;
  returnReason: string;
}

/** What an organisation has confirmed; undefined: nothing yet. */
export async function confirmOf(db: Db, roundId: string, orgId: string): Promise<Confirmed | undefined> {
  const { rows } = await sql<Confirmed>`
    select state, figures, note, ${minute('confirmed_at')} as "confirmedAt",
           confirmed_by as "confirmedBy", coalesce(account_id::text, '') as "accountId", returned_by as "returnedBy", return_reason as "returnReason"
      from annual_confirm where round_id = ${roundId} and org_id = ${orgId}`.execute(db);
  return rows[0];
}

/** Whether the organisation right above one has confirmed. */
export async function isConfirmedAbove(db: Db, roundId: string, orgId: string): Promise<boolean> {
  const { rows } = await sql`
    select from annual_confirm c join organisation o on o.parent_id = c.org_id
     where c.round_id = ${roundId} and o.id = ${orgId} and c.state = 'confirmed'`.execute(db);
  return rows.length > 0;
}

/** What those directly below whoever gathers a freeze's year have confirmed, and what was written of them. */
export async function confirmedAndWritten(db: Db, freezeId: string) {
  const { rows } = await sql<{
    name: string;
    confirmed: Record<AnnualTable, number[]> | null;
    written: Partial<Record<AnnualTable, number[]>> | null;
  }>`
    select o.name, case when c.state = 'confirmed' then c.figures end as confirmed,
           (select jsonb_object_agg(g.table_key, to_jsonb(g.figures)) from annual_figure g
             where g.freeze_id = f.id and g.org_id = o.id) as written
      from annual_freeze f join annual_round r on r.id = f.round_id
      join organisation o on o.parent_id = r.org_id and o.deleted_at is null
      left join annual_confirm c on c.round_id = r.id and c.org_id = o.id
     where f.id = ${freezeId} order by o.sort, o.id`.execute(db);
  return rows;
}

export interface NewConfirm {
  roundId: string;
  orgId: string;
  orgCode: string;
  figures: Readonly<Record<AnnualTable, number[]>>;
  note: string;
  by: string;
  accountId: string;
}

/** Notes that an organisation confirms, in place of what it confirmed before. */
export const writeConfirm = (db: Db, of: NewConfirm) =>
  sql`insert into annual_confirm (round_id, org_id, org_code, state, figures, note, confirmed_at, confirmed_by, account_id)
      values (${of.roundId}, ${of.orgId}, ${of.orgCode}, 'confirmed', ${JSON.stringify(of.figures)}::jsonb, ${of.note}, now(), ${of.by}, ${of.accountId})
      on conflict (round_id, org_id) do update set org_code = excluded.org_code, state = 'confirmed', figures = excluded.figures, note = excluded.note,
        confirmed_at = now(), confirmed_by = excluded.confirmed_by, account_id = excluded.account_id, returned_at = null, returned_by = '',
        return_reason = ''`.execute(db);

/** Gives it back to whoever confirmed. */
export const writeReturn = (db: Db, roundId: string, orgId: string, reason: string, by: string) =>
  sql`update annual_confirm set state = 'returned', returned_at = now(), returned_by = ${by}, return_reason = ${reason}
       where round_id = ${roundId} and org_id = ${orgId}`.execute(db);

export interface Freeze {
  id: string;
  roundId: string;
  number: number;
  year: number;
  closing: string;
  /** Empty: it is still being written. */
  frozenAt: string;
  frozenBy: string;
  note: string;
  /** Empty: it stands. */
  thawedAt: string;
  thawedBy: string;
  thawReason: string;
}
const freeze = sql`f.id::text as id, f.round_id::text as "roundId", f.number::int as number, r.year::int as year, f.closing,
  ${minute('f.frozen_at')} as "frozenAt", f.frozen_by as "frozenBy", f.note, ${minute('f.thawed_at')} as "thawedAt", f.thawed_by as "thawedBy",
  f.thaw_reason as "thawReason"`;

/** What was frozen or is being written in rounds that concern an organisation, the newest first; what nobody writes any more is none. */
export async function freezesOf(db: Db, code: string): Promise<Freeze[]> {
  const { rows } = await sql<Freeze>`
    select ${freeze} from annual_freeze f join annual_round r on r.id = f.round_id
     where ${concerns(code)} and (f.frozen_at is not null or ${isWriting})
     order by r.year desc, f.number desc, f.id`.execute(db);
  return rows;
}

/** Begins a freeze of a locked round; answers its id. */
export async function insertFreeze(
  db: Db,
  roundId: string,
  closing: string,
  note: string,
  by: string,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into annual_freeze (round_id, number, closing, frozen_by, note)
    select ${roundId}, coalesce(max(number), 0) + 1, ${closing}::date, ${by}, ${note} from annual_freeze where round_id = ${roundId}
    returning id::text as id`.execute(db);
  return rows[0]?.id ?? '';
}

export const markFrozen = (db: Db, id: string) =>
  sql`update annual_freeze set frozen_at = now() where id = ${id} and frozen_at is null`.execute(db);
/** Takes away one that was not written to its end, so that it may be begun anew. */
export const dropFreeze = (db: Db, id: string) =>
  sql`delete from annual_freeze where id = ${id} and frozen_at is null`.execute(db);

/** The same of those of a round that nobody writes any more: the job was cancelled or has failed. */
export const dropStuck = (db: Db, roundId: string) =>
  sql`delete from annual_freeze f where f.round_id = ${roundId} and f.frozen_at is null and not (${isWriting})`.execute(
    db,
  );
/** Notes which job writes it. */
export const setJob = (db: Db, id: string, jobId: string) =>
  sql`update annual_freeze set job_id = ${jobId} where id = ${id}`.execute(db);

/** How far one is, and why it is frozen whatever has changed; undefined: it was taken away. */
export async function findFreeze(db: Db, id: string): Promise<{ isFrozen: boolean; note: string } | undefined> {
  const { rows } = await sql<{ isFrozen: boolean; note: string }>`
    select frozen_at is not null as "isFrozen", note from annual_freeze where id = ${id}`.execute(db);
  return rows[0];
}

/** Thaws what stands of a round; its rows stay. */
export const markThawed = (db: Db, id: string, reason: string, by: string) =>
  sql`update annual_freeze set thawed_at = now(), thawed_by = ${by}, thaw_reason = ${reason} where id = ${id}`.execute(
    db,
  );

export const insertHead = (
  db: Db,
  freezeId: string,
  table: AnnualTable,
  words: readonly string[],
  columns: readonly unknown[],
) =>
  sql`insert into annual_head (freeze_id, table_key, words, columns)
      values (${freezeId}, ${table}, ${JSON.stringify(words)}::jsonb, ${JSON.stringify(columns)}::jsonb)`.execute(db);
