import { sql } from 'kysely';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { type HelpState, UNANSWERED_DAYS } from '#publishing/news/rules.circle.ts';

/** Chooses one offer and takes back an earlier choice; answers whose it is. */
export async function choose(
  db: Db,
  postId: string,
  replyId: string,
): Promise<{ id: string; name: string } | undefined> {
  const { rows } = await sql<{ id: string; name: string }>`
    select account_id as id, name from circle_reply where id = ${replyId} and post_id = ${postId} and is_offer and deleted_at is null`.execute(
    db,
  );
  const [helper] = rows;
  if (helper) {
    await sql`update circle_reply set is_chosen = id = ${replyId} where post_id = ${postId} and is_offer`.execute(db);
    await sql`update circle_post set helper_id = ${helper.id}, helper_name = ${helper.name} where id = ${postId}`.execute(
      db,
    );
  }
  return helper;
}

/** Writes where a request stands; solved, with the day and the author's thanks. */
export const setHelp = (db: Db, id: string, state: HelpState, thanks: string) =>
  sql`update circle_post set help_state = ${state}, thanks = ${thanks},
             solved_on = case when ${state}::int = 2 then ${dbToday} end, version = version + 1 where id = ${id}`.execute(
    db,
  );

/** Reports a post once a person; answers how many open reports it has now. */
export async function report(db: Db, id: string, accountId: string, reason: string): Promise<number> {
  await sql`insert into circle_report (post_id, account_id, reason) values (${id}, ${accountId}, ${reason})
            on conflict do nothing`.execute(db);
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from circle_report where post_id = ${id} and decided_at is null`.execute(db);
  return rows[0]?.n ?? 0;
}

export const setHidden = (db: Db, id: string, hidden: boolean, reason: string, by: string) =>
  sql`update circle_post set is_hidden = ${hidden}, hidden_for = ${reason}, hidden_by = ${by}, is_waiting = false,
             objection_open = false, version = version + 1
       where id = ${id}`.execute(db);
export const decideReports = (db: Db, id: string) =>
  sql`update circle_report set decided_at = now() where post_id = ${id} and decided_at is null`.execute(db);
export const mute = (db: Db, accountId: string, days: number, reason: string, by: string) =>
  sql`insert into circle_mute (account_id, until, reason, muted_by)
      values (${accountId}, now() + ${days} * interval '1 day', ${reason}, ${by})
      on conflict (account_id) do update set until = excluded.until, reason = excluded.reason, muted_by = excluded.muted_by`.execute(
    db,
  );

/** What was said in the open reports of a post, the newest first; not who said it. */
export async function reportsOf(db: Db, id: string): Promise<{ reason: string; at: Date }[]> {
  const { rows } = await sql<{ reason: string; at: Date }>`
    select reason, created_at as at from circle_report where post_id = ${id} and decided_at is null
     order by created_at desc, account_id limit 50`.execute(db);
  return rows;
}

/** Keeps what the author says against the hiding, open until somebody above decides. */
export const object = (db: Db, id: string, objection: string) =>
  sql`update circle_post set objection = ${objection}, objection_open = true, version = version + 1 where id = ${id}`.execute(
    db,
  );

export interface AnswerRecord {
  id: string;
  postId: string;
  accountId: string;
  content: string;
  isChosen: boolean;
  orgCode: string;
}

/** One answer with where its post belongs, both locked. */
export async function lockAnswer(db: Db, id: string): Promise<AnswerRecord | undefined> {
  const { rows } = await sql<AnswerRecord>`
    select r.id, r.post_id as "postId", r.account_id as "accountId", r.content, r.is_chosen as "isChosen", p.org_code as "orgCode"
      from circle_reply r join circle_post p on p.id = r.post_id and p.deleted_at is null
     where r.id = ${id} and r.deleted_at is null for update of p, r`.execute(db);
  return rows[0];
}

export const dropAnswer = (db: Db, id: string, by: string) =>
  sql`with gone as (update circle_reply set deleted_at = now(), removed_by = ${by} where id = ${id} returning post_id)
      update circle_post set replies = replies - 1 from gone where circle_post.id = gone.post_id`.execute(db);

export interface CircleRule {
  orgId: string;
  orgName: string;
  reviewFirst: boolean;
}

/** The rule that holds at a place: of the nearest organisation that has one; undefined: none, whatever is posted is shown. */
export async function findCircleRule(db: Db, orgCode: string): Promise<CircleRule | undefined> {
  const { rows } = await sql<CircleRule>`
    select r.org_id as "orgId", o.name as "orgName", r.review_first as "reviewFirst"
      from circle_rule r join organisation o on o.id = r.org_id and o.deleted_at is null
     where o.code = any(array(select left(${orgCode}, cut) from generate_series(4, length(${orgCode}), 4) as cut))
     order by length(o.code) desc limit 1`.execute(db);
  return rows[0];
}

export const writeRule = (db: Db, org: { id: string; code: string }, reviewFirst: boolean, by: string) =>
  sql`insert into circle_rule (org_id, org_code, review_first, updated_by) values (${org.id}, ${org.code}, ${reviewFirst}, ${by})
      on conflict (org_id) do update set review_first = excluded.review_first, updated_by = excluded.updated_by,
        updated_at = now()`.execute(db);
export const dropRule = (db: Db, orgId: string) => sql`delete from circle_rule where org_id = ${orgId}`.execute(db);

export interface UnansweredRecord {
  id: string;
  orgId: string;
  orgCode: string;
  name: string;
}

/** Marks requests that nobody answered for three days, a few at a time, and answers them. */
export async function takeUnanswered(db: Db, limit: number): Promise<UnansweredRecord[]> {
  const { rows } = await sql<UnansweredRecord>`
    update circle_post p set branch_told_at = now()
      from (select id from circle_post
             where kind = 'help' and help_state = 0 and replies = 0 and branch_told_at is null and deleted_at is null
               and not is_hidden and not is_waiting and created_at < now() - ${UNANSWERED_DAYS} * interval '1 day'
             order by created_at limit ${limit} for update skip locked) as due
     where p.id = due.id
    returning p.id, p.org_id as "orgId", p.org_code as "orgCode", p.name`.execute(db);
  return rows;
}
