import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { NEED } from '#service/volunteer/rules.need.ts';

/** Writes columns of a need that its caller holds; answers the new version. */
async function setNeed(db: Db, id: string, columns: RawBuilder<unknown>, by: string): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update service_need set ${columns}, version = version + 1, updated_at = now(), updated_by = ${by} where id = ${id} returning version`.execute(
    db,
  );
  return rows[0]?.version ?? 0;
}

/** Gives a need back or strikes it out. @param state 6 退回, 7 撤销 */
export const endNeed = (db: Db, id: string, state: 6 | 7, reason: string, by: string) =>
  setNeed(db, id, sql`state = ${state}, reason = ${reason}, ended_at = now()`, by);

/** Puts a need before all, or before a group or a unit for some hours. */
export const openNeed = (db: Db, id: string, to: { groupId: string | null; unitId: string | null }, by: string) =>
  setNeed(
    db,
    id,
    sql`state = ${NEED.open}, group_id = ${to.groupId}, unit_id = ${to.unitId},
        sent_at = case when ${to.groupId ?? to.unitId}::bigint is not null then now() end`,
    by,
  );

/** Gives a need to whoever takes it. */
export const takeNeed = (db: Db, id: string, taker: { memberId: string } | { orgId: string }, by: string) =>
  setNeed(
    db,
    id,
    sql`state = ${NEED.taken}, taken_at = now(), stepped_at = now(), taker_member_id = ${'memberId' in taker ? taker.memberId : null},
        taker_org_id = ${'orgId' in taker ? taker.orgId : null}`,
    by,
  );

/** Writes that something was done. */
export const stepNeed = (db: Db, id: string, by: string) =>
  setNeed(db, id, sql`state = ${NEED.going}, stepped_at = now()`, by);

/** Writes what came of it. */
export const finishNeed = (db: Db, id: string, outcome: string, by: string) =>
  setNeed(db, id, sql`state = ${NEED.done}, stepped_at = now(), outcome = ${outcome}`, by);

/** Takes a need from whoever had taken it, and puts it before all. */
export const releaseNeed = (db: Db, id: string, by: string) =>
  setNeed(
    db,
    id,
    sql`state = ${NEED.open}, stepped_at = now(), taker_member_id = null, taker_org_id = null, group_id = null, unit_id = null, sent_at = null`,
    by,
  );

/** Ends a need with its stars; `isTalk`: a talk is due. @param of.starsBy 1 the resident, 2 the place */
export const rateNeed = (
  db: Db,
  id: string,
  of: { stars: number; starsBy: 1 | 2; note: string; isTalk: boolean },
  by: string,
) =>
  setNeed(
    db,
    id,
    sql`state = ${NEED.ended}, stars = ${of.stars}, stars_by = ${of.starsBy}, stars_note = ${of.note},
        talk_state = case when ${of.isTalk} then 1 else 0 end, ended_at = now()`,
    by,
  );

/** Writes down the talk. */
export const talkedNeed = (db: Db, id: string, note: string, by: string) =>
  setNeed(db, id, sql`talk_state = 2, talk_note = ${note}`, by);
