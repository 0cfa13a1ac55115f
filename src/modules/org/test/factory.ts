import { createOrg, orgTree } from '#modules/org/contract.ts';
import type { Caller } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';

/** An organisation as a caller adds it, a branch unless told otherwise; answers its id and code. */
export const addOrg = async (caller: Caller, parentId: string, name: string, type = 46) =>
  (await caller.call(createOrg, { parentId, name, type })).result;

/** The nodes below an organisation as a caller sees them. */
export const children = async (caller: Caller, parentId: string) => (await caller.call(orgTree, { parentId })).result;

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
