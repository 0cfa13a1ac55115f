import { type RawBuilder, sql } from 'kysely';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';
import type { ProofState } from '#procedures/transfer/contract.proof.ts';

/** What stands on a proof beside the person's numbers. */
export interface ProofFacts {
  gender: string;
  age: number | null;
  nation: string;
  category: string;
  branch: string;
}

export interface ProofRecord {
  id: string;
  memberId: string;
  name: string;
  orgName: string;
  orgCode: string;
  byOrgId: string;
  byName: string;
  year: number;
  serial: number;
  toName: string;
  reason: string;
  startsOn: string;
  endsOn: string;
  paidTo: string | null;
  facts: ProofFacts;
  issuedOn: string;
  handler: string;
  voidedAt: Date | null;
  voidReason: string;
  printed: number;
  version: number;
  today: string;
}

const COLUMNS = sql`p.id, p.member_id as "memberId", m.name, o.name as "orgName", p.org_code as "orgCode", p.by_org_id as "byOrgId",
  p.by_name as "byName", p.year, p.serial, p.to_name as "toName", p.reason, p.starts_on as "startsOn", p.ends_on as "endsOn",
  p.paid_to as "paidTo", p.facts, p.issued_on as "issuedOn", p.handler, p.voided_at as "voidedAt", p.void_reason as "voidReason",
  p.printed, p.version, ${dbToday} as today`;
const FROM = sql`relation_proof p join member m on m.id = p.member_id join organisation o on o.id = p.org_id`;

const stateIs = (state: ProofState): RawBuilder<unknown> =>
  state === 'void'
    ? sql`p.voided_at is not null`
    : sql`p.voided_at is null and ${state === 'valid' ? sql`p.ends_on >= ${dbToday}` : sql`p.ends_on < ${dbToday}`}`;

/** A page of proofs of the scope, the newest first. */
export async function pageOfProofs(
  db: Db,
  scope: Scope,
  { name, state }: { name: string | null; state: ProofState | null },
  limit: number,
  offset: number,
) {
  const parts: RawBuilder<unknown>[] = [within(scope, 'p.org_code'), sql`m.deleted_at is null`];
  if (name) parts.push(textHolds(sql`m.name`, name));
  if (state) parts.push(stateIs(state));
  const where = sql.join(parts, sql` and `);
  const [page, total] = await Promise.all([
    sql<ProofRecord>`select ${COLUMNS} from ${FROM} where ${where} order by p.id desc limit ${limit} offset ${offset}`.execute(
      db,
    ),
    sql<{ n: number }>`select count(*)::int as n from ${FROM} where ${where}`.execute(db),
  ]);
  return { rows: page.rows, total: total.rows[0]?.n ?? 0 };
}

/** One proof of the scope, held for this transaction where `lock`. */
export async function findProof(db: Db, scope: Scope, id: string, lock = false): Promise<ProofRecord | undefined> {
  const { rows } = await sql<ProofRecord>`
    select ${COLUMNS} from ${FROM} where p.id = ${id} and ${within(scope, 'p.org_code')} and m.deleted_at is null
      ${lock ? sql`for update of p` : sql``}`.execute(db);
  return rows[0];
}

export interface NewProof {
  memberId: string;
  orgId: string;
  orgCode: string;
  byOrgId: string;
  byName: string;
  toName: string;
  reason: string;
  startsOn: string;
  endsOn: string;
  paidTo: string | null;
  facts: ProofFacts;
  handler: string;
}

/** Issues a proof in the caller's transaction; its number is as final as that. */
export async function insertProof(db: Db, one: NewProof): Promise<{ id: string; year: number; serial: number }> {
  const { rows: taken } = await sql<{ year: number; last: number }>`
    insert into relation_proof_serial (org_id, year, last) values (${one.byOrgId}, extract(year from ${dbToday})::smallint, 1)
    on conflict (org_id, year) do update set last = relation_proof_serial.last + 1
    returning year, last`.execute(db);
  const { year = 0, last: serial = 0 } = taken[0] ?? {};
  const { rows } = await sql<{ id: string }>`
    insert into relation_proof (member_id, org_id, org_code, by_org_id, by_name, year, serial, to_name, reason, starts_on, ends_on,
                                paid_to, facts, issued_on, handler)
    values (${one.memberId}, ${one.orgId}, ${one.orgCode}, ${one.byOrgId}, ${one.byName}, ${year}, ${serial}, ${one.toName},
            ${one.reason}, ${one.startsOn}, ${one.endsOn}, ${one.paidTo}, ${JSON.stringify(one.facts)}::jsonb, ${dbToday},
            ${one.handler})
    returning id`.execute(db);
  return { id: rows[0]?.id ?? '', year, serial };
}

/** Makes a proof void, which was locked. */
export async function markVoid(db: Db, id: string, by: string, reason: string): Promise<void> {
  await sql`
    update relation_proof set voided_at = now(), voided_by = ${by}, void_reason = ${reason}, version = version + 1
     where id = ${id}`.execute(db);
}

export async function countProofPrinting(db: Db, id: string): Promise<void> {
  await sql`update relation_proof set printed = printed + 1 where id = ${id}`.execute(db);
}

/** Days between two absences by which one goes on. */
const SAME_ABSENCE_DAYS = 31;

/** Who has been away by one 党员证明信 after another, up to now: rows of `member_id, range, region, since`. */
export const ABSENCES_BY_PROOF = sql`select member_id, 1 as range, max(to_name) as region, min(starts_on) as since
    from (select p.*, count(*) filter (where begins) over (partition by member_id order by starts_on, id) as stretch
            from (select p.*, coalesce(starts_on > max(ends_on) over (partition by member_id order by starts_on, id
                           rows between unbounded preceding and 1 preceding) + ${SAME_ABSENCE_DAYS}::int, true) as begins
                    from relation_proof p where voided_at is null) p) p
   group by member_id, stretch having max(ends_on) >= ${dbToday} - ${SAME_ABSENCE_DAYS}::int`;
