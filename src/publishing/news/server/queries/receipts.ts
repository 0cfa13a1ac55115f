import { sql } from 'kysely';
import { isUrged } from '#house/server/urging.ts';
import { ROLE } from '#kernel/session/contract.ts';
import type { Session } from '#platform/server/context.ts';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';
import { noticeMade, noticeSent } from '#platform/server/inbox/notices.ts';
import { todosClosed, todosOpened } from '#platform/server/inbox/todos.ts';
import type { Tally } from '#publishing/news/contract.notice.ts';
import type { Receipt } from '#publishing/news/rules.notice.ts';
import type { Kind } from '#publishing/news/rules.ts';

/** An announcement as those see it whose people are to know it. */
export interface WatchedRecord {
  id: string;
  kind: Kind;
  title: string;
  orgId: string;
  orgCode: string;
  orgName: string;
  noticeId: string | null;
  mustConfirm: string;
  readBy: string | null;
  isShown: boolean;
  isSending: boolean;
}

/** How somebody stands with an announcement: the receipt in the messages, the confirmation, or being told. */
const STATE = sql`case
  when x.confirmed_at is not null then 'confirmed'
  when coalesce(r.is_handle, false) and a.must_confirm = '' then 'read'
  when x.told_on is not null then 'told'
  when coalesce(r.is_handle, false) then 'read'
  when x.account_id is null then 'none' else 'unread' end`;
/** When it was confirmed, or read. */
const AT = sql`coalesce(x.confirmed_at, case when r.is_handle then r.handled_at end)`;
const PEOPLE = sql`archive_reach x join archive_article a on a.id = x.article_id
  left join notice_recipient r on r.notice_id = a.notice_id and r.account_id = x.account_id`;
/** Who has an account and has neither confirmed, nor read where that is enough, nor been told. */
const OPEN = sql`x.account_id is not null and x.told_on is null and x.confirmed_at is null
  and not (coalesce(r.is_handle, false) and a.must_confirm = '')`;
const RESTED = sql`not ${isUrged(sql`x.urged_at`)}`;
const TALLY = sql`jsonb_build_object('total', count(*), 'confirmed', count(*) filter (where state = 'confirmed'),
  'read', count(*) filter (where state = 'read'), 'told', count(*) filter (where state = 'told'),
  'unread', count(*) filter (where state = 'unread'), 'none', count(*) filter (where state = 'none'))`;
export const NOBODY: Tally = { total: 0, confirmed: 0, read: 0, told: 0, unread: 0, none: 0 };

/** An announcement of the scope, or one from elsewhere that people of the scope are to know. */
export async function findWatched(db: Db, scope: Scope, id: string, lock = false): Promise<WatchedRecord | undefined> {
  const { rows } = await sql<WatchedRecord>`
    select a.id, a.kind, coalesce(v.title, a.title) as title, a.org_id as "orgId", a.org_code as "orgCode", o.name as "orgName",
           a.notice_id as "noticeId", a.must_confirm as "mustConfirm", a.read_by::text as "readBy",
           a.shown_number is not null as "isShown", a.shown_number is not null and a.reached_at is null as "isSending"
      from archive_article a join organisation o on o.id = a.org_id and o.deleted_at is null
      left join archive_version v on v.article_id = a.id and v.number = a.shown_number
     where a.id = ${id} and a.deleted_at is null
       and (${within(scope, 'a.org_code')}
            or (a.shown_number is not null and exists (select from archive_reach x where x.article_id = a.id and ${within(scope, 'x.org_code')})))
     ${lock ? sql`for update of a` : sql``}`.execute(db);
  return rows[0];
}

/** The counts of a scope, and of each next organisation below a code: its own people by themselves. */
export async function tallies(db: Db, scope: Scope, id: string, code: string) {
  const length = code.length + 4;
  const { rows } = await sql<{ id: string; name: string; isOwn: boolean; tally: Tally }>`
    with people as (
      select left(x.org_code, ${length}) as code, ${STATE} as state from ${PEOPLE}
       where x.article_id = ${id} and ${within(scope, 'x.org_code')})
    select o.id, o.name, o.code = ${code} as "isOwn", ${TALLY} as tally
      from people p join organisation o on o.code = p.code and o.deleted_at is null
     group by o.id, o.name, o.code order by o.code`.execute(db);
  return rows;
}

export interface ReceiptRecord {
  id: string;
  name: string;
  orgName: string;
  state: Receipt;
  at: Date | null;
  toldOn: string | null;
  toldBy: string;
  urgedAt: Date | null;
}

/** A page of the people of a scope, those who have not read it first; by the order of the tree. */
export async function pageOfReceipts(
  db: Db,
  scope: Scope,
  id: string,
  state: Receipt | null,
  limit: number,
  offset: number,
): Promise<{ rows: ReceiptRecord[]; total: number }> {
  const found = sql`(
    select x.id, x.name, x.org_code, o.name as "orgName", ${STATE} as state,
           ${AT} as at, x.told_on::text as "toldOn",
           x.told_by as "toldBy", x.urged_at as "urgedAt"
      from ${PEOPLE} join organisation o on o.id = x.org_id
     where x.article_id = ${id} and ${within(scope, 'x.org_code')}) as found
    where ${state}::text is null or state = ${state}`;
  const [rows, total] = await Promise.all([
    sql<ReceiptRecord>`select id, name, "orgName", state, at, "toldOn", "toldBy", "urgedAt" from ${found}
      order by array_position(array['unread', 'none', 'read', 'told', 'confirmed'], state), org_code, id
      limit ${limit} offset ${offset}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from ${found}`.execute(db),
  ]);
  return { rows: rows.rows, total: total.rows[0]?.n ?? 0 };
}

/** How many of a scope would be urged now. */
export async function countUrgeable(db: Db, scope: Scope, id: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${PEOPLE} where x.article_id = ${id} and ${within(scope, 'x.org_code')}
       and a.shown_number is not null and ${OPEN} and ${RESTED}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** When those of a scope who have not read it were urged last; null: never, or all have. */
export async function lastUrged(db: Db, scope: Scope, id: string): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(x.urged_at) as at from ${PEOPLE} where x.article_id = ${id} and ${within(scope, 'x.org_code')} and ${OPEN}`.execute(
    db,
  );
  return rows[0]?.at ?? null;
}

/** The subject of the to-dos that urging opens. */
export const urgeSubject = (id: string) => `noticeUrge:${id}`;

/**
 * Urges those of a scope who have not read it and were not urged for two hours: a notice to them, a to-do to the workers of their
 * organisations. Answers how many of each.
 */
export async function urge(
  db: Db,
  scope: Scope,
  of: WatchedRecord,
  by: { orgId: string; name: string },
): Promise<{ people: number; orgs: number }> {
  const title = `请尽快阅读：${of.title}`;
  const remark = `${of.orgName}发布，您还没有${of.mustConfirm === '' ? '阅读' : '确认'}。${of.readBy ? `请在${of.readBy}前完成。` : ''}`;
  const { rows } = await sql<{ people: number; orgs: number }>`
    with urged as (
      update archive_reach set urged_at = now() where id in (
        select x.id from ${PEOPLE} where x.article_id = ${of.id} and ${within(scope, 'x.org_code')} and ${OPEN} and ${RESTED})
      returning account_id, org_id, org_code
    ), made as (
      ${noticeMade({ type: '1', title, remark, orgId: by.orgId, createdBy: by.name, jumpUrl: `/archive/announcement/view/${of.id}` }, sql`exists (select from urged)`)}
    ), sent as (
      ${noticeSent(sql`select made.id, urged.account_id from made cross join urged`)}
    ), places as (select org_id, min(org_code) as org_code, count(*)::int as n from urged group by org_id
    ), asked as (
      ${todosOpened(sql`select ${ROLE.worker}::smallint, org_id, org_code, null::bigint, '资讯', ${`督促阅读：${of.title}`}, n || '人还没有阅读，没有账号的请当面告知并登记', '查看',
             ${`/archive/announcement/receipts/${of.id}`}, ${of.readBy}::date, ${urgeSubject(of.id)}
        from places where org_id <> ${by.orgId}`)}
    )
    select (select count(*)::int from urged) as people, (select count(*)::int from places) as orgs`.execute(db);
  return rows[0] ?? { people: 0, orgs: 0 };
}

/** Closes the to-dos of organisations where nobody is left to be urged; with a place, its to-do alone, asking no other people. */
export const closeUrged = (db: Db, id: string, place: { orgId: string; orgCode: string } | null = null) =>
  todosClosed(sql`todo.subject = ${urgeSubject(id)} ${place === null ? sql`` : sql`and todo.org_id = ${place.orgId}`}
    and not exists (select from ${PEOPLE} where x.article_id = ${id} and x.org_id = todo.org_id and ${OPEN}
                      ${place === null ? sql`` : sql`and x.org_code = ${place.orgCode}`})`).execute(db);

/** Notes that people of a scope were told face to face; a null day takes it back. Answers whom. */
export async function notify(
  db: Db,
  scope: Scope,
  id: string,
  rowIds: readonly string[],
  on: string | null,
  by: string,
) {
  const { rows } = await sql<{ name: string }>`
    update archive_reach x set told_on = ${on}, told_by = ${on === null ? '' : by}
     where x.article_id = ${id} and x.id = any(${rowIds}::bigint[]) and ${within(scope, 'x.org_code')} returning name`.execute(
    db,
  );
  return rows;
}

/** An announcement as one account reads it. */
export interface ReadRecord {
  id: string;
  title: string;
  noticeType: string;
  orgName: string;
  publishedAt: Date;
  content: string;
  files: string[];
  number: number;
  note: string;
  correctedAt: Date;
  mustConfirm: string;
  readBy: string | null;
  isOver: boolean;
  noticeId: string | null;
  orgCode: string;
  state: Receipt;
  at: Date | null;
  isMine: boolean;
}

const OVER = sql`coalesce(v.shown_until < ${dbToday}, false)`;
/** What an account was sent and is still shown: the only door to readers of announcements. */
const mine = (accountId: string) => sql`
  archive_reach x join archive_article a on a.id = x.article_id and a.deleted_at is null
  join archive_version v on v.article_id = a.id and v.number = a.shown_number
  join organisation o on o.id = a.org_id and o.deleted_at is null
  left join notice_recipient r on r.notice_id = a.notice_id and r.account_id = x.account_id
  where x.account_id = ${accountId}`;
const SHORT = sql`a.id, v.title, a.notice_type as "noticeType", case when a.former_org = '' then o.name else a.former_org end as "orgName",
  a.first_shown as "publishedAt", v.read_by::text as "readBy", v.must_confirm as "mustConfirm", ${OVER} as "isOver"`;
const LONG = sql`v.content, v.files, v.number, v.note, v.published_at as "correctedAt", a.notice_id as "noticeId", a.org_code as "orgCode"`;

export interface MineFilter {
  unread: boolean;
  type: string | null;
  words: string | null;
}

/** A page of what an account was sent: what is not read first, then the newest. `unread` counts all of it. */
export async function pageOfMine(db: Db, accountId: string, filter: MineFilter, limit: number, offset: number) {
  const found = sql`(select ${SHORT}, ${LONG}, ${STATE} as state, ${AT} as at, true as "isMine" from ${mine(accountId)}
      and (${filter.type}::text is null or a.notice_type = ${filter.type})
      and (${filter.words}::text is null or ${textHolds(sql`v.title`, filter.words)})) as found`;
  const open = sql`(not "isOver" and (state = 'unread' or (state = 'read' and "mustConfirm" <> '')))`;
  const unreadCondition = filter.unread ? sql`where ${open}` : sql``;
  const [rows, total, unread] = await Promise.all([
    sql<ReadRecord>`select * from ${found} ${unreadCondition} order by ${open} desc, "publishedAt" desc, id desc
      limit ${limit} offset ${offset}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from ${found} ${unreadCondition}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from ${found} where ${open}`.execute(db),
  ]);
  return { rows: rows.rows, total: total.rows[0]?.n ?? 0, unread: unread.rows[0]?.n ?? 0 };
}

/** One announcement of an account; one of the scope where it was not sent to it. Undefined: neither, or not shown. */
export async function findRead(db: Db, session: Session, scope: Scope | null, id: string) {
  // Planned once: thousands open the same announcement within a minute of its coming.
  const own =
    await sql<ReadRecord>`/* prepared */ select ${SHORT}, ${LONG}, ${STATE} as state, ${AT} as at, true as "isMine"
    from ${mine(session.accountId)} and x.article_id = ${id}`.execute(db);
  if (own.rows[0] || scope === null) return own.rows[0];
  const { rows } = await sql<ReadRecord>`
    select ${SHORT}, ${LONG}, 'none' as state, null::timestamptz as at, false as "isMine"
      from archive_article a join archive_version v on v.article_id = a.id and v.number = a.shown_number
      join organisation o on o.id = a.org_id and o.deleted_at is null
     where a.id = ${id} and a.kind = 'notice' and a.deleted_at is null
       and (${within(scope, 'a.org_code')} or exists (select from archive_reach x where x.article_id = a.id and ${within(scope, 'x.org_code')}))`.execute(
    db,
  );
  return rows[0];
}

/** Whether an account was sent an announcement that is withdrawn now. */
export async function wasSent(db: Db, accountId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from archive_reach x join archive_article a on a.id = x.article_id
     where x.account_id = ${accountId} and a.id = ${id} and a.deleted_at is null and a.shown_number is null`.execute(
    db,
  );
  return rows.length > 0;
}

/** Keeps when an account first had a text before it. */
export const open = (db: Db, accountId: string, id: string) =>
  sql`update archive_reach set opened_at = now() where article_id = ${id} and account_id = ${accountId} and opened_at is null`.execute(
    db,
  );

/** How an account stands with an announcement that it was sent, without its text. */
export interface ReceiptStanding {
  title: string;
  /** Of the announcement. */
  orgCode: string;
  noticeId: string | null;
  mustConfirm: string;
  state: Receipt;
  at: Date | null;
  /** Had the text before it for long enough, by the database's clock. */
  hadTime: boolean;
  /** Where the account is to know it. */
  place: { orgId: string; orgCode: string };
  /** The workers there have a to-do about those who have not read it. */
  isUrged: boolean;
}

/** What a receipt is decided by; undefined: not sent to this account, or not shown. @param seconds that reading takes at least */
export async function findStanding(
  db: Db,
  accountId: string,
  id: string,
  seconds: number,
): Promise<ReceiptStanding | undefined> {
  const { rows } = await sql<ReceiptStanding>`/* prepared */
    select v.title, a.org_code as "orgCode", a.notice_id as "noticeId", v.must_confirm as "mustConfirm", ${STATE} as state,
           ${AT} as at, coalesce(x.opened_at <= now() - ${seconds} * interval '1 second', false) as "hadTime",
           jsonb_build_object('orgId', x.org_id::text, 'orgCode', x.org_code) as place,
           exists (select from todo t where t.subject = ${urgeSubject(id)} and t.org_id = x.org_id and t.done_at is null) as "isUrged"
      from ${mine(accountId)} and x.article_id = ${id}`.execute(db);
  return rows[0];
}

/** Writes the confirmation of an account, once. */
export const confirm = (db: Db, accountId: string, id: string) =>
  sql`update archive_reach set confirmed_at = coalesce(confirmed_at, now())
       where article_id = ${id} and account_id = ${accountId}`.execute(db);

/** The counts of several announcements within a scope, by their ids. */
export async function talliesOf(db: Db, scope: Scope, ids: readonly string[]): Promise<Map<string, Tally>> {
  const { rows } = await sql<{ id: string; tally: Tally }>`
    select id, ${TALLY} as tally from (
      select a.id, ${STATE} as state from ${PEOPLE}
       where x.article_id = any(${ids}::bigint[]) and ${within(scope, 'x.org_code')}) as people
     group by id`.execute(db);
  return new Map(rows.map(({ id, tally }) => [id, tally]));
}

/** The organisations from one down to another that lies below it, both included. */
export async function pathTo(db: Db, from: string, to: string): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from organisation where deleted_at is null and starts_with(${to}, code) and length(code) >= ${from.length}
     order by code`.execute(db);
  return rows;
}
