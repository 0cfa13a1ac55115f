import { restoreRecycled } from '#kernel/system/contract.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { DeleteDialog } from '#platform/web/dialogs/DeleteDialog.tsx';
import { useDeleted } from '#platform/web/press/undo.ts';
import { removeTerm, type TermRow } from '../../contract.office.ts';

/** Moves a term into the recycle bin, with the reason. */
export function DeleteTerm({
  term,
  onDeleted,
  onClose,
}: {
  term: TermRow;
  onDeleted?: () => void;
  onClose: () => void;
}) {
  const remove = useAct(removeTerm, { quiet: true });
  const deleted = useDeleted(restoreRecycled, 'term', removeTerm);
  const name = `${term.orgName}第${term.number}届`;
  return (
    <DeleteDialog
      restorable
      verb="删除届次"
      name={name}
      consequence={`${name}将移入回收站，可以恢复；${term.isCurrent ? '上一届将重新成为本届。' : '本届班子不受影响。'}`}
      onDelete={async ({ deleteReason }) => {
        await remove.mutateAsync({ id: term.id, deleteReason });
        deleted({ id: term.id, name });
        onDeleted?.();
      }}
      onClose={onClose}
    />
  );
}
