import { BelowTick } from '#platform/web/list/BelowTick.tsx';
import type { ListState } from '#platform/web/list/useListState.ts';
import { useSession } from '#platform/web/session/session.ts';
import { PlaceTree } from '../pickers.tsx';

/** The organisation whose accounts a list shows, and whether with those below it. */
export function Places({ state }: { state: ListState }) {
  const { user } = useSession();
  return (
    <>
      <PlaceTree
        selectedId={state.values.orgId ?? user.workOrgId}
        onSelect={(node) => state.change({ orgId: node.id })}
      />
      <BelowTick state={state} />
    </>
  );
}
