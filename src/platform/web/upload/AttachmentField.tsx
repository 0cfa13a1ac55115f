import type { ReactNode } from 'react';
import type { UploadedFile } from '../../fileCalls.ts';
import type { FormatName } from '../../fileRules.ts';
import { Field } from '../form/fields.tsx';
import type { Form } from '../form/useForm.ts';
import { Uploader } from './Uploader.tsx';

interface AttachmentFieldProps {
  form: Form;
  /** The form holds the files' ids, joined by commas. */
  name: string;
  label: string;
  required?: boolean;
  hint?: ReactNode;
  format?: FormatName;
  count?: number;
  limit?: number;
  /** The row's files; their ids are the form's first value. */
  kept?: readonly UploadedFile[];
}

/** The list of a form's attachments. The service takes them in by `attachFiles`. */
export function AttachmentField({ form, name, label, required, hint, ...upload }: AttachmentFieldProps) {
  return (
    <Field form={form} name={name} label={label} wide {...(required ? { required } : {})} hint={hint}>
      {({ onBlur: _onBlur, name: _name, 'aria-required': _required, ...control }) => (
        <Uploader
          {...upload}
          label={label}
          control={control}
          onWaiting={(waiting) => form.hold(name, waiting ? '有文件还没传完，传完或去掉后再提交' : '')}
          onFiles={(files) => form.set({ [name]: files.map(({ id }) => id).join(',') })}
        />
      )}
    </Field>
  );
}
