import { restoreRecycled } from '#modules/system/contract.ts';
import { DeleteDialog } from '#platform/web/dialogs/DeleteDialog.tsx';
import { useAct } from '#platform/web/hooks.ts';
import { useDeleted } from '#platform/web/undo.ts';
import { removeUnit } from '../../contract.unit.ts';

/** Moves a unit into the recycle bin, with the reason. */
export function DeleteUnit({
  unit,
  onDeleted,
  onClose,
}: {
  unit: { id: string; name: string };
  onDeleted?: () => void;
  onClose: () => void;
}) {
  const remove = useAct(removeUnit, { quiet: true });
  const deleted = useDeleted(restoreRecycled, 'unit', removeUnit);
  return (
    <DeleteDialog
      verb="删除"
      name={unit.name}
      consequence={`${unit.name}将移入回收站，党组织和党员不受影响。`}
      onDelete={async ({ deleteReason }) => {
        await remove.mutateAsync({ id: unit.id, deleteReason });
        deleted({ id: unit.id, name: unit.name });
        onDeleted?.();
      }}
      onClose={onClose}
    />
  );
}
