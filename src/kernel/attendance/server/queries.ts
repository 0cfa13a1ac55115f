import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Way } from '#kernel/attendance/rules.ts';
import { OPENS_BEFORE } from '#kernel/attendance/rules.ts';
import type { Db } from '#platform/server/database/db.ts';

/** Somebody to be put on a sheet. */
export interface DuePerson {
  memberId: string;
  name: string;
  due: boolean;
  votes: boolean;
  why: string;
}

export interface SheetPerson extends DuePerson {
  guest: boolean;
  state: 0 | 1 | 2 | 3;
  way: Way;
  late: boolean;
  signedAt: Date | null;
  reason: string;
  leave: '' | 'asked' | 'agreed' | 'refused';
  leaveKind: number;
  madeUp: string;
  madeUpOn: string | null;
  accountId: string | null;
}

export interface Sheet {
  id: string;
  subjectId: string;
  secret: Buffer;
  startsAt: Date;
  opensAt: Date;
  closedAt: Date | null;
  /** Seconds since 1970 by the database's clock. */
  now: number;
}

/** Freezes who is due at an occasion, in the caller's transaction; an earlier list of it is replaced. */
export async function freezeSheet(
  db: Db,
  sheet: { kind: string; subjectId: string; orgId: string; orgCode: string; startsAt: Date },
  people: readonly DuePerson[],
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    insert into attendance_sheet (kind, subject_id, org_id, org_code, secret, starts_at, opens_at)
    values (${sheet.kind}, ${sheet.subjectId}, ${sheet.orgId}, ${sheet.orgCode}, ${randomBytes(32)}, ${sheet.startsAt},
            ${sheet.startsAt}::timestamptz - make_interval(mins => ${OPENS_BEFORE}))
    on conflict (kind, subject_id) do update set starts_at = excluded.starts_at, opens_at = excluded.opens_at
    returning id`.execute(db);
  const id = rows[0]?.id ?? '';
  await sql`delete from attendance_person where sheet_id = ${id}`.execute(db);
  await sql`
    insert into attendance_person (sheet_id, member_id, name, due, votes, why, sort)
    select ${id}, p.member_id, p.name, p.due, p.votes, p.why, p.sort::int
      from unnest(${people.map(({ memberId }) => memberId)}::bigint[], ${people.map(({ name }) => name)}::text[],
                  ${people.map(({ due }) => due)}::boolean[], ${people.map(({ votes }) => votes)}::boolean[],
                  ${people.map(({ why }) => why)}::text[]) with ordinality as p(member_id, name, due, votes, why, sort)`.execute(
    db,
  );
}

/** The sheet of an occasion; undefined where nothing was announced. */
export async function sheetOf(db: Db, kind: string, subjectId: string, lock = false): Promise<Sheet | undefined> {
  const { rows } = await sql<Sheet>`
    select id, subject_id as "subjectId", secret, starts_at as "startsAt", opens_at as "opensAt", closed_at as "closedAt",
           extract(epoch from now())::float8 as now
      from attendance_sheet where kind = ${kind} and subject_id = ${subjectId} ${lock ? sql`for update` : sql``}`.execute(
    db,
  );
  return rows[0];
}

const PERSON = sql`p.member_id as "memberId", p.name, p.due, p.votes, p.why, p.guest, p.state, p.way, p.late, p.signed_at as "signedAt",
           p.reason, p.leave, p.leave_kind as "leaveKind", p.made_up as "madeUp", p.made_up_on as "madeUpOn",
           (select a.id from account a where a.member_id = p.member_id) as "accountId"`;

/** Everybody on a sheet, in the order of the roll, guests last; with the account that a person has. */
export async function peopleOf(db: Db, sheetId: string): Promise<SheetPerson[]> {
  const { rows } = await sql<SheetPerson>`
    select ${PERSON} from attendance_person p where p.sheet_id = ${sheetId} order by p.guest, p.sort, p.member_id`.execute(
    db,
  );
  return rows;
}

/** One person of a sheet: three hundred who sign in do not each read three hundred. */
export async function personOf(db: Db, sheetId: string, memberId: string): Promise<SheetPerson | undefined> {
  const { rows } = await sql<SheetPerson>`
    select ${PERSON} from attendance_person p where p.sheet_id = ${sheetId} and p.member_id = ${memberId}`.execute(db);
  return rows[0];
}

/** Everybody on the sheets of several occasions, by occasion, in the order of `peopleOf`. */
export async function peopleOfSheets(
  db: Db,
  kind: string,
  subjectIds: readonly string[],
): Promise<Map<string, Omit<SheetPerson, 'accountId'>[]>> {
  const { rows } = await sql<Omit<SheetPerson, 'accountId'> & { subjectId: string }>`
    select s.subject_id as "subjectId", p.member_id as "memberId", p.name, p.due, p.votes, p.why, p.guest, p.state, p.way,
           p.late, p.signed_at as "signedAt", p.reason, p.leave, p.leave_kind as "leaveKind", p.made_up as "madeUp",
           p.made_up_on as "madeUpOn"
      from attendance_sheet s join attendance_person p on p.sheet_id = s.id
     where s.kind = ${kind} and s.subject_id = any(${subjectIds}::bigint[])
     order by p.guest, p.sort, p.member_id`.execute(db);
  return Map.groupBy(rows, ({ subjectId }) => subjectId);
}

/** Signs somebody in, once; false: not on the sheet. @param way how */
export async function signPerson(db: Db, sheetId: string, memberId: string, way: Way, reason = ''): Promise<boolean> {
  const { rows } = await sql`
    update attendance_person p set state = 1, way = case when p.state = 1 then p.way else ${way} end,
           signed_at = case when p.state = 1 then p.signed_at else now() end,
           late = case when p.state = 1 then p.late else now() > s.starts_at end,
           reason = case when p.state = 1 then p.reason else ${reason} end, leave = '', leave_kind = 0
      from attendance_sheet s
     where s.id = p.sheet_id and p.sheet_id = ${sheetId} and p.member_id = ${memberId} returning 1`.execute(db);
  return rows.length > 0;
}

/** What the organiser writes down of somebody. */
export async function markPerson(
  db: Db,
  sheetId: string,
  memberId: string,
  { state, late, reason, leaveKind }: { state: number; late: boolean; reason: string; leaveKind: number },
): Promise<boolean> {
  const { rows } = await sql`
    update attendance_person set state = ${state}, late = ${late && state === 1}, reason = ${reason},
           way = case when ${state} = 1 then case when ${reason} = '' then 'list' else 'proxy' end else '' end,
           signed_at = case when ${state} = 1 then coalesce(signed_at, now()) end,
           leave = case when ${state} = 2 then 'agreed' when leave = 'asked' then 'refused' else '' end,
           leave_kind = ${leaveKind}
     where sheet_id = ${sheetId} and member_id = ${memberId} returning 1`.execute(db);
  return rows.length > 0;
}

/**
 * Everybody of whom nothing is known was there: the list is read out, and those who lack are marked before. Answers their names.
 * @param but whoever marks, if they are on the sheet: nobody says of oneself that they came; they sign in by the code
 */
export async function markRemainingPresent(db: Db, sheetId: string, but: string | null): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    update attendance_person set state = 1, way = 'list', signed_at = now()
     where sheet_id = ${sheetId} and state = 0 and due and not guest and leave <> 'asked'
       and member_id is distinct from ${but}::bigint returning name`.execute(db);
  return rows.map(({ name }) => name);
}

/** Somebody asks for leave; false: not on the sheet, or there already. */
export async function requestLeave(db: Db, sheetId: string, memberId: string, reason: string): Promise<boolean> {
  const { rows } = await sql`
    update attendance_person set leave = 'asked', reason = ${reason}, leave_kind = 1
     where sheet_id = ${sheetId} and member_id = ${memberId} and state = 0 and due returning 1`.execute(db);
  return rows.length > 0;
}

/** A guest (列席), counted in nothing; somebody of the sheet stays what they are. */
export const addGuest = (db: Db, sheetId: string, memberId: string, name: string) =>
  sql`insert into attendance_person (sheet_id, member_id, name, due, votes, guest, state, way, signed_at, sort)
      values (${sheetId}, ${memberId}, ${name}, false, false, true, 1, 'list', now(), 9999) on conflict do nothing`.execute(
    db,
  );

/** How an absentee made it up. */
export const makeUp = (db: Db, sheetId: string, memberId: string, way: string, on: string) =>
  sql`update attendance_person set made_up = ${way}, made_up_on = ${on}
       where sheet_id = ${sheetId} and member_id = ${memberId} and state in (2, 3)`.execute(db);

/** Nobody signs in by phone any more; or again. */
export const setClosed = (db: Db, sheetId: string, closed: boolean) =>
  sql`update attendance_sheet set closed_at = case when ${closed} then now() end where id = ${sheetId}`.execute(db);

/** Puts somebody on a sheet who is due after it was made; who stands there stays as they are. */
export const addPerson = (db: Db, sheetId: string, { memberId, name }: { memberId: string; name: string }) =>
  sql`insert into attendance_person (sheet_id, member_id, name, due, votes, sort)
      values (${sheetId}, ${memberId}, ${name}, true, false,
              (select coalesce(max(sort), 0) + 1 from attendance_person where sheet_id = ${sheetId} and not guest))
      on conflict do nothing`.execute(db);

/** Takes somebody from a sheet who is due no more; who came, or was marked, stays. */
export const removePerson = (db: Db, sheetId: string, memberId: string) =>
  sql`delete from attendance_person where sheet_id = ${sheetId} and member_id = ${memberId} and state in (0, 2)`.execute(
    db,
  );

/** The occasion was put to another time; who is due stays. */
export const setStart = (db: Db, kind: string, subjectId: string, startsAt: Date) =>
  sql`update attendance_sheet set starts_at = ${startsAt}, opens_at = ${startsAt}::timestamptz - make_interval(mins => ${OPENS_BEFORE})
       where kind = ${kind} and subject_id = ${subjectId}`.execute(db);
