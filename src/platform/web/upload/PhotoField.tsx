import { Suspense, useState } from 'react';
import { Field } from '../form/fields.tsx';
import type { Form } from '../form/useForm.ts';
import { lazyPart } from '../route/lazyPart.tsx';
import { Button } from '../ui/Button.tsx';
import { StoredImage } from './StoredImage.tsx';
import './upload.css';

const ImageSelector = lazyPart(async () => ({ default: (await import('./ImageSelector.tsx')).ImageSelector }));

/** An identity photo (3 by 4, cut to 480 by 640 pixels): the form holds the file's id, or an empty text. */
export function PhotoField({ form, name, label }: { form: Form; name: string; label: string }) {
  const [choosing, setChoosing] = useState(false);
  const id = form.text(name);
  return (
    <Field form={form} name={name} label={label} hint="近期免冠照，JPG 或 PNG，不超过10M">
      {({ onBlur: _onBlur, name: _name, 'aria-required': _required, ...control }) => (
        <div className="photo-field">
          <span className="photo-frame">
            {id ? <StoredImage fileKey={`${id}-z`} alt={label} /> : <span className="muted small">未上传</span>}
          </span>
          <span className="upload-acts">
            <Button
              {...control}
              aria-label={id ? '更换照片' : '上传照片'}
              size="compact"
              icon="import"
              iconSize={14}
              onClick={() => setChoosing(true)}
            >
              {id ? '更换照片' : '上传照片'}
            </Button>
            {id && (
              <Button look="link" size="compact" onClick={() => form.set({ [name]: '' })}>
                去掉
              </Button>
            )}
          </span>
          {choosing && (
            <Suspense>
              <ImageSelector
                title="选择照片"
                format="avatar"
                crop={{ ratio: 3 / 4, width: 480 }}
                onPick={(file) => {
                  form.set({ [name]: file.id });
                  setChoosing(false);
                }}
                onClose={() => setChoosing(false)}
              />
            </Suspense>
          )}
        </div>
      )}
    </Field>
  );
}
