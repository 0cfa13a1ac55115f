import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';

/**
 * Waits for the merges of people that are under way and keeps others waiting until this transaction ends. For whoever writes new rows
 * about many people from what stands of them: read before a merge and written after it, a row would be of the person who was
 * merged away.
 */
export const blockMerges = (db: Db) => sql`lock table member_merge in share mode`.execute(db);
