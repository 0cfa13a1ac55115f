import { z } from 'zod';
import { useAct } from '#platform/web/call/hooks.ts';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { TextField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { setTerms, termFields } from '../contract.rule.ts';
import { TERM_NAMES, type Terms } from '../rules.ts';

const NAMES = Object.keys(TERM_NAMES) as (keyof Terms)[];
const schema = z.object(termFields);

/** 期限: after how many days a branch is silent, a meeting archived, a report due. */
export function TermsDialog({ terms, onClose }: { terms: Terms & { version: number }; onClose: () => void }) {
  const save = useAct(setTerms, { quiet: true });
  const form = useForm({
    schema,
    initial: Object.fromEntries(NAMES.map((name) => [name, String(terms[name])])),
    of: 'TermsDialog',
    isNew: false,
  });
  return (
    <FormDialog
      title="设置期限"
      icon="edit"
      form={form}
      pending={save.isPending}
      onSave={async () => {
        const days = Object.fromEntries(NAMES.map((name) => [name, form.text(name)])) as Record<keyof Terms, string>;
        await save.mutateAsync({ ...days, version: terms.version });
      }}
      onClose={onClose}
    >
      {NAMES.map((name) => (
        <TextField
          key={name}
          form={form}
          name={name}
          label={TERM_NAMES[name].label}
          hint={TERM_NAMES[name].hint}
          required
          inputMode="numeric"
          max={3}
        />
      ))}
    </FormDialog>
  );
}
