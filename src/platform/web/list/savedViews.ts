import { listViews, removeView, saveView } from '#platform/listCalls.ts';
import { useAct, useCall } from '../hooks.ts';

/** The saved views of the list at `path`: the user's own and those that the organisation shares. */
export function useSavedViews(path: string) {
  const { data } = useCall(listViews, { page: path }, { quiet: true });
  const save = useAct(saveView);
  const remove = useAct(removeView);
  return {
    saved: data ?? [],
    save: (name: string, query: string, shared: boolean) => save.mutateAsync({ page: path, name, query, shared }),
    remove: (id: string) => remove.mutateAsync({ id }),
  };
}

export type SavedViews = ReturnType<typeof useSavedViews>;
