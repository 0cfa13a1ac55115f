import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { SelectField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { assignPart, type PartDetail, partWorkers } from '../contract.part.ts';
import { nameOf } from './parts.tsx';

const schema = assignPart.input.pick({ accountId: true });

/** 指派: one of the own organisation's workers. */
export function AssignDialog({ part, onClose }: { part: PartDetail; onClose: () => void }) {
  const workers = useCall(partWorkers, {}, { quiet: true });
  const assign = useAct(assignPart, { quiet: true });
  const form = useForm({ schema, initial: { accountId: '' }, of: `AssignDialog ${part.id}`, isNew: true });
  return (
    <FormDialog
      title={`指派 ${nameOf(part)}`}
      icon="person"
      act="指派"
      form={form}
      pending={assign.isPending}
      onClose={onClose}
      onSave={async () => {
        await assign.mutateAsync({ id: part.id, version: part.version, accountId: form.text('accountId') });
        emit('notice', { kind: 'success', text: '已指派，对方收到提醒' });
        onClose();
        return false;
      }}
    >
      <SelectField
        form={form}
        name="accountId"
        label="经办人"
        required
        options={(workers.data ?? []).map(({ accountId, name }) => ({ value: accountId, label: name }))}
        hint="本组织的党务工作者"
      />
    </FormDialog>
  );
}
