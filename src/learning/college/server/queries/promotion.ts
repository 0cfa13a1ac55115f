import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';

/**
 * Students of the scope who are at school, with who went up in that year already. A year is gone up once: who joined the roster or
 * came back after their organisation had (`over`) is in the grade of that year.
 */
const STUDENTS = (scope: Scope, year: number, own = '0') => sql`
  select k.id, k.grade::int as grade, k.class_name, k.suspended::int as suspended,
         exists (select from college_promotion_person p join college_promotion q on q.id = p.promotion_id
                  where p.person_id = k.id and q.year = ${year} and q.undone_at is null) as already,
         exists (select from college_promotion q where q.year = ${year} and q.undone_at is null and q.id <> ${own}
                    and m.org_code >= q.org_code and m.org_code < q.org_code || ':') as over
    from college_person k join member m on m.id = k.member_id and m.deleted_at is null
   where k.job_type = 2 and k.grade between 1 and 3 and ${scope.memberId === null} and ${within(scope, 'm.org_code')}`;

export async function stepsOf(db: Db, scope: Scope, year: number) {
  const { rows } = await sql<{ grade: number; className: string; people: number; suspended: number; already: number }>`
    select s.grade, s.class_name as "className", (count(*) filter (where s.suspended = 2 and not s.already and not s.over))::int as people,
           (count(*) filter (where s.suspended = 1 and not s.already))::int as suspended, (count(*) filter (where s.already))::int as already
      from (${STUDENTS(scope, year)}) as s group by s.grade, s.class_name order by s.grade, s.class_name`.execute(db);
  return rows;
}

/** Takes the students one grade further; answers the promotion's id. The caller has counted them before, under the same lock. */
export async function promote(
  db: Db,
  scope: Scope,
  of: { orgId: string; orgCode: string; year: number; promoted: number; graduated: number; by: string },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into college_promotion (org_id, org_code, year, promoted, graduated, created_by)
    values (${of.orgId}, ${of.orgCode}, ${of.year}, ${of.promoted}, ${of.graduated}, ${of.by}) returning id`.execute(
    db,
  );
  const id = rows[0]?.id ?? '';
  await sql`
    insert into college_promotion_person (promotion_id, person_id, before, after)
    select ${id}, s.id, s.grade, case s.grade when 3 then 0 else s.grade + 1 end
      from (${STUDENTS(scope, of.year, id)}) as s where s.suspended = 2 and not s.already and not s.over`.execute(db);
  await sql`
    update college_person k set grade = p.after, version = k.version + 1, updated_at = now(), updated_by = ${of.by},
           graduated_on = case when p.after = 0 then (now() at time zone 'Asia/Shanghai')::date end
      from college_promotion_person p where p.promotion_id = ${id} and k.id = p.person_id`.execute(db);
  return id;
}

/** Keeps two promotions of one college from being made at the same time. */
export const lockPromotions = (db: Db) => sql`select pg_advisory_xact_lock(hashtext('college.promotion'))`.execute(db);

export interface PromotionRecord {
  id: string;
  orgId: string;
  orgCode: string;
  orgName: string;
  name: string;
  year: number;
  promoted: number;
  graduated: number;
  createdAt: Date;
  createdBy: string;
  undoneAt: Date | null;
  undoneBy: string;
  undoReason: string;
}

const COLUMNS = sql`q.id, q.org_id as "orgId", q.org_code as "orgCode", o.name as "orgName", q.year || '学年升级' as name, q.year, q.promoted,
  q.graduated, q.created_at as "createdAt", q.created_by as "createdBy", q.undone_at as "undoneAt", q.undone_by as "undoneBy",
  q.undo_reason as "undoReason"`;
const FROM = sql`college_promotion q join organisation o on o.id = q.org_id and o.deleted_at is null`;
const desk = (scope: Scope) => sql`(${scope.memberId === null} and ${within(scope, 'q.org_code')})`;

export async function pageOfPromotions(db: Db, scope: Scope, limit: number, offset: number) {
  const where = sql`${FROM} where ${desk(scope)}`;
  const [rows, total] = await Promise.all([
    sql<PromotionRecord>`select ${COLUMNS} from ${where} order by q.id desc limit ${limit} offset ${offset}`.execute(
      db,
    ),
    sql<{ n: number }>`select count(*)::int as n from ${where}`.execute(db),
  ]);
  return { rows: rows.rows, total: total.rows[0]?.n ?? 0 };
}

export async function findPromotion(db: Db, scope: Scope, id: string): Promise<PromotionRecord | undefined> {
  const { rows } = await sql<PromotionRecord>`
    select ${COLUMNS} from ${FROM} where q.id = ${id} and ${desk(scope)} for update of q`.execute(db);
  return rows[0];
}

/** Takes a promotion back: whose grade is still what it made goes back; whoever was changed since stays. */
export async function undo(db: Db, id: string, by: string, reason: string) {
  const { rows } = await sql<{ restored: number; all: number }>`
    with back as (
      update college_person k set grade = p.before, version = k.version + 1, updated_at = now(), updated_by = ${by}, graduated_on = null
        from college_promotion_person p where p.promotion_id = ${id} and k.id = p.person_id and k.grade = p.after
      returning k.id)
    select (select count(*)::int from back) as restored,
           (select count(*)::int from college_promotion_person where promotion_id = ${id}) as all`.execute(db);
  await sql`update college_promotion set undone_at = now(), undone_by = ${by}, undo_reason = ${reason} where id = ${id}`.execute(
    db,
  );
  return rows[0] ?? { restored: 0, all: 0 };
}

/** The grades that somebody went through, the latest first. */
export async function promotionsOf(db: Db, personId: string) {
  const { rows } = await sql<{ at: Date; by: string; before: number; after: number; isUndone: boolean }>`
    select q.created_at as at, q.created_by as by, p.before::int as before, p.after::int as after, q.undone_at is not null as "isUndone"
      from college_promotion_person p join college_promotion q on q.id = p.promotion_id
     where p.person_id = ${personId} order by q.id desc`.execute(db);
  return rows;
}
