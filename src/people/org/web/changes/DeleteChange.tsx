import { restoreRecycled } from '#kernel/system/contract.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { DeleteDialog } from '#platform/web/dialogs/DeleteDialog.tsx';
import { useDeleted } from '#platform/web/press/undo.ts';
import { type ChangeRow, removeChange } from '../../contract.changes.ts';

/** Moves a draft into the recycle bin, with the reason. */
export function DeleteChange({
  change,
  onDeleted,
  onClose,
}: {
  change: ChangeRow;
  onDeleted?: () => void;
  onClose: () => void;
}) {
  const remove = useAct(removeChange, { quiet: true });
  const deleted = useDeleted(restoreRecycled, 'orgChange', removeChange);
  return (
    <DeleteDialog
      restorable
      verb="删除文件"
      name={change.number}
      consequence={`${change.number}还没有执行，将移入回收站，可以恢复；组织不受影响。`}
      onDelete={async ({ deleteReason }) => {
        await remove.mutateAsync({ id: change.id, deleteReason });
        deleted({ id: change.id, name: change.number });
        onDeleted?.();
      }}
      onClose={onClose}
    />
  );
}
