import { z } from 'zod';
import { required } from '#platform/contract.ts';
import { emit } from '#platform/web/call/events.ts';
import { DateTimeField } from '#platform/web/dateTime/fields.tsx';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { AreaField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { presence } from '../contract.signup.ts';

interface Person {
  id: string;
  name: string;
  signedAt: string | null;
  leftAt: string | null;
}

interface Said {
  inAt: string;
  outAt: string;
  reason: string;
}

const schema = z.object({ inAt: presence.inAt, outAt: presence.outAt, reason: required(100, '代签原因') });

/** The organiser says when people came and left who could not scan the code. */
export function PresenceDialog({
  people,
  onSave,
  onClose,
}: {
  people: readonly Person[];
  onSave: (said: Said) => Promise<{ done: number }>;
  onClose: () => void;
}) {
  const [first] = people;
  const of = people.length === 1 ? first : undefined;
  const form = useForm({
    schema,
    initial: { inAt: of?.signedAt ?? '', outAt: of?.leftAt ?? '', reason: '' },
    of: `Presence ${people.map(({ id }) => id).join()}`,
    isNew: true,
  });
  return (
    <FormDialog
      title={`${of?.signedAt ? '更正到场时间' : '代签'} ${of ? of.name : `${people.length}人`}`}
      icon="edit"
      act={of?.signedAt ? '更正' : '代签'}
      form={form}
      pending={false}
      onSave={async () => {
        const { done } = await onSave({
          inAt: form.text('inAt'),
          outAt: form.text('outAt'),
          reason: form.text('reason'),
        });
        emit('notice', { kind: 'success', text: `已登记${done}人，注明代签` });
        onClose();
      }}
      onClose={onClose}
    >
      <p className="muted">
        时长按到场到离开计。不填到场时间的记为现在，活动已过的记为活动开始；不填离开时间的按活动结束记，待核。
      </p>
      <DateTimeField form={form} name="inAt" label="到场时间" />
      <DateTimeField form={form} name="outAt" label="离开时间" />
      <AreaField form={form} name="reason" label="代签原因" required max={100} />
    </FormDialog>
  );
}
