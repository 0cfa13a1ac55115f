import { type ReactNode, useEffect, useId, useState } from 'react';
import '#platform/web/form/form.css';
import { Icon } from '#platform/web/show/icons.tsx';
import { readFen } from '../../rules.money.ts';

/** A line of the panel: the label above its control. */
export function Line({
  label,
  hint,
  children,
}: {
  label: string;
  hint?: string;
  children: (control: { id: string; 'aria-describedby': string | undefined }) => ReactNode;
}) {
  const id = useId();
  return (
    <div className="panel-line">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {children({ id, 'aria-describedby': hint ? `${id}-hint` : undefined })}
      {hint && (
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
      )}
    </div>
  );
}

export function TextLine({
  label,
  value,
  max,
  hint,
  onChange,
}: {
  label: string;
  value: string;
  max: number;
  hint?: string;
  onChange: (value: string) => void;
}) {
  return (
    <Line label={label} {...(hint ? { hint } : {})}>
      {(control) => (
        <span className="field-box">
          <input
            {...control}
            autoComplete="off"
            maxLength={max}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        </span>
      )}
    </Line>
  );
}

/** One of a few, each with a word of explanation. */
export function Choices<Value extends string>({
  legend,
  value,
  options,
  onChange,
}: {
  legend: string;
  value: Value;
  options: readonly { value: Value; label: string; hint?: string }[];
  onChange: (value: Value) => void;
}) {
  const name = useId();
  return (
    <fieldset className="panel-choices">
      <legend className="field-label">{legend}</legend>
      {options.map((option) => (
        <label key={option.value} className="filter-option">
          <input
            type="radio"
            className="tick"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
          {option.hint && <span className="muted small">{option.hint}</span>}
        </label>
      ))}
    </fieldset>
  );
}

export function Tick({
  label,
  hint,
  checked,
  onChange,
}: {
  label: string;
  hint?: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}) {
  return (
    <label className="filter-option panel-tick">
      <input type="checkbox" className="tick" checked={checked} onChange={(event) => onChange(event.target.checked)} />
      <span>
        {label}
        {hint && <span className="muted small panel-tick-hint">{hint}</span>}
      </span>
    </label>
  );
}

export function Pick({
  label,
  value,
  options,
  unnamed,
  onChange,
}: {
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  /** The label is read aloud alone: what it says stands beside. */
  unnamed?: boolean;
  onChange: (value: string) => void;
}) {
  const select = (control: object) => (
    <span className="field-box">
      <select {...control} value={value} onChange={(event) => onChange(event.target.value)}>
        {!options.some((option) => option.value === value) && <option value={value}>请选择</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon name="down" size={14} />
    </span>
  );
  if (unnamed) return select({ 'aria-label': label });
  return <Line label={label}>{select}</Line>;
}

const PARTS = { money: 100, whole: 1 } as const;

/** The number of a text: whole, or yuan as fen; null where it is none. */
function readNumber(text: string, kind: 'money' | 'whole'): number | null {
  if (kind === 'money') return readFen(text);
  return /^\d{1,9}$/.test(text.trim()) ? Number(text) : null;
}

/** A number as it is typed; money in yuan, told as fen. What is no number is told as null and stays in the field. */
export function NumberBox({
  label,
  kind,
  value,
  unit,
  range,
  onChange,
  ...control
}: {
  label?: string;
  kind: 'money' | 'whole';
  value: number | null;
  unit: string;
  /** The least and the most; what lies outside is marked, and the value stands again once the field is left. */
  range?: readonly [number, number];
  onChange: (value: number | null) => void;
  id?: string;
}) {
  const read = (typed: string) => {
    const number = readNumber(typed, kind);
    return number !== null && range && (number < range[0] || number > range[1]) ? null : number;
  };
  const shown = value === null ? '' : String(value / PARTS[kind]);
  const [text, setText] = useState(shown);
  // Undone, or another node's.
  useEffect(() => {
    setText((typed) => (readNumber(typed, kind) === value ? typed : shown));
  }, [value, kind, shown]);
  const wrong = text !== '' && read(text) === null;
  return (
    <span className={wrong ? 'field-box wrong' : 'field-box'}>
      <input
        {...control}
        aria-label={label}
        inputMode="decimal"
        autoComplete="off"
        maxLength={14}
        value={text}
        aria-invalid={wrong}
        onChange={(event) => {
          setText(event.target.value);
          onChange(read(event.target.value));
        }}
        onBlur={() => range && read(text) === null && setText(shown)}
      />
      <span className="muted">{unit}</span>
    </span>
  );
}
