import { DateField, TextField } from '#platform/web/form/fields.tsx';
import type { Form } from '#platform/web/form/useForm.ts';
import { AttachmentField } from '#platform/web/upload/AttachmentField.tsx';

export const BLANK = { effectiveOn: '', reason: '', meetingOn: '', due: '', present: '', agree: '', files: '' };

/** The branch meeting's day and count. */
export function MeetingFields({ form }: { form: Form }) {
  return (
    <>
      <DateField form={form} name="meetingOn" label="支部大会日期" required />
      <TextField form={form} name="due" label="应到人数" required inputMode="numeric" max={4} />
      <TextField
        form={form}
        name="present"
        label="实到人数"
        required
        inputMode="numeric"
        max={4}
        hint="超过应到的半数才能开会"
      />
      <TextField
        form={form}
        name="agree"
        label="赞成票数"
        required
        inputMode="numeric"
        max={4}
        hint="超过应到的半数才算通过"
      />
    </>
  );
}

/** The papers, as scans. */
export const PaperFields = ({ form, label }: { form: Form; label: string }) => (
  <AttachmentField form={form} name="files" label={label} required format="common" count={20} kept={[]} />
);

/** What a form holds as one text is sent as a list. */
export const filesOf = (text: unknown): string[] =>
  String(text ?? '')
    .split(',')
    .filter(Boolean);
