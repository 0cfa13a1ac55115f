import { type RawBuilder, sql } from 'kysely';
import type { Home } from '#people/org/server/residents.ts';
import type { Db } from '#platform/server/database/db.ts';

const counted = async (db: Db, query: RawBuilder<{ id: string; n: number }>) =>
  new Map((await query.execute(db)).rows.map(({ id, n }) => [id, n]));

/** How many numbers of 志愿书 each of some organisations has in stock; without any: left out. */
export const formsInStock = (db: Db, orgIds: readonly string[]) =>
  counted(
    db,
    sql`select org_id as id, count(*)::int as n from development_form
         where org_id = any(${orgIds}::bigint[]) and state = 'stock' group by 1`,
  );

/** Puts numbers in stock of an organisation, all (`ids` null) or some, to another. Answers the ids of those that went. */
export async function moveStock(
  db: Db,
  from: string,
  to: Home,
  ids: readonly string[] | null,
  by: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update development_form set org_id = ${to.id}, org_code = ${to.code}, changed_at = now(), changed_by = ${by}
     where org_id = ${from} and state = 'stock' ${ids ? sql`and id = any(${ids}::bigint[])` : sql``}
    returning id`.execute(db);
  return rows.map(({ id }) => id);
}

/** How many steps wait for the decision of each of some organisations; without any: left out. */
export const stepsToDecide = (db: Db, orgIds: readonly string[]) =>
  counted(
    db,
    sql`select approver_org_id as id, count(*)::int as n from development_step
         where state = 'submitted' and approver_org_id = any(${orgIds}::bigint[]) group by 1`,
  );

/**
 * Puts steps that wait for an organisation, those of all files (`ids` null) or of some, before another.
 * @returns the files, with the names of the people and their organisations
 */
export async function moveStepsToDecide(db: Db, from: string, to: Home, ids: readonly string[] | null) {
  const { rows } = await sql<{ id: string; name: string; orgCode: string }>`
    update development_step s set approver_org_id = ${to.id}
      from development_file f join member m on m.id = f.member_id
     where f.id = s.file_id and s.state = 'submitted' and s.approver_org_id = ${from}
       ${ids ? sql`and f.id = any(${ids}::bigint[])` : sql``}
    returning f.id, m.name, f.org_code as "orgCode"`.execute(db);
  return rows;
}

/** How many corrections and endings wait for the decision of each of some organisations; without any: left out. */
export const correctionsToDecide = (db: Db, orgIds: readonly string[]) =>
  counted(
    db,
    sql`select approver_org_id as id, count(*)::int as n from development_correction
         where state = 'pending' and approver_org_id = any(${orgIds}::bigint[]) group by 1`,
  );

/** Puts corrections that wait for an organisation, all (`ids` null) or some, before another. Answers those that went. */
export async function moveCorrectionsToDecide(db: Db, from: string, to: Home, ids: readonly string[] | null) {
  const { rows } = await sql<{ id: string; field: string; fileId: string }>`
    update development_correction set approver_org_id = ${to.id}
     where state = 'pending' and approver_org_id = ${from} ${ids ? sql`and id = any(${ids}::bigint[])` : sql``}
    returning id, field, file_id as "fileId"`.execute(db);
  return rows;
}
