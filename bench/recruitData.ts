// What `bench/recruit.ts` and `bench/scores.ts` stand on: people on the way to membership.
import type { Kysely } from 'kysely';
import type pg from 'pg';
import { openFiles } from '#procedures/recruitment/server/queries/write.ts';
import type { Database } from '../db/types.ts';

const FILES = 100_000;

/** 100,000 running files with their terms, where there are fewer. */
export async function writeFiles(client: pg.Client, db: Kysely<Database>): Promise<void> {
  const running = await client.query<{ n: number }>(
    'select count(*)::int as n from development_file where ended_on is null',
  );
  const lack = FILES - (running.rows[0]?.n ?? 0);
  if (lack > 0) {
    // The large city has fewer people on the way than a hundred thousand: full members of it are taken for them.
    await client.query(
      `update member set person_category = 2 + (id % 4)::int where id in (
         select m.id from member m where m.deleted_at is null and m.person_category = 1
            and not exists (select from development_file f where f.member_id = m.id) order by m.id limit $1)`,
      [Math.max(0, lack)],
    );
    const { rows } = await client.query<{ id: string }>(
      `select m.id from member m where m.deleted_at is null and m.person_category between 2 and 5
          and not exists (select from development_file f where f.member_id = m.id and f.ended_on is null) order by m.id limit $1`,
      [lack],
    );
    for (let at = 0; at < rows.length; at += 10_000) {
      await openFiles(
        db,
        rows.slice(at, at + 10_000).map(({ id }) => id),
        '压测',
      );
    }
    // Terms from four months ago to two years ahead; a tenth waits for a superior, a tenth was handed back.
    await client.query(`
      update development_file set due_on = current_date - 120 + (id % 850)::int, earliest_on = current_date - 200 + (id % 400)::int,
             step_state = case id % 10 when 0 then 'returned' else step_state end, moved_at = now() - (id % 200) * interval '1 day'`);
    await client.query(`
      with sent as (update development_file set step = 8, step_state = 'submitted' where id % 10 = 1 and category = 4 returning id, org_code)
      update development_step s set state = 'submitted', submitted_by_name = '压测', approver_org_id = (
               select o.id from organisation o where o.code = left(sent.org_code, greatest(4, length(sent.org_code) - 4)))
        from sent where s.file_id = sent.id and s.no = 8`);
    await client.query('vacuum analyze development_file, development_step, member');
  }
}
