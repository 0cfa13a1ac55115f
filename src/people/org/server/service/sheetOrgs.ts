import { type NamedOrg, orgsNamed } from '#house/server/orgsNamed.ts';
import { orgFault } from '#people/org/rules.recordSheet.ts';
import { plainOrgName } from '#people/org/rules.ts';
import type { ReadLine } from '#platform/records/recordSheet.ts';
import type { Ctx } from '#platform/server/context.ts';
import type { FoundOwner } from '#platform/server/records/import.ts';

/** The organisations that lines name; one outside the scope is not there. */
export async function findOrgs(
  ctx: Ctx,
  lines: readonly Pick<ReadLine, 'key' | 'said'>[],
  lock: boolean,
): Promise<FoundOwner[]> {
  const keys = new Set(lines.flatMap(({ key }) => (key === null ? [] : [key])));
  const named = Map.groupBy(await orgsNamed(ctx.db, ctx.scope, [...keys], lock), ({ plain }) => plain);
  return lines.map(({ key, said }) =>
    key === null ? { owner: undefined, faults: [] } : choose(named.get(key) ?? [], said.parentName ?? ''),
  );
}

/** The one that is meant among those of a name, by the superior where the line says it. */
function choose(named: readonly NamedOrg[], parentName: string): FoundOwner {
  const [only] = named;
  if (!only) return { owner: undefined, faults: [orgFault.name('您管理的范围内没有这个名称的党组织')] };
  const matchedOrgs =
    parentName === '' ? named : named.filter((org) => plainOrgName(org.parentName) === plainOrgName(parentName));
  const [owner] = matchedOrgs;
  if (!owner) {
    const where = named.length === 1 ? `该党组织的上级是“${only.parentName}”` : `“${parentName}”下没有这个名称的党组织`;
    const parents = [...new Set(named.map((org) => org.parentName))];
    return { owner: undefined, faults: [orgFault.parent(where, parents)] };
  }
  if (matchedOrgs.length > 1) {
    const fault = `有${matchedOrgs.length}个同名的党组织，请在“上级党组织”列填写它的上级`;
    return { owner: undefined, faults: [orgFault.name(fault)] };
  }
  return { owner: { id: owner.id, name: owner.name, orgCode: owner.code }, faults: [] };
}
