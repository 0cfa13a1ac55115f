import { sql } from 'kysely';
import { createOrg, orgTree } from '#people/org/contract.ts';
import type { Db } from '#platform/server/database/db.ts';
import type { Caller } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';

/** An organisation as a caller adds it, a branch unless told otherwise; answers its id and code. */
export const addOrg = async (caller: Caller, parentId: string, name: string, type = 46) =>
  (await caller.call(createOrg, { parentId, name, type })).result;

/** The nodes below an organisation as a caller sees them. */
export const children = async (caller: Caller, parentId: string) => (await caller.call(orgTree, { parentId })).result;

/** As many full members more in an organisation, by their rows alone; answers their ids. */
export async function fullMembers(db: Db, org: { id: string }, n: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into member (org_id, org_code, sort, name, name_grams, person_category, admission_date)
    select o.id, o.code, 1000 + n, '众' || n, '{}', 1, '2000-01-01'
      from organisation o, generate_series(1, ${n}::int) as n where o.id = ${org.id}
    returning id`.execute(db);
  return rows.map(({ id }) => id);
}

export const names = (list: readonly { name: string }[]) => list.map(({ name }) => name);

/** What is out of the committee worker's reach: above, beside, a prefix twin, deleted, somebody else's, nothing. */
export const FOREIGN = [
  ORGS.countyA.id,
  ORGS.committeeA2.id,
  ORGS.branchB11.id,
  ORGS.twin.id,
  ORGS.deletedBranch.id,
  ORGS.otherTree.id,
  '999999',
];
