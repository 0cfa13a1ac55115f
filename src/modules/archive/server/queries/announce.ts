import { sql } from 'kysely';
import { type Db, dbToday } from '#platform/server/db.ts';
import { textPinyin } from '#platform/server/nameSearch.ts';

export interface Announced {
  id: string;
  title: string;
  summary: string;
  words: string;
  orgId: string;
  orgCode: string;
  writer: string;
  noticeId: string | null;
}

/** An announcement that is shown now, locked. */
export async function findAnnounced(db: Db, id: string): Promise<Announced | undefined> {
  const { rows } = await sql<Announced>`
    select a.id, v.title, v.summary, v.words, a.org_id as "orgId", a.org_code as "orgCode", v.written_by as writer,
           a.notice_id as "noticeId"
      from archive_article a join archive_version v on v.article_id = a.id and v.number = a.shown_number
     where a.id = ${id} and a.kind = 'notice' and a.deleted_at is null
       and (v.shown_until is null or v.shown_until >= ${dbToday}) for update of a`.execute(db);
  return rows[0];
}

/** Makes the notice by which an announcement is sent (dictionary 0178: 1 通知). */
export async function makeNotice(db: Db, of: Announced): Promise<string> {
  const { full, initials } = textPinyin(of.title);
  const { rows } = await sql<{ id: string }>`
    with made as (
      insert into notice (type, title, remark, org_id, created_by, pinyin, initials)
      values ('1', ${of.title}, ${(of.summary || of.words).slice(0, 500)}, ${of.orgId}, ${of.writer}, ${full}, ${initials}) returning id)
    update archive_article set notice_id = made.id from made where archive_article.id = ${of.id} returning made.id`.execute(
    db,
  );
  return rows[0]?.id ?? '';
}

/** Gives the notice to every account that holds a role at a place it is for, each once, whoever joined since. */
export async function deliver(db: Db, of: Announced & { noticeId: string }): Promise<void> {
  await sql`update notice set title = ${of.title}, remark = ${(of.summary || of.words).slice(0, 500)} where id = ${of.noticeId}`.execute(
    db,
  );
  await sql`
    insert into notice_recipient (notice_id, account_id)
    select distinct ${of.noticeId}::bigint, g.account_id
      from archive_article a join archive_version v on v.article_id = a.id and v.number = a.shown_number
      join organisation p on p.deleted_at is null and case v.audience
             when 'all' then true when 'below' then starts_with(p.code, a.org_code)
             else exists (select from organisation t where t.id = any(v.audience_orgs) and t.deleted_at is null
                            and starts_with(p.code, t.code)) end
      join usable_grant g on g.org_id = p.id
     where a.id = ${of.id}
       and not exists (select from notice_recipient r where r.notice_id = ${of.noticeId} and r.account_id = g.account_id)
    on conflict do nothing`.execute(db);
}

/** Takes the text of a withdrawn announcement out of everybody's messages; the receipts stay. */
export const blankNotice = (db: Db, noticeId: string) =>
  sql`update notice set title = '通知已撤下', remark = '该内容已撤下', pinyin = '', initials = '' where id = ${noticeId}`.execute(
    db,
  );
