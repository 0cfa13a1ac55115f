import { restoreRecycled } from '#kernel/system/contract.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { DeleteDialog } from '#platform/web/dialogs/DeleteDialog.tsx';
import { useDeleted } from '#platform/web/press/undo.ts';
import { removeMember } from '../contract.ts';
import { nameOf } from './memberColumns.tsx';

/** Deletes a person into the recycle bin, with reason and login password. */
export function DeleteMember({
  member,
  onDeleted,
  onClose,
}: {
  member: { id: string; name: string; orgName: string };
  onDeleted?: () => void;
  onClose: () => void;
}) {
  const remove = useAct(removeMember, { quiet: true });
  const deleted = useDeleted(restoreRecycled, 'member', removeMember);
  const name = nameOf(member);
  return (
    <DeleteDialog
      verb="删除"
      name={name}
      withPassword
      consequence={`${name}将从${member.orgName}移入回收站；党员减少（去世、出党等）请按党员异动办理。`}
      onDelete={async ({ deleteReason, password }) => {
        await remove.mutateAsync({ id: member.id, deleteReason, password });
        deleted({ id: member.id, name });
        onDeleted?.();
      }}
      onClose={onClose}
    />
  );
}
