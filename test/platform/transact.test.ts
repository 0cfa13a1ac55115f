import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPool, transact } from '#platform/server/database/db.ts';
import { cloneDatabase } from '../support/database.ts';

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let open: ReturnType<typeof openPool>;

beforeAll(async () => {
  database = await cloneDatabase();
  open = openPool(database.url, { max: 5 });
});
afterAll(async () => {
  await open.pool.end();
  await database.drop();
});

test('more transactions than connections, each with a read beside it, all come to their end', async () => {
  let reading = 0;
  let allRead = () => {};
  const together = new Promise<void>((resolve) => {
    allRead = resolve;
  });
  const done = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      transact(open.db, async (tx) => {
        await sql`select 1`.execute(tx);
        // Four hold a connection before the first of them asks for a second: with five of five they would wait for ever.
        if (++reading === 4) allRead();
        await together;
        const { rows } = await sql<{ n: number }>`select ${n}::int as n`.execute(open.db);
        return rows[0]?.n;
      }),
    ),
  );
  expect(done).toEqual(Array.from({ length: 20 }, (_, n) => n));
});

test('a failed transaction gives its place back', async () => {
  for (let n = 0; n < 10; n++)
    await expect(transact(open.db, (tx) => sql`select 1 / 0`.execute(tx))).rejects.toThrow('division by zero');
  expect((await transact(open.db, (tx) => sql<{ n: number }>`select 1 as n`.execute(tx))).rows).toEqual([{ n: 1 }]);
});
