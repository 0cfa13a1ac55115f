import { PeopleField } from '#people/groups/web/pickers.tsx';
import type { Form } from '#platform/web/form/useForm.ts';

/** Somebody chosen by the dialog, with the groups of 组织生活; the form holds id and name. */
export function PersonOf({
  form,
  name,
  label,
  required = false,
}: {
  form: Form;
  name: string;
  label: string;
  required?: boolean;
}) {
  const id = form.text(`${name}Id`);
  return (
    <PeopleField
      label={label}
      multiple={false}
      groupType={4}
      required={required}
      fault={form.faults[`${name}Id`]}
      value={id ? [{ id, name: form.text(`${name}Name`), note: '' }] : []}
      onChange={([one]) => form.set({ [`${name}Id`]: one?.id ?? '', [`${name}Name`]: one?.name ?? '' })}
    />
  );
}
