import { useId, useState } from 'react';
import { useUnloadQuestion } from '../press/unsaved.ts';
import { Icon } from '../show/icons.tsx';
import { IconButton } from '../ui/Button.tsx';

interface PasswordProps {
  name: string;
  label: string;
  placeholder: string;
  /** What the browser's password manager takes it for. */
  complete: 'current-password' | 'new-password';
  value: string;
  hint?: string;
  fault?: string;
  onChange: (value: string) => void;
}

/** One password with its label, show and hide, hint and fault. Nothing keeps it: closing the window asks. */
export function PasswordField({ name, label, placeholder, complete, value, hint, fault, onChange }: PasswordProps) {
  const [shown, setShown] = useState(false);
  useUnloadQuestion(() => value !== '');
  const id = useId();
  const notes = [fault && `${id}-fault`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <div>
      <label className="field-label" htmlFor={id}>
        <span className="must" aria-hidden="true">
          *
        </span>
        {label}
      </label>
      <div className={fault ? 'field-box wrong' : 'field-box'}>
        <input
          id={id}
          name={name}
          type={shown ? 'text' : 'password'}
          autoComplete={complete}
          placeholder={placeholder}
          maxLength={64}
          required
          aria-invalid={fault ? true : undefined}
          aria-describedby={notes || undefined}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
        <IconButton
          icon={shown ? 'eye' : 'eyeOff'}
          label={shown ? '隐藏密码' : '显示密码'}
          onClick={() => setShown(!shown)}
        />
      </div>
      {fault && (
        <p className="field-fault" id={`${id}-fault`}>
          <Icon name="warning" size={14} />
          {fault}
        </p>
      )}
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
