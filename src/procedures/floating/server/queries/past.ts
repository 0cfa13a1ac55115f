import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';

/** An absence of a person that has days in common with a stretch of days; undefined where none has. */
export async function outflowWithin(db: Db, memberId: string, startedOn: string, endedOn: string) {
  const { rows } = await sql<{ startedOn: string; endedOn: string | null }>`
    select started_on as "startedOn", ended_on as "endedOn" from mobile_outflow
     where member_id = ${memberId} and dropped_on is null and started_on < ${endedOn}::date
       and coalesce(ended_on, 'infinity'::date) > ${startedOn}::date
     order by started_on limit 1`.execute(db);
  return rows[0];
}

/** The same of an inflow, by the id card or, where the person is of this roll, by the person. */
export async function inflowWithin(
  db: Db,
  who: { index: Buffer; memberId: string | null },
  startedOn: string,
  leftOn: string,
) {
  const { rows } = await sql<{ startedOn: string; leftOn: string | null }>`
    select started_on as "startedOn", left_on as "leftOn" from mobile_inflow
     where (id_card_index = ${who.index} or member_id = ${who.memberId}::bigint) and status <> 4
       and started_on < ${leftOn}::date and coalesce(left_on, 'infinity'::date) > ${startedOn}::date
     order by started_on limit 1`.execute(db);
  return rows[0];
}

/** Until the transaction ends nobody else registers an inflow of this id card. */
export async function lockArrivals(db: Db, index: Buffer): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`inflow:${index.toString('hex')}`}, 0))`.execute(db);
}

export interface PastOutflow {
  memberId: string;
  orgId: string;
  orgCode: string;
  range: number;
  region: string;
  regionCode: string | null;
  place: string;
  reason: number;
  trade: number;
  startedOn: string;
  endedOn: string;
  toOrgName: string;
  note: string;
  askedBy: string;
}

/** Writes an outflow that is over (4), registered by the branch. */
export async function insertPastOutflow(db: Db, one: PastOutflow, by: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into mobile_outflow (member_id, org_id, org_code, status, range, region, region_code, place, reason, trade, started_on,
      ended_on, end_note, to_org_name, source, asked_by, asked_name, created_by, updated_by)
    values (${one.memberId}, ${one.orgId}, ${one.orgCode}, 4, ${one.range}, ${one.region}, ${one.regionCode}, ${one.place},
      ${one.reason}, ${one.trade}, ${one.startedOn}, ${one.endedOn}, ${one.note}, ${one.toOrgName}, 2, ${one.askedBy}, ${by},
      ${by}, ${by})
    returning id`.execute(db);
  return rows[0]?.id ?? '';
}
