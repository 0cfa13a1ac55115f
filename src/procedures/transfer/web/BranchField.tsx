import { useState } from 'react';
import { useCall } from '#platform/web/call/hooks.ts';
import { Combo } from '#platform/web/form/Combo.tsx';
import { Field } from '#platform/web/form/fields.tsx';
import type { Form } from '#platform/web/form/useForm.ts';
import { findBranches } from '../contract.setting.ts';

/** A branch anywhere on this platform, found by a part of its name or of those above it. */
export function BranchField({ form, name, label }: { form: Form; name: string; label: string }) {
  const id = form.text(name);
  const [typed, setTyped] = useState<string | null>(null);
  const chosen = useCall(findBranches, { id: id || '1' }, { quiet: true, enabled: id !== '' });
  const branchesQuery = useCall(findBranches, { name: typed ?? '' }, { quiet: true, keepPrevious: true });
  const [own] = chosen.data ?? [];
  const shown = typed ?? (id ? (own?.name ?? '') : '');
  return (
    <Field
      form={form}
      name={name}
      label={label}
      required
      wide
      hint={id && own ? own.above : '输入党支部或所属党委名称的一部分，从列表中选择'}
    >
      {(control) => (
        <Combo
          control={control}
          listLabel="党支部"
          text={shown}
          max={40}
          takesFirst
          placeholder="如 财经学院 第二党支部"
          find={() =>
            (branchesQuery.data ?? []).map((branch) => ({ key: branch.id, label: `${branch.name}（${branch.above}）` }))
          }
          onText={(text) => {
            setTyped(text);
            if (id) form.set({ [name]: '' });
          }}
          onTake={({ key }) => {
            setTyped(null);
            form.set({ [name]: key });
          }}
        />
      )}
    </Field>
  );
}
