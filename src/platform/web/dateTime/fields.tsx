import { useState } from 'react';
import { readMoment } from '#platform/reading/times.ts';
import { PickerButton } from '../calendar/PickerButton.tsx';
import { Field, ListField } from '../form/fields.tsx';
import type { Form } from '../form/useForm.ts';
import { lazyPart } from '../route/lazyPart.tsx';
import { timeOptions } from './clock.ts';

const load = () => import('./DateTimePicker.tsx');
const DateTimePicker = lazyPart(async () => ({ default: (await load()).DateTimePicker }));

interface TimeFieldProps {
  form: Form;
  name: string;
  label: string;
  required?: boolean;
  hint?: string;
}

/** A day with hour and minute, `2026-11-20 10:30` in Beijing's time (clock.ts turns it into a point in time); typed or picked. */
export function DateTimeField(field: TimeFieldProps) {
  const { form, name, label } = field;
  const value = form.text(name);
  const [doubt, setDoubt] = useState<{ of: string; text: string } | null>(null);
  return (
    <Field {...field} hint={doubt?.of === value && doubt.text !== '' ? doubt.text : field.hint}>
      {(control) => (
        <span className={control['aria-invalid'] ? 'field-box wrong' : 'field-box'}>
          <input
            {...control}
            autoComplete="off"
            maxLength={20}
            placeholder="年-月-日 时:分"
            value={value}
            onChange={(event) => form.set({ [name]: event.target.value })}
            onBlur={(event) => {
              const typed = event.target.value.trim();
              const read = readMoment(typed);
              const time = 'moment' in read ? read.moment : typed;
              if (time !== value) {
                form.set({ [name]: time });
                setDoubt('moment' in read ? { of: time, text: read.doubt } : null);
              }
              form.leave(name, time);
            }}
          />
          <PickerButton label={label} icon="clock" load={load}>
            {(close, takesFocus) => (
              <DateTimePicker
                takesFocus={takesFocus}
                label={label}
                value={value}
                onPick={(time) => {
                  close();
                  form.set({ [name]: time });
                }}
              />
            )}
          </PickerButton>
        </span>
      )}
    </Field>
  );
}

/** A time of the day from a list; by default 08:00–20:00 every 15 minutes. */
export function TimeField({
  begin,
  end,
  step,
  ...field
}: TimeFieldProps & { begin?: string; end?: string; step?: number }) {
  const options = timeOptions(begin, end, step).map((time) => ({ value: time, label: time }));
  return <ListField {...field} options={options} />;
}
