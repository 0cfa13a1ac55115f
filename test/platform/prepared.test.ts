import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPool, transact } from '#platform/server/database/db.ts';
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

const prepared = async () =>
  (await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(open.db)).rows.map(
    (row) => row.statement,
  );

test('a marked statement is prepared once and answers each value; others are not prepared', async () => {
  const twice = async (n: number) =>
    (await sql<{ n: number }>`/* prepared */ select ${n}::int * 2 as n`.execute(open.db)).rows[0]?.n;
  for (let n = 1; n <= 8; n++) expect(await twice(n)).toBe(n * 2);
  await sql`select ${1}::int`.execute(open.db);
  expect(await prepared()).toEqual(['/* prepared */ select $1::int * 2 as n']);
});

test('a prepared statement that fails leaves its connection and its transaction usable', async () => {
  const divide = (n: number) => sql<{ n: number }>`/* prepared */ select 10 / ${n}::int as n`.execute(open.db);
  await expect(divide(0)).rejects.toMatchObject({ code: '22012' });
  expect((await divide(5)).rows).toEqual([{ n: 2 }]);
  await expect(
    transact(open.db, (tx) => sql`/* prepared */ select 10 / ${0}::int as n`.execute(tx)),
  ).rejects.toMatchObject({
    code: '22012',
  });
  expect((await divide(2)).rows).toEqual([{ n: 5 }]);
});
