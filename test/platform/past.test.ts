import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPool } from '#platform/server/database/db.ts';
import { endInThePast } from '../../scripts/demo/past.ts';
import { cloneDatabase } from '../support/database.ts';

let clone: Awaited<ReturnType<typeof cloneDatabase>>;
let open: ReturnType<typeof openPool>;

beforeAll(async () => {
  clone = await cloneDatabase();
  open = openPool(clone.url, { max: 1 });
});
afterAll(async () => {
  await open.db.destroy();
  await clone.drop();
});

test('what the demo says of an hour to come is put before the present; what never happened still has not', async () => {
  const client = await open.pool.connect();
  try {
    await client.query(
      `begin;
       create table matter_of_today (told timestamptz, decided_at timestamptz, deleted_at timestamptz, due_at timestamptz);
       insert into matter_of_today values (now() + interval '2 hours', now() - interval '1 day', null, now() + interval '1 day')`,
    );
    await endInThePast(client);
    const { rows } = await client.query(
      `select told = now() as told, decided_at = now() - interval '1 day' as decided, deleted_at is null as stands,
              due_at > now() as due from matter_of_today`,
    );
    expect(rows).toEqual([{ told: true, decided: true, stands: true, due: true }]);
  } finally {
    await client.query('rollback');
    client.release();
  }
});
