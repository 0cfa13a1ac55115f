import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { peopleWithin, type Scope, within } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';

export interface TrainingRecord {
  id: string;
  orgId: string;
  orgCode: string;
  orgName: string;
  title: string;
  startsOn: string;
  endsOn: string;
  minutes: number;
  central: boolean;
  organiser: string;
  place: string;
  note: string;
  files: string[];
  people: number;
  isWithdrawn: boolean;
  withdrawnFor: string;
  version: number;
  updatedAt: Date;
  updatedBy: string;
}

const COLUMNS = sql`t.id, t.org_id as "orgId", t.org_code as "orgCode", o.name as "orgName", t.title, t.starts_on as "startsOn",
  t.ends_on as "endsOn", t.minutes, t.central, t.organiser, t.place, t.note, t.files, t.withdrawn_at is not null as "isWithdrawn",
  t.withdrawn_for as "withdrawnFor", t.version, t.updated_at as "updatedAt", t.updated_by as "updatedBy",
  (select count(*)::int from learning_training_person p where p.training_id = t.id) as people`;
const FROM = sql`learning_training t join organisation o on o.id = t.org_id and o.deleted_at is null`;

export async function pageOfTrainings(
  db: Db,
  scope: Scope,
  { year, words }: { year: number | null; words: string | null },
  limit: number,
  offset: number,
) {
  const parts: RawBuilder<unknown>[] = [within(scope, 't.org_code')];
  if (year) parts.push(sql`t.ends_on between make_date(${year}::int, 1, 1) and make_date(${year}::int, 12, 31)`);
  if (words) parts.push(textHolds(sql`t.title`, words));
  const where = sql.join(parts, sql` and `);
  const [page, total] = await Promise.all([
    sql<TrainingRecord>`select ${COLUMNS} from ${FROM} where ${where} order by t.ends_on desc, t.id desc limit ${limit} offset ${offset}`.execute(
      db,
    ),
    sql<{ n: number }>`select count(*)::int as n from ${FROM} where ${where}`.execute(db),
  ]);
  return { rows: page.rows, total: total.rows[0]?.n ?? 0 };
}

/** A training of the scope; `lock` keeps it. */
export async function findTraining(
  db: Db,
  scope: Scope,
  id: string,
  lock = false,
): Promise<TrainingRecord | undefined> {
  const { rows } = await sql<TrainingRecord>`
    select ${COLUMNS} from ${FROM} where t.id = ${id} and ${within(scope, 't.org_code')} ${lock ? sql`for update of t` : sql``}`.execute(
    db,
  );
  return rows[0];
}

/** The trainings of these names in a scope that stand, by name. */
export async function trainingsNamed(db: Db, scope: Scope, titles: readonly string[], lock: boolean) {
  const { rows } = await sql<TrainingRecord>`
    select ${COLUMNS} from ${FROM} where t.title = any(${titles}::text[]) and t.withdrawn_at is null and ${within(scope, 't.org_code')}
     order by t.id ${lock ? sql`for update of t` : sql``}`.execute(db);
  return Map.groupBy(rows, ({ title }) => title);
}

export interface TrainingFields {
  title: string;
  startsOn: string;
  endsOn: string;
  minutes: number;
  central: boolean;
  organiser: string;
  place: string;
  note: string;
}

export async function insertTraining(
  db: Db,
  org: { id: string; code: string },
  one: TrainingFields,
  by: string,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into learning_training (org_id, org_code, title, starts_on, ends_on, minutes, central, organiser, place, note, created_by, updated_by)
    values (${org.id}, ${org.code}, ${one.title}, ${one.startsOn}, ${one.endsOn}, ${one.minutes}, ${one.central}, ${one.organiser},
            ${one.place}, ${one.note}, ${by}, ${by}) returning id`.execute(db);
  return rows[0]?.id ?? '';
}

export async function writeTraining(db: Db, id: string, one: TrainingFields, by: string): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update learning_training set title = ${one.title}, starts_on = ${one.startsOn}, ends_on = ${one.endsOn}, minutes = ${one.minutes},
           central = ${one.central}, organiser = ${one.organiser}, place = ${one.place}, note = ${one.note}, version = version + 1,
           updated_at = now(), updated_by = ${by}
     where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

export const setFiles = (db: Db, id: string, files: readonly string[]) =>
  sql`update learning_training set files = ${files}::text[] where id = ${id}`.execute(db);

export async function withdrawTraining(db: Db, id: string, reason: string, by: string): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update learning_training set withdrawn_at = now(), withdrawn_for = ${reason}, version = version + 1, updated_at = now(), updated_by = ${by}
     where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

/** Living people of the scope among these ids. */
export async function peopleAmong(db: Db, scope: Scope, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select m.id from member m where m.id = any(${ids}::bigint[]) and m.deleted_at is null and ${peopleWithin(scope, 'm')}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Adds people who are not on the list yet; answers who was added. */
export async function addPeople(
  db: Db,
  trainingId: string,
  people: readonly { id: string; minutes: number }[],
  by: string,
  batchId: string | null = null,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into learning_training_person (training_id, member_id, minutes, batch_id, added_by)
    select ${trainingId}, p.id, p.minutes, ${batchId}, ${by}
      from unnest(${people.map(({ id }) => id)}::bigint[], ${people.map(({ minutes }) => minutes)}::int[]) as p(id, minutes)
    on conflict do nothing returning member_id as id`.execute(db);
  return rows.map(({ id }) => id);
}

export async function removePeople(db: Db, trainingId: string, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from learning_training_person where training_id = ${trainingId} and member_id = any(${ids}::bigint[])
    returning member_id as id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Everybody on a list with the minutes; `was`: those that the training gave before follow it. */
export async function peopleOf(db: Db, trainingId: string) {
  const { rows } = await sql<{ id: string; minutes: number }>`
    select member_id as id, minutes from learning_training_person where training_id = ${trainingId}`.execute(db);
  return rows;
}

/** Whoever had the training's own minutes gets its new ones; what a sheet said of somebody stays. */
export const followMinutes = (db: Db, trainingId: string, was: number, now: number) =>
  sql`update learning_training_person set minutes = ${now} where training_id = ${trainingId} and minutes = ${was}`.execute(
    db,
  );

export async function pageOfPeople(
  db: Db,
  scope: Scope,
  trainingId: string,
  words: string | null,
  limit: number,
  offset: number,
) {
  const where = sql`p.training_id = ${trainingId} and ${peopleWithin(scope, 'm')}
    and (${words}::text is null or ${textHolds(sql`m.name`, words)})`;
  const from = sql`learning_training_person p join member m on m.id = p.member_id join organisation o on o.id = m.org_id`;
  const [page, total] = await Promise.all([
    sql<{ id: string; name: string; orgName: string; minutes: number; addedBy: string }>`
      select m.id, m.name, o.name as "orgName", p.minutes, p.added_by as "addedBy" from ${from} where ${where}
       order by m.org_code, m.sort, m.id limit ${limit} offset ${offset}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from ${from} where ${where}`.execute(db),
  ]);
  return { rows: page.rows, total: total.rows[0]?.n ?? 0 };
}

/** Who came by a sheet, by training; of trainings of the scope. */
export async function writtenBy(db: Db, scope: Scope, batchId: string) {
  const { rows } = await sql<{ trainingId: string; memberId: string }>`
    select p.training_id as "trainingId", p.member_id as "memberId" from learning_training_person p
      join learning_training t on t.id = p.training_id and t.withdrawn_at is null and ${within(scope, 't.org_code')}
     where p.batch_id = ${batchId}`.execute(db);
  return Map.groupBy(rows, ({ trainingId }) => trainingId);
}
