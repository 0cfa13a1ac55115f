import { type FormEvent, useId, useState } from 'react';
import type { InputOf, ReplyOf } from '#platform/contract.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { Dialog } from '#platform/web/dialogs/Dialog.tsx';
import { AreaField, SelectField, TextField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { Failed, Skeleton } from '#platform/web/show/states.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { createType, rightsToGive, typeForm, type UserType, updateType } from '../../contract.groups.ts';
import { RightsField } from '../account/RightsField.tsx';
import '#platform/web/form/form.css';

interface TypeProps {
  type: UserType | null;
  onClose: () => void;
}

const titleOf = (type: UserType | null) => (type ? `编辑用户类型 ${type.name}` : '新增用户类型');

/** A new user type, or one that is there. */
export function TypeDialog({ type, onClose }: TypeProps) {
  // Which rights stand beside a role is known by the role alone: without them, a type would be saved without its own.
  const give = useCall(rightsToGive, {}, { quiet: true });
  if (give.data) return <Editor type={type} give={give.data} onClose={onClose} />;
  return (
    <Dialog
      title={titleOf(type)}
      icon="tree"
      width={700}
      onClose={onClose}
      foot={<Button onClick={onClose}>取消</Button>}
    >
      {give.error ? <Failed error={give.error} onRetry={() => give.refetch()} /> : <Skeleton lines={6} />}
    </Dialog>
  );
}

function Editor({ type, give, onClose }: TypeProps & { give: ReplyOf<typeof rightsToGive> }) {
  const id = useId();
  const create = useAct(createType, { quiet: true });
  const update = useAct(updateType, { quiet: true });
  const [keys, setKeys] = useState<string[]>(type?.keys ?? []);
  const [failure, setFailure] = useState('');
  const [pending, setPending] = useState(false);
  const [start] = useState({
    code: type?.code ?? '',
    name: type?.name ?? '',
    roleId: type ? String(type.roleId) : '',
    description: type?.description ?? '',
  });
  const form = useForm({ schema: typeForm, initial: start, of: `Editor ${type?.id ?? ''}`, isNew: true });
  const role = give.roles.find(({ id: roleId }) => String(roleId) === form.text('roleId'));
  const rights = give.rights.filter(({ key }) => !role?.keys.includes(key) && !role?.keys.includes('*:*:*'));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!form.validate()) return;
    setPending(true);
    setFailure('');
    // What the role has itself need not be offered beside it.
    const offered = role?.takesMore ? keys.filter((key) => !role.keys.includes(key)) : [];
    const input = { ...form.changes(), keys: offered };
    try {
      if (type) {
        const changed = { ...input, id: type.id, version: type.version };
        await update.mutateAsync(changed as unknown as InputOf<typeof updateType>);
      } else await create.mutateAsync(input as unknown as InputOf<typeof createType>);
      emit('notice', { kind: 'success', text: '保存成功' });
      form.sent();
      onClose();
    } catch (error) {
      setPending(false);
      if (!form.take(error)) setFailure(error instanceof Error ? error.message : '没有保存');
    }
  };
  return (
    <Dialog
      title={titleOf(type)}
      icon="tree"
      width={700}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button submit form={id} look="primary" disabled={pending}>
            保存
          </Button>
        </>
      }
    >
      <form id={id} ref={form.box} className="dialog-form" noValidate onSubmit={submit}>
        <div className="form-grid two">
          <TextField form={form} name="code" label="编码" required max={20} hint="字母开头，例如 zzwy" />
          <TextField form={form} name="name" label="名称" required max={20} hint="例如 组织委员" />
          <SelectField
            form={form}
            name="roleId"
            label="基本角色"
            required
            options={give.roles.map(({ id: value, name }) => ({ value: String(value), label: name }))}
          />
          <AreaField form={form} name="description" label="说明" wide max={200} rows={2} />
          {role?.takesMore && (
            <RightsField
              label="默认另加权限"
              hint="新增这类账号时，在角色之外默认勾选的权限。"
              rights={rights}
              chosen={keys}
              before={type?.keys ?? []}
              onChange={setKeys}
            />
          )}
        </div>
        {type && type.accounts > 0 && (
          <div className="banner">
            <Icon name="warning" />
            <span>已有{type.accounts}个账号是这个类型，它们的权限不变；只对以后新增的账号生效。</span>
          </div>
        )}
        {failure && (
          <p className="field-fault" role="alert">
            <Icon name="warning" size={14} />
            {failure}
          </p>
        )}
      </form>
    </Dialog>
  );
}
