import { sql } from 'kysely';
import type { ResultState } from '#assessment/memberAssessment/rules.ts';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';

export interface ResultRecord {
  id: string;
  orgId: string;
  orgCode: string;
  orgName: string;
  year: number;
  state: ResultState;
  edition: number;
  shownOn: string | null;
  shownUntil: string | null;
  version: number;
}
const RESULT = sql`r.id, r.org_id as "orgId", r.org_code as "orgCode", o.name as "orgName", r.year, r.state, r.edition,
  r.shown_on as "shownOn", r.shown_until as "shownUntil", r.version`;

/** The newest edition of an organisation's year. */
export async function newest(db: Db, orgId: string, year: number, lock = false): Promise<ResultRecord | undefined> {
  const { rows } = await sql<ResultRecord>`
    select ${RESULT} from assess_result r join organisation o on o.id = r.org_id
     where r.org_id = ${orgId} and r.year = ${year} order by r.edition desc limit 1 ${lock ? sql`for update of r` : sql``}`.execute(
    db,
  );
  return rows[0];
}

/** A result of the scope, locked. */
export async function lockResult(db: Db, scope: Scope, id: string): Promise<ResultRecord | undefined> {
  const { rows } = await sql<ResultRecord>`
    select ${RESULT} from assess_result r join organisation o on o.id = r.org_id
     where r.id = ${id} and o.deleted_at is null and ${within(scope, 'r.org_code')} for update of r`.execute(db);
  return rows[0];
}

export interface YearRecord {
  memberId: string;
  name: string;
  months: number;
  mean: number | null;
  appraisal: number | null;
  rewards: number;
  punish: number;
  total: number | null;
  place: number | null;
  grade: number;
  note: string;
  seenAt: Date | null;
}

export async function yearsOfResult(db: Db, resultId: string): Promise<YearRecord[]> {
  const { rows } = await sql<YearRecord>`
    select member_id as "memberId", name, months, mean, appraisal, rewards, punish, total, place, grade, note, seen_at as "seenAt"
      from assess_year where result_id = ${resultId} order by place nulls last, name, member_id`.execute(db);
  return rows;
}

/** Writes a result with its people anew; answers its id. */
export async function writeResult(
  db: Db,
  one: {
    id: string | null;
    orgId: string;
    orgCode: string;
    year: number;
    planId: string;
    edition: number;
    reason: string;
    by: string;
  },
  people: readonly Omit<YearRecord, 'seenAt'>[],
): Promise<string> {
  const { rows } = one.id
    ? await sql<{ id: string }>`
        update assess_result set plan_id = ${one.planId}, reason = ${one.reason}, version = version + 1, made_at = now(), made_by = ${one.by}
         where id = ${one.id} returning id`.execute(db)
    : await sql<{ id: string }>`
        insert into assess_result (org_id, org_code, year, plan_id, edition, reason, made_by)
        values (${one.orgId}, ${one.orgCode}, ${one.year}, ${one.planId}, ${one.edition}, ${one.reason}, ${one.by}) returning id`.execute(
        db,
      );
  const id = rows[0]?.id ?? '';
  await sql`delete from assess_year where result_id = ${id}`.execute(db);
  await sql`
    insert into assess_year (result_id, member_id, name, months, mean, appraisal, rewards, punish, total, place, grade, note)
    select ${id}, * from jsonb_to_recordset(${JSON.stringify(people.map(({ memberId, ...rest }) => ({ member_id: memberId, ...rest })))}::jsonb)
      as r(member_id bigint, name text, months int, mean int, appraisal int, rewards int, punish int, total int, place int, grade int, note text)`.execute(
    db,
  );
  return id;
}

export async function setShown(
  db: Db,
  id: string,
  from: string,
  until: string,
  noticeId: string | null,
): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update assess_result set state = 1, shown_on = ${from}, shown_until = ${until}, notice_id = ${noticeId}, version = version + 1
     where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

export async function setSettled(db: Db, id: string): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update assess_result set state = 2, version = version + 1 where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

/** What a year came to for some people, once it was shown; of several editions the newest. */
export async function latestOf(db: Db, memberIds: readonly string[], year: number) {
  const { rows } = await sql<{ memberId: string; total: number | null; grade: number }>`
    select distinct on (y.member_id) y.member_id as "memberId", y.total, y.grade from assess_year y join assess_result r on r.id = y.result_id
     where y.member_id = any(${memberIds}::bigint[]) and r.year = ${year} and r.state > 0 order by y.member_id, r.edition desc, r.id desc`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.memberId, row]));
}

/** The newest result that somebody is shown. */
export async function shownTo(db: Db, memberId: string) {
  const { rows } = await sql<{
    id: string;
    year: number;
    state: number;
    total: number | null;
    grade: number;
    shownUntil: string | null;
    seenAt: Date | null;
  }>`
    select r.id, r.year, r.state, y.total, y.grade, r.shown_until as "shownUntil", y.seen_at as "seenAt"
      from assess_year y join assess_result r on r.id = y.result_id
     where y.member_id = ${memberId} and r.state > 0 order by r.year desc, r.edition desc limit 1`.execute(db);
  return rows[0];
}

/** 本人已阅; false: there is no such result for this person. */
export async function markSeen(db: Db, id: string, memberId: string): Promise<boolean> {
  const { rows } = await sql`
    update assess_year y set seen_at = coalesce(y.seen_at, now()) from assess_result r
     where r.id = y.result_id and r.state > 0 and y.result_id = ${id} and y.member_id = ${memberId} returning 1`.execute(
    db,
  );
  return rows.length > 0;
}

/** Accounts of the people of a result. */
export async function accountsOf(db: Db, resultId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select a.id from assess_year y join account a on a.member_id = y.member_id where y.result_id = ${resultId}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}
