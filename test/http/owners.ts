import { type RawBuilder, sql } from 'kysely';
import type { TargetKind } from '#platform/contract.ts';
import type { TestApp } from '../support/app.ts';
import type { Principal } from '../support/fixture.ts';

/** Kinds of rows that belong to an account. */
type OwnKind = TargetKind | 'deletedNotice';

/** One row of each kind that belongs to an account, for some principals: kind → principal → id. */
export type OwnRows = Partial<Record<OwnKind, Partial<Record<Principal, string>>>>;

/** Whose rows are made. */
export const OWNERS = ['admin', 'cityWorker', 'committeeWorker', 'branchWorker', 'member'] as const;

type Owner = TestApp['fixture']['principals'][Principal];

/** Makes one row of a kind for each owner by a statement that answers its id. */
export async function makeForOwners(
  t: TestApp,
  rows: OwnRows,
  kind: OwnKind,
  statement: (owner: Owner) => RawBuilder<{ id: string }>,
  owners: readonly Principal[] = OWNERS,
): Promise<void> {
  const made: Partial<Record<Principal, string>> = {};
  for (const owner of owners) {
    const { rows: found } = await statement(t.fixture.principals[owner]).execute(t.db);
    if (found[0]) made[owner] = found[0].id;
  }
  rows[kind] = made;
}

/** A batch of an import for each owner; `of` names what it brings in. */
export const makeBatches = (t: TestApp, rows: OwnRows, kind: TargetKind, of: string, state = 'done') =>
  makeForOwners(
    t,
    rows,
    kind,
    ({ orgId, orgCode, accountId }) =>
      sql<{ id: string }>`insert into import_batch (kind, org_id, org_code, account_id, file_name, file_hash, state)
        values (${of}, ${orgId}, ${orgCode}, ${accountId}, '试.xlsx', '\\x00', ${state}) returning id`,
  );

/** The first person of every organisation, who stands behind the principals, and the deleted one. */
export function firstPeople({ fixture }: TestApp): ReadonlySet<string> {
  const own = Object.values(fixture.principals).flatMap(({ memberId }) => memberId ?? []);
  const people = Object.values(fixture.members).flatMap((ids) => ids?.[0] ?? []);
  return new Set([...people, ...own, fixture.deletedMemberId]);
}
