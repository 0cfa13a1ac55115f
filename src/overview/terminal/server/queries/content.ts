import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import type { Greeting } from '../../rules.ts';

const TODAY = sql`(now() at time zone 'Asia/Shanghai')::date`;

/** Greetings that stand so today; of the table `t`. */
export const hasGreetingState = (showing: Greeting): RawBuilder<unknown> =>
  ({
    now: sql`${TODAY} between t.starts_on and t.ends_on`,
    later: sql`t.starts_on > ${TODAY}`,
    over: sql`t.ends_on < ${TODAY}`,
  })[showing];

/** Rows of one organisation itself, without those below it; of the table `t`. */
export const ofPlace = (orgId: string): RawBuilder<unknown> => sql`t.org_id = ${orgId}`;

/** Orders of the lists. */
export const ORDERS = {
  welcome: sql`t.starts_on desc, t.id desc`,
  publicity: sql`t.org_code, t.sort, t.id desc`,
  honor: sql`t.given_on desc, t.id desc`,
  event: sql`t.happened_on desc, t.id desc`,
  media: sql`t.id desc`,
};

/** Puts a 宣传内容 before all others of its organisation. */
export async function putFirst(db: Db, id: string): Promise<void> {
  await sql`
    update box_publicity p
       set sort = coalesce((select min(o.sort) - 1 from box_publicity o where o.org_id = p.org_id and o.id <> p.id), 0)
     where p.id = ${id}`.execute(db);
}

interface Placed {
  id: string;
  title: string;
  orgId: string;
  orgCode: string;
}

/** A 宣传内容 of the scope; undefined where there is none. */
export async function findPublicity(db: Db, scope: Scope, id: string): Promise<Placed | undefined> {
  const { rows } = await sql<Placed>`
    select t.id, t.title, t.org_id as "orgId", t.org_code as "orgCode" from box_publicity t
      join organisation o on o.id = t.org_id and o.deleted_at is null
     where t.id = ${id} and t.deleted_at is null and ${within(scope, 't.org_code')}`.execute(db);
  return rows[0];
}

/** The ids of an organisation's 宣传内容 in their order, locked: two who sort at once follow each other. */
export async function lockOrder(db: Db, orgId: string): Promise<string[]> {
  await sql`select from organisation where id = ${orgId} for no key update`.execute(db);
  const { rows } = await sql<{ id: string }>`
    select id from box_publicity where org_id = ${orgId} and deleted_at is null order by sort, id desc`.execute(db);
  return rows.map(({ id }) => id);
}

/** Writes the order of an organisation's 宣传内容. */
export async function writeOrder(db: Db, ids: readonly string[]): Promise<void> {
  await sql`
    update box_publicity p set sort = o.place
      from unnest(${ids}::bigint[]) with ordinality as o (id, place) where o.id = p.id`.execute(db);
}

/** Another greeting of the organisation that takes the whole screen in some of the same hours of a day. */
export async function overlappingVisit(
  db: Db,
  of: { orgId: string; startsOn: string; endsOn: string; visitFrom: string; visitTo: string },
  id: string,
): Promise<{ title: string; visitFrom: string; visitTo: string } | undefined> {
  const { rows } = await sql<{ title: string; visitFrom: string; visitTo: string }>`
    select title, visit_from as "visitFrom", visit_to as "visitTo" from box_welcome
     where org_id = ${of.orgId} and id <> ${id} and deleted_at is null and visit_from <> ''
       and starts_on <= ${of.endsOn} and ends_on >= ${of.startsOn}
       and visit_from < ${of.visitTo} and visit_to > ${of.visitFrom}
     order by starts_on, id limit 1`.execute(db);
  return rows[0];
}
