import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import type { ServerModule } from '#platform/server/module.ts';
import { ASKED, askedOf } from './todos.ts';

/** A state in which rows wait for somebody to act. Each waiting row needs a to-do with a person, a link and a day. */
export interface Waits {
  /** First part of the subjects of its to-dos. */
  kind: string;
  /** The subject of a row's to-do; the table's row is `x`. */
  subject: RawBuilder<string>;
  /** Which rows in the state wait; left out: all. What waits for a machine, or for somebody outside of the house, does not. */
  when?: RawBuilder<boolean>;
  /**
   * Where not every row is put before somebody by an act: every to-do that the rows ask for, all of its kind, as
   * `role_id, org_id, org_code, account_id, module, title, detail, act, url, due_on, subject` (no day: the site's term to answer); where somebody asks, `asked_by` (a name) and
   * `from_org_id` (whose matter it is) as well, in all states of the kind alike.
   */
  asks?: RawBuilder<unknown>;
}

/** Any value at all, of a column that is empty where nothing waits. */
export const SET = '*';

/**
 * For each value of a module's columns of states, by `table.column`: what waits there, or a few words on why nobody has to act. A
 * test walks all columns of states in the database and fails for one that no module declares.
 */
export type StateWords = Readonly<Record<string, Readonly<Record<string, Waits | string>>>>;

/** A waiting state whose to-dos have the subject `kind:id`. @param id of what the to-do is about; by default the row's */
export const waitingState = (
  kind: string,
  { id = sql`x.id`, ...more }: { id?: RawBuilder<unknown> } & Pick<Waits, 'when' | 'asks'> = {},
): Waits => ({ kind, subject: sql`${kind}::text || ':' || ${id}`, ...more });

/** States in which nobody has to act, for one reason. */
export const restingStates = (why: string, ...values: (string | number)[]): Readonly<Record<string, string>> =>
  Object.fromEntries(values.map((value) => [String(value), why]));

/** Every waiting state of some modules. */
export const waitingStates = (
  modules: readonly Pick<ServerModule, 'states'>[],
): { column: string; value: string; waits: Waits }[] =>
  modules.flatMap(({ states = {} }) =>
    Object.entries(states).flatMap(([column, values]) =>
      Object.entries(values).flatMap(([value, waits]) => (typeof waits === 'string' ? [] : [{ column, value, waits }])),
    ),
  );

/**
 * Opens the to-dos that waiting rows need and do not have, and closes those of a kind that no row needs any more, in the caller's
 * transaction. A to-do that was moved to somebody else stays. Running it again writes nothing.
 * @param kinds only these, after an act; left out: all
 */
export async function syncWaitingTodos(
  db: Db,
  modules: readonly Pick<ServerModule, 'states'>[],
  kinds?: readonly string[],
): Promise<void> {
  const byKind = Map.groupBy(
    waitingStates(modules).flatMap(({ waits }) => (waits.asks ? [{ kind: waits.kind, asks: waits.asks }] : [])),
    ({ kind }) => kind,
  );
  for (const [kind, states] of byKind) {
    if (kinds && !kinds.includes(kind)) continue;
    const all = sql.join(
      states.map(({ asks }) => sql`(${asks})`),
      sql` union all `,
    );
    await sql`
      with wanted as materialized (${all}), closed as (
        update todo set done_at = now()
         where done_at is null and starts_with(subject, ${`${kind}:`})
           and not exists (select from wanted w where w.subject = todo.subject)
      ), asked as (
        -- Those of versions that did not say who asks.
        update todo t set (${ASKED}) = (select ${askedOf(sql`w`)} from wanted w where w.subject = t.subject limit 1)
         where t.done_at is null and t.from_org_id is null and t.asked_by = '' and starts_with(t.subject, ${`${kind}:`})
           and exists (select from wanted w where w.subject = t.subject and to_jsonb(w) ->> 'from_org_id' is not null)
      )
      insert into todo (role_id, org_id, org_code, account_id, module, title, detail, act, jump_url, due_on, subject, ${ASKED})
      select role_id, org_id, org_code, account_id, module, title, detail, act, url, coalesce(due_on, answer_due()), subject, ${askedOf(sql`wanted`)} from wanted
       where not exists (select from todo t where t.subject = wanted.subject and t.done_at is null)
      on conflict (org_id, role_id, subject) where done_at is null do nothing`.execute(db);
  }
}

/** Rows that wait without a to-do. There should be none, except for what happened since the last run. */
export async function findWaitingWithoutTodo(
  db: Db,
  modules: readonly Pick<ServerModule, 'states'>[],
): Promise<{ column: string; value: string; subject: string }[]> {
  const waitingRows: { column: string; value: string; subject: string }[] = [];
  for (const { column, value, waits } of waitingStates(modules)) {
    const [table = '', name = ''] = column.split('.');
    const { rows } = await sql<{ subject: string }>`
      select distinct ${waits.subject} as subject from ${sql.table(table)} x
       where ${value === SET ? sql`x.${sql.ref(name)} is not null` : sql`x.${sql.ref(name)}::text = ${value}`}
         and ${waits.when ?? sql`true`} and not exists (select from todo t where t.subject = ${waits.subject} and t.done_at is null)`.execute(
      db,
    );
    waitingRows.push(...rows.map(({ subject }) => ({ column, value, subject })));
  }
  return waitingRows;
}
