import { type ReactNode, useId, useState } from 'react';
import { parseTypedDay } from '#platform/reading/days.ts';
import { DayPicker } from '../calendar/DayPicker.tsx';
import type { Option } from '../list/columns.ts';
import { Icon } from '../show/icons.tsx';
import { Button, Pressable } from '../ui/Button.tsx';
import { AWAITED, insteadOf } from './awaited.ts';
import { Combo } from './Combo.tsx';
import { FieldNote } from './FieldNote.tsx';
import { optionsFor } from './optionsFor.ts';
import type { Form, FormValues } from './useForm.ts';

/** A field of a form; its name is one of the form's. */
export interface FieldProps<V = FormValues> {
  form: Form<V>;
  name: keyof NoInfer<V> & string;
  label: string;
  required?: boolean;
  /** Where the value comes from or what it is for. */
  hint?: ReactNode;
  /** Across both columns. */
  wide?: boolean;
}

/** What every control gets: its id, and what ties label, hint and fault to it. */
export interface ControlProps {
  id: string;
  name: string;
  onBlur: () => void;
  'aria-required': boolean | undefined;
  'aria-invalid': boolean;
  'aria-describedby': string;
}

/** Label above, control, then the fault or the hint below, tied together for screen readers. */
export function Field<V extends FormValues>(props: FieldProps<V> & { children: (control: ControlProps) => ReactNode }) {
  const {
    form,
    name,
    label,
    required,
    hint,
    wide,
    children,
  }: FieldProps & {
    children: (control: ControlProps) => ReactNode;
  } = props;
  const id = useId();
  const fault = form.faults[name];
  const changed = !form.isNew && form.dirty.includes(name);
  return (
    <div className={wide ? 'form-field wide' : 'form-field'}>
      <label className="field-label" htmlFor={id}>
        {required && (
          <span className="must" aria-hidden="true">
            *
          </span>
        )}
        {label}
        {changed && <span className="form-changed">已改</span>}
      </label>
      {children({
        id,
        name,
        onBlur: () => form.leave(name),
        'aria-required': required,
        'aria-invalid': fault !== undefined,
        'aria-describedby': `${id}-note`,
      })}
      <FieldNote id={`${id}-note`} fault={fault} hint={hint} />
    </div>
  );
}

const boxOf = (control: ControlProps) => (control['aria-invalid'] ? 'field-box wrong' : 'field-box');

interface TextProps<V = FormValues> extends FieldProps<V> {
  max?: number;
  placeholder?: string;
  inputMode?: 'numeric' | 'tel' | 'decimal';
  /** E.g. upper case while typing. */
  clean?: (text: string) => string;
  /** After the field was left. */
  onLeave?: () => void;
}

/** One line of text. */
export function TextField<V extends FormValues>(props: TextProps<V>) {
  const { max, placeholder, inputMode, clean, onLeave, ...field }: TextProps = props;
  const { form, name } = field;
  return (
    <Field {...field}>
      {(control) => (
        <span className={boxOf(control)}>
          <input
            {...control}
            autoComplete="off"
            maxLength={max}
            placeholder={placeholder}
            inputMode={inputMode}
            value={form.text(name)}
            onChange={(event) => form.set({ [name]: clean ? clean(event.target.value) : event.target.value })}
            onBlur={() => {
              control.onBlur();
              onLeave?.();
            }}
          />
        </span>
      )}
    </Field>
  );
}

interface AreaProps<V = FormValues> extends FieldProps<V> {
  max: number;
  rows?: number;
}

/** Several lines of text, with the count of what is left near the end. */
export function AreaField<V extends FormValues>(props: AreaProps<V>) {
  const { max, rows = 3, ...field }: AreaProps = props;
  const { form, name } = field;
  const left = max - form.text(name).length;
  return (
    <Field {...field} hint={left < max / 5 ? `还可输入${left}字` : field.hint}>
      {(control) => (
        <textarea
          {...control}
          className={control['aria-invalid'] ? 'field-area wrong' : 'field-area'}
          rows={rows}
          maxLength={max}
          value={form.text(name)}
          onChange={(event) => form.set({ [name]: event.target.value })}
        />
      )}
    </Field>
  );
}

/** More values than a list shows without scrolling are found by typing. */
const MOST_LISTED = 15;

interface ChoiceProps<V = FormValues> extends FieldProps<V> {
  options: readonly Option[];
  onPick?: (() => void) | undefined;
}

/**
 * One of several values. Few values use the browser's own list, which works everywhere; long lists (民族, 学历) are searched by
 * characters, pinyin or initials.
 */
export function SelectField<V extends FormValues>(props: ChoiceProps<V>) {
  const { options, onPick, ...field }: ChoiceProps = props;
  if (options.length > MOST_LISTED) return <FindField {...field} options={options} onPick={onPick} />;
  return <ListField {...field} options={options} onPick={onPick} />;
}

/** One of several values by the browser's own list, however many: for values whose order everybody knows, such as times. */
export function ListField<V extends FormValues>(props: ChoiceProps<V>) {
  const { options, onPick, ...field }: ChoiceProps = props;
  const { form, name } = field;
  const value = form.text(name);
  const instead = insteadOf(options);
  return (
    <Field {...field}>
      {(control) => (
        <span className={boxOf(control)}>
          <select
            {...control}
            disabled={instead !== ''}
            aria-busy={options === AWAITED || undefined}
            value={value}
            onChange={(event) => {
              form.set({ [name]: event.target.value });
              onPick?.();
            }}
          >
            <option value="">{instead || (field.required ? '请选择' : '未填写')}</option>
            {value !== '' && !options.some((option) => option.value === value) && (
              <option value={value}>{instead || value}</option>
            )}
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <Icon name="down" size={14} />
        </span>
      )}
    </Field>
  );
}

/** One of many values, found by typing. What names none of them is told and not taken. */
function FindField({
  options,
  onPick,
  ...field
}: FieldProps & { options: readonly Option[]; onPick: (() => void) | undefined }) {
  const { form, name } = field;
  const value = form.text(name);
  const currentLabel = options.find((option) => option.value === value)?.label ?? value;
  // Null: nothing is being typed, the field shows what is chosen.
  const [typed, setTyped] = useState<string | null>(null);
  const [unknown, setUnknown] = useState('');
  const take = (next: string) => {
    setTyped(null);
    setUnknown('');
    if (next === value) return;
    form.set({ [name]: next });
    onPick?.();
  };
  const leave = () => {
    const text = typed?.trim();
    if (text === undefined) return;
    const named = options.find(({ label }) => label === text);
    if (text === '' || named) return take(named?.value ?? '');
    setTyped(null);
    setUnknown(text);
  };
  const byPinyin = options.some(({ readings }) => readings);
  const hint = unknown ? `没有“${unknown}”，请从列表里选${currentLabel ? `；仍是${currentLabel}` : ''}` : field.hint;
  return (
    <Field {...field} hint={hint}>
      {(control) => (
        <Combo
          control={control}
          listLabel={`${field.label}的选项`}
          text={typed ?? currentLabel}
          max={40}
          placeholder={`${field.required ? '请选择' : '未填写'}，可输入${byPinyin ? '拼音' : '文字'}查找`}
          current={value}
          find={() => optionsFor(options, typed ?? '').map((option) => ({ ...option, key: option.value }))}
          onText={(text) => {
            setTyped(text);
            setUnknown('');
          }}
          onTake={(option) => take(option.value)}
          onLeave={leave}
          takesFirst
        />
      )}
    </Field>
  );
}

/** A day as text `YYYY-MM-DD`, with the calendar at the end of the field; typing works without it. */
export function DateField<V extends FormValues>(props: FieldProps<V>) {
  const field: FieldProps = props;
  const { form, name } = field;
  const value = form.text(name);
  return (
    <Field {...field}>
      {(control) => (
        <span className={boxOf(control)}>
          <input
            {...control}
            autoComplete="off"
            inputMode="numeric"
            maxLength={12}
            placeholder="年-月-日"
            value={value}
            onChange={(event) => form.set({ [name]: event.target.value })}
            onBlur={(event) => {
              const day = parseTypedDay(event.target.value);
              if (day !== value) form.set({ [name]: day });
              form.leave(name, day);
            }}
          />
          <DayPicker label={field.label} value={value} onPick={(day) => form.set({ [name]: day })} />
        </span>
      )}
    </Field>
  );
}

/** A yes or no. */
export function TickField<V extends FormValues>(props: FieldProps<V>) {
  const { form, name, label, hint }: FieldProps = props;
  const id = useId();
  return (
    <div className="form-tick">
      <label className="filter-option">
        <input
          type="checkbox"
          className="tick"
          name={name}
          aria-describedby={hint ? id : undefined}
          checked={form.values[name] === true}
          onChange={(event) => form.set({ [name]: event.target.checked })}
        />
        {label}
        {hint && (
          <span id={id} className="muted small">
            {hint}
          </span>
        )}
      </label>
    </div>
  );
}

/**
 * An id card or phone number. Of an existing record only the mask is shown, and it stays as it is unless the user asks to
 * write another one.
 */
export function MaskedField<V extends FormValues>(props: TextProps<V> & { masked: string }) {
  const { masked, ...field }: TextProps & { masked: string } = props;
  const { form, name } = field;
  const kept = masked !== '' && form.values[name] === undefined;
  if (!kept) {
    return (
      <TextField
        {...field}
        hint={
          masked === '' ? (
            field.hint
          ) : (
            <>
              原值 {masked}，
              <Button look="word" onClick={() => form.drop(name)}>
                不改了
              </Button>
            </>
          )
        }
      />
    );
  }
  return (
    <Field {...field}>
      {(control) => (
        <span className="field-box">
          <input {...control} readOnly value={masked} />
          <Pressable className="form-rewrite" onClick={() => form.set({ [name]: '' })}>
            修改
          </Pressable>
        </span>
      )}
    </Field>
  );
}
