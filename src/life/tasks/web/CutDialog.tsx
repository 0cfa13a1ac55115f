import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { AreaField, SelectField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { cutCircle } from '../contract.partMore.ts';
import type { TaskDetail } from '../contract.ts';

const schema = cutCircle.input.pick({ circleId: true, reason: true });
const today = () => new Date().toLocaleDateString('sv-SE');

/** Cycles that may be taken off: those whose first day has not come. */
export const cyclesToCome = (task: TaskDetail) =>
  task.circles.length > 1 ? task.circles.filter(({ startsOn }) => startsOn > today()) : [];

/** 取消一期: a cycle that has not begun is taken off. */
export function CutDialog({ task, onClose }: { task: TaskDetail; onClose: () => void }) {
  const cut = useAct(cutCircle, { quiet: true });
  const list = cyclesToCome(task);
  const form = useForm({
    schema,
    initial: { circleId: list.at(-1)?.id ?? '', reason: '' },
    of: `CutDialog ${task.id}`,
    isNew: true,
  });
  return (
    <FormDialog
      title={`取消一期 ${task.title}`}
      icon="calendarCheck"
      act="取消这一期"
      form={form}
      pending={cut.isPending}
      onClose={onClose}
      onSave={async () => {
        await cut.mutateAsync({
          id: task.id,
          version: task.version,
          circleId: form.text('circleId'),
          reason: form.text('reason'),
        });
        emit('notice', { kind: 'success', text: '这一期已取消，已通知各组织' });
        onClose();
        return false;
      }}
    >
      <SelectField
        form={form}
        name="circleId"
        label="哪一期"
        required
        options={list.map(({ id, label, startsOn }) => ({ value: id, label: `${label}（${startsOn}开始）` }))}
      />
      <AreaField form={form} name="reason" label="取消原因" required max={200} />
    </FormDialog>
  );
}
