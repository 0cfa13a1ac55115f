import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../database/db.ts';

/** Lays what is to be sent into the outbox, within the caller's transaction. @param payloads a query of one jsonb column */
export async function layOut(db: Db, topic: string, payloads: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into outbox (topic, payload) select ${topic}, payload from (${payloads}) as given (payload)`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** A part of a statement that takes the oldest of a topic and returns its `payload`; taken it is gone from there. */
export const takenOut = (topic: string, most: number) => sql<{ payload: unknown }>`
  delete from outbox where id in (
    select id from outbox where topic = ${topic} order by id limit ${most} for update skip locked) returning payload`;
