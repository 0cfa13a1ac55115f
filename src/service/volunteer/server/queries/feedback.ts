import { type RawBuilder, sql } from 'kysely';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';
import type { FeedbackSide, FeedbackView } from '#service/volunteer/contract.feedback.ts';
import { FEEDBACK_DAYS, type Sign } from '#service/volunteer/rules.feedback.ts';

export interface FeedbackRecord {
  id: string;
  orgId: string;
  orgCode: string;
  orgName: string;
  unitId: string;
  unitCode: string;
  unitName: string;
  period: string;
  state: Sign;
  isLate: boolean;
  people: number;
  served: number;
  minutes: number;
  times: number;
  absences: number;
  needs: number;
  stars: number;
  posts: string[];
  draftedOn: string;
  signedOn: string | null;
  signedBy: string | null;
  signedName: string;
  word: string;
  receivedOn: string | null;
  receivedName: string;
  version: number;
}

/** A slip `f` has waited too long for its next step. */
export const LATE_FEEDBACK = sql<boolean>`(f.state < 2 and ${dbToday} - coalesce(f.signed_on, f.drafted_on) > ${FEEDBACK_DAYS}::int)`;
const SLIP = sql`f.id, f.org_id as "orgId", f.org_code as "orgCode", o.name as "orgName", f.unit_id as "unitId", u.code as "unitCode",
  u.name as "unitName", f.year || '-' || f.quarter as period, f.state, ${LATE_FEEDBACK} as "isLate", f.people, f.served, f.minutes, f.times,
  f.absences, f.needs, f.stars, f.posts, f.drafted_on::text as "draftedOn", f.signed_on::text as "signedOn", f.signed_by as "signedBy",
  f.signed_name as "signedName", f.word, f.received_on::text as "receivedOn", f.received_name as "receivedName", f.version`;
const FROM = sql`service_feedback f join organisation o on o.id = f.org_id join organisation u on u.id = f.unit_id`;

/** Which slips `f` the scope meets: those of its places, those of its units, or both. Nobody without office. */
function seen(scope: Scope, side: FeedbackSide | null): RawBuilder<boolean> {
  if (scope.memberId !== null) return sql<boolean>`false`;
  const places = sql<boolean>`(o.deleted_at is null and ${within(scope, 'f.org_code')})`;
  const units = sql<boolean>`f.unit_id in (select x.id from organisation x where x.deleted_at is null and ${within(scope, 'x.code')})`;
  if (side === 'in') return places;
  if (side === 'out') return units;
  return sql<boolean>`(${places} or ${units})`;
}

const OF_VIEW: Readonly<Record<FeedbackView, Sign>> = { drafted: 0, signed: 1, received: 2 };

export interface FeedbackFilter {
  view: FeedbackView | null;
  side: FeedbackSide | null;
  late: boolean;
  period: string;
  name: string;
}

function matching(scope: Scope, filter: FeedbackFilter) {
  const parts = [seen(scope, filter.side)];
  if (filter.view) parts.push(sql<boolean>`f.state = ${OF_VIEW[filter.view]}`);
  if (filter.late) parts.push(LATE_FEEDBACK);
  const [year, quarter] = filter.period.split('-');
  if (year) parts.push(sql<boolean>`f.year = ${year}::int`);
  if (quarter) parts.push(sql<boolean>`f.quarter = ${quarter}::int`);
  if (filter.name) {
    parts.push(sql<boolean>`(${textHolds(sql`o.name`, filter.name)} or ${textHolds(sql`u.name`, filter.name)})`);
  }
  return sql.join(parts, sql` and `);
}

/** A page of the slips: those that wait for a step, then the last quarters; in each the order of the places. */
export async function pageOfFeedback(db: Db, scope: Scope, filter: FeedbackFilter, limit: number, offset: number) {
  const where = matching(scope, filter);
  const [page, total] = await Promise.all([
    sql<FeedbackRecord>`
      select ${SLIP} from ${FROM} where ${where}
       order by f.state, f.year desc, f.quarter desc, f.org_code, u.code, f.id limit ${limit} offset ${offset}`.execute(
      db,
    ),
    sql<{ n: number }>`select count(*)::int as n from ${FROM} where ${where}`.execute(db),
  ]);
  return { rows: page.rows, total: total.rows[0]?.n ?? 0 };
}

/** Some slips of the scope in the order of their ids; `lock`: held. */
export async function findFeedback(
  db: Db,
  scope: Scope,
  ids: readonly string[],
  lock = false,
): Promise<FeedbackRecord[]> {
  const { rows } = await sql<FeedbackRecord>`
    select ${SLIP} from ${FROM} where f.id = any(${ids}::bigint[]) and ${seen(scope, null)}
     order by f.id ${lock ? sql`for no key update of f` : sql``}`.execute(db);
  return rows;
}

export interface FeedbackPersonRecord {
  id: string;
  name: string;
  homeName: string;
  minutes: number;
  times: number;
  absences: number;
}

/** A page of the people of a slip, whoever served most first. The caller has found the slip in the scope. */
export async function pageOfFeedbackPeople(db: Db, feedbackId: string, name: string, limit: number, offset: number) {
  const named = name ? sql`and ${textHolds(sql`m.name`, name)}` : sql``;
  const from = sql`service_feedback_person p join member m on m.id = p.member_id join organisation h on h.id = m.org_id
    where p.feedback_id = ${feedbackId} ${named}`;
  const [page, total] = await Promise.all([
    sql<FeedbackPersonRecord>`
      select p.id, m.name, h.name as "homeName", p.minutes, p.times, p.absences from ${from}
       order by p.minutes desc, p.times desc, p.id limit ${limit} offset ${offset}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from ${from}`.execute(db),
  ]);
  return { rows: page.rows, total: total.rows[0]?.n ?? 0 };
}

/** A place signs slips. */
export const signSlips = (db: Db, ids: readonly string[], word: string, by: { id: string; name: string }) =>
  sql`update service_feedback set state = 1, signed_on = ${dbToday}, signed_by = ${by.id}, signed_name = ${by.name}, word = ${word},
             version = version + 1, updated_at = now(), updated_by = ${by.name} where id = any(${ids}::bigint[])`.execute(
    db,
  );

/** A unit receives a slip. */
export const receiveSlip = (db: Db, id: string, by: string) =>
  sql`update service_feedback set state = 2, received_on = ${dbToday}, received_name = ${by}, version = version + 1, updated_at = now(),
             updated_by = ${by} where id = ${id}`.execute(db);

/** A slip wherever it lies: for what is verified by its code. */
export async function feedbackForVerify(db: Db, id: string): Promise<FeedbackRecord | undefined> {
  const { rows } = await sql<FeedbackRecord>`select ${SLIP} from ${FROM} where f.id = ${id} and f.state > 0`.execute(
    db,
  );
  return rows[0];
}

/** Slips at one end of organisations, by the organisation. */
export async function feedbackAt(
  db: Db,
  orgIds: readonly string[],
  end: 'org_id' | 'unit_id',
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; n: number }>`
    select ${sql.ref(end)} as id, count(*)::int as n from service_feedback
     where ${sql.ref(end)} = any(${orgIds}::bigint[]) group by 1`.execute(db);
  return new Map(rows.map(({ id, n }) => [id, n]));
}

/** Gives the slips at one end to another organisation. */
export async function moveFeedback(
  db: Db,
  end: 'org_id' | 'unit_id',
  fromId: string,
  to: { id: string; code: string },
  ids: readonly string[] | null,
): Promise<{ id: string; title: string }[]> {
  const code = end === 'org_id' ? sql`, org_code = ${to.code}` : sql``;
  const { rows } = await sql<{ id: string; title: string }>`
    update service_feedback f set ${sql.ref(end)} = ${to.id}, version = f.version + 1 ${code}
     where ${sql.ref(`f.${end}`)} = ${fromId} and (${ids}::bigint[] is null or f.id = any(${ids}::bigint[]))
    returning f.id, f.year || '年第' || f.quarter || '季度反馈单' as title`.execute(db);
  return rows;
}
