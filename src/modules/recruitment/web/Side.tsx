import { useMemo } from 'react';
import { OrgTree, useOrg } from '#modules/org/web/pickers.tsx';
import type { ListState } from '#platform/web/list/useListState.ts';

/** The tree beside a list of recruitment; the address holds the organisation. */
export function Side({ state }: { state: ListState }) {
  const org = useOrg(state.values.orgId);
  const openIds = useMemo(() => org.path.slice(0, -1).map(({ id }) => id), [org.path]);
  return (
    <OrgTree
      count="organisations"
      selectedId={org.id}
      openIds={openIds}
      onSelect={(node) => state.change({ orgId: node.id })}
    />
  );
}
