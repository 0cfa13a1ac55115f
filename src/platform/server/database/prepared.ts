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
 * A value that the planner does not see: `(select $1::type)`. It takes the plan for the values at hand to be
 * cheaper than the one it could keep, and plans such a statement at every run, wherever a value lets it guess
 * the number of rows (ends of a range, limit, offset, a category); where it sees none, both plans are one and it is kept.
 * For statements that run often, whose good plan is the same for all values. A list is cast once more where it is
 * used, `any(${opaque(codes, 'text[]')}::text[])`, or `any` would take it for a subquery.
 */
export const opaque = <T>(value: T, type: keyof typeof TYPES): RawBuilder<T> =>
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
export function preparing(pool: pg.Pool, isFrequent: (text: string) => boolean): PostgresPool {
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
