// What `bench/scores.ts` stands on: a set of points, and a year of facts and lines of everybody, as if the poster had counted them.
import type pg from 'pg';

/** Source that only this bench writes: where one of its facts stands, all do. */
const SOURCE = 'benchA';
const TABLES = ['point_evidence', 'point_line'];

/** The set at the root by which the bench counts. Throws where others are published: what is given would follow them. */
async function makeSet(client: pg.Client, year: number): Promise<void> {
  const { rows } = await client.query<{ own: boolean }>(
    'select exists (select from point_item i where i.set_id = s.id and i.source = $1) as own from point_set s where state = 1',
    [SOURCE],
  );
  if (rows.some(({ own }) => !own))
    throw new Error('this folder has sets of points of its own: take one of npm run seed');
  if (rows.length > 0) return;
  await client.query(
    `with made as (insert into point_set (org_id, org_code, name, from_on, state)
       select id, code, '积分办法', make_date($1, 1, 1), 1 from organisation where parent_id is null order by code limit 1 returning id)
     insert into point_item (set_id, sort, code, dimension, name, value, source, cap_year)
     select id, n, 'b' || n, (array['学习教育', '组织生活', '党员义务'])[n], '项目' || n, 100 * n,
            (array['${SOURCE}', 'meetingAttended', 'duesTimely'])[n], 1200 from made, generate_series(1, 3) n`,
    [year],
  );
}

/**
 * Does the work without the secondary indexes, foreign keys and triggers of some tables, and makes them again. Foreign keys come
 * back unvalidated: the rows are made from those that they name.
 */
async function bare(client: pg.Client, work: () => Promise<void>): Promise<void> {
  const { rows: keys } = await client.query<{ place: string; name: string; definition: string }>(
    `select conrelid::regclass::text as place, quote_ident(conname) as name,
            pg_get_constraintdef(oid) || case contype when 'f' then ' not valid' else '' end as definition
       from pg_constraint where conrelid = any($1::regclass[]) and contype in ('f', 'u') order by contype, conname`,
    [TABLES],
  );
  for (const { place, name } of keys) await client.query(`alter table ${place} drop constraint ${name}`);
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
       from pg_index where indrelid = any($1::regclass[]) and not indisprimary`,
    [TABLES],
  );
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  for (const table of TABLES) await client.query(`alter table ${table} disable trigger user`);
  await work();
  for (const table of TABLES) await client.query(`alter table ${table} enable trigger user`);
  await client.query("set local maintenance_work_mem = '1GB'");
  for (const { definition } of indexes) await client.query(definition);
  for (const { place, name, definition } of keys)
    await client.query(`alter table ${place} add constraint ${name} ${definition}`);
}

/** Everybody's facts and lines, one fact of all people after another, as a year brings them. */
async function writeFacts(client: pg.Client, year: number, each: number): Promise<void> {
  await client.query(
    `create temp table bench_person on commit drop as
     select id, org_id, org_code, row_number() over (order by id) as at from member where deleted_at is null`,
  );
  // Every person has the same facts, so that what the caps leave is told once, in the order in which the poster allots.
  await client.query(
    `create temp table bench_fact on commit drop as
     select row_number() over (order by day, subject collate "C") as at, source, subject, day, i.id as item_id, i.code, i.dimension, i.name,
            i.value as raw, greatest(0, least(i.value, i.cap_year - i.value * (row_number() over own - 1)))::int as given
       from (select (array['${SOURCE}', 'meetingAttended', 'duesTimely'])[1 + n % 3] as source, 'x' || n as subject,
                    make_date($1::int, 1 + n % 10, 1) as day from generate_series(1, $2::int) n) as f
       join point_item i using (source) join point_set s on s.id = i.set_id and s.state = 1
     window own as (partition by i.id order by day, subject collate "C")`,
    [year, each],
  );
  await client.query('analyze bench_person, bench_fact');
  const { rows } = await client.query<{ at: string; first: string; people: string }>(
    `select f.at, (select coalesce(max(id), 0) from point_evidence) + (f.at - 1) * p.n as first, p.n as people
       from bench_fact f, (select count(*) as n from bench_person) as p order by f.at`,
  );
  for (const { at, first } of rows) {
    await client.query(
      `insert into point_evidence (id, source, subject, member_id, org_id, org_code, day, title)
       select $2::bigint + p.at, f.source, f.subject, p.id, p.org_id, p.org_code, f.day + (p.id % 27)::int, '试'
         from bench_fact f, bench_person p where f.at = $1 order by p.at`,
      [at, first],
    );
    await client.query(
      `insert into point_line (member_id, year, evidence_id, item_id, code, dimension, name, minus, day, month, raw, given, why, org_id, org_code)
       select p.id, $3::int, $2::bigint + p.at, f.item_id, f.code, f.dimension, f.name, false, f.day + (p.id % 27)::int,
              to_char(f.day, 'YYYY-MM'), f.raw, f.given, case when f.given < f.raw then '已达全年上限12分' else '' end, p.org_id, p.org_code
         from bench_fact f, bench_person p where f.at = $1 order by p.at`,
      [at, first, year],
    );
    if (Number(at) % 5 === 0) console.info(`… fact ${at} of ${each}`);
  }
  await client.query(
    `select setval(pg_get_serial_sequence('point_evidence', 'id'), (select max(id) from point_evidence))`,
  );
  // One row a person: its triggers keep the ranks.
  await client.query(
    `insert into point_score (member_id, year, plus)
     select p.id, $1::int, (select sum(given) from bench_fact) from bench_person p order by p.id
     on conflict (member_id, year) do update set plus = point_score.plus + excluded.plus`,
    [year],
  );
}

/**
 * A set of points and so many facts and lines a person in an empty year, all or nothing; where they stand already, nothing is done.
 * What other modules know of before is not taken up: the lines are to be those of the bench. Minutes for a million people.
 */
export async function writeScores(
  client: pg.Client,
  sources: readonly string[],
  year: number,
  each: number,
): Promise<void> {
  await client.query(
    'insert into point_source_taken (source, rows) select s, 0 from unnest($1::text[]) as s on conflict do nothing',
    [sources],
  );
  await makeSet(client, year);
  const { rows } = await client.query('select from point_evidence where source = $1 limit 1', [SOURCE]);
  if (rows.length > 0) return;
  console.info('writing facts and lines …');
  const start = performance.now();
  await client.query('begin');
  await bare(client, () => writeFacts(client, year, each));
  await client.query('commit');
  for (const table of [...TABLES, 'point_score', 'point_rank', 'member']) await client.query(`vacuum analyze ${table}`);
  console.info(`written in ${((performance.now() - start) / 1000).toFixed(0)} s`);
}
