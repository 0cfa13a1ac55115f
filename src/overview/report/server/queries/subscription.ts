import { type RawBuilder, sql } from 'kysely';
import type { Receiver } from '#overview/report/contract.subscription.ts';
import type { Every } from '#overview/report/rules.subscription.ts';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';
import { isOffered } from './own.ts';
import { isHidden } from './setting.ts';

/** A report that is sent, and the right of whose numbers it shows. */
export interface Sent {
  key: string;
  right: string;
}

/**
 * A usable grant `g` opens a report: in a role that works for an organisation, with the right of reports and that of whose numbers it
 * shows, and the organisation is offered it: a fixed one by its setting, an own one as its own or as one shared from above.
 */
const opens = (key: RawBuilder<unknown>, right: RawBuilder<unknown>) => sql<boolean>`(g.base = 'subtree'
  and exists (select from grant_right k where k.grant_id = g.id and k.permission_key = 'report:read')
  and exists (select from grant_right k where k.grant_id = g.id and k.permission_key = ${right})
  and case when ${key} like 'own-%'
      then exists (select from own_report r where r.id::text = substr(${key}, 5) and ${isOffered(sql`g.org_code`)})
      else not ${isHidden(sql`g.org_code`, key)} end)`;
const reads = ({ key, right }: Sent) => opens(sql`${key}::text`, sql`${right}`);

/** Grants of a scope whose holders may receive a report: some by their ids, or by a part of the name. */
export async function receiversWithin(
  db: Db,
  scope: Scope,
  sent: Sent,
  { name, grants, limit }: { name: string; grants: readonly string[]; limit: number },
) {
  const { rows } = await sql<Receiver>`
    select g.id::text as "grantId", g.account_name as name, g.org_name as "orgName", g.role_name as "roleName", false as ended
      from usable_grant g
     where ${within(scope, 'g.org_code')} and (${name} = '' or ${textHolds(sql`g.account_name`, name)}) and ${reads(sent)}
       and (${grants.length === 0} or g.id = any(${[...grants]}::bigint[]))
     order by g.org_code, g.account_name, g.id limit ${limit}`.execute(db);
  return rows;
}

/** Which of some grants may receive a report now. */
export async function ableGrants(db: Db, scope: Scope, sent: Sent, grants: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select g.id::text as id from usable_grant g
     where g.id = any(${[...grants]}::bigint[]) and ${within(scope, 'g.org_code')} and ${reads(sent)}`.execute(db);
  return rows.map(({ id }) => id);
}

export interface SubscriptionRecord {
  id: string;
  key: string;
  every: Every;
  toBelow: boolean;
  nextOn: string;
  lastAt: string;
  lastSent: number;
  stoppedAt: string;
  stoppedBy: string;
  createdBy: string;
}
const minute = (column: string) =>
  sql`coalesce(to_char(${sql.ref(column)} at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI'), '')`;
const columns = sql`s.id::text as id, s.report_key as key, s.every, s.to_below as "toBelow", s.next_on as "nextOn",
  ${minute('s.last_at')} as "lastAt", s.last_sent as "lastSent", ${minute('s.stopped_at')} as "stoppedAt",
  s.stopped_by as "stoppedBy", s.created_by as "createdBy"`;

/** The subscriptions of an organisation, running ones first. */
export async function pageOfSubscriptions(db: Db, orgId: string, limit: number, offset: number) {
  const { rows } = await sql<SubscriptionRecord & { total: number }>`
    select ${columns}, count(*) over ()::int as total from report_subscription s where s.org_id = ${orgId}
     order by s.stopped_at is not null, s.next_on, s.id limit ${limit} offset ${offset}`.execute(db);
  return { rows, total: rows[0]?.total ?? 0 };
}

/** How many of an organisation run; the organisation is locked meanwhile, so that two that begin at once are counted one after another. */
export async function countRunning(db: Db, orgId: string): Promise<number> {
  await sql`select from organisation where id = ${orgId} for no key update`.execute(db);
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from report_subscription where org_id = ${orgId} and stopped_at is null`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Who is named in some subscriptions, by subscription; `ended`: the role is usable no more, or does not open the report. */
export async function namedIn(db: Db, all: readonly (Sent & { id: string })[]) {
  const { rows } = await sql<Receiver & { of: string }>`
    select r.subscription_id::text as of, g.id::text as "grantId", a.name, o.name as "orgName", ro.name as "roleName",
           not exists (select from usable_grant g where g.id = r.grant_id and ${opens(sql`sent.key`, sql`sent.needs`)}) as ended
      from unnest(${all.map(({ id }) => id)}::bigint[], ${all.map(({ key }) => key)}::text[], ${all.map((one) => one.right)}::text[]) as sent (id, key, needs)
      join report_receiver r on r.subscription_id = sent.id join account_role g on g.id = r.grant_id join account a on a.id = g.account_id
      join organisation o on o.id = g.org_id join role ro on ro.id = g.role_id
     order by o.code, a.name, g.id`.execute(db);
  return rows;
}

export interface NewSubscription {
  orgId: string;
  orgCode: string;
  grantId: string;
  key: string;
  every: Every;
  toBelow: boolean;
  nextOn: string;
  receivers: readonly string[];
  by: string;
}

/** Keeps a subscription with who is named in it; answers its id. */
export async function insertSubscription(db: Db, of: NewSubscription): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    with made as (
      insert into report_subscription (org_id, org_code, grant_id, report_key, every, to_below, next_on, created_by)
      values (${of.orgId}, ${of.orgCode}, ${of.grantId}, ${of.key}, ${of.every}, ${of.toBelow}, ${of.nextOn}, ${of.by}) returning id
    ), named as (
      insert into report_receiver (subscription_id, grant_id)
      select made.id, g.id from made, unnest(${[...of.receivers]}::bigint[]) as g (id)
    ) select id::text as id from made`.execute(db);
  return rows[0]?.id ?? '';
}

/** One of an organisation, locked. */
export async function lockSubscription(db: Db, scope: Scope, orgId: string, id: string) {
  const { rows } = await sql<SubscriptionRecord>`
    select ${columns} from report_subscription s
     where s.id = ${id} and s.org_id = ${orgId} and ${within(scope, 's.org_code')} for update`.execute(db);
  return rows[0];
}

/** Stops it. */
export const markStopped = (db: Db, id: string, by: string) =>
  sql`update report_subscription set stopped_at = now(), stopped_by = ${by} where id = ${id}`.execute(db);

/** Lets it go on at a day, as ordered by whoever does so. */
export const markResumed = (db: Db, id: string, nextOn: string, { grantId, name }: { grantId: string; name: string }) =>
  sql`update report_subscription set stopped_at = null, stopped_by = '', next_on = ${nextOn}::date, grant_id = ${grantId},
        created_by = ${name} where id = ${id}`.execute(db);

export interface DueRecord {
  id: string;
  orgId: string;
  orgCode: string;
  key: string;
  every: Every;
  toBelow: boolean;
  nextOn: string;
  grantId: string;
  accountId: string;
  /** Whoever ordered it can do so no more. */
  ownerEnded: boolean;
}

/** The next subscription that is due, locked; another process takes another one. @param hour of the day now; @param from from which it is sent */
export async function lockDue(db: Db, today: string, hour: number, from: number): Promise<DueRecord | undefined> {
  const { rows } = await sql<DueRecord>`
    select s.id::text as id, s.org_id::text as "orgId", s.org_code as "orgCode", s.report_key as key, s.every, s.to_below as "toBelow",
           s.next_on as "nextOn", s.grant_id::text as "grantId", g.account_id::text as "accountId",
           not exists (select from usable_grant u join grant_right k on k.grant_id = u.id and k.permission_key = 'report:schedule'
                        where u.id = s.grant_id) as "ownerEnded"
      from report_subscription s join account_role g on g.id = s.grant_id
     where s.stopped_at is null and (s.next_on < ${today}::date or (s.next_on = ${today}::date and ${hour}::int >= ${from}::int))
     order by s.next_on, s.id limit 1 for update of s skip locked`.execute(db);
  return rows[0];
}

/**
 * Who receives it at this moment, each in a role that reads it: whoever is named and, where they are meant, everybody directly below,
 * once an organisation, however many roles somebody has there.
 */
export async function receiversNow(db: Db, of: DueRecord, sent: Sent): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with able as materialized (
      select g.id, g.account_id, g.org_id, r.grant_id is not null as named
        from usable_grant g left join report_receiver r on r.subscription_id = ${of.id} and r.grant_id = g.id
       where (r.grant_id is not null
              or (${of.toBelow} and g.org_id in (select id from organisation where parent_id = ${of.orgId} and deleted_at is null)))
         and ${reads(sent)})
    select id::text as id from able where named
    union all
    select min(id)::text from able group by account_id, org_id having not bool_or(named)`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Notes of whom is named, gets nothing and was not told of yet; answers their names. Of whoever gets it again it is told anew when that
 * ends. @param able who gets it
 */
export async function tellEnded(db: Db, id: string, able: readonly string[]): Promise<string[]> {
  const gets = sql<boolean>`(g.id = any(${[...able]}::bigint[]))`;
  const { rows } = await sql<{ name: string; gets: boolean }>`
    update report_receiver r set ended_told_at = case when not ${gets} then now() end
      from account_role g join account a on a.id = g.account_id
     where r.subscription_id = ${id} and g.id = r.grant_id and ${gets} = (r.ended_told_at is not null)
    returning a.name, ${gets} as gets`.execute(db);
  return rows.flatMap((one) => (one.gets ? [] : [one.name]));
}

/** Notes that it was sent to so many, and when it is due next. */
export const markSent = (db: Db, id: string, sent: number, nextOn: string) =>
  sql`update report_subscription set last_at = now(), last_sent = ${sent}, next_on = ${nextOn}::date where id = ${id}`.execute(
    db,
  );
