import { sql } from 'kysely';
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
