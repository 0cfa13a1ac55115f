import { useState } from 'react';
import { ORG_TYPES } from '#people/org/contract.ts';
import { OrgDialog } from '#people/org/web/pickers.tsx';
import type { Choice } from '#platform/web/choose/choice.ts';
import { Field, TextField } from '#platform/web/form/fields.tsx';
import type { Form } from '#platform/web/form/useForm.ts';
import { Button, IconButton } from '#platform/web/ui/Button.tsx';
import { AUDIENCE_LEVELS } from '../rules.ts';
import './office.css';

/** Ids as a form holds them: one text, joined by commas. */
export const listOf = (text: unknown): string[] => String(text).split(',').filter(Boolean);

/** Types of organisations that are meant; none ticked: all. */
export function Types({ form }: { form: Form }) {
  const chosen = listOf(form.text('types'));
  return (
    <Field form={form} name="types" label="只发给这些类别的组织" wide hint="都不选，就发给全部类别">
      {(control) => (
        <fieldset className="office-types" id={control.id} aria-label="只发给这些类别的组织">
          {Object.entries(ORG_TYPES).map(([value, label]) => (
            <label key={value} className="filter-option">
              <input
                type="checkbox"
                className="tick"
                checked={chosen.includes(value)}
                onChange={(event) =>
                  form.set({
                    types: (event.target.checked ? [...chosen, value] : chosen.filter((one) => one !== value)).join(),
                  })
                }
              />
              {label}
            </label>
          ))}
        </fieldset>
      )}
    </Field>
  );
}

/** 按条件: the levels below that are meant, and how many members they have. */
export function Where({ form }: { form: Form }) {
  const chosen = listOf(form.text('levels'));
  return (
    <>
      <Field form={form} name="levels" label="层级" wide hint="从本组织往下数；都不选，就是各级都发">
        {(control) => (
          <fieldset className="office-types" id={control.id} aria-label="层级">
            {Object.entries(AUDIENCE_LEVELS).map(([value, label]) => (
              <label key={value} className="filter-option">
                <input
                  type="checkbox"
                  className="tick"
                  checked={chosen.includes(value)}
                  onChange={(event) =>
                    form.set({
                      levels: (event.target.checked
                        ? [...chosen, value]
                        : chosen.filter((one) => one !== value)
                      ).join(),
                    })
                  }
                />
                {label}
              </label>
            ))}
          </fieldset>
        )}
      </Field>
      <TextField form={form} name="minMembers" label="党员不少于（人）" max={6} inputMode="numeric" />
      <TextField
        form={form}
        name="maxMembers"
        label="党员不多于（人）"
        max={6}
        inputMode="numeric"
        hint="含下级组织的正式党员和预备党员"
      />
    </>
  );
}

/** The organisations that are named one by one. */
export function Orgs({
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
    <Field form={form} name="orgIds" label="组织" required wide>
      {(control) => (
        <ul className="office-chips" aria-label="已选组织">
          {orgs.map((org) => (
            <li key={org.id} className="office-chip">
              <span className="ellipsis" title={org.note}>
                {org.name}
              </span>
              <IconButton
                icon="close"
                iconSize={12}
                label={`移除${org.name}`}
                onClick={() => pick(orgs.filter(({ id }) => id !== org.id))}
              />
            </li>
          ))}
          <li>
            <Button
              id={control.id}
              size="compact"
              icon="organisation"
              aria-haspopup="dialog"
              aria-label="选择组织"
              aria-invalid={control['aria-invalid']}
              aria-describedby={control['aria-describedby']}
              onClick={() => setOpen(true)}
            >
              选择组织
            </Button>
          </li>
          {open && (
            <OrgDialog title="选择承办组织" multiple chosen={orgs} onConfirm={pick} onClose={() => setOpen(false)} />
          )}
        </ul>
      )}
    </Field>
  );
}
