import { useUnloadQuestion } from '../press/unsaved.ts';
import { Icon } from '../show/icons.tsx';

/** A required line of a dialog with its fault below it. A password is kept by nothing: closing the window asks. */
export function DialogField({
  id,
  label,
  type = 'text',
  placeholder,
  maxLength,
  value,
  fault,
  onChange,
}: {
  id: string;
  label: string;
  type?: 'text' | 'password' | 'datetime-local';
  placeholder?: string;
  maxLength?: number;
  value: string;
  fault: string | undefined;
  onChange: (value: string) => void;
}) {
  useUnloadQuestion(() => type === 'password' && value !== '');
  return (
    <div>
      <label className="field-label" htmlFor={id}>
        <span className="must">*</span>
        {label}
      </label>
      <span className={fault ? 'field-box wrong' : 'field-box'}>
        <input
          id={id}
          type={type}
          autoComplete={type === 'password' ? 'current-password' : undefined}
          placeholder={placeholder}
          maxLength={maxLength}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          aria-required
          aria-invalid={Boolean(fault)}
          aria-describedby={`${id}-fault`}
        />
      </span>
      {fault && (
        <p id={`${id}-fault`} className="field-fault" role="alert">
          <Icon name="warning" size={14} />
          {fault}
        </p>
      )}
    </div>
  );
}
