import { restoreRecycled } from '#kernel/system/contract.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { DeleteDialog } from '#platform/web/dialogs/DeleteDialog.tsx';
import { useDeleted } from '#platform/web/press/undo.ts';
import { type FloatingRow, removeFloating } from '../../contract.floating.ts';

/** Moves an application, or the organisation that it led to, into the recycle bin, with the reason. */
export function DeleteFloating({
  row,
  onDeleted,
  onClose,
}: {
  row: Pick<FloatingRow, 'applicationId' | 'name' | 'state' | 'parentName'>;
  onDeleted?: () => void;
  onClose: () => void;
}) {
  const remove = useAct(removeFloating, { quiet: true });
  const orgDeleted = useDeleted(restoreRecycled, 'org', removeFloating);
  const applicationDeleted = useDeleted(restoreRecycled, 'floatingOrg', removeFloating);
  const established = row.state === 'established';
  return (
    <DeleteDialog
      restorable
      verb={established ? '撤销' : '删除'}
      name={row.name}
      consequence={
        established
          ? `${row.name}将从${row.parentName}移入回收站。仍有党员、单位时不能撤销，请先转出；党员的组织关系不受影响。`
          : `${row.name}的设立申请将移入回收站，上级党组织不再审核。`
      }
      onDelete={async ({ deleteReason }) => {
        const gone = await remove.mutateAsync({ id: row.applicationId ?? '', deleteReason });
        (gone.kind === 'org' ? orgDeleted : applicationDeleted)({ id: gone.id, name: row.name });
        onDeleted?.();
      }}
      onClose={onClose}
    />
  );
}
