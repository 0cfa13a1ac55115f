import { useState } from 'react';
import { Field } from '#platform/web/form/fields.tsx';
import type { Form } from '#platform/web/form/useForm.ts';
import { Button, IconButton } from '#platform/web/ui/Button.tsx';
import { MOST_SOURCES } from '../../rules.changes.ts';
import { OrgDialog } from '../pickers.tsx';
import './changes.css';

interface Source {
  id: string;
  name: string;
}

/** The organisations that a field's text names. */
export const sourcesOf = (text: unknown): Source[] => JSON.parse(String(text || '[]'));

/** Several organisations, chosen in the dialog and shown by name. */
export function SourcesField({ form, name, label }: { form: Form; name: string; label: string }) {
  const [asking, setAsking] = useState(false);
  const chosen = sourcesOf(form.text(name));
  const write = (list: readonly Source[]) => form.set({ [name]: JSON.stringify(list) });
  return (
    <>
      <Field form={form} name={name} label={label} required wide hint={`最多${MOST_SOURCES}个，合并后撤销`}>
        {({ onBlur: _onBlur, name: _name, ...control }) => (
          <div className="change-sources">
            {chosen.map((org) => (
              <span key={org.id} className="tag">
                {org.name}
                <IconButton
                  icon="close"
                  iconSize={12}
                  label={`不合并${org.name}`}
                  onClick={() => write(chosen.filter(({ id }) => id !== org.id))}
                />
              </span>
            ))}
            <Button {...control} size="compact" icon="plus" onClick={() => setAsking(true)}>
              选择组织
            </Button>
          </div>
        )}
      </Field>
      {asking && (
        <OrgDialog
          title={`选择${label}`}
          multiple
          max={MOST_SOURCES}
          chosen={chosen.map((org) => ({ ...org, note: '' }))}
          refuse={({ id }) => (id === form.text('orgId') ? '这是合并后保留的组织' : '')}
          onConfirm={(list) => write(list.map(({ id, name: orgName }) => ({ id, name: orgName })))}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
