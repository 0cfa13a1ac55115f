import { listViews, removeView, saveView } from '#platform/lists/listCalls.ts';
import { useAct, useCall } from '../call/hooks.ts';
import { useUndo } from '../press/undo.ts';

/** The saved views of the list at `path`: the user's own and those that the organisation shares. */
export function useSavedViews(path: string) {
  const { data } = useCall(listViews, { page: path }, { quiet: true });
  const save = useAct(saveView);
  const remove = useAct(removeView);
  const offer = useUndo(saveView, removeView);
  return {
    saved: data ?? [],
    /** One of them is being kept or removed. */
    busy: save.isPending || remove.isPending,
    save: (name: string, query: string, shared: boolean) => save.mutateAsync({ page: path, name, query, shared }),
    remove: async (id: string) => {
      const view = data?.find((one) => one.id === id);
      try {
        await remove.mutateAsync({ id });
      } catch {
        // The client has shown why.
        return;
      }
      if (!view) return;
      const { name, query, shared } = view;
      offer(`已删除视图“${name}”`, { page: path, name, query, shared });
    },
  };
}

export type SavedViews = ReturnType<typeof useSavedViews>;
