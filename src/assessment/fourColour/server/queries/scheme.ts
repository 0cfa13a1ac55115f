import { sql } from 'kysely';
import type { Scheme } from '#assessment/fourColour/rules.scheme.ts';
import type { Db } from '#platform/server/database/db.ts';

export interface SchemeRecord {
  orgId: string;
  orgName: string;
  looks: Scheme;
  city: string[];
  village: string[];
  version: number;
}

/** The scheme that counts at an organisation: its own, or that of the nearest above; undefined: the house's own. */
export async function findScheme(db: Db, orgCode: string): Promise<SchemeRecord | undefined> {
  const { rows } = await sql<SchemeRecord>`
    select s.org_id as "orgId", o.name as "orgName", s.looks, s.city_natures as city, s.village_natures as village, s.version
      from colour_scheme s join organisation o on o.id = s.org_id and o.deleted_at is null
     where starts_with(${orgCode}, s.org_code) order by length(s.org_code) desc limit 1`.execute(db);
  return rows[0];
}

/** Writes the own scheme of an organisation at the version that was read, 0 for the first one; undefined: somebody saved meanwhile. */
export async function writeScheme(
  db: Db,
  org: { id: string; code: string },
  { version, looks, city, village }: Pick<SchemeRecord, 'version' | 'city' | 'village'> & { looks: readonly unknown[] },
  by: string,
): Promise<{ version: number } | undefined> {
  const { rows } = await sql<{ version: number }>`
    insert into colour_scheme (org_id, org_code, looks, city_natures, village_natures, updated_by)
    select ${org.id}, ${org.code}, ${JSON.stringify(looks)}::jsonb, ${city}::text[], ${village}::text[], ${by} where ${version} = 0 or exists (
      select from colour_scheme where org_id = ${org.id})
    on conflict (org_id) do update set looks = excluded.looks, city_natures = excluded.city_natures,
       village_natures = excluded.village_natures, version = colour_scheme.version + 1, updated_at = now(),
       updated_by = excluded.updated_by where colour_scheme.version = ${version} returning version`.execute(db);
  return rows[0];
}
