import { dictionaryNames } from '#kernel/dictionary/server/names.ts';
import type { Person } from '#people/member/rules.ts';
import { BRANCH_TYPES } from '#people/org/rules.ts';
import type { Ctx } from '#platform/server/context.ts';
import { wholeScope } from '#platform/server/database/scope.ts';
import { badInput } from '#platform/server/errors.ts';
import { addDeltas } from '#platform/server/sums/counters.ts';
import { changesOf, deltasOf, personOf } from '../person.ts';
import * as queries from '../queries/record.ts';
import { plainColumns } from '../rowMapper.ts';

/** What a transfer changes in a record beside the branch. */
export type Moved = Partial<
  Pick<Person, 'joinType' | 'joinedBranchOn' | 'membershipStatus' | 'isFloating' | 'partyPost'>
>;

/**
 * Puts a person who is locked into another branch, or changes what goes with leaving, with counters and history: what a
 * transfer decided, whose two ends no scope need hold together. The caller has checked its own right to both.
 * @param toOrgId null: the branch stays
 */
export async function movePerson(
  ctx: Ctx,
  row: queries.MemberRecord,
  toOrgId: string | null,
  change: Moved,
  reason: string,
): Promise<void> {
  const names = await dictionaryNames(ctx.services);
  const before = personOf(row, ctx.vault);
  const after: Person = { ...before, ...change };
  const columns: Record<string, unknown> = plainColumns(after);
  const changes: Record<string, [string, string]> = changesOf(before, after, names);
  let orgCode = row.org_code;
  if (toOrgId !== null && toOrgId !== row.org_id) {
    const home = await queries.findHome(ctx.db, wholeScope, toOrgId);
    if (!home || !BRANCH_TYPES.includes(home.type)) throw badInput({ toOrgId: '接收党支部不存在或已撤销' });
    const [place, old] = await Promise.all([queries.newPlace(ctx.db, home.code), queries.orgName(ctx.db, row.org_id)]);
    Object.assign(columns, { org_id: home.id, org_code: home.code, sort: place.sort });
    changes.orgId = [old, home.name];
    orgCode = home.code;
  }
  await queries.updateMember(ctx.db, row.id, columns, ctx.session.accountName);
  const day = await queries.findCountedOn(ctx.db);
  await addDeltas(ctx.db, [...deltasOf(before, row.org_code, -1, day), ...deltasOf(after, orgCode, 1, day)]);
  ctx.audit({ type: 'member', id: row.id, name: after.name, orgCode, changes, reason });
}
