import type { z } from 'zod';
import { useAct } from '#platform/web/call/hooks.ts';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { TextField, TickField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { createCategory, createDict, type DictRow, dictFields, updateDict } from '../contract.ts';

/** Adds an entry below `parent`, or edits `row`; its value stays what it is. */
export function EntryDialog({
  row,
  parent,
  onClose,
}: {
  row: DictRow | null;
  parent: DictRow | null;
  onClose: () => void;
}) {
  const create = useAct(createDict, { quiet: true });
  const update = useAct(updateDict, { quiet: true });
  const form = useForm({
    schema: dictFields as z.ZodObject,
    initial: {
      name: row?.name ?? '',
      value: row?.value ?? '',
      nationalCode: row?.nationalCode ?? '',
      enabled: row?.enabled ?? true,
    },
    of: `EntryDialog ${row?.id ?? ''}`,
    isNew: row === null,
  });
  const save = async () => {
    const { value, ...others } = form.changes();
    if (row) await update.mutateAsync({ ...others, id: row.id, version: row.version });
    else if (parent) {
      await create.mutateAsync({ ...others, name: form.text('name'), value: String(value), parentid: parent.id });
    }
  };
  return (
    <FormDialog
      icon="book"
      title={row ? `编辑字典项 ${row.name}` : `新增字典项：${parent?.name}`}
      form={form}
      pending={create.isPending || update.isPending}
      onSave={save}
      onClose={onClose}
    >
      <TextField form={form} name="name" label="名称" required max={60} hint="同级不能重名" />
      {row ? (
        <div className="form-field">
          <span className="field-label">值</span>
          <p>
            {row.value} <span className="muted small">已有记录按值保存，不能修改</span>
          </p>
        </div>
      ) : (
        <TextField form={form} name="value" label="值" required max={40} hint="字母、数字、点和横线；保存后不能修改" />
      )}
      <TextField form={form} name="nationalCode" label="国家代码" max={20} hint="有国家标准的填标准代码" />
      <TickField form={form} name="enabled" label="启用" hint="停用后不能再选择，已有记录仍显示名称" />
    </FormDialog>
  );
}

/** Adds a dictionary, or renames one. `onMade` gets the id of a new one. */
export function CategoryDialog({
  row,
  onMade,
  onClose,
}: {
  row: DictRow | null;
  onMade?: (id: string) => void;
  onClose: () => void;
}) {
  const create = useAct(createCategory, { quiet: true });
  const update = useAct(updateDict, { quiet: true });
  const form = useForm({
    schema: createCategory.input as z.ZodObject,
    initial: { dictionaryCode: row?.dictionaryCode ?? '', name: row?.name ?? '' },
    of: `CategoryDialog ${row?.id ?? ''}`,
    isNew: row === null,
  });
  const save = async () => {
    const name = form.text('name');
    if (row) await update.mutateAsync({ id: row.id, version: row.version, name });
    const made = row ? null : await create.mutateAsync({ dictionaryCode: form.text('dictionaryCode'), name });
    if (made) onMade?.(made.id);
  };
  return (
    <FormDialog
      icon="book"
      title={row ? `编辑字典 ${row.name}` : '新增字典'}
      form={form}
      pending={create.isPending || update.isPending}
      onSave={save}
      onClose={onClose}
    >
      {row ? (
        <div className="form-field">
          <span className="field-label">字典编码</span>
          <p>{row.dictionaryCode}</p>
        </div>
      ) : (
        <TextField
          form={form}
          name="dictionaryCode"
          label="字典编码"
          required
          max={4}
          inputMode="numeric"
          hint="四位数字，例如 0901"
        />
      )}
      <TextField form={form} name="name" label="字典名称" required max={60} />
    </FormDialog>
  );
}
