import { sql } from 'kysely';
import { spanOfYear } from '#overview/report/rules.annual.ts';
import { NOTHING, writeTables } from '#overview/report/server/annual.ts';
import { insertFreeze, insertRound } from '#overview/report/server/queries/annual.ts';
import { closingFigures } from '#overview/report/server/queries/closing.ts';
import type { Services } from '#platform/server/context.ts';
import { type Db, transact } from '#platform/server/database/db.ts';
import { workerScope } from '#platform/server/database/scope.ts';

/** Years that the demo's city has confirmed and frozen; the present one is being confirmed. */
const FROZEN = 2;
/** Signs of code of the counties and of the committees below them. */
const LEVELS = [8, 12] as const;

interface City {
  id: string;
  code: string;
  name: string;
  accountId: string;
  year: number;
}

/** What the organisations of a level confirm; of the present year the first half of the committees alone. */
async function confirm(
  tx: Db,
  { code, accountId, year }: City,
  roundId: string,
  of: number,
  isWhole: boolean,
): Promise<void> {
  for (const length of LEVELS) {
    if (!isWhole && length === LEVELS[0]) continue;
    const figures = await closingFigures(tx, workerScope(code), spanOfYear(of), length);
    const shown = [...figures].map(([place, one]) => ({ place, figures: one }));
    await sql`
      insert into annual_confirm (round_id, org_id, org_code, state, figures, note, confirmed_at, confirmed_by, account_id)
      select ${roundId}, o.id, o.code, 'confirmed', coalesce(f.figures, ${JSON.stringify(NOTHING)}::jsonb), '学历缺的是新转入的，档案在途，收到后补',
             case when ${of === year} then now() - interval '1 day' else make_date(${of + 1}, 1, 8) + time '09:30' end,
             coalesce((select min(a.name) from account_role g join account a on a.id = g.account_id
                        where g.org_id = o.id and g.role_id = 3 and g.revoked_at is null), '党务工作者'), ${accountId}
        from organisation o left join jsonb_to_recordset(${JSON.stringify(shown)}::jsonb) as f (place text, figures jsonb) on f.place = o.code
       where o.deleted_at is null and length(o.code) = ${length} and starts_with(o.code, ${code})
         and (${isWhole} or (o.id % 2 = 0 and o.code < ${`${code}0006`}))
      on conflict (round_id, org_id) do update set state = 'confirmed', figures = excluded.figures, note = excluded.note,
        confirmed_at = excluded.confirmed_at, confirmed_by = excluded.confirmed_by, account_id = excluded.account_id`.execute(
      tx,
    );
  }
}

/** Two years as they were confirmed and frozen, and the present one while it is confirmed; once a deployment. */
export async function freezeYearsOnce({ db }: Services): Promise<void> {
  const { rows } = await sql<City>`
    select o.id::text as id, o.code, a.name, a.id::text as "accountId", extract(year from now() at time zone 'Asia/Shanghai')::int as year
      from organisation o join account_role g on g.org_id = o.id and g.role_id = 3 and g.revoked_at is null
      join account a on a.id = g.account_id
     where length(o.code) = 4 and not exists (select from annual_round) order by o.code, g.id limit 1`.execute(db);
  const [city] = rows;
  if (!city) return;
  for (let of = city.year - FROZEN; of <= city.year; of++) {
    const isWhole = of < city.year;
    const freezeId = await transact(db, async (tx) => {
      const roundId = (await insertRound(tx, city, of, city.name))?.id;
      if (!roundId) return null;
      await confirm(tx, city, roundId, of, isWhole);
      return isWhole ? insertFreeze(tx, roundId, spanOfYear(of).to, '', city.name) : null;
    });
    if (!freezeId) continue;
    await writeTables(db, freezeId, city.code, of);
    await sql`update annual_freeze set frozen_at = make_date(${of + 1}, 1, 15) + time '16:20', started_at = make_date(${of + 1}, 1, 15) + time '16:20'
               where id = ${freezeId}`.execute(db);
    await sql`with opened as (
        update annual_round set opened_at = make_date(${of + 1}, 1, 4) + time '09:10' where year = ${of} returning id)
      update annual_confirm set confirmed_at = make_date(${of + 1}, 1, 8) + time '15:40'
       where round_id in (select id from opened) and confirmed_at is not null`.execute(db);
  }
}
