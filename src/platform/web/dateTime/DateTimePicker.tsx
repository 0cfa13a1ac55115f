import { type FormEvent, useId, useState } from 'react';
import { readMoment } from '#platform/reading/times.ts';
import { beijingTime } from '#platform/time/days.ts';
import { Calendar } from '../calendar/Calendar.tsx';
import { isDay } from '../calendar/days.ts';
import { Button } from '../ui/Button.tsx';
import { clampTimePart } from './clock.ts';
import './dateTime.css';

interface DateTimePickerProps {
  label: string;
  /** `2026-11-20 10:30`, or whatever stands in the field. */
  value: string;
  onPick: (value: string) => void;
  /** False: the focus stays where it is. */
  takesFocus: boolean;
}

/** Calendar, hour and minute; 现在 takes this minute at once. Hours and minutes beyond the clock are clamped. */
export function DateTimePicker({ label, value, onPick, takesFocus }: DateTimePickerProps) {
  const id = useId();
  const [start] = useState(() => {
    const read = readMoment(value);
    return 'moment' in read ? read.moment : '';
  });
  const [day, setDay] = useState(() => (isDay(start.slice(0, 10)) ? start.slice(0, 10) : ''));
  const [hour, setHour] = useState(() => (day ? start.slice(11, 13) : beijingTime().slice(11, 13)));
  const [minute, setMinute] = useState(() => (day ? start.slice(14) : '00'));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The field's own form, in which the popup stands for React, is not meant.
    event.stopPropagation();
    const date = day || beijingTime().slice(0, 10);
    onPick(`${date} ${clampTimePart(hour, 23)}:${clampTimePart(minute, 59)}`);
  };
  const parts = [
    { name: '时', max: 23, text: hour, set: setHour },
    { name: '分', max: 59, text: minute, set: setMinute },
  ] as const;
  return (
    <form noValidate onSubmit={submit}>
      <Calendar
        label={label}
        value={day ? [day] : []}
        onChange={([next]) => setDay(next ?? '')}
        autoFocus={takesFocus}
      />
      <div className="date-time-foot">
        {parts.map(({ name, max, text, set }) => (
          <label key={name} htmlFor={`${id}-${name}`}>
            <span className="field-box">
              <input
                id={`${id}-${name}`}
                type="number"
                inputMode="numeric"
                min={0}
                max={max}
                value={text}
                onChange={(event) => set(event.target.value)}
                onBlur={() => set(clampTimePart(text, max))}
              />
            </span>
            {name}
          </label>
        ))}
        <Button look="word" onClick={() => onPick(beijingTime())}>
          现在
        </Button>
        <Button submit look="outline" size="compact">
          确定
        </Button>
      </div>
    </form>
  );
}
