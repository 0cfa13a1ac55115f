import { Suspense, useEffect, useState } from 'react';
import { Field } from '../form/fields.tsx';
import type { Form } from '../form/useForm.ts';
import { lazyPart } from '../route/lazyPart.tsx';
import type { EditorProps } from './Editor.tsx';
import './editorField.css';

const Editor = lazyPart(() => import('./Editor.tsx'));
/** Milliseconds after which the editor is shown (specification 9). */
const SHOWN_AFTER = 500;
const WAITING = '图片或文档还没有传完，传完或停止后再保存';

/** The editor, whose code is loaded after the page's own. */
export function LateEditor(props: EditorProps) {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), SHOWN_AFTER);
    return () => clearTimeout(timer);
  }, []);
  const waiting = (
    <div className="editor-waiting" role="status">
      正在打开编辑器
    </div>
  );
  return shown ? (
    <Suspense fallback={waiting}>
      <Editor {...props} />
    </Suspense>
  ) : (
    waiting
  );
}

/** A rich text as a field of a form; its value is HTML, the empty text while nothing is written. */
export function EditorField({
  form,
  name,
  label,
  hint,
  chips,
  required = true,
}: {
  form: Form;
  name: string;
  label: string;
  hint?: string;
  /** Fields that may be put into the text. */
  chips?: readonly string[];
  required?: boolean;
}) {
  return (
    <Field form={form} name={name} label={label} required={required} wide hint={hint}>
      {(control) => (
        <LateEditor
          label={label}
          value={form.text(name)}
          onChange={(html) => form.set({ [name]: html })}
          onBlur={control.onBlur}
          onWaiting={(waiting) => form.hold(name, waiting ? WAITING : '')}
          invalid={control['aria-invalid']}
          describedBy={control['aria-describedby']}
          {...(chips && { chips })}
        />
      )}
    </Field>
  );
}
