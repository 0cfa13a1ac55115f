import { type RawBuilder, sql } from 'kysely';
import { ROLE } from '#kernel/session/contract.ts';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { type Scope, subtreeRange, within } from '#platform/server/database/scope.ts';
import { noticeMade, noticeSent, rewriteNotice } from '#platform/server/inbox/notices.ts';
import { REACH_DAYS, REACH_MINUTES, type Reach } from '#publishing/news/rules.notice.ts';

/** An announcement that is before its readers, as its approved version has it. */
export interface Announced {
  id: string;
  title: string;
  summary: string;
  words: string;
  orgId: string;
  orgCode: string;
  writer: string;
  noticeId: string | null;
  noticeType: string;
  audience: string;
  /** Codes of the organisations that are named; empty: none. */
  codes: string[];
  reach: Partial<Reach>;
}

const ANNOUNCED = sql`
  a.id, v.title, v.summary, v.words, a.org_id as "orgId", a.org_code as "orgCode", v.written_by as writer,
  a.notice_id as "noticeId", a.notice_type as "noticeType", v.audience, v.reach,
  array(select t.code from organisation t where t.id = any(v.audience_orgs) and t.deleted_at is null) as codes`;
const SHOWN = sql`archive_article a join archive_version v on v.article_id = a.id and v.number = a.shown_number
  where a.kind = 'notice' and a.deleted_at is null and (v.shown_until is null or v.shown_until >= ${dbToday})`;

/** An announcement that is shown now; kept as it is for this transaction. */
export async function findAnnounced(db: Db, id: string): Promise<Announced | undefined> {
  const { rows } = await sql<Announced>`select ${ANNOUNCED} from ${SHOWN} and a.id = ${id} for update of a`.execute(db);
  return rows[0];
}

/** The announcement that has waited longest for its people: sent never, or some while ago (`again`). */
export async function nextToReach(db: Db): Promise<{ id: string; again: boolean } | undefined> {
  const { rows } = await sql<{ id: string; again: boolean }>`
    select a.id, a.reached_at is not null as again from ${SHOWN}
       and (a.reached_at is null or (a.reached_at < now() - make_interval(mins => ${REACH_MINUTES})
                                     and a.first_shown > now() - make_interval(days => ${REACH_DAYS})))
     order by a.reached_at nulls first, a.id limit 1`.execute(db);
  return rows[0];
}

/** Says that everybody was looked for (or, with `false`, that they are to be looked for now). */
export const markReached = (db: Db, id: string, done: boolean) =>
  sql`update archive_article set reached_at = ${done ? sql`now()` : null} where id = ${id}`.execute(db);

export const viewPath = (id: string) => `/archive/announcement/view/${id}`;
const remarkOf = (of: Announced) => (of.summary || of.words).slice(0, 500);

/** Makes the notice by which an announcement is sent, or writes its present text into the one that was sent. */
export async function writeNotice(db: Db, of: Announced): Promise<void> {
  const text = { type: of.noticeType, title: of.title, remark: remarkOf(of), jumpUrl: viewPath(of.id) };
  if (of.noticeId !== null) {
    await rewriteNotice(db, of.noticeId, text);
    return;
  }
  await sql`
    with made as (${noticeMade({ ...text, orgId: of.orgId, createdBy: of.writer })})
    update archive_article set notice_id = made.id from made where archive_article.id = ${of.id}`.execute(db);
}

/** Takes the text of a withdrawn announcement out of everybody's messages; the receipts stay. */
export const blankNotice = (db: Db, noticeId: string) =>
  rewriteNotice(db, noticeId, { title: '通知已撤下', remark: '该内容已撤下', isFound: false });

/** What an audience is looked for by. */
export interface Meant {
  orgCode: string;
  audience: string;
  codes: readonly string[];
  reach: Reach;
  /** The people of the kept conditions; null: there are none, or they cannot be read any more. */
  condition: RawBuilder<boolean> | null;
}

/** Whether a place belongs to an audience of places. @param code the column with its code @param org its organisation's id */
function placeMeant(of: Meant, code: RawBuilder<unknown>, org: RawBuilder<unknown>): RawBuilder<boolean> {
  const parts: RawBuilder<boolean>[] = [];
  if (of.audience === 'chosen')
    parts.push(
      sql`exists (select from unnest(${of.codes}::text[]) as t (code) where ${code} >= t.code collate "C" and ${code} < (t.code || ':') collate "C")`,
    );
  else if (of.audience === 'below') {
    const { from, to } = subtreeRange(of.orgCode);
    parts.push(sql`(${code} >= ${from} and ${code} < ${to})`);
  } else if (of.audience !== 'all') return sql<boolean>`false`;
  if (of.reach.types.length > 0)
    parts.push(
      sql`exists (select from organisation p where p.id = ${org} and p.type = any(${of.reach.types}::smallint[]))`,
    );
  return parts.length > 0 ? sql<boolean>`(${sql.join(parts, sql` and `)})` : sql<boolean>`true`;
}

/** The people of the roll whom an audience means. Of places the party members; one by one whoever is named. */
function peopleMeant(of: Meant): RawBuilder<boolean> {
  const living = sql`member.deleted_at is null and member.membership_status not in (3, 4, 5)`;
  if (of.audience !== 'people')
    return sql<boolean>`(${living} and member.person_category in (1, 2) and ${placeMeant(of, sql`member.org_code`, sql`member.org_id`)})`;
  const ways: RawBuilder<boolean>[] = [sql`member.id = any(${of.reach.memberIds}::bigint[])`];
  if (of.reach.groupIds.length > 0)
    ways.push(sql`exists (select from content_group_member g join content_group c on c.id = g.group_id and c.deleted_at is null
      where g.member_id = member.id and g.group_id = any(${of.reach.groupIds}::bigint[]))`);
  if (of.condition) ways.push(of.condition);
  const { from, to } = subtreeRange(of.orgCode);
  return sql<boolean>`(${living} and member.org_code >= ${from} and member.org_code < ${to} and (${sql.join(ways, sql` or `)}))`;
}

/**
 * The accounts that work at the places of an audience, and party members whose record lies elsewhere; administrators of the
 * platform are nobody's readers, and whoever is on the way into the party, or a volunteer alone, reads what names them.
 */
const workersMeant = (of: Meant): RawBuilder<boolean> =>
  sql<boolean>`(g.role_id <> ${ROLE.administrator} and ${placeMeant(of, sql`g.org_code`, sql`g.org_id`)}
    and (g.role_id = ${ROLE.worker} or exists (select from member own
          where own.id = g.member_id and own.deleted_at is null and own.person_category in (1, 2))))`;

const usable = sql`lateral (select a.id from account a where a.member_id = member.id and a.enabled
  and exists (select from usable_grant u where u.account_id = a.id) order by a.id limit 1)`;

interface Batch {
  /** The last one looked at; null: there are no more. */
  last: string | null;
  made: number;
}

/**
 * Reaches the next people of the roll after `after`, and gives the notice to those with an account; whoever was reached stays
 * as they are, by the unique indexes alone: what the planner knows is older than the announcement, so that asking for who was
 * reached beforehand, it compared everybody of a step with everybody.
 */
export async function reachPeople(
  db: Db,
  of: Announced,
  audience: Meant,
  after: string,
  limit: number,
): Promise<Batch> {
  const { rows } = await sql<Batch>`
    with batch as materialized (
      select member.id, member.org_id, member.org_code, member.name from member
       where member.id > ${after} and ${peopleMeant(audience)} order by member.id limit ${limit}
    ), made as (
      insert into archive_reach (article_id, org_id, org_code, member_id, account_id, name)
      select ${of.id}, member.org_id, member.org_code, member.id, account.id, member.name
        from batch as member left join ${usable} as account on true
      on conflict do nothing returning account_id
    ), sent as (
      ${noticeSent(sql`select ${of.noticeId}::bigint, account_id from made where account_id is not null`)}
    )
    select max(id)::text as last, (select count(*)::int from made) as made from batch`.execute(db);
  return rows[0] ?? { last: null, made: 0 };
}

/**
 * The same for accounts that hold a role at a place of the audience and are nobody reached yet. Most of a place's accounts are
 * its people, reached already: they are taken off as a whole (`except`) before the next ones are counted off.
 */
export async function reachAccounts(
  db: Db,
  of: Announced,
  audience: Meant,
  after: string,
  limit: number,
): Promise<Batch> {
  const { rows } = await sql<Batch>`
    with next as materialized (
      select left_over.account_id from (
        select g.account_id from usable_grant g where g.account_id > ${after} and ${workersMeant(audience)}
        except select r.account_id from archive_reach r where r.article_id = ${of.id}) as left_over
       order by left_over.account_id limit ${limit}
    ), batch as materialized (
      select g.account_id as id, min(g.org_code) as org_code, min(g.account_name) as name, min(g.member_id) as member_id
        from next join usable_grant g on g.account_id = next.account_id and ${workersMeant(audience)} group by g.account_id
    ), made as (
      insert into archive_reach (article_id, org_id, org_code, member_id, account_id, name)
      select ${of.id}, o.id, o.code, b.member_id, b.id, b.name
        from batch b join organisation o on o.code = b.org_code and o.deleted_at is null
      on conflict do nothing returning account_id
    ), sent as (
      ${noticeSent(sql`select ${of.noticeId}::bigint, account_id from made`)}
    )
    select max(id)::text as last, (select count(*)::int from made) as made from batch`.execute(db);
  return rows[0] ?? { last: null, made: 0 };
}

/** Gives the notice to whoever was reached without an account and has one now. */
export const linkAccounts = (db: Db, of: Announced) =>
  sql`
  with linked as (
    update archive_reach r set account_id = account.id
      from member, ${usable} as account
     where r.article_id = ${of.id} and r.account_id is null and member.id = r.member_id
       and not exists (select from archive_reach o where o.article_id = ${of.id} and o.account_id = account.id)
    returning r.account_id)
  ${noticeSent(sql`select ${of.noticeId}::bigint, account_id from linked`)}`.execute(db);

/** How many an audience means, how many of them have no account, and of which organisations, most people first. */
export async function countAudience(db: Db, audience: Meant, limit: number) {
  const { rows } = await sql<{
    total: number;
    withoutAccount: number;
    many: number;
    orgs: { id: string; name: string; total: number }[];
  }>`
    with people as materialized (
      select member.id, member.org_id from member where ${peopleMeant(audience)}
    ), others as (
      select g.account_id, min(g.org_code) as code from usable_grant g
       where ${workersMeant(audience)} and (g.member_id is null or not exists (select from people p where p.id = g.member_id))
       group by g.account_id
    ), places as (
      select org_id, count(*)::int as n from (
        select org_id from people union all select o.id from others join organisation o on o.code = others.code) as every
       group by org_id
    )
    select (select count(*)::int from people) + (select count(*)::int from others) as total,
           (select count(*)::int from people member where not exists (select from ${usable} as account)) as "withoutAccount",
           (select count(*)::int from places) as many,
           coalesce((select jsonb_agg(jsonb_build_object('id', first.id::text, 'name', first.name, 'total', first.n) order by first.n desc, first.code)
              from (select o.id, o.name, o.code, p.n from places p join organisation o on o.id = p.org_id
                     order by p.n desc, o.code limit ${limit}) as first), '[]') as orgs`.execute(db);
  return rows[0] ?? { total: 0, withoutAccount: 0, many: 0, orgs: [] };
}

/** Of groups and people that are named, how many stand within a scope. */
export async function countNamed(db: Db, scope: Scope, of: Pick<Reach, 'groupIds' | 'memberIds'>) {
  const { rows } = await sql<{ groups: number; people: number }>`
    select (select count(*)::int from content_group g join organisation o on o.id = g.org_id and o.deleted_at is null
             where g.id = any(${of.groupIds}::bigint[]) and g.deleted_at is null and ${within(scope, 'g.org_code')}) as groups,
           (select count(*)::int from member m join organisation o on o.id = m.org_id and o.deleted_at is null
             where m.id = any(${of.memberIds}::bigint[]) and m.deleted_at is null and ${within(scope, 'm.org_code')}) as people`.execute(
    db,
  );
  return rows[0] ?? { groups: 0, people: 0 };
}

/** Names of what an audience names, as far as it stands within a scope. */
export async function namesOf(db: Db, scope: Scope, of: Pick<Reach, 'groupIds' | 'memberIds'>) {
  const [groups, people] = await Promise.all([
    sql<{ id: string; name: string }>`select id, name from content_group where id = any(${of.groupIds}::bigint[])
      and deleted_at is null and ${within(scope)} order by id`.execute(db),
    sql<{ id: string; name: string; note: string }>`select m.id, m.name, o.name as note from member m
      join organisation o on o.id = m.org_id where m.id = any(${of.memberIds}::bigint[]) and m.deleted_at is null
       and ${within(scope, 'm.org_code')} order by m.org_code, m.id`.execute(db),
  ]);
  return { groups: groups.rows, people: people.rows };
}

/** Codes of organisations; who asks has seen that they stand in the scope. */
export async function codesOf(db: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select code from organisation where id = any(${ids}::bigint[]) and deleted_at is null`.execute(db);
  return rows.map(({ code }) => code);
}
