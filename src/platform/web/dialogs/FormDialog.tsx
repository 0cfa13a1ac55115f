import { type FormEvent, type ReactNode, useId } from 'react';
import { emit } from '../events.ts';
import type { Form } from '../form/useForm.ts';
import type { IconName } from '../icons.tsx';
import { ApiError } from '../request.ts';
import { Dialog } from './Dialog.tsx';
import '../form/form.css';

/** A short form in a dialog: what was typed stays where saving fails, with the sentence at its field. */
export function FormDialog({
  title,
  icon,
  width,
  form,
  pending,
  onSave,
  onClose,
  children,
}: {
  title: string;
  icon: IconName;
  /** Pixels; a dialog's own width where absent. */
  width?: 470 | 700;
  form: Form;
  pending: boolean;
  /** Writes; the dialog closes afterwards. */
  onSave: () => Promise<unknown>;
  onClose: () => void;
  children: ReactNode;
}) {
  const id = useId();
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (pending || !form.validate()) return;
    try {
      await onSave();
      emit('notice', { kind: 'success', text: '保存成功' });
      onClose();
    } catch (error) {
      if (!form.take(error) && error instanceof ApiError) emit('notice', { kind: 'error', text: error.message });
    }
  };
  return (
    <Dialog
      title={title}
      icon={icon}
      width={width}
      onClose={onClose}
      foot={
        <>
          <button type="button" className="button" onClick={onClose}>
            取消
          </button>
          <button
            type="submit"
            form={id}
            className="button primary"
            disabled={pending || (!form.isNew && form.dirty.length === 0)}
          >
            {pending ? '正在保存' : '保存'}
          </button>
        </>
      }
    >
      <form id={id} ref={form.box} className="dialog-form" noValidate onSubmit={save}>
        {children}
      </form>
    </Dialog>
  );
}
