import { type ReactNode, useEffect, useState } from 'react';
import { knownFiles, type UploadedFile } from '../../files/fileCalls.ts';
import type { FormatName } from '../../files/fileRules.ts';
import { useCall } from '../call/hooks.ts';
import { Field } from '../form/fields.tsx';
import type { Form } from '../form/useForm.ts';
import { Icon } from '../show/icons.tsx';
import { Button } from '../ui/Button.tsx';
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

const idsOf = (files: readonly UploadedFile[]) => files.map(({ id }) => id).join(',');
const listOf = (ids: string) => ids.split(',').filter(Boolean);

/**
 * The list of a form's attachments. The service gives them to the row by `attachFiles`. If the form's value no longer matches the
 * list (a draft came back, changes were merged), the list starts again with the files that still exist and names those that do not.
 */
export function AttachmentField({ form, name, label, required, hint, kept = [], ...upload }: AttachmentFieldProps) {
  const [start, setStart] = useState({ turn: 0, files: kept, shown: idsOf(kept) });
  const [lost, setLost] = useState<readonly string[]>([]);
  const held = form.text(name);
  const isOther = held !== start.shown;
  const known = useCall(knownFiles, { ids: held }, { quiet: true, enabled: isOther && held !== '', staleTime: 0 });
  const files = held === '' ? [] : known.data;
  const { fileNames, hold } = form;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer about other files is taken over once
  useEffect(() => {
    if (!isOther) return;
    if (!files || (held !== '' && known.isFetching)) {
      hold(name, '附件还没有列出，请稍候');
      return () => hold(name, '');
    }
    setLost(listOf(held).filter((id) => !files.some((file) => file.id === id)));
    const shown = idsOf(files);
    setStart(({ turn }) => ({ turn: turn + 1, files, shown }));
    if (shown !== held) form.set({ [name]: shown });
  }, [isOther, held, files, known.isFetching]);
  for (const { id, name } of start.files) fileNames.current[id] = name;

  return (
    <Field form={form} name={name} label={label} wide {...(required ? { required } : {})} hint={hint}>
      {({ onBlur: _onBlur, name: _name, 'aria-required': _required, ...control }) => (
        <>
          {lost.length > 0 && (
            <p className="banner warn" role="status">
              <Icon name="warning" />
              <span>{lostWords(lost, fileNames.current)}</span>
            </p>
          )}
          {isOther && known.error && (
            <p className="field-fault" role="alert">
              <Icon name="warning" size={14} />
              没有列出附件：{known.error.message}
              <Button look="word" onClick={() => known.refetch()}>
                重试
              </Button>
            </p>
          )}
          <Uploader
            {...upload}
            key={start.turn}
            kept={start.files}
            label={label}
            control={control}
            onWaiting={(waiting) => hold(name, waiting ? '有文件还没传完，传完或去掉后再提交' : '')}
            onFiles={(files) => {
              for (const { id, name } of files) fileNames.current[id] = name;
              const shown = idsOf(files);
              setStart((now) => ({ ...now, shown }));
              form.set({ [name]: shown });
            }}
          />
        </>
      )}
    </Field>
  );
}

function lostWords(lost: readonly string[], names: Readonly<Record<string, string>>): string {
  const named = lost.flatMap((id) => names[id] ?? []);
  const which = named.length === lost.length ? `附件${named.join('、')}` : `${lost.length}份附件`;
  return `${which}在服务器上已不存在，请重新上传`;
}
