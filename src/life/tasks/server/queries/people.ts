import { type RawBuilder, sql } from 'kysely';
import { ROLE } from '#kernel/session/contract.ts';
import { audienceCondition } from '#people/groups/server/index.ts';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import type { Audience } from './tasks.ts';

/** The people whom an audience names below a giver, as a condition on `member`. */
const named = (giverCode: string, { mode, memberIds = [], groupIds = [] }: Audience) =>
  audienceCondition({
    orgCode: giverCode,
    audience: mode,
    audienceOrgs: [],
    audiencePeople: memberIds,
    audienceGroups: groupIds,
    onlyMembers: false,
  });
/** Whoever cannot sign in receives nothing. */
const signsIn = sql<boolean>`exists (select from usable_grant g where g.member_id = member.id)`;

/** How many people an audience means. */
export async function countMeantPeople(db: Db, giverCode: string, audience: Audience): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from member where ${named(giverCode, audience)} and ${signsIn}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** The first people of an audience, in the order of the tree. */
export async function meantPeople(db: Db, giverCode: string, audience: Audience, limit: number) {
  const { rows } = await sql<{ id: string; name: string; orgName: string }>`
    select member.id, member.name, o.name as "orgName" from member join organisation o on o.id = member.org_id
     where ${named(giverCode, audience)} and ${signsIn} order by member.org_code, member.id limit ${limit}`.execute(db);
  return rows;
}

/** The next people of an audience after an id. */
export async function meantPeopleAfter(db: Db, giverCode: string, audience: Audience, after: string, limit: number) {
  const { rows } = await sql<{ id: string }>`
    select member.id from member where ${named(giverCode, audience)} and ${signsIn} and member.id > ${after || '0'}
     order by member.id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Who of an audience has no account, and who has more open tasks of their own than `many`. */
export async function amissOfPeople(db: Db, giverCode: string, audience: Audience, many: number) {
  const { rows } = await sql<{ silent: number; loaded: number; silentNames: string[]; loadedNames: string[] }>`
    with meant as materialized (
      select member.id, member.name, ${signsIn} as staffed from member where ${named(giverCode, audience)}),
    loaded as (
      select meant.id, meant.name from meant where (
        select count(distinct p.task_id) from office_part p join office_task t on t.id = p.task_id and t.state = 2
         where p.person_id = meant.id and p.state in (0, 1, 3)) > ${many})
    select (select count(*)::int from meant where not staffed) as silent, (select count(*)::int from loaded) as loaded,
           coalesce((select array_agg(name) from (select name from meant where not staffed order by id limit 5) f), '{}') as "silentNames",
           coalesce((select array_agg(name) from (select name from loaded order by id limit 5) f), '{}') as "loadedNames"`.execute(
    db,
  );
  return rows[0] ?? { silent: 0, loaded: 0, silentNames: [], loadedNames: [] };
}

/** Gives each of some people a part in every cycle that is not over, each once; answers how many were written. */
export async function insertPersonParts(db: Db, taskId: string, personIds: readonly string[], onlyRunning: boolean) {
  const { rows } = await sql<{ n: number }>`
    with written as (
      insert into office_part (task_id, circle_id, org_id, org_code, person_id, due_on)
      select ${taskId}, c.id, member.org_id, member.org_code, member.id, c.due_on from office_circle c, member
       where c.task_id = ${taskId} and member.id = any(${personIds}::bigint[]) and member.deleted_at is null and ${signsIn}
         ${onlyRunning ? sql`and c.due_on >= ${dbToday}` : sql``}
      on conflict (circle_id, person_id) where person_id is not null do nothing returning id)
    select count(*)::int as n from written`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Accounts before which parts `p` stand: the workers of an organisation, or the person alone. */
export async function accountsBefore(
  db: Db,
  which: RawBuilder<unknown>,
): Promise<{ partId: string; accountId: string }[]> {
  const { rows } = await sql<{ partId: string; accountId: string }>`
    select p.id as "partId", g.account_id as "accountId" from office_part p join office_circle c on c.id = p.circle_id
      join usable_grant g on g.org_id = p.org_id and g.role_id = ${ROLE.worker} where p.person_id is null and ${which}
    union
    select p.id, g.account_id from office_part p join office_circle c on c.id = p.circle_id
      join usable_grant g on g.member_id = p.person_id where p.person_id is not null and ${which}`.execute(db);
  return rows;
}

/** The same of parts by their ids. */
export const accountsOfParts = (db: Db, ids: readonly string[]) =>
  accountsBefore(db, sql`p.id = any(${ids}::bigint[])`);

/** The same of the parts of a task that some organisations, or some people, have not received yet. */
export const accountsOfNew = (
  db: Db,
  taskId: string,
  of: { orgIds: readonly string[] } | { memberIds: readonly string[] },
) =>
  accountsBefore(
    db,
    sql`p.task_id = ${taskId} and p.state = 0
      and ${'orgIds' in of ? sql`p.org_id = any(${of.orgIds}::bigint[])` : sql`p.person_id = any(${of.memberIds}::bigint[])`}`,
  );

/** The id of a person's part in a cycle. */
export async function partOfPerson(db: Db, personId: string, taskId: string, circleId: string) {
  const { rows } = await sql<{ id: string }>`
    select id from office_part where task_id = ${taskId} and circle_id = ${circleId} and person_id = ${personId}`.execute(
    db,
  );
  return rows[0]?.id;
}

/** Whether somebody has a part of a task, by which its text and papers are read. */
export async function hasPart(db: Db, personId: string, taskId: string): Promise<boolean> {
  const { rows } = await sql`
    select from office_part p join office_task t on t.id = p.task_id and t.deleted_at is null and t.state in (2, 3, 4)
     where p.task_id = ${taskId} and p.person_id = ${personId} limit 1`.execute(db);
  return rows.length > 0;
}

/** Open parts of people who are gone, or no longer below the giver, are void; answers them by their givers. */
export async function voidOfGone(db: Db) {
  const { rows } = await sql<{ id: string; taskId: string; title: string; giverId: string; person: string }>`
    update office_part p set state = 5, asked_until = null, asked_for = '', version = p.version + 1
      from member m, office_task t
     where m.id = p.person_id and t.id = p.task_id and t.state = 2 and p.state in (0, 1, 3)
       and (m.deleted_at is not null or not starts_with(m.org_code, t.org_code))
    returning p.id, p.task_id as "taskId", t.title, t.org_id as "giverId", m.name as person`.execute(db);
  return rows;
}
