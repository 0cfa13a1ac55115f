import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';
import type { HandoverState } from '#procedures/recruitment/contract.handover.ts';

/** A list of papers that went from one branch to another. */
export interface HandoverRecord {
  id: string;
  fileId: string;
  category: number;
  name: string;
  orgCode: string;
  fromId: string;
  fromName: string;
  fromCode: string;
  toId: string;
  toName: string;
  toCode: string;
  movedOn: string;
  papers: { no: number; label: string; sheets: number }[];
  givenBy: string;
  givenById: string | null;
  givenAt: Date | null;
  takenBy: string;
  takenById: string | null;
  takenAt: Date | null;
}

const COLUMNS = sql`h.id, h.file_id as "fileId", f.category, m.name, f.org_code as "orgCode",
  h.from_id as "fromId", a.name as "fromName", a.code as "fromCode", h.to_id as "toId", b.name as "toName", b.code as "toCode",
  h.moved_on as "movedOn", h.papers, h.given_by as "givenBy", h.given_by_id as "givenById", h.given_at as "givenAt",
  h.taken_by as "takenBy", h.taken_by_id as "takenById", h.taken_at as "takenAt"`;
const FROM = sql`development_handover h
  join development_file f on f.id = h.file_id
  join member m on m.id = f.member_id and m.deleted_at is null
  join organisation a on a.id = h.from_id
  join organisation b on b.id = h.to_id`;
/** Either end lies in the scope. */
const ends = (scope: Scope) => sql`(${within(scope, 'a.code')} or ${within(scope, 'b.code')})`;
const STATES: Readonly<Record<HandoverState, RawBuilder<unknown>>> = {
  open: sql`h.given_at is null`,
  given: sql`h.given_at is not null and h.taken_at is null`,
  done: sql`h.given_at is not null and h.taken_at is not null`,
};

/** Lists of the scope: those that are not signed by both first, then the new ones. */
export async function pageOfHandovers(
  db: Db,
  scope: Scope,
  { name, state }: { name: string | null; state: HandoverState | null },
  limit: number,
  offset: number,
) {
  const where = sql`${ends(scope)} ${name ? sql`and ${textHolds(sql`m.name`, name)}` : sql``}
    ${state ? sql`and ${STATES[state]}` : sql``}`;
  const [rows, total] = await Promise.all([
    sql<HandoverRecord>`
      select ${COLUMNS} from ${FROM} where ${where}
       order by (h.given_at is not null and h.taken_at is not null), h.moved_on desc, h.id desc
       limit ${limit} offset ${offset}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from ${FROM} where ${where}`.execute(db),
  ]);
  return { rows: rows.rows, total: total.rows[0]?.n ?? 0 };
}

/** One list of which an end lies in the scope; `lock` keeps it for this transaction. */
export async function findHandover(db: Db, scope: Scope, id: string, lock = false) {
  const { rows } = await sql<HandoverRecord>`
    select ${COLUMNS} from ${FROM} where h.id = ${id} and ${ends(scope)} and a.deleted_at is null and b.deleted_at is null ${lock ? sql`for update of h` : sql``}`.execute(
    db,
  );
  return rows[0];
}

/** Signs one side of a locked list. */
export const signSide = (db: Db, id: string, side: 'given' | 'taken', by: { id: string; name: string }) =>
  side === 'given'
    ? sql`update development_handover set given_by = ${by.name}, given_by_id = ${by.id}, given_at = now()
           where id = ${id}`.execute(db)
    : sql`update development_handover set taken_by = ${by.name}, taken_by_id = ${by.id}, taken_at = now()
           where id = ${id}`.execute(db);
