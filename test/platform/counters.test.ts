import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Db, openPool, transact } from '#platform/server/database/db.ts';
import { addDeltas, foldCounters, readCounters } from '#platform/server/sums/counters.ts';
import { cloneDatabase } from '../support/database.ts';

let clone: Awaited<ReturnType<typeof cloneDatabase>>;
let open: ReturnType<typeof openPool>;

const CODES = ['0001', '00010001', '000100010001', '000100010002', '00010002', '00010011'];
const LEAVES = CODES.slice(2);

beforeAll(async () => {
  clone = await cloneDatabase();
  open = openPool(clone.url, { max: 12 });
  await sql`insert into organisation (code, name, type) select code, code, 46 from unnest(${CODES}::text[]) as code`.execute(
    open.db,
  );
});

afterAll(async () => {
  await open.db.destroy();
  await clone.drop();
});

const addMember = (code: string, category: number) =>
  transact(open.db, async (tx) => {
    await sql`insert into member (org_id, org_code, name, name_grams, person_category)
              select id, code, '某人', '{}', ${category} from organisation where code = ${code}`.execute(tx);
    await addDeltas(tx, [{ orgCode: code, fact: 'category', value: String(category), n: 1 }]);
  });

const removeMember = (code: string) =>
  transact(open.db, async (tx) => {
    const { rows } = await sql<{ category: number }>`
      delete from member where id = (select id from member where org_code = ${code} limit 1 for update skip locked)
      returning person_category as category`.execute(tx);
    const gone = rows[0];
    if (gone) await addDeltas(tx, [{ orgCode: code, fact: 'category', value: String(gone.category), n: -1 }]);
  });

/** What the lists hold, in the shape of the counters. */
async function countList(db: Db) {
  const { rows } = await sql<{ code: string; value: string; n: number }>`
    select o.code, m.person_category::text as value, count(*)::int as n
      from organisation o join member m on m.org_code >= o.code and m.org_code < o.code || ':'
     group by 1, 2`.execute(db);
  return rows.map(({ code, value, n }) => `${code} ${value} ${n}`).sort();
}

async function countCounters(db: Db) {
  const counts = await readCounters(db, CODES, ['category']);
  return [...counts]
    .flatMap(([code, { category = {} }]) => Object.entries(category).map(([value, n]) => ({ code, value, n })))
    .filter(({ n }) => n !== 0)
    .map(({ code, value, n }) => `${code} ${value} ${n}`)
    .sort();
}

test('counters equal the lists at every moment under concurrent writes and folds', async () => {
  let writing = true;
  let compared = 0;
  const writers = [0, 1, 2, 3].map(async (writer) => {
    for (let turn = 0; turn < 60; turn++) {
      const code = LEAVES[(turn + writer) % LEAVES.length] ?? '';
      if (turn % 4 === 3) await removeMember(code);
      else await addMember(code, 1 + ((turn * 7 + writer) % 5));
    }
  });
  const helpers = [
    ...[0, 1].map(async () => {
      while (writing) await foldCounters(open.db);
    }),
    (async () => {
      while (writing) {
        await open.db
          .transaction()
          .setIsolationLevel('repeatable read')
          .execute(async (tx) => {
            expect(await countCounters(tx)).toEqual(await countList(tx));
          });
        compared++;
      }
    })(),
  ];
  await Promise.all(writers);
  writing = false;
  await Promise.all(helpers);
  expect(compared).toBeGreaterThan(10);
  expect(await countList(open.db)).not.toEqual([]);

  while ((await foldCounters(open.db)) > 0);
  const { rows } = await sql`select 1 from member_counter_delta`.execute(open.db);
  expect(rows).toEqual([]);
  expect(await countCounters(open.db)).toEqual(await countList(open.db));
});

test('a change that is rolled back leaves no count', async () => {
  const before = await countCounters(open.db);
  await expect(
    transact(open.db, async (tx) => {
      await addDeltas(tx, [{ orgCode: '0001', fact: 'category', value: '1', n: 5 }]);
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  expect(await countCounters(open.db)).toEqual(before);
});

test('a sibling whose code begins alike is not counted', async () => {
  await addDeltas(open.db, [{ orgCode: '00010011', fact: 'category', value: '5', n: 1 }]);
  const counts = await readCounters(open.db, ['00010001'], ['category']);
  const again = await addDeltas(open.db, [{ orgCode: '00010011', fact: 'category', value: '5', n: -1 }]).then(() =>
    readCounters(open.db, ['00010001'], ['category']),
  );
  expect(counts).toEqual(again);
});

test('changes that cancel each other write nothing', async () => {
  await foldCounters(open.db);
  await addDeltas(open.db, [
    { orgCode: '0001', fact: 'gender', value: '1', n: 1 },
    { orgCode: '0001', fact: 'gender', value: '1', n: -1 },
  ]);
  const { rows } = await sql`select 1 from member_counter_delta where fact = 'gender'`.execute(open.db);
  expect(rows).toEqual([]);
});
