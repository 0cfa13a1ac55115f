import { peopleWithBranches } from '#people/member/server/index.ts';
import type { MarkedKind } from './marks.ts';
import { LIVING_MEMBER } from './queries/marks.ts';

/** People carry labels too: module member puts them on, some hundred at a time (its `bulkKinds.ts`). */
export const markedMembers: MarkedKind = {
  kind: 'member',
  label: '党员',
  living: LIVING_MEMBER,
  async describe(ctx, scope, ids) {
    if (!ctx.may('member:read')) return new Map();
    const rows = await peopleWithBranches(ctx.db, scope, ids);
    return new Map(
      rows.map(({ id, name, org_name }) => [
        id,
        { title: name, orgName: org_name, href: `/affairs/member/browse/${id}` },
      ]),
    );
  },
};
