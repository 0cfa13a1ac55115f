import { type RawBuilder, sql } from 'kysely';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';
import type { View } from '#procedures/departure/contract.ts';
import type { GroundName, VariationKind, VariationState } from '#procedures/departure/rules.ts';

/** What the effect changed, as far as it may be put back or is told. */
export interface Outcome {
  accountId?: string;
  grants?: { roleId: number; orgId: string }[];
  posts?: string[];
  outflowId?: string;
  transfer?: boolean;
  dues?: number;
  monthsLost?: number;
  status?: number;
}

export interface Variation {
  id: string;
  memberId: string;
  name: string;
  orgId: string;
  orgCode: string;
  orgName: string;
  kind: VariationKind;
  state: VariationState;
  effectiveOn: string;
  reason: string;
  ground: GroundName | null;
  groundOn: string | null;
  meetingOn: string | null;
  due: number | null;
  present: number | null;
  agree: number | null;
  suspendedId: string | null;
  suspendedOn: string | null;
  toOrgId: string | null;
  toOrgCode: string | null;
  toOrgName: string;
  askedBy: string | null;
  askedName: string;
  askedOn: string;
  deciderId: string | null;
  deciderCode: string | null;
  deciderName: string;
  opinion: string;
  decidedName: string;
  decidedOn: string | null;
  carriedOn: string | null;
  outcome: Outcome;
  undoneOn: string | null;
  undoReason: string;
  version: number;
  memberStatus: number;
  today: string;
  files: { id: string; name: string; mime: string; size: number }[];
}

const COLUMNS = sql`v.id, v.member_id as "memberId", m.name, v.org_id as "orgId", v.org_code as "orgCode", o.name as "orgName",
  v.kind, v.state, v.effective_on as "effectiveOn", v.reason, v.ground, v.ground_on as "groundOn", v.meeting_on as "meetingOn", v.due, v.present, v.agree,
  v.suspended_id as "suspendedId", s.effective_on as "suspendedOn", v.to_org_id as "toOrgId", t.code as "toOrgCode",
  coalesce(t.name, '') as "toOrgName", v.asked_by as "askedBy", v.asked_name as "askedName",
  (v.created_at at time zone 'Asia/Shanghai')::date as "askedOn", v.decider_id as "deciderId", d.code as "deciderCode",
  coalesce(d.name, '') as "deciderName", v.opinion, v.decided_name as "decidedName",
  (v.decided_at at time zone 'Asia/Shanghai')::date as "decidedOn", v.carried_on as "carriedOn", v.outcome,
  v.undone_on as "undoneOn", v.undo_reason as "undoReason", v.version, m.membership_status as "memberStatus", ${dbToday} as today,
  (select coalesce(json_agg(json_build_object('id', f.id, 'name', f.name, 'mime', f.mime, 'size', f.size)), '[]')
     from stored_file f where f.id = any(v.files)) as files`;
const FROM = sql`member_variation v join member m on m.id = v.member_id join organisation o on o.id = v.org_id
  left join organisation d on d.id = v.decider_id left join organisation t on t.id = v.to_org_id
  left join member_variation s on s.id = v.suspended_id`;

/** Where somebody stands now; the person's row is held until the transaction ends. */
export async function lockHome(db: Db, memberId: string): Promise<{ orgId: string; orgName: string } | undefined> {
  const { rows } = await sql<{ orgId: string; orgName: string }>`
    select m.org_id as "orgId", o.name as "orgName" from member m join organisation o on o.id = m.org_id
     where m.id = ${memberId} and m.deleted_at is null for update of m`.execute(db);
  return rows[0];
}

/** A variation of the scope; `lock`: held until the transaction ends. */
export async function findVariation(db: Db, scope: Scope, id: string, lock = false): Promise<Variation | undefined> {
  const { rows } = await sql<Variation>`
    select ${COLUMNS} from ${FROM}
     where v.id = ${id} and ${within(scope, 'v.org_code')} and o.deleted_at is null and m.deleted_at is null
     ${lock ? sql`for update of v` : sql``}`.execute(db);
  return rows[0];
}

/** Approved ones whose day has come, the oldest first; not held. */
export async function dueVariations(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from member_variation where state = 'approved' and effective_on <= ${dbToday} order by effective_on, id limit 200`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

const STATE_OF: Readonly<Record<Exclude<View, 'elsewhere'>, RawBuilder<boolean>>> = {
  waiting: sql<boolean>`v.state in ('pending', 'approved')`,
  effective: sql<boolean>`v.state = 'effective'`,
  ended: sql<boolean>`v.state in ('refused', 'withdrawn', 'undone')`,
};
/** Ways of the 增减台账 that other modules bring about. */
const ELSEWHERE = sql`l.sign = -1 and l.way in ('revoked', 'transferredOut', 'transferredOutWhole')`;

export interface ListRecord {
  rowId: string;
  memberId: string;
  name: string;
  orgName: string;
  kind: string;
  state: VariationState | null;
  effectiveOn: string;
  reason: string;
  askedName: string;
  askedBy: string | null;
  deciderName: string;
  deciderCode: string | null;
}

/** A page of a view, the latest day first. */
export async function pageOfVariations(db: Db, scope: Scope, view: View, name: string, limit: number, offset: number) {
  const named = name ? textHolds(sql`m.name`, name) : sql<boolean>`true`;
  const from =
    view === 'elsewhere'
      ? sql`select l.id, l.member_id, m.name, o.name as org_name, l.way as kind, null as state, l.happened_on as day, '' as reason,
              l.recorded_by as asked_name, null::bigint as asked_by, '' as decider_name, null as decider_code
         from member_ledger l join member m on m.id = l.member_id join organisation o on o.id = l.org_id
        where ${within(scope, 'l.org_code')} and ${ELSEWHERE} and m.deleted_at is null and ${named}`
      : sql`select v.id, v.member_id, m.name, o.name as org_name, v.kind, v.state, v.effective_on as day, v.reason, v.asked_name,
              v.asked_by, coalesce(d.name, '') as decider_name, d.code as decider_code
         from ${FROM} where ${within(scope, 'v.org_code')} and ${STATE_OF[view]} and m.deleted_at is null and ${named}`;
  const [page, total] = await Promise.all([
    sql<ListRecord>`
      select id::text as "rowId", member_id as "memberId", name, org_name as "orgName", kind, state, day as "effectiveOn", reason,
             asked_name as "askedName", asked_by as "askedBy", decider_name as "deciderName", decider_code as "deciderCode"
        from (${from}) r order by day desc, id desc limit ${limit} offset ${offset}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from (${from}) r`.execute(db),
  ]);
  return { rows: page.rows, total: total.rows[0]?.n ?? 0 };
}

/** How many rows each view has in a scope. */
export async function countVariations(db: Db, scope: Scope): Promise<Record<View, number>> {
  const { rows } = await sql<Record<View, number>>`
    select count(*) filter (where ${STATE_OF.waiting})::int as waiting,
           count(*) filter (where ${STATE_OF.effective})::int as effective,
           count(*) filter (where ${STATE_OF.ended})::int as ended,
           (select count(*)::int from member_ledger l join member m on m.id = l.member_id
             where ${within(scope, 'l.org_code')} and ${ELSEWHERE} and m.deleted_at is null) as elsewhere
      from member_variation v join member m on m.id = v.member_id
     where ${within(scope, 'v.org_code')} and m.deleted_at is null`.execute(db);
  return rows[0] ?? { waiting: 0, effective: 0, ended: 0, elsewhere: 0 };
}

export interface NewVariation {
  memberId: string;
  orgId: string;
  orgCode: string;
  kind: VariationKind;
  effectiveOn: string;
  reason: string;
  ground: GroundName | null;
  groundOn: string | null;
  meetingOn: string | null;
  due: number | null;
  present: number | null;
  agree: number | null;
  suspendedId: string | null;
  toOrgId: string | null;
  askedBy: string;
  askedName: string;
  deciderId: string | null;
}

/** Writes one that waits; the unique index refuses a second open one of the same person. */
export async function insertVariation(db: Db, one: NewVariation): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into member_variation (member_id, org_id, org_code, kind, effective_on, reason, ground, ground_on, meeting_on, due, present, agree,
      suspended_id, to_org_id, asked_by, asked_name, decider_id)
    values (${one.memberId}, ${one.orgId}, ${one.orgCode}, ${one.kind}, ${one.effectiveOn}, ${one.reason}, ${one.ground}, ${one.groundOn}, ${one.meetingOn},
      ${one.due}, ${one.present}, ${one.agree}, ${one.suspendedId}, ${one.toOrgId}, ${one.askedBy}, ${one.askedName},
      ${one.deciderId}) returning id`.execute(db);
  return rows[0]?.id ?? '';
}

/** Writes columns and counts the version up; answers the new one. */
export async function setVariation(db: Db, id: string, columns: Record<string, unknown>): Promise<number> {
  const sets = Object.entries(columns).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  const { rows } = await sql<{ version: number }>`
    update member_variation set ${sql.join([...sets, sql`version = version + 1, updated_at = now()`])}
     where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

/** The account of a person that is in use, with its standing roles; held. */
export async function accountOf(db: Db, memberId: string) {
  const { rows } = await sql<{ id: string; grants: { id: string; roleId: number; orgId: string }[] }>`
    select a.id, (select coalesce(json_agg(json_build_object('id', g.id::text, 'roleId', g.role_id, 'orgId', g.org_id::text)), '[]')
                    from account_role g where g.account_id = a.id and g.revoked_at is null) as grants
      from account a where a.member_id = ${memberId} and a.enabled for no key update of a`.execute(db);
  return rows[0];
}
