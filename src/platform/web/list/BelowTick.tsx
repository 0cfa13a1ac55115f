import type { ListState } from './useListState.ts';

/** 包含下级组织, at the foot of the tree beside a list: on unless the list is of the organisation alone (`searchRange`). */
export function BelowTick({ state }: { state: ListState }) {
  return (
    <label className="filter-option tree-foot">
      <input
        type="checkbox"
        className="tick"
        checked={state.values.searchRange !== 'onlySelf'}
        onChange={(event) => state.change({ searchRange: event.target.checked ? undefined : 'onlySelf' })}
      />
      包含下级组织
    </label>
  );
}
