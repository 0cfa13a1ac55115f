import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';

/** Trainings `t` that stand and ended in a span. */
const held = (from: string, to: string) =>
  sql`t.withdrawn_at is null and t.ends_on between ${from}::date and ${to}::date`;

/** Trainings that organisations registered, and who of their people took part, by the beginning of the code; the person's branch is that of now. */
export async function trainingNumbers(db: Db, scope: Scope, length: number, from: string, to: string) {
  const { rows } = await sql<{ place: string; trainings: number; central: number; people: number; minutes: string }>`
    select place, sum(trainings)::int as trainings, sum(central)::int as central, sum(people)::int as people, sum(minutes)::text as minutes
      from (select left(t.org_code, ${length}::int) as place, count(*) as trainings, count(*) filter (where t.central) as central,
                   0 as people, 0::bigint as minutes
              from learning_training t where ${held(from, to)} and ${within(scope, 't.org_code')} group by 1
            union all
            select left(m.org_code, ${length}::int), 0, 0, count(*), sum(p.minutes)
              from learning_training t join learning_training_person p on p.training_id = t.id
              join member m on m.id = p.member_id and m.deleted_at is null
             where ${held(from, to)} and ${within(scope, 'm.org_code')} group by 1) n
     group by place`.execute(db);
  return rows;
}

/** The trainings behind `trainingNumbers`, the latest first. */
export async function pageOfTrainingNumbers(
  db: Db,
  scope: Scope,
  from: string,
  to: string,
  onlyCentral: boolean,
  limit: number,
  offset: number,
) {
  const where = sql`${held(from, to)} and ${within(scope, 't.org_code')} and (t.central or not ${onlyCentral})`;
  const [page, total] = await Promise.all([
    sql<{
      id: string;
      title: string;
      orgName: string;
      startsOn: string;
      endsOn: string;
      minutes: number;
      central: boolean;
      people: number;
    }>`
      select t.id::text as id, t.title, o.name as "orgName", t.starts_on as "startsOn", t.ends_on as "endsOn", t.minutes, t.central,
             (select count(*)::int from learning_training_person p where p.training_id = t.id) as people
        from learning_training t join organisation o on o.id = t.org_id
       where ${where} order by t.ends_on desc, t.id desc limit ${limit} offset ${offset}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from learning_training t where ${where}`.execute(db),
  ]);
  return { rows: page.rows, total: total.rows[0]?.n ?? 0 };
}

/** The people behind `trainingNumbers`, a row for each training of each, the latest first. */
export async function pageOfTrainingPeople(
  db: Db,
  scope: Scope,
  from: string,
  to: string,
  limit: number,
  offset: number,
) {
  const source = sql`learning_training t join learning_training_person p on p.training_id = t.id
    join member m on m.id = p.member_id and m.deleted_at is null where ${held(from, to)} and ${within(scope, 'm.org_code')}`;
  const [page, total] = await Promise.all([
    sql<{ id: string; memberId: string; name: string; branch: string; title: string; endsOn: string; minutes: number }>`
      select r.*, o.name as branch
        from (select t.id::text || ' ' || m.id::text as id, m.id::text as "memberId", m.name, t.title, t.ends_on as "endsOn",
                     p.minutes, m.org_id, m.org_code
                from ${source} order by t.ends_on desc, t.id desc, m.org_code, m.id limit ${limit} offset ${offset}) r
        join organisation o on o.id = r.org_id order by r."endsOn" desc, r.org_code, r.id`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from ${source}`.execute(db),
  ]);
  return { rows: page.rows, total: total.rows[0]?.n ?? 0 };
}
