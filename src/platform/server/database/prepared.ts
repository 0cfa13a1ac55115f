import { createHash } from 'node:crypto';
import { type PostgresPool, type PostgresPoolClient, type RawBuilder, sql } from 'kysely';
import type pg from 'pg';

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
            isFrequent(text)
              ? client.query({ name: nameOf(text), text, values })
              : client.query(text, values)) as unknown as PostgresPoolClient['query'],
          release: (destroy) => client.release(destroy),
        };
        clients.set(client, wrapped);
      }
      return wrapped;
    },
  };
}
