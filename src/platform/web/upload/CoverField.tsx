import { Suspense, useState } from 'react';
import { Field } from '../form/fields.tsx';
import type { Form } from '../form/useForm.ts';
import { lazyPart } from '../route/lazyPart.tsx';
import { Button } from '../ui/Button.tsx';
import { StoredImage } from './StoredImage.tsx';
import './upload.css';
import './coverField.css';

const ImageSelector = lazyPart(async () => ({ default: (await import('./ImageSelector.tsx')).ImageSelector }));

/** A cover, 16 by 9: the form holds the file's id, or an empty text. */
export function CoverField({ form, name, label }: { form: Form; name: string; label: string }) {
  const [choosing, setChoosing] = useState(false);
  const id = form.text(name);
  return (
    <Field form={form} name={name} label={label} hint="16:9，JPG 或 PNG；没有封面时显示名称">
      {({ onBlur: _onBlur, name: _name, 'aria-required': _required, ...control }) => (
        <div className="cover-field">
          {id && (
            <span className="cover-frame">
              <StoredImage fileKey={`${id}-z`} alt={label} />
            </span>
          )}
          <span className="upload-acts">
            <Button {...control} size="compact" icon="import" iconSize={14} onClick={() => setChoosing(true)}>
              {id ? '更换封面' : '选择封面'}
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
                title="选择封面"
                format="avatar"
                crop={{ ratio: 16 / 9, width: 960 }}
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
