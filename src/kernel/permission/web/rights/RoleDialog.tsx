import { type FormEvent, useId } from 'react';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { Dialog } from '#platform/web/dialogs/Dialog.tsx';
import { AreaField, SelectField, TextField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { createRole, listRoles, ROLE_BASES, roleForm } from '../../contract.roles.ts';

const BASES = optionsOf(ROLE_BASES);

/** 新增角色: a name, what it works for, and the rights of another role to begin with. */
export function RoleDialog({ onDone, onClose }: { onDone: (id: number) => void; onClose: () => void }) {
  const id = useId();
  const act = useAct(createRole, { quiet: true });
  const roles = useCall(listRoles, {}, { quiet: true });
  const form = useForm({
    schema: roleForm,
    of: 'RoleDialog',
    isNew: true,
    initial: { name: '', base: 'subtree', description: '', copyOf: '' },
  });
  const alike = (roles.data?.rows ?? []).filter((role) => role.base === form.text('base') && !role.fixed);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (act.isPending || !form.validate()) return;
    try {
      // The schema has judged the texts; the server reads them once more.
      const made = await act.mutateAsync(roleForm.parse(form.values));
      form.sent();
      emit('notice', { kind: 'success', text: `已新增角色${form.text('name')}，请设置权限` });
      onDone(made.id);
    } catch (error) {
      form.tell(error);
    }
  };
  return (
    <Dialog
      title="新增角色"
      icon="plus"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button submit form={id} look="primary" disabled={act.isPending}>
            新增
          </Button>
        </>
      }
    >
      <form ref={form.box} id={id} className="dialog-form" noValidate onSubmit={submit}>
        <TextField form={form} name="name" label="角色名称" required max={20} />
        <SelectField
          form={form}
          name="base"
          label="管理范围"
          required
          options={BASES}
          hint={form.text('base') === 'own' ? '只能查看和办理本人的事项' : '可在任职组织及其下级组织内办理'}
          onPick={() => form.set({ copyOf: '' })}
        />
        <SelectField
          form={form}
          name="copyOf"
          label="沿用权限"
          options={alike.map((role) => ({ value: String(role.id), label: role.name }))}
          hint={
            roles.data
              ? '先带上所选角色的权限，新增后再增减'
              : roles.error
                ? '可沿用的角色没有读到'
                : '正在读取可沿用的角色'
          }
        />
        <AreaField form={form} name="description" label="说明" max={200} rows={2} />
      </form>
    </Dialog>
  );
}
