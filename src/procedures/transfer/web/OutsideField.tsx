import { useState } from 'react';
import { useCall } from '#platform/web/call/hooks.ts';
import { Combo } from '#platform/web/form/Combo.tsx';
import { Field } from '#platform/web/form/fields.tsx';
import type { Form } from '#platform/web/form/useForm.ts';
import { findOutside, type Outside } from '../contract.arrival.ts';

/** A committee outside this platform: found in the address book while typing, and kept there when the form is handed in. */
export function OutsideField({
  form,
  label,
  hint,
  onTake,
}: {
  form: Form;
  label: string;
  hint: string;
  onTake?: (outside: Outside) => void;
}) {
  const text = form.text('outsideName');
  const [open, setOpen] = useState(false);
  const outsideQuery = useCall(findOutside, { name: text.trim() }, { quiet: true, keepPrevious: true, enabled: open });
  return (
    <Field form={form} name="outsideName" label={label} required hint={hint}>
      {(control) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: the address book is asked for once the field is entered
        <span onFocus={() => setOpen(true)}>
          <Combo
            control={control}
            listLabel="系统外党委"
            text={text}
            max={80}
            find={() => (outsideQuery.data ?? []).map((one) => ({ key: one.id, label: one.name, one }))}
            onText={(outsideName) => form.set({ outsideName })}
            onTake={({ one }) => {
              form.set({ outsideName: one.name });
              onTake?.(one);
            }}
          />
        </span>
      )}
    </Field>
  );
}
