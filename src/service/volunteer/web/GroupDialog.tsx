import { useAct } from '#platform/web/call/hooks.ts';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { AreaField, TextField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { useSession } from '#platform/web/session/session.ts';
import { groupForm, saveGroup, type VolunteerGroup } from '../contract.groups.ts';

/** 新建分组, or the name and words of one. */
export function GroupDialog({
  group,
  onSaved,
  onClose,
}: {
  group: VolunteerGroup | null;
  onSaved: (id: string) => void;
  onClose: () => void;
}) {
  const { user } = useSession();
  const save = useAct(saveGroup, { quiet: true });
  const form = useForm({
    schema: groupForm,
    initial: { groupName: group?.groupName ?? '', description: group?.description ?? '' },
    of: `GroupDialog ${group?.id ?? ''}`,
    isNew: group === null,
  });
  return (
    <FormDialog
      title={group ? `编辑 ${group.groupName}` : '新建分组'}
      icon="members"
      form={form}
      pending={save.isPending}
      onClose={onClose}
      onSave={async () => {
        const { id } = await save.mutateAsync({
          groupName: form.text('groupName'),
          description: form.text('description'),
          ...(group ? { id: group.id, version: group.version } : {}),
        });
        onSaved(id);
      }}
    >
      <p className="muted">所属组织：{group?.orgName ?? user.workOrg.name}</p>
      <TextField form={form} name="groupName" label="分组名称" required max={40} placeholder="例如：健康义诊队" />
      <AreaField form={form} name="description" label="说明" max={300} rows={3} wide />
    </FormDialog>
  );
}
