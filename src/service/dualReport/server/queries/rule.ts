import { type RawBuilder, sql } from 'kysely';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import type { RuleRow } from '#service/dualReport/contract.config.ts';

export type RuleRecord = Omit<RuleRow, 'occupationNames'>;
export type NewRule = Omit<RuleRecord, 'orgName' | 'createdBy'>;

const FIELDS = sql`coalesce((select o.name from organisation o where o.id = r.org_id), '') as "orgName", r.from_on as "fromOn", r.occupations,
  r.youngest, r.eldest, r.report_days as "reportDays", r.goal_hours as "goalHours", r.star_hours as "starHours", r.no_show_times as "noShowTimes",
  r.no_show_months as "noShowMonths", r.no_show_days as "noShowDays", r.created_by as "createdBy"`;

/** The rule that counts today for an organisation: its own, else that of the nearest above. */
export async function ruleOf(db: Db, code: string): Promise<RuleRecord> {
  const { rows } = await sql<RuleRecord>`select ${FIELDS} from sbd_rule_of(${code}, ${dbToday}) r`.execute(db);
  const [rule] = rows;
  if (!rule) throw new Error('no rule of 双报到 for all is there');
  return rule;
}

/** A function in a `from` that gives the rule of today for a code: `no_show_times`, `goal_hours` and so on. */
export const ruleFor = (code: RawBuilder<unknown>) => sql`sbd_rule_of(${code}, ${dbToday})`;

/** What an organisation itself has said, the last first. */
export async function rulesAt(db: Db, orgId: string): Promise<RuleRecord[]> {
  const { rows } = await sql<RuleRecord>`
    select ${FIELDS} from sbd_rule r where r.org_id = ${orgId} order by r.from_on desc limit 20`.execute(db);
  return rows;
}

/** Writes what an organisation says from a day on; what it said of the same day is replaced. */
export const saveRule = (db: Db, org: { id: string; code: string }, rule: NewRule, by: string) =>
  sql`insert into sbd_rule (org_id, org_code, from_on, occupations, youngest, eldest, report_days, goal_hours, star_hours, no_show_times,
                            no_show_months, no_show_days, created_by)
      values (${org.id}, ${org.code}, ${rule.fromOn}, ${rule.occupations}::smallint[], ${rule.youngest}, ${rule.eldest}, ${rule.reportDays},
              ${rule.goalHours}, ${rule.starHours}::smallint[], ${rule.noShowTimes}, ${rule.noShowMonths}, ${rule.noShowDays}, ${by})
      on conflict (org_code, from_on) do update
        set occupations = excluded.occupations, youngest = excluded.youngest, eldest = excluded.eldest, report_days = excluded.report_days,
            goal_hours = excluded.goal_hours, star_hours = excluded.star_hours, no_show_times = excluded.no_show_times,
            no_show_months = excluded.no_show_months, no_show_days = excluded.no_show_days, created_by = excluded.created_by,
            created_at = now()`.execute(db);
