import { sql } from 'kysely';
import type { Db } from './db.ts';
import { textPinyin } from './nameSearch.ts';

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
  const { full, initials } = textPinyin(notice.title);
  const { rows } = await sql<{ id: string }>`
    with made as (
      insert into notice (type, title, pinyin, initials, remark, org_id, created_by, jump_url)
      values (${notice.type}, ${notice.title}, ${full}, ${initials}, ${notice.remark}, ${notice.orgId}, ${notice.createdBy},
              ${notice.jumpUrl ?? ''})
      returning id
    ), sent as (
      insert into notice_recipient (notice_id, account_id)
      select made.id, account_id from made, unnest(${notice.accountIds}::bigint[]) as account_id
      on conflict do nothing
    )
    select id from made`.execute(db);
  return rows[0]?.id ?? '';
}
