import { useId, useState } from 'react';
import { picture } from '#platform/contract.ts';
import { Icon } from '../show/icons.tsx';
import { Button } from '../ui/Button.tsx';
import { Field } from './fields.tsx';
import type { Form } from './useForm.ts';
import './pictureField.css';

interface PictureFieldProps {
  form: Form;
  name: string;
  label: string;
  required?: boolean;
  hint?: React.ReactNode;
  wide?: boolean;
  /** The largest file, in kilobytes. */
  kilobytes: number;
  /** What the form shows while nobody has chosen a new one, e.g. a picture that is kept elsewhere. */
  kept?: string | undefined;
  /** Whether the picture may be taken away. */
  clearable?: boolean;
  shape: 'square' | 'banner';
}

function read(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new Error('文件读取失败，请重新选择'));
    reader.readAsDataURL(file);
  });
}

/** A picture chosen from a file, held as a data URL. A file that is too large or no picture is refused at once, with a message. */
export function PictureField({ kilobytes, kept, clearable, shape, ...field }: PictureFieldProps) {
  const { form, name, label } = field;
  const inputId = useId();
  const [fault, setFault] = useState('');
  const shown = form.text(name) || kept || '';
  const choose = async (file: File | undefined) => {
    if (!file) return;
    try {
      const data = await read(file);
      const judged = picture(kilobytes).safeParse(data);
      setFault(judged.success ? '' : (judged.error.issues[0]?.message ?? ''));
      if (judged.success) form.set({ [name]: data });
    } catch (error) {
      setFault((error as Error).message);
    }
  };
  return (
    <Field {...field}>
      {({ id, onBlur: _onBlur, ...control }) => (
        <div className={`picture-field shape-${shape}`}>
          <span className="picture-shown">
            {shown ? <img src={shown} alt={`${label}预览`} /> : <span className="muted small">未选择</span>}
          </span>
          <span className="picture-acts">
            {/* The label alone is seen; the file input keeps the keyboard and the name. */}
            <input
              {...control}
              id={id}
              className="picture-input"
              type="file"
              accept="image/png,image/jpeg,image/webp"
              aria-describedby={`${control['aria-describedby']} ${inputId}`}
              onChange={(event) => {
                void choose(event.target.files?.[0]);
                event.target.value = '';
              }}
            />
            <label className="button compact" htmlFor={id}>
              <Icon name="import" size={14} />
              {shown ? '更换图片' : '选择图片'}
            </label>
            {clearable && form.text(name) !== '' && (
              <Button look="link" size="compact" onClick={() => form.set({ [name]: '' })}>
                去掉
              </Button>
            )}
            <span id={inputId} className="muted small">
              PNG、JPEG 或 WebP，不超过{kilobytes < 1024 ? `${kilobytes}KB` : `${kilobytes / 1024}MB`}
            </span>
            {fault && (
              <span className="field-fault" role="alert">
                <Icon name="warning" size={14} />
                {fault}
              </span>
            )}
          </span>
        </div>
      )}
    </Field>
  );
}
