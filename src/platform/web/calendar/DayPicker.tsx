import { lazyPart } from '../route/lazyPart.tsx';
import { isDay } from './days.ts';
import { PickerButton } from './PickerButton.tsx';

const load = () => import('./Calendar.tsx');
// With the tables of the lunar calendar, and therefore only when the first calendar opens.
const Calendar = lazyPart(async () => ({ default: (await load()).Calendar }));

interface DayPickerProps {
  label: string;
  /** `YYYY-MM-DD`, or whatever stands in the field. */
  value: string;
  onPick: (day: string) => void;
  disabled?: boolean;
}

/** The button at the end of a date field that opens the calendar, as a press on the field does. */
export function DayPicker({ label, value, onPick, disabled }: DayPickerProps) {
  return (
    <PickerButton label={label} icon="calendarCheck" load={load} disabled={disabled}>
      {(close, takesFocus) => (
        <Calendar
          label={label}
          value={isDay(value) ? [value] : []}
          autoFocus={takesFocus}
          onChange={([day]) => {
            close();
            if (day) onPick(day);
          }}
        />
      )}
    </PickerButton>
  );
}
