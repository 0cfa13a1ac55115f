import { z } from 'zod';
import { useAct } from '#platform/web/call/hooks.ts';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { AreaField, DateField, TextField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { type ColourRow, openRectification } from '../contract.ts';

const { problems, person, dueOn } = openRectification.input.shape;
const schema = z.object({ problems, person, dueOn });
const inMonth = () => new Date(Date.now() + 30 * 86_400_000).toLocaleDateString('sv-SE');

/** 开展整改: the problems come from the checks and can be worded anew. */
export function RectifyDialog({ row, onClose }: { row: ColourRow; onClose: () => void }) {
  const open = useAct(openRectification, { quiet: true });
  const form = useForm({
    schema,
    of: `RectifyDialog ${row.orgId}`,
    isNew: true,
    initial: {
      problems: row.reasons.map(({ label }, at) => `${at + 1}. ${label}`).join('\n'),
      person: '',
      dueOn: inMonth(),
    },
  });
  return (
    <FormDialog
      title={`开展整改 ${row.name}`}
      icon="edit"
      act="下达整改"
      form={form}
      pending={open.isPending}
      onClose={onClose}
      onSave={() =>
        open.mutateAsync({
          orgId: row.orgId,
          problems: form.text('problems'),
          person: form.text('person'),
          dueOn: form.text('dueOn'),
        })
      }
    >
      <AreaField form={form} name="problems" label="问题" required max={2000} rows={5} hint="由检查项带出，可以修改" />
      <TextField form={form} name="person" label="责任人" required max={30} />
      <DateField form={form} name="dueOn" label="整改期限" required />
    </FormDialog>
  );
}
