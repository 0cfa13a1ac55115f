import { restoreRecycled } from '#kernel/system/contract.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { DeleteDialog } from '#platform/web/dialogs/DeleteDialog.tsx';
import { useDeleted } from '#platform/web/press/undo.ts';
import { removeOrg } from '../contract.ts';

/** Moves an organisation into the recycle bin, with the reason. */
export function DeleteOrg({
  org,
  onDeleted,
  onClose,
}: {
  org: { id: string; name: string; parentName: string };
  onDeleted?: () => void;
  onClose: () => void;
}) {
  const remove = useAct(removeOrg, { quiet: true });
  const deleted = useDeleted(restoreRecycled, 'org', removeOrg);
  return (
    <DeleteDialog
      restorable
      verb="删除"
      name={org.name}
      consequence={`${org.name}将从${org.parentName || '上级组织'}移入回收站。仍有党员、单位或下级组织时不能删除，请先转出。`}
      onDelete={async ({ deleteReason }) => {
        await remove.mutateAsync({ id: org.id, deleteReason });
        deleted({ id: org.id, name: org.name });
        onDeleted?.();
      }}
      onClose={onClose}
    />
  );
}
