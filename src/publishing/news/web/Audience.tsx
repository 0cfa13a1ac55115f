import { useState } from 'react';
import { OrgDialog } from '#people/org/web/pickers.tsx';
import type { Choice } from '#platform/web/choose/choice.ts';
import { Field } from '#platform/web/form/fields.tsx';
import type { Form } from '#platform/web/form/useForm.ts';
import { Button, IconButton } from '#platform/web/ui/Button.tsx';

import './archive.css';

/** Ids as a form holds them: one text, joined by commas. */
export const listOf = (text: unknown): string[] => String(text).split(',').filter(Boolean);

/** The organisations for which something is, with whatever stands below them. */
export function OrgsField({
  form,
  orgs,
  onChange,
}: {
  form: Form;
  orgs: readonly Choice[];
  onChange: (orgs: Choice[]) => void;
}) {
  const [open, setOpen] = useState(false);
  const pick = (next: Choice[]) => {
    onChange(next);
    form.set({ orgIds: next.map(({ id }) => id).join() });
  };
  return (
    <Field form={form} name="orgIds" label="组织" required wide hint="所选组织和它们的下级都能看到">
      {(control) => (
        <div className="archive-orgs">
          {orgs.map((org) => (
            <span key={org.id} className="tag">
              {org.name}
              <IconButton
                icon="close"
                iconSize={12}
                label={`移除${org.name}`}
                onClick={() => pick(orgs.filter(({ id }) => id !== org.id))}
              />
            </span>
          ))}
          <Button
            id={control.id}
            size="compact"
            icon="organisation"
            aria-haspopup="dialog"
            aria-invalid={control['aria-invalid']}
            aria-describedby={control['aria-describedby']}
            onClick={() => setOpen(true)}
          >
            选择组织
          </Button>
          {open && (
            <OrgDialog title="选择组织" multiple chosen={orgs} onConfirm={pick} onClose={() => setOpen(false)} />
          )}
        </div>
      )}
    </Field>
  );
}
