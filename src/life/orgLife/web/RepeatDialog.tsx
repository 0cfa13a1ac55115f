import { useNavigate } from 'react-router';
import { z } from 'zod';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { SelectField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { repeatMeeting } from '../contract.plan.ts';
import type { MeetingDetail } from '../contract.ts';
import { EVERY, type Every, MOST_REPEATS, repeatDays } from '../rules.plan.ts';
import { PATHS } from './paths.ts';

const EVERIES = optionsOf(EVERY);
const TIMES = Array.from({ length: MOST_REPEATS }, (_, at) => ({ value: String(at + 1), label: `${at + 1}次` }));

/** 重复: the meeting on further days, each a draft; the days stand there before they are made. */
export function RepeatDialog({ meeting, onClose }: { meeting: MeetingDetail; onClose: () => void }) {
  const navigate = useNavigate();
  const repeat = useAct(repeatMeeting, { quiet: true });
  const form = useForm({
    schema: z.object({ every: z.string(), times: z.string() }),
    initial: { every: 'month', times: '3' },
    of: `RepeatDialog ${meeting.id}`,
    isNew: true,
  });
  const days = repeatDays(meeting.heldOn, form.text('every') as Every, Number(form.text('times')));
  return (
    <FormDialog
      title={`重复 ${meeting.title}`}
      icon="calendarCheck"
      act="写成草稿"
      form={form}
      pending={repeat.isPending}
      onSave={async () => {
        const { count } = await repeat.mutateAsync({
          id: meeting.id,
          every: form.text('every') as Every,
          times: form.text('times'),
        });
        onClose();
        emit('notice', { kind: 'success', text: `已写成${count}次草稿，核对后逐个发出通知` });
        navigate(PATHS.meetings({ orgId: meeting.orgId, state: '0' }));
        return false;
      }}
      onClose={onClose}
    >
      <SelectField form={form} name="every" label="多久一次" required options={EVERIES} />
      <SelectField form={form} name="times" label="重复" required options={TIMES} />
      <p className="field-hint wide">{days.join('、')}；议题、主持人、地点和时间照抄，发展党员的议题不抄。</p>
    </FormDialog>
  );
}
