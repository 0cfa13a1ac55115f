import { type RawBuilder, sql } from 'kysely';
import { deciderOf } from '#kernel/permission/server/index.ts';
import type { Session } from '#platform/server/context.ts';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';
import type { Reach } from '#publishing/news/rules.notice.ts';
import { ARCHIVE, type Audience, EXPIRING_DAYS, type Kind, type State, type View } from '#publishing/news/rules.ts';

/** An article as it stands. Days `YYYY-MM-DD`. */
export interface ArticleRecord {
  id: string;
  orgId: string;
  orgCode: string;
  orgName: string;
  parentId: string | null;
  columnId: string | null;
  columnName: string;
  approval: boolean;
  columnIsOpen: boolean;
  kind: Kind;
  title: string;
  summary: string;
  content: string;
  cover: string;
  video: string;
  subtitles: string;
  genre: string;
  files: string[];
  labels: string[];
  source: string;
  author: string;
  editor: string;
  audience: Audience | 'people';
  audienceOrgs: string[];
  noticeType: string;
  reach: Partial<Reach>;
  publishAt: Date | null;
  shownUntil: string | null;
  mustConfirm: string;
  readBy: string | null;
  noticeId: string | null;
  state: State;
  note: string;
  opinion: string;
  despite: string;
  instanceId: string | null;
  instanceVersion: number | null;
  instanceState: string | null;
  submittedBy: string | null;
  submitName: string;
  decidedBy: string;
  shownNumber: number | null;
  firstShown: Date | null;
  isTop: boolean;
  isOver: boolean;
  withdrawnFor: string;
  readers: number;
  versions: number;
  token: string;
  version: number;
  authorId: string | null;
  updatedBy: string;
  updatedAt: Date;
  deadLinks: number;
  formerOrg: string;
}

const COLUMNS = sql`a.id, a.org_id as "orgId", a.org_code as "orgCode",
  case when a.former_org = '' then o.name else a.former_org end as "orgName", o.parent_id as "parentId",
  a.column_id as "columnId", coalesce(c.name, '') as "columnName", coalesce(c.approval, true) as approval,
  coalesce(c.is_open, false) as "columnIsOpen", a.kind, a.title, a.summary, a.content, a.cover, a.video, a.subtitles, a.genre, a.files, a.labels,
  a.source, a.author, a.editor, a.audience, a.audience_orgs as "audienceOrgs", a.notice_type as "noticeType", a.reach, a.publish_at as "publishAt",
  a.shown_until::text as "shownUntil", a.must_confirm as "mustConfirm", a.read_by::text as "readBy", a.notice_id as "noticeId",
  a.state, a.note, a.opinion, a.despite, a.instance_id as "instanceId", w.version as "instanceVersion", w.state as "instanceState",
  a.submitted_by as "submittedBy", coalesce((select s.name from account s where s.id = a.submitted_by), '') as "submitName",
  a.decided_by as "decidedBy", a.shown_number as "shownNumber", a.first_shown as "firstShown",
  coalesce(a.top_until >= ${dbToday}, false) as "isTop",
  coalesce(a.shown_number is not null and a.shown_until < ${dbToday}, false) as "isOver", a.withdrawn_for as "withdrawnFor",
  a.readers, (select count(*)::int from archive_version v where v.article_id = a.id) as versions, a.token, a.version,
  a.author_id as "authorId", a.updated_by as "updatedBy", a.updated_at as "updatedAt",
  a.dead_links as "deadLinks", a.former_org as "formerOrg"`;
const FROM = sql`archive_article a join organisation o on o.id = a.org_id and o.deleted_at is null
  left join archive_column c on c.id = a.column_id
  left join workflow_instance w on w.id = a.instance_id and w.kind = ${sql.lit(ARCHIVE)}`;

export interface ArticleFilter {
  view: View | '';
  kinds: readonly Kind[];
  columnId: string | null;
  state: number | null;
  words: string | null;
  /** Announcements from elsewhere that people of the scope are to know. */
  elsewhere?: boolean;
}

/** What waits for the session's own decision: of organisations below it, or of the own one where none is above; never its own text. */
const forMe = ({ accountId, orgId }: Session) => sql`(a.state = 1 and a.instance_id is null
  and a.submitted_by <> ${accountId} and (a.org_id <> ${orgId} or o.parent_id is null))`;

/** What may have outlived itself, and nobody has said lately that it stays. */
export const OUTLIVED = sql`(a.shown_number is not null and (a.kept_until is null or a.kept_until < ${dbToday})
  and (a.shown_until < ${dbToday} or a.dead_links > 0 or a.former_org <> ''))`;

function viewed(view: View | '', session: Session): RawBuilder<unknown> {
  switch (view) {
    case 'mine':
      return sql`a.author_id = ${session.accountId}`;
    case 'audit':
      return forMe(session);
    case 'scheduled':
      return sql`a.state = 3`;
    case 'published':
      return sql`a.shown_number is not null and (a.shown_until is null or a.shown_until >= ${dbToday})`;
    case 'expiring':
      return sql`a.shown_number is not null and a.shown_until between ${dbToday} and ${dbToday} + ${EXPIRING_DAYS}::int`;
    case 'cleanup':
      return OUTLIVED;
    case 'withdrawn':
      return sql`a.state = 5`;
    default:
      return sql`true`;
  }
}

/** A page of articles with how many there are, the newest first. */
export async function pageOfArticles(
  db: Db,
  scope: Scope,
  session: Session,
  filter: ArticleFilter,
  limit: number,
  offset: number,
): Promise<{ rows: ArticleRecord[]; total: number }> {
  const parts: RawBuilder<unknown>[] = [
    filter.elsewhere
      ? sql`not ${within(scope, 'a.org_code')} and a.shown_number is not null and exists (
          select from archive_reach x where x.article_id = a.id and ${within(scope, 'x.org_code')})`
      : within(scope, 'a.org_code'),
    sql`a.deleted_at is null`,
    sql`a.kind = any(${filter.kinds}::text[])`,
    viewed(filter.view, session),
  ];
  if (filter.columnId) parts.push(sql`a.column_id = ${filter.columnId}`);
  if (filter.state !== null) parts.push(sql`a.state = ${filter.state}`);
  if (filter.words) parts.push(textHolds(sql`a.title`, filter.words));
  const where = sql`${FROM} where ${sql.join(parts, sql` and `)}`;
  const [rows, total] = await Promise.all([
    sql<ArticleRecord>`select ${COLUMNS} from ${where} order by a.id desc limit ${limit} offset ${offset}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from ${where}`.execute(db),
  ]);
  return { rows: rows.rows, total: total.rows[0]?.n ?? 0 };
}

/** How many wait for the session's own decision. */
export async function countWaiting(db: Db, scope: Scope, session: Session): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${FROM} where ${within(scope, 'a.org_code')} and a.deleted_at is null and ${forMe(session)}`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

/** One article of the scope; `lock` keeps it for this transaction. */
export async function findArticle(db: Db, scope: Scope, id: string, lock = false): Promise<ArticleRecord | undefined> {
  const { rows } = await sql<ArticleRecord>`
    select ${COLUMNS} from ${FROM} where a.id = ${id} and a.deleted_at is null and ${within(scope, 'a.org_code')}
    ${lock ? sql`for update of a` : sql``}`.execute(db);
  return rows[0];
}

/** An organisation of the scope to which something is written. */
export async function findPlace(db: Db, scope: Scope, id: string) {
  const { rows } = await sql<{ id: string; code: string; name: string; type: number }>`
    select id, code, name, type from organisation where id = ${id} and deleted_at is null and ${within(scope, 'code')}`.execute(
    db,
  );
  return rows[0];
}

/** The organisations for which the session may write, the own one first. */
export async function places(db: Db, scope: Scope, limit: number): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from organisation where deleted_at is null and ${within(scope, 'code')} order by code limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** Who decides where no process does: the nearest organisation above where somebody else may audit; the top's workers where nobody does. */
export const superiorOf = (db: Db, orgId: string, senderId: string | null) =>
  deciderOf(db, orgId, senderId ?? '0', 'archive:audit');

/** What people write of an article. */
export interface ArticleFields {
  columnId: string | null;
  kind: Kind;
  title: string;
  summary: string;
  content: string;
  words: string;
  cover: string;
  video: string;
  subtitles: string;
  genre: string;
  files: readonly string[];
  labels: readonly string[];
  source: string;
  author: string;
  editor: string;
  audience: Audience | 'people';
  audienceOrgs: readonly string[];
  noticeType: string;
  reach: Reach;
  publishAt: Date | null;
  shownUntil: string | null;
  mustConfirm: string;
  readBy: string | null;
  note: string;
}

/** Adds a draft; the ids of its files are known once it has an id itself. */
export async function insertArticle(
  db: Db,
  org: { id: string; code: string },
  of: ArticleFields,
  token: string,
  by: { id: string; name: string },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into archive_article (org_id, org_code, column_id, kind, title, summary, content, words, subtitles, genre,
                                 labels, source, author, editor, audience, audience_orgs, notice_type, reach, publish_at, shown_until, must_confirm, read_by, token,
                                 author_id, created_by, updated_by)
    values (${org.id}, ${org.code}, ${of.columnId}, ${of.kind}, ${of.title}, ${of.summary}, ${of.content}, ${of.words},
            ${of.subtitles}, ${of.genre}, ${of.labels}::text[], ${of.source}, ${of.author}, ${of.editor}, ${of.audience}, ${of.audienceOrgs}::bigint[], ${of.noticeType},
            ${JSON.stringify(of.reach)}::jsonb, ${of.publishAt}, ${of.shownUntil}, ${of.mustConfirm}, ${of.readBy}, ${token}, ${by.id}, ${by.name}, ${by.name})
    returning id`.execute(db);
  return rows[0]?.id ?? '';
}

/** The files of an article as they are called now. */
export interface OwnFiles {
  content: string;
  cover: string;
  video: string;
  files: readonly string[];
}

export const setFiles = (db: Db, id: string, of: OwnFiles) =>
  sql`update archive_article set content = ${of.content}, cover = ${of.cover}, video = ${of.video}, files = ${of.files}::text[]
       where id = ${id}`.execute(db);

/** Writes a locked article; what was published, sent back or withdrawn becomes a draft. Answers the new version. */
export async function writeArticle(db: Db, id: string, of: ArticleFields, by: string): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update archive_article set column_id = ${of.columnId}, kind = ${of.kind}, title = ${of.title}, summary = ${of.summary},
           content = ${of.content}, words = ${of.words}, cover = ${of.cover}, video = ${of.video}, files = ${of.files}::text[],
           subtitles = ${of.subtitles}, genre = ${of.genre}, labels = ${of.labels}::text[], source = ${of.source}, author = ${of.author}, editor = ${of.editor},
           audience = ${of.audience}, audience_orgs = ${of.audienceOrgs}::bigint[], notice_type = ${of.noticeType},
           reach = ${JSON.stringify(of.reach)}::jsonb, publish_at = ${of.publishAt},
           shown_until = ${of.shownUntil}, must_confirm = ${of.mustConfirm}, read_by = ${of.readBy}, note = ${of.note},
           despite = '', state = case when state in (4, 5) then 0 else state end, version = version + 1, updated_at = now(),
           updated_by = ${by}
     where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

/** What a step of an article's life writes; what is left out stays. */
export interface Step {
  state?: State;
  opinion?: string;
  despite?: string;
  withdrawnFor?: string;
  /** Null: nothing is shown. */
  shownNumber?: number | null;
  decidedBy?: string;
  columnId?: string;
  /** Null: not on top. */
  topUntil?: string | null;
  /** `by`: sent in by this account; null `instanceId`: for the superior. */
  sent?: { by: string; instanceId: string | null };
}

/** Takes a locked article to its next state; answers the new version. */
export async function takeStep(db: Db, id: string, step: Step): Promise<number> {
  const sets: RawBuilder<unknown>[] = [sql`version = version + 1`];
  if (step.state !== undefined) sets.push(sql`state = ${step.state}`);
  if (step.opinion !== undefined) sets.push(sql`opinion = ${step.opinion}`);
  if (step.despite !== undefined) sets.push(sql`despite = ${step.despite}`);
  if (step.withdrawnFor !== undefined) sets.push(sql`withdrawn_for = ${step.withdrawnFor}`);
  if (step.shownNumber !== undefined) sets.push(sql`shown_number = ${step.shownNumber}`);
  if (step.decidedBy !== undefined) sets.push(sql`decided_by = ${step.decidedBy}`);
  if (step.columnId !== undefined) sets.push(sql`column_id = ${step.columnId}, top_until = null`);
  if (step.topUntil !== undefined) sets.push(sql`top_until = ${step.topUntil}`);
  if (step.sent)
    sets.push(
      sql`submitted_by = ${step.sent.by}, submitted_at = now(), instance_id = ${step.sent.instanceId}, opinion = ''`,
    );
  const { rows } = await sql<{ version: number }>`
    update archive_article set ${sql.join(sets)} where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

/**
 * Makes the approved text of a locked article its next version and shows it; answers the new version of the row. Where it
 * says no last day, that of its column is taken.
 */
export async function publish(db: Db, id: string): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    with own as (
      select a.*, coalesce(a.shown_until, ${dbToday} + c.shown_days::int) as until, coalesce(s.name, a.created_by) as writer
        from archive_article a left join archive_column c on c.id = a.column_id left join account s on s.id = a.submitted_by
       where a.id = ${id}
    ), made as (
      insert into archive_version (article_id, number, title, summary, content, words, cover, video, subtitles, genre, files, labels,
                                   source, author, editor, audience, audience_orgs, shown_until, note, reach, must_confirm, read_by, written_by,
                                   approved_by)
      select id, coalesce((select max(number) from archive_version where article_id = own.id), 0) + 1, title, summary, content, words,
             cover, video, subtitles, genre, files, labels, source, author, editor, audience, audience_orgs, until, note, reach, must_confirm, read_by, writer,
             decided_by
        from own returning number
    )
    update archive_article a set state = 4, shown_number = made.number, shown_until = own.until, opinion = '', withdrawn_for = '',
           publish_at = null, first_shown = coalesce(a.first_shown, now()), sort_at = coalesce(a.sort_at, now()), version = a.version + 1
      from made, own where a.id = ${id} returning a.version`.execute(db);
  return rows[0]?.version ?? 0;
}

/** The next article whose hour has come, locked; undefined: none. Another process takes another one. */
export async function nextDue(db: Db): Promise<{ id: string } | undefined> {
  const { rows } = await sql<{ id: string }>`
    select a.id from archive_article a join organisation o on o.id = a.org_id and o.deleted_at is null
     where a.state = 3 and a.deleted_at is null and a.publish_at <= now()
     order by a.publish_at, a.id limit 1 for update of a skip locked`.execute(db);
  return rows[0];
}

/** Whether a moment lies in the past, by the database's clock. */
export async function isPast(db: Db, at: Date): Promise<boolean> {
  const { rows } = await sql<{
    past: boolean;
  }>`select ${at}::timestamptz < now() - interval '1 minute' as past`.execute(db);
  return rows[0]?.past ?? false;
}

/** Tops of a column today, one article left out. */
export async function countTops(db: Db, columnId: string, without: string): Promise<number> {
  // Two who put up the fifth at once: the second waits here.
  await sql`select from archive_column where id = ${columnId} for update`.execute(db);
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from archive_article
     where column_id = ${columnId} and id <> ${without} and deleted_at is null and shown_number is not null
       and top_until >= ${dbToday}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Changes places with the next one above or below in the column, of the same scope; false: it stands at the end already. */
export async function swap(db: Db, scope: Scope, id: string, direction: 'up' | 'down'): Promise<boolean> {
  const up = direction === 'up';
  const { rows } = await sql`
    with own as (select id, column_id, sort_at from archive_article where id = ${id}),
    other as (
      select b.id, b.sort_at from archive_article b, own
       where b.column_id = own.column_id and b.id <> own.id and b.deleted_at is null and b.shown_number is not null
         and ${within(scope, 'b.org_code')}
         and (b.sort_at, b.id) ${up ? sql`>` : sql`<`} (own.sort_at, own.id)
       order by b.sort_at ${up ? sql`asc` : sql`desc`}, b.id ${up ? sql`asc` : sql`desc`} limit 1 for update of b
    )
    update archive_article a
       set sort_at = case when a.id = own.id then other.sort_at + case when other.sort_at = own.sort_at
                          then ${up ? sql`interval '1 second'` : sql`interval '-1 second'`} else interval '0' end
                     else own.sort_at end,
           version = a.version + 1
      from own, other where a.id in (own.id, other.id) returning a.id`.execute(db);
  return rows.length > 0;
}

/** Puts a draft into the recycle bin. */
export const binArticle = (db: Db, id: string, by: string, reason: string) =>
  sql`update archive_article set deleted_at = now(), deleted_by = ${by}, delete_reason = ${reason}, version = version + 1
       where id = ${id}`.execute(db);

/** The sign of an article's open page. */
export async function tokenOf(db: Db, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ token: string }>`select token from archive_article where id = ${id}`.execute(db);
  return rows[0]?.token;
}

/** Whether organisations of a type may write in a column. */
export async function mayWriteIn(db: Db, columnId: string, orgType: number): Promise<boolean> {
  const { rows } = await sql`
    select from archive_column where id = ${columnId} and (writers = '{}' or ${orgType} = any(writers))`.execute(db);
  return rows.length > 0;
}
