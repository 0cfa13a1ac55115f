import { sql } from 'kysely';
import type { Around, AroundRow } from '#platform/records/records.ts';
import type { Db } from '#platform/server/database/db.ts';

/** What the rows of people's tabs are held against, by person; whom, the caller has drawn from the scope. */
export async function loadRecordContexts(db: Db, memberIds: readonly string[]): Promise<Map<string, Around>> {
  const { rows } = await sql<{ id: string; owner: Around['owner']; rows: AroundRow[] }>`
    select m.id, json_build_object('birthDate', m.birth_date, 'admissionDate', m.admission_date,
             'conversionDate', m.conversion_date, 'joinedBranchOn', m.joined_branch_on, 'personCategory', m.person_category) as owner,
           (select coalesce(json_agg(json_build_object('id', r.id::text, 'kind', r.kind, 'fields', r.fields)), '[]')
              from sub_record r
             where r.member_id = m.id and r.deleted_at is null and r.kind <> 'family') as rows
      from member m where m.id = any(${memberIds}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, ...rest }) => [id, rest]));
}
