import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { beijingDay } from '#platform/time/days.ts';
import { IconButton, Pressable } from '../ui/Button.tsx';
import { chooseDays, isChosen, type Mode, mayChoose, WIDEST } from './choose.ts';
import { addDays, addMonths, type Day, dayInWords, WEEKDAYS, weekdayOf, weeksOf, yearsAround } from './days.ts';
import { almanacOf } from './lunar.ts';
import './calendar.css';

export interface CalendarProps {
  /** What is chosen: 出生日期. */
  label: string;
  mode?: Mode;
  /** One day, the days in order, or the two ends of a range; the first of two presses alone while a range is open. */
  value: readonly Day[];
  onChange: (value: Day[]) => void;
  /** The first and the last day that may be chosen. */
  begin?: Day;
  end?: Day;
  isDisabled?: (day: Day) => boolean;
  /** The focus goes to the chosen day, or today. */
  autoFocus?: boolean;
}

const STEP_WORDS = {
  days: ['上一月', '下一月'],
  months: ['上一年', '下一年'],
  years: ['前20年', '后20年'],
} as const;

/**
 * A month of days with lunar days, festivals and solar terms; lists of months and of twenty years behind its head.
 * Keys: arrows a day or a week, Home and End the week's ends, PageUp and PageDown a month, with Shift a year, Enter chooses.
 */
export function Calendar({
  label,
  mode = 'single',
  value,
  onChange,
  begin = WIDEST.begin,
  end = WIDEST.end,
  isDisabled,
  autoFocus,
}: CalendarProps) {
  const today = beijingDay();
  const bounds = { begin, end, isDisabled };
  const inside = (day: Day): Day => (day < begin ? begin : day > end ? end : day);
  const [at, setAt] = useState(() => inside(value.at(-1) ?? today));
  const [shown, setShown] = useState<'days' | 'months' | 'years'>('days');
  const box = useRef<HTMLDivElement>(null);
  const follow = useRef(autoFocus ?? false);
  const latest = value.at(-1);
  /** The last day of what was chosen here: the calendar stays where it was pressed, and follows what comes from outside. */
  const own = useRef(latest);
  useEffect(() => {
    if (latest && latest !== own.current) setAt(latest);
    own.current = latest;
  }, [latest]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows the day and the view, which are drawn by then
  useEffect(() => {
    if (!follow.current) return;
    follow.current = false;
    box.current?.querySelector<HTMLElement>('[data-at]')?.focus({ preventScroll: true });
  }, [at, shown]);

  const go = (day: Day, withFocus: boolean) => {
    follow.current = withFocus;
    setAt(inside(day));
  };
  const show = (view: typeof shown) => {
    follow.current = true;
    setShown(view);
  };
  const press = (event: KeyboardEvent) => {
    const to = movedBy(event.key, event.shiftKey, at);
    if (to === undefined) return;
    event.preventDefault();
    go(to, true);
  };
  const pick = (day: Day) => {
    if (!mayChoose(bounds, day)) return;
    go(day, true);
    const next = chooseDays(mode, value, day);
    own.current = next.at(-1);
    onChange(next);
  };

  const year = Number(at.slice(0, 4));
  const month = Number(at.slice(5, 7));
  const step = shown === 'years' ? 240 : shown === 'months' ? 12 : 1;
  const [before, after] = STEP_WORDS[shown];
  // Where a step leads to the same month, year or twenty years: the bounds lie within it.
  const pageOf = (day: Day) =>
    shown === 'days' ? day.slice(0, 7) : shown === 'months' ? day.slice(0, 4) : yearsAround(Number(day.slice(0, 4)))[0];
  const isEnd = (by: number) => pageOf(inside(addMonths(at, by))) === pageOf(at);
  return (
    <div ref={box} className="calendar">
      <div className="calendar-head">
        <IconButton
          icon="back"
          label={before}
          disabled={isEnd(-step)}
          onClick={() => go(addMonths(at, -step), false)}
        />
        <span className="calendar-place" aria-live="polite">
          <Pressable aria-expanded={shown === 'years'} onClick={() => show(shown === 'years' ? 'days' : 'years')}>
            {year}年
          </Pressable>
          <Pressable aria-expanded={shown === 'months'} onClick={() => show(shown === 'months' ? 'days' : 'months')}>
            {month}月
          </Pressable>
        </span>
        <Pressable
          className="calendar-today"
          disabled={!mayChoose(bounds, today)}
          onClick={() => {
            setShown('days');
            go(today, true);
          }}
        >
          今天
        </Pressable>
        <IconButton
          icon="forward"
          label={after}
          disabled={isEnd(step)}
          onClick={() => go(addMonths(at, step), false)}
        />
      </div>
      {shown === 'days' && (
        <table
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table of days whose keys move as in a grid
          role="grid"
          aria-label={`${label}，${year}年${month}月`}
          aria-multiselectable={mode !== 'single'}
          onKeyDown={press}
        >
          <thead>
            <tr>
              {WEEKDAYS.map((name) => (
                <th key={name} scope="col" abbr={`星期${name}`}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeksOf(at).map((week) => (
              <tr key={week[0]}>
                {week.map((day) => (
                  <DayCell
                    key={day}
                    day={day}
                    other={day.slice(0, 7) !== at.slice(0, 7)}
                    focused={day === at}
                    today={day === today}
                    chosen={isChosen(mode, value, day)}
                    isEnd={value.includes(day)}
                    open={mayChoose(bounds, day)}
                    onPick={() => pick(day)}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {shown === 'months' && (
        <Choices
          label="月份"
          items={Array.from({ length: 12 }, (_, n) => n + 1)}
          current={month}
          name={(n) => `${n}月`}
          isClosed={(n) => {
            const name = `${at.slice(0, 5)}${String(n).padStart(2, '0')}`;
            return name < begin.slice(0, 7) || name > end.slice(0, 7);
          }}
          onPick={(n) => {
            go(addMonths(at, n - month), true);
            setShown('days');
          }}
        />
      )}
      {shown === 'years' && (
        <Choices
          label="年份"
          items={yearsAround(year)}
          current={year}
          name={(n) => `${n}年`}
          isClosed={(n) => n < Number(begin.slice(0, 4)) || n > Number(end.slice(0, 4))}
          onPick={(n) => {
            go(addMonths(at, (n - year) * 12), true);
            setShown('days');
          }}
        />
      )}
      {shown === 'days' && <p className="calendar-foot">{footOf(at)}</p>}
    </div>
  );
}

/** Where a key leads from a day; undefined for keys that do not move. */
function movedBy(key: string, withShift: boolean, at: Day): Day | undefined {
  const months = withShift ? 12 : 1;
  const moves: Record<string, Day> = {
    ArrowLeft: addDays(at, -1),
    ArrowRight: addDays(at, 1),
    ArrowUp: addDays(at, -7),
    ArrowDown: addDays(at, 7),
    Home: addDays(at, 1 - weekdayOf(at)),
    End: addDays(at, 7 - weekdayOf(at)),
    PageUp: addMonths(at, -months),
    PageDown: addMonths(at, months),
  };
  return moves[key];
}

/** The focused day in words, since its cell has no room for all of it. */
function footOf(day: Day): string {
  const almanac = almanacOf(day);
  const extra = [almanac?.term, ...(almanac?.festivals ?? [])].filter(Boolean).join('、');
  return [dayInWords(day), almanac?.lunar, extra].filter(Boolean).join('，');
}

interface DayProps {
  day: Day;
  /** Of the month before or after. */
  other: boolean;
  focused: boolean;
  today: boolean;
  chosen: boolean;
  isEnd: boolean;
  open: boolean;
  onPick: () => void;
}

function DayCell({ day, other, focused, today, chosen, isEnd, open, onPick }: DayProps) {
  const almanac = almanacOf(day);
  const special = almanac && (almanac.festivals.length > 0 || almanac.term);
  const words = [
    dayInWords(day),
    `星期${WEEKDAYS[weekdayOf(day) - 1]}`,
    almanac?.lunar,
    almanac?.term,
    ...(almanac?.festivals ?? []),
    today && '今天',
    !open && '不可选',
  ];
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of the grid is chosen or not
    // biome-ignore lint/a11y/useFocusableInteractive: its button takes the focus
    <td role="gridcell" aria-selected={chosen} className={chosen && !isEnd ? 'between' : undefined}>
      <Pressable
        tabIndex={focused ? 0 : -1}
        data-day={day}
        data-at={focused || undefined}
        className={['calendar-day', other && 'other', today && 'today', isEnd && 'chosen'].filter(Boolean).join(' ')}
        aria-label={words.filter(Boolean).join('，')}
        aria-current={today ? 'date' : undefined}
        aria-disabled={!open}
        onClick={onPick}
      >
        <span>{Number(day.slice(8))}</span>
        {almanac && (
          <small className={[special && 'special', almanac.short.length > 3 && 'long'].filter(Boolean).join(' ')}>
            {almanac.short}
          </small>
        )}
      </Pressable>
    </td>
  );
}

interface ChoicesProps {
  label: string;
  items: readonly number[];
  current: number;
  name: (item: number) => string;
  isClosed?: (item: number) => boolean;
  onPick: (item: number) => void;
}

/** Months or years, four in a line; the arrow keys move. */
function Choices({ label, items, current, name, isClosed, onPick }: ChoicesProps) {
  const move = (event: KeyboardEvent<HTMLFieldSetElement>) => {
    const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button:not(:disabled)')];
    const at = buttons.indexOf(document.activeElement as HTMLElement);
    const to = {
      ArrowLeft: at - 1,
      ArrowRight: at + 1,
      ArrowUp: at - 4,
      ArrowDown: at + 4,
      Home: 0,
      End: buttons.length - 1,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    buttons[Math.max(0, Math.min(to, buttons.length - 1))]?.focus();
  };
  return (
    <fieldset className="calendar-choices" aria-label={label} onKeyDown={move}>
      {items.map((item) => (
        <Pressable
          key={item}
          data-at={item === current || undefined}
          aria-pressed={item === current}
          disabled={isClosed?.(item)}
          onClick={() => onPick(item)}
        >
          {name(item)}
        </Pressable>
      ))}
    </fieldset>
  );
}
