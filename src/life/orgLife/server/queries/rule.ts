import { sql } from 'kysely';
import type { StoredRule } from '#life/orgLife/rules.owed.ts';
import type { Db } from '#platform/server/database/db.ts';

export type RuleRecord = StoredRule & { reason: string; createdBy: string; endedReason: string; endedBy: string };

/** The rules of all time with who set them, in the order of the types. */
export async function storedRules(db: Db): Promise<RuleRecord[]> {
  const { rows } = await sql<RuleRecord>`
    select id, type, org_types as "orgTypes", per, needs, clause, from_on as "fromOn", until_on as "untilOn",
           reason, created_by as "createdBy", ended_reason as "endedReason", ended_by as "endedBy"
      from life_rule order by type, from_on, id`.execute(db);
  return rows;
}

/** Lets nobody else change the rules until this transaction is over: two may each be right and together overlap. */
export const lockRules = (db: Db) => sql`lock table life_rule in share row exclusive mode`.execute(db);

export async function insertRule(db: Db, rule: StoredRule, reason: string, by: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into life_rule (type, org_types, per, needs, clause, from_on, reason, created_by)
    values (${rule.type}, ${[...rule.orgTypes]}::smallint[], ${rule.per}, ${rule.needs}, ${rule.clause}, ${rule.fromOn},
            ${reason}, ${by}) returning id`.execute(db);
  return rows[0]?.id ?? '';
}

export const endRule = (db: Db, id: string, untilOn: string, reason: string, by: string) =>
  sql`update life_rule set until_on = ${untilOn}, ended_reason = ${reason}, ended_by = ${by} where id = ${id}`.execute(
    db,
  );
