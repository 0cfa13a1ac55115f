import { type RawBuilder, sql } from 'kysely';
import type { Services } from '#platform/server/context.ts';
import { type Db, dbToday, transact } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';

/** Held by whoever folds: one of all processes at a time. */
const FOLD_LOCK = 7_020_015;
const FOLD_BATCH = 20_000;

/** What counts as late: its day is over, and it was not handed in. */
export const isLate = sql<boolean>`(p.state in (0, 1, 3) and p.due_on < ${dbToday})`;

/** The kept sums of parts by state and last day, folded and not folded yet, as rows `k`. */
export const keptSums = (which: RawBuilder<unknown>) => sql`(
  select task_id, circle_id, state, due_on, n from office_tally k where ${which} and inside
  union all
  select task_id, circle_id, state, due_on, n from office_tally_delta k where ${which} and inside)`;

/** The figures of kept sums `p`; a void part is nobody's any more. */
const sums = sql`coalesce(sum(p.n) filter (where p.state <> 5), 0)::int as live,
  coalesce(sum(p.n) filter (where p.state = 4), 0)::int as completed,
  coalesce(sum(p.n) filter (where p.state = 2), 0)::int as reported,
  coalesce(sum(p.n) filter (where ${isLate}), 0)::int as overdue`;
/** The same of the parts themselves. */
const counts = sql`count(*) filter (where p.state <> 5)::int as live, count(*) filter (where p.state = 4)::int as completed,
  count(*) filter (where p.state = 2)::int as reported, count(*) filter (where ${isLate})::int as overdue`;

/**
 * The figures `s` of a task `t`, or of one of its cycles: kept sums for whoever stands above the giver and so sees every part
 * below it, counted for a receiver, who sees the own subtree's alone.
 */
export const figuresOf = (scope: Scope, of: 'task' | 'circle') => {
  const [parts, tallies] =
    of === 'task' ? [sql`p.task_id = t.id`, sql`k.task_id = t.id`] : [sql`p.circle_id = c.id`, sql`k.circle_id = c.id`];
  return sql`lateral (
    select mine.live + all_of.live as live, mine.completed + all_of.completed as completed,
           mine.reported + all_of.reported as reported, mine.overdue + all_of.overdue as overdue
      from (select ${counts} from office_part p
             where not ${within(scope, 't.org_code')} and ${parts} and ${within(scope, 'p.org_code')}) mine,
           (select ${sums} from ${keptSums(tallies)} p where ${within(scope, 't.org_code')}) all_of) s`;
};

/** Adds pending changes to the sums of their cycles; answers how many. */
export async function foldTallies(db: Services['db']): Promise<number> {
  return transact(db, async (tx: Db) => {
    const lock = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${FOLD_LOCK}) as mine`.execute(tx);
    if (!lock.rows[0]?.mine) return 0;
    const { rows } = await sql<{ folded: number }>`
      with folded as (
        delete from office_tally_delta where id in (select id from office_tally_delta order by id limit ${FOLD_BATCH})
        returning circle_id, task_id, inside, state, due_on, n
      ), written as (
        insert into office_tally (circle_id, task_id, inside, state, due_on, n)
        select circle_id, task_id, inside, state, due_on, sum(n)::int from folded group by 1, 2, 3, 4, 5 having sum(n) <> 0
        on conflict (circle_id, inside, state, due_on) do update set n = office_tally.n + excluded.n
      )
      select count(*)::int as folded from folded`.execute(tx);
    return rows[0]?.folded ?? 0;
  });
}
