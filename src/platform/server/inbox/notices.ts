import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../database/db.ts';
import { textPinyin } from '../database/nameSearch.ts';

/** A notice as a module sends it: a text of one organisation to accounts. */
export interface NewNotice {
  /** Dictionary 0178. */
  type: string;
  title: string;
  remark: string;
  orgId: string;
  createdBy: string;
  accountIds: readonly string[];
  /** The page that it is about; absent: none. */
  jumpUrl?: string;
}

const WRITTEN = sql`type, title, pinyin, initials, remark, org_id, created_by, jump_url`;

/** A part of a statement that writes the text of a notice and returns its id; who reads it, `noticeSent` says. @param where only then */
export function noticeMade(notice: Omit<NewNotice, 'accountIds'>, where: RawBuilder<unknown> = sql`true`) {
  const { full, initials } = textPinyin(notice.title);
  return sql`
    insert into notice (${WRITTEN})
    select ${notice.type}, ${notice.title}, ${full}, ${initials}, ${notice.remark}, ${notice.orgId}::bigint, ${notice.createdBy},
           ${notice.jumpUrl ?? ''} where ${where} returning id`;
}

/** A statement, or a part of one, that gives notices to accounts, each once. @param who a query of `notice_id, account_id`, in this order */
export const noticeSent = (who: RawBuilder<unknown>) =>
  sql`insert into notice_recipient (notice_id, account_id) ${who} on conflict do nothing`;

/** Writes another text into a notice that was sent; nobody is told anew. With `isFound: false` no search finds it by its title's letters. */
export async function rewriteNotice(
  db: Db,
  id: string,
  text: Pick<NewNotice, 'title' | 'remark' | 'jumpUrl'> & { type?: string; isFound?: false },
): Promise<void> {
  const { full, initials } = text.isFound === false ? { full: '', initials: '' } : textPinyin(text.title);
  await sql`
    update notice set type = coalesce(${text.type ?? null}, type), title = ${text.title}, remark = ${text.remark}, pinyin = ${full},
           initials = ${initials}, jump_url = ${text.jumpUrl ?? ''} where id = ${id}`.execute(db);
}

/** What becomes of one account's copies of notices. */
export type NoticeChange = 'receive' | 'takeBack' | 'remove' | 'restore';

/** Minutes during which a receipt may be taken back; afterwards the sender relies on it. */
const RECEIPT_MINUTES = 5;

/** Changes one account's copies of notices; answers the notices that it has in that state. */
export async function changeNotices(db: Db, accountId: string, ids: readonly string[], change: NoticeChange) {
  const set = {
    receive: sql`is_handle = true, is_read = true, handled_at = coalesce(handled_at, now())`,
    takeBack: sql`is_handle = false, is_read = false, handled_at = null`,
    remove: sql`deleted_at = now()`,
    restore: sql`deleted_at = null`,
  }[change];
  const recent = sql`handled_at > now() - make_interval(mins => ${RECEIPT_MINUTES})`;
  const { rows } = await sql<{ id: string; title: string; org_code: string }>`/* prepared */
    update notice_recipient r set ${set}
      from notice n join organisation o on o.id = n.org_id
     where r.notice_id = any(${ids}::bigint[]) and n.id = r.notice_id and r.account_id = ${accountId}
       and (r.deleted_at is not null) = ${change === 'restore'}
       and ${change === 'takeBack' ? recent : sql`true`}
    returning n.id, n.title, o.code as org_code`.execute(db);
  return rows;
}

/** Removes an account's deleted copy of a notice for good, and the notice with the last copy. */
export async function eraseNotice(db: Db, accountId: string, noticeId: string): Promise<void> {
  await sql`
    delete from notice_recipient
     where notice_id = ${noticeId} and account_id = ${accountId} and deleted_at is not null`.execute(db);
  await sql`
    delete from notice n
     where n.id = ${noticeId} and not exists (select from notice_recipient r where r.notice_id = n.id)`.execute(db);
}

/** Sends a notice to accounts, within the caller's transaction; answers its id. */
export async function sendNotice(db: Db, notice: NewNotice): Promise<string> {
  const [id = ''] = await sendNotices(db, [notice]);
  return id;
}

/**
 * Sends many notices, each with its own text and accounts, by one statement within the caller's transaction. Use it where one act or
 * one run of recurring work reaches many people.
 * @returns their ids, in the same order
 */
export async function sendNotices(db: Db, notices: readonly NewNotice[]): Promise<string[]> {
  if (notices.length === 0) return [];
  const read = notices.map(({ title }) => textPinyin(title));
  const sent = notices.flatMap(({ accountIds }, at) => accountIds.map((account) => ({ place: at + 1, account })));
  // Ids are given in the order in which the rows come, so that the nth notice has the nth of them.
  const { rows } = await sql<{ id: string }>`
    with given as (
      select * from unnest(
        ${notices.map(({ type }) => type)}::text[], ${notices.map(({ title }) => title)}::text[],
        ${read.map(({ full }) => full)}::text[], ${read.map(({ initials }) => initials)}::text[],
        ${notices.map(({ remark }) => remark)}::text[], ${notices.map(({ orgId }) => orgId)}::bigint[],
        ${notices.map(({ createdBy }) => createdBy)}::text[], ${notices.map(({ jumpUrl }) => jumpUrl ?? '')}::text[]
      ) with ordinality as one (type, title, pinyin, initials, remark, org_id, created_by, jump_url, place)
    ), made as (
      insert into notice (type, title, pinyin, initials, remark, org_id, created_by, jump_url)
      select type, title, pinyin, initials, remark, org_id, created_by, jump_url from given order by place
      returning id
    ), numbered as (
      select id, row_number() over (order by id) as place from made
    ), sent as (
      insert into notice_recipient (notice_id, account_id)
      select numbered.id, one.account_id
        from unnest(${sent.map(({ place }) => place)}::int[], ${sent.map(({ account }) => account)}::bigint[]) as one (place, account_id)
        join numbered on numbered.place = one.place
      on conflict do nothing
    )
    select id from numbered order by place`.execute(db);
  return rows.map(({ id }) => id);
}
