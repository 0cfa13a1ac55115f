import { z } from 'zod';
import { useAct } from '#platform/web/call/hooks.ts';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { AreaField, TextField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { correctMeeting, type MeetingDetail } from '../contract.ts';

const schema = z.object({
  minutes: z.string().trim().min(1, '请填写会议记录').max(10_000, '会议记录不能超过10000个字'),
  reason: z.string().trim().min(1, '请输入更正原因').max(200, '更正原因不能超过200个字'),
});

/** 更正 of archived minutes: with a reason; what stood there before stays readable. */
export function CorrectDialog({ meeting, onClose }: { meeting: MeetingDetail; onClose: () => void }) {
  const save = useAct(correctMeeting, { quiet: true });
  const form = useForm({
    schema,
    initial: { minutes: meeting.minutes, reason: '' },
    of: `CorrectDialog ${meeting.id}`,
    isNew: true,
  });
  return (
    <FormDialog
      title={`更正 ${meeting.title}`}
      icon="edit"
      width={700}
      act="更正"
      form={form}
      pending={save.isPending}
      onSave={() =>
        save.mutateAsync({
          id: meeting.id,
          version: meeting.version,
          minutes: form.text('minutes'),
          reason: form.text('reason'),
        })
      }
      onClose={onClose}
    >
      <AreaField form={form} name="minutes" label="会议记录" required max={10_000} rows={10} />
      <TextField form={form} name="reason" label="更正原因" required max={200} hint="更正前的内容和原因会一直保留" />
    </FormDialog>
  );
}
