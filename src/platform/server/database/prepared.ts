import { createHash } from 'node:crypto';
import { type PostgresPool, type PostgresPoolClient, type RawBuilder, sql } from 'kysely';
import type pg from 'pg';
import { noteStatement } from '../watch/metrics.ts';
import { currentTrace } from '../watch/trace.ts';

/**
 * A statement whose text begins with this comment is parsed and planned once per connection and
 * afterwards run by name; planning is half to three quarters of the time of a short query. From the
 * sixth run on PostgreSQL may plan for unknown values, which takes every range for a small one: look up a
 * row by id first and compare its code with the scope afterwards, and never select `*`.
 */
const MARK = '/* prepared */';

/**
 * A value that the planner cannot see: `(select $1::type)`. Use it in statements that run often and whose best plan is the same for
 * all values. Without it PostgreSQL finds the plan for the given value cheaper and plans the statement again at each run, wherever a
 * value changes the expected number of rows (range, limit, offset, category). Cast a list once more where it is used:
 * `any(${opaque(codes, 'text[]')}::text[])`, or `any` takes it for a subquery.
 */
export const hiddenFromPlanner = <T>(value: T, type: keyof typeof TYPES): RawBuilder<T> =>
  sql<T>`(select ${value}::${TYPES[type]})`;
const TYPES = {
  text: sql.raw('text'),
  int: sql.raw('int'),
  smallint: sql.raw('smallint'),
  'text[]': sql.raw('text[]'),
  'smallint[]': sql.raw('smallint[]'),
};

const names = new Map<string, string>();

function nameOf(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    name = createHash('sha256').update(text).digest('base64url').slice(0, 22);
    names.set(text, name);
  }
  return name;
}

/** Whether a statement is marked as one that runs often. */
export const isMarked = (text: string) => text.startsWith(MARK);

/** The pool as Kysely sees it, with its frequent statements prepared. */
export function preparingPool(pool: pg.Pool, isFrequent: (text: string) => boolean): PostgresPool {
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect();
      let wrapped = clients.get(client);
      if (!wrapped) {
        wrapped = {
          // Kysely calls with text and values; cursors, its other way, are not used here.
          query: ((text: string, values: unknown[]) =>
            noteStatement(send(client, isFrequent, text, values))) as unknown as PostgresPoolClient['query'],
          release: (destroy) => client.release(destroy),
        };
        clients.set(client, wrapped);
      }
      return wrapped;
    },
  };
}

/**
 * Sends a statement, and with it the trace of its call for the database's own log and list of sessions: a transaction bears it as the
 * name of the application (`%a` in log_line_prefix), set by the message that begins it; a statement that is not prepared ends with
 * it as a comment. A prepared one outside a transaction bears none, since its text is what it is known by.
 */
function send(client: pg.PoolClient, isFrequent: (text: string) => boolean, text: string, values: unknown[]) {
  const trace = currentTrace();
  if (trace !== null && text === 'begin') {
    // Two statements in one message: no further way to the database and back.
    const begun = client.query(`begin; set local application_name = 'party ${trace}'`);
    return begun.then((results) => (results as unknown as pg.QueryResult[])[0] as pg.QueryResult);
  }
  if (isFrequent(text)) return client.query({ name: nameOf(text), text, values });
  // One without values may hold several statements, some of them end a transaction: it stays as it is.
  return client.query(trace === null || values.length === 0 ? text : `${text} /* ${trace} */`, values);
}
