import { GROUP_KIND, possibleNames } from '#people/groups/rules.group.ts';
import type { Belonging } from '#people/org/server/belongings.ts';
import * as queries from '../queries/groupHandover.ts';
import { nameTaken } from '../queries/groups.ts';

/** Groups go with their labels and their class to the organisation that takes over from theirs. */
export const groupBelonging: Belonging = {
  subject: GROUP_KIND,
  noun: '分组',
  measure: '个',
  waits: false,
  count: queries.groupsOf,
  async move(ctx, from, to, ids, reason) {
    const rows = await queries.lockGroups(ctx.db, from.id, ids);
    for (const { id, type, name: old } of rows) {
      let name = old;
      for (const one of possibleNames(old, from.name, to.name)) {
        name = one;
        if (!(await nameTaken(ctx.db, { orgId: to.id, type, name }, id))) break;
      }
      await queries.moveGroup(ctx.db, id, to, name, ctx.session.accountName);
      const changes: Record<string, [string, string]> = { orgName: [from.name, to.name] };
      if (name !== old) changes.groupName = [old, name];
      ctx.audit({ type: GROUP_KIND, id, name, orgCode: to.code, changes, reason });
    }
    return rows.map(({ id }) => id);
  },
};
