import type pg from 'pg';

/** How far a job is, as its row says. */
export async function jobStatus(client: pg.Client, id: string): Promise<{ state: string; message: string }> {
  const { rows } = await client.query<{ state: string; message: string }>(
    'select state, message from job where id = $1',
    [id],
  );
  return rows[0] ?? { state: 'failed', message: 'no such job' };
}
