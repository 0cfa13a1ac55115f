import { type ReactNode, useRef, useState } from 'react';
import { Popup } from '../dialogs/Popup.tsx';
import { Icon } from '../show/icons.tsx';
import { Pressable } from '../ui/Button.tsx';
import { type ControlProps, Field } from './fields.tsx';
import type { Form } from './useForm.ts';

/** A button cannot be required (ARIA); its label says so. */
const forButton = ({ 'aria-required': _required, ...control }: ControlProps) => control;

/** A form's field whose value is chosen from a tree: shows its name and opens the tree below it. */
export function TreeField({
  form,
  name,
  label,
  required,
  hint,
  shown,
  children,
}: {
  form: Form;
  name: string;
  label: string;
  required?: boolean;
  hint?: ReactNode;
  /** The name of what is chosen; empty: nothing is. */
  shown: string;
  children: (close: () => void) => ReactNode;
}) {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  return (
    <Field form={form} name={name} label={label} required={required} hint={hint}>
      {(control) => (
        <span className={control['aria-invalid'] ? 'field-box wrong' : 'field-box'}>
          <Pressable
            {...forButton(control)}
            ref={button}
            className="form-choice"
            aria-haspopup="tree"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            <span className={shown ? 'ellipsis' : 'muted'}>{shown || '请选择'}</span>
            <Icon name="down" size={14} />
          </Pressable>
          {open && button.current && (
            <Popup anchor={button.current} label={label} className="org-popup" onClose={() => setOpen(false)}>
              {children(() => setOpen(false))}
            </Popup>
          )}
        </span>
      )}
    </Field>
  );
}
