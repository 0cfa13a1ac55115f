import type { ClientBase } from 'pg';

/** Names of moments that may lie ahead: what is planned, limited or shown later. Every other moment tells what has happened. */
export const AHEAD: readonly string[] = [
  'starts_at',
  'ends_at',
  'opens_at',
  'closes_at',
  'publish_at',
  'due_at',
  'deadline',
  'expires_at',
  'session_expires_at',
  'run_after',
  'next_at',
  'try_at',
  'ask_at',
  'from_at',
  'until',
  'until_at',
  'bind_until',
  'locked_until',
  'valid_from',
  'valid_until',
];

/**
 * Puts whatever has happened before the present: rows of the demo say nine or four o'clock of a day, and on the day of the
 * start that hour may still come.
 */
export async function endInThePast(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select format('%I', c.table_name) as name, array_agg(format('%I', c.column_name)) as columns
       from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type = 'timestamp with time zone'
        and c.is_generated = 'NEVER' and c.column_name <> all($1)
      group by 1 order by 1`,
    [AHEAD],
  );
  for (const { name, columns } of rows)
    await client.query(
      // Not least(…): of a moment that never came (deleted, withdrawn, decided) it makes the present.
      `update ${name} set ${columns.map((column) => `${column} = case when ${column} > now() then now() else ${column} end`).join(', ')}
        where ${columns.map((column) => `${column} > now()`).join(' or ')}`,
    );
}
