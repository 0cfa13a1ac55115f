import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';

export interface CommentRecord {
  id: string;
  articleId: string;
  parentId: string | null;
  accountId: string;
  name: string;
  orgName: string;
  content: string;
  state: 'waiting' | 'shown' | 'hidden';
  createdAt: Date;
  orgCode: string;
}

const COLUMNS = sql`m.id, m.article_id as "articleId", m.parent_id as "parentId", m.account_id as "accountId", m.name,
  m.org_name as "orgName", m.content, m.state, m.created_at as "createdAt", a.org_code as "orgCode"`;
const FROM = sql`archive_comment m join archive_article a on a.id = m.article_id`;

/** Comments of an article, each with its answers behind it; those that wait before their author and whoever decides. */
export async function pageOfComments(
  db: Db,
  articleId: string,
  of: { accountId: string; decides: boolean },
  limit: number,
  offset: number,
): Promise<{ rows: CommentRecord[]; total: number }> {
  const where = sql`m.article_id = ${articleId} and m.deleted_at is null
    and (m.state = 'shown' or (m.state = 'waiting' and (${of.decides} or m.account_id = ${of.accountId})))
    and (m.parent_id is null or exists (
      select from archive_comment p where p.id = m.parent_id and p.deleted_at is null and p.state = 'shown'))`;
  const [rows, total] = await Promise.all([
    sql<CommentRecord>`select ${COLUMNS} from ${FROM} where ${where}
      order by coalesce(m.parent_id, m.id) desc, m.id limit ${limit} offset ${offset}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from ${FROM} where ${where}`.execute(db),
  ]);
  return { rows: rows.rows, total: total.rows[0]?.n ?? 0 };
}

/** A comment that is there, locked. */
export async function findComment(db: Db, id: string): Promise<CommentRecord | undefined> {
  const { rows } = await sql<CommentRecord>`
    select ${COLUMNS} from ${FROM} where m.id = ${id} and m.deleted_at is null and a.deleted_at is null for update of m`.execute(
    db,
  );
  return rows[0];
}

export interface NewComment {
  articleId: string;
  parentId: string | null;
  accountId: string;
  name: string;
  orgName: string;
  content: string;
  state: 'waiting' | 'shown';
}

export async function insertComment(db: Db, of: NewComment): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into archive_comment (article_id, parent_id, account_id, name, org_name, content, state)
    values (${of.articleId}, ${of.parentId}, ${of.accountId}, ${of.name}, ${of.orgName}, ${of.content}, ${of.state})
    returning id`.execute(db);
  return rows[0]?.id ?? '';
}

export const dropComment = (db: Db, id: string) =>
  sql`update archive_comment set deleted_at = now() where id = ${id}`.execute(db);
export const showComment = (db: Db, id: string) =>
  sql`update archive_comment set state = 'shown' where id = ${id}`.execute(db);
