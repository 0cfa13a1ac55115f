import { type FormEvent, type ReactNode, useId, useRef } from 'react';
import { countWrites } from '../call/api.ts';
import { emit, on } from '../call/events.ts';
import { restsUnchanged } from '../form/act.ts';
import type { Form } from '../form/useForm.ts';
import type { IconName } from '../show/icons.tsx';
import { Button } from '../ui/Button.tsx';
import { Dialog } from './Dialog.tsx';
import { useStands } from './useStands.ts';
import '../form/form.css';

/** A short form in a dialog. If saving fails, what was typed stays and the fault is shown at its field. */
export function FormDialog({
  title,
  icon,
  width,
  act = '保存',
  form,
  pending,
  touched = false,
  ready,
  onSave,
  onClose,
  children,
}: {
  title: string;
  icon: IconName;
  /** Pixels; a dialog's own width where absent. */
  width?: 470 | 700;
  /** What its button is called. */
  act?: string;
  form: Form;
  pending: boolean;
  /** Something is typed that the form does not hold yet. */
  touched?: boolean;
  /** Takes that into the form before it is judged; false: not possible, and a field says why. */
  ready?: () => Promise<boolean>;
  /** Writes by a quiet call; the dialog closes afterwards. Where it answers false it has said itself what came of it. */
  onSave: () => Promise<unknown>;
  onClose: () => void;
  children: ReactNode;
}) {
  const id = useId();
  const latest = useRef({ form, onSave });
  latest.current = { form, onSave };
  const saving = useRef(false);
  const { tell } = useStands();
  const save = async () => {
    if (ready && !(await ready())) return;
    const { form: now, onSave: write } = latest.current;
    if (!now.validate()) return;
    // What the page says itself of its success is said once.
    let isTold = false;
    const off = on('notice', ({ kind }) => {
      isTold ||= kind === 'success';
    });
    try {
      const before = countWrites();
      const saved = (await write()) !== false;
      if (saved || countWrites() > before) now.sent();
      if (!saved) return;
      if (!isTold) emit('notice', { kind: 'success', text: '保存成功' });
      onClose();
    } catch (error) {
      if (!tell(error)) now.tell(error);
    } finally {
      off();
    }
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (pending || saving.current) return;
    saving.current = true;
    await save().finally(() => {
      saving.current = false;
    });
  };
  return (
    <Dialog
      title={title}
      icon={icon}
      width={width}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button
            submit
            form={id}
            look="primary"
            disabled={pending || (!form.isNew && form.dirty.length === 0 && !touched && restsUnchanged(act))}
          >
            {pending ? `正在${act}` : act}
          </Button>
        </>
      }
    >
      <form id={id} ref={form.box} className="dialog-form" noValidate onSubmit={submit}>
        {children}
      </form>
    </Dialog>
  );
}
