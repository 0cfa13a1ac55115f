import type { KeyboardEvent } from 'react';
import { beijingDay } from '#platform/time/days.ts';
import { addMonths, WEEKDAYS, weekdayOf, weeksOf } from '#platform/web/calendar/days.ts';
import { useCall } from '#platform/web/call/hooks.ts';
import type { ListState } from '#platform/web/list/useListState.ts';
import { useDisplayMode } from '#platform/web/show/displayMode.ts';

import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Button, IconButton, Pressable } from '#platform/web/ui/Button.tsx';
import { dueMonth, type TermKind } from '../contract.due.ts';
import './due.css';

interface Term {
  kind: TermKind;
  stepName: string;
  count: number;
}
interface DayOfTerms {
  day: string;
  terms: Term[];
  last: number;
  first: number;
  /** Its last day is over. */
  isLate: boolean;
}

const sum = (terms: readonly Term[], kind: TermKind) =>
  terms.reduce((total, one) => total + (one.kind === kind ? one.count : 0), 0);

/** Terms by their day, as they come in its order. */
function daysOf(rows: readonly (Term & { day: string })[], today: string): DayOfTerms[] {
  return [...new Set(rows.map(({ day }) => day))].map((day) => {
    const terms = rows.filter((one) => one.day === day);
    const last = sum(terms, 'last');
    return { day, terms, last, first: sum(terms, 'first'), isLate: last > 0 && day < today };
  });
}

/** What a day has in words: 最迟2件, 超期2件 once it is over, 开始可办1件. */
const wordsOf = ({ last, first, isLate }: DayOfTerms): string =>
  [last > 0 ? `${isLate ? '超期' : '最迟'}${last}件` : '', first > 0 ? `开始可办${first}件` : '']
    .filter(Boolean)
    .join('，');

const dateOf = (day: string) => `${Number(day.slice(5, 7))}月${Number(day.slice(8))}日`;
const weekday = (day: string) => `星期${WEEKDAYS[weekdayOf(day) - 1]}`;

/** A month of terms, as a grid with the numbers of each day and as a list by day; on a phone the list alone. A day narrows the list below. */
export function DueMonth({ state }: { state: ListState }) {
  const today = beijingDay();
  const isLarge = useDisplayMode().size === 'large';
  const { month: wantedMonth = '', fold, orgId, deskId, name, from, to } = state.values;
  // In 大字 it would leave no room for the rows.
  const isFolded = fold === undefined ? isLarge : fold === 'yes';
  const month = /^\d{4}-(0[1-9]|1[0-2])$/.test(wantedMonth) ? wantedMonth : today.slice(0, 7);
  const dueMonthQuery = useCall(
    dueMonth,
    { month, ...(orgId ? { orgId } : {}), ...(deskId ? { deskId } : {}), ...(name ? { name } : {}) },
    { quiet: true, keepPrevious: true },
  );
  const list = daysOf(dueMonthQuery.data ?? [], today);
  const chosen = from !== undefined && from === to ? from : null;
  const go = (to: string) => state.change({ month: to === today.slice(0, 7) ? undefined : to });
  const step = (months: number) => go(addMonths(`${month}-01`, months).slice(0, 7));
  const pick = (day: string) =>
    state.change(day === chosen ? { from: undefined, to: undefined } : { from: day, to: day, view: undefined });
  return (
    <section className="fz-month" aria-label="期限月历">
      <div className="fz-month-head">
        <h2>
          {month.slice(0, 4)}年{Number(month.slice(5))}月
        </h2>
        <span className="muted">{dueMonthQuery.data && summary(list)}</span>
        <span className="fz-month-steps">
          <Button
            size="compact"
            aria-expanded={!isFolded}
            onClick={() => state.change({ fold: isFolded ? 'no' : 'yes' })}
          >
            {isFolded ? '展开月历' : '收起月历'}
          </Button>
          <IconButton look="normal" size="compact" icon="back" iconSize={13} label="上一月" onClick={() => step(-1)} />
          <Button size="compact" onClick={() => go(today.slice(0, 7))}>
            本月
          </Button>
          <IconButton
            look="normal"
            size="compact"
            icon="forward"
            iconSize={13}
            label="下一月"
            onClick={() => step(1)}
          />
        </span>
      </div>
      {isFolded ? null : !dueMonthQuery.data ? (
        <Waiting query={dueMonthQuery} lines={4} />
      ) : (
        <div className="fz-month-body">
          <Grid month={month} today={today} list={list} chosen={chosen} onPick={pick} />
          {list.length === 0 ? (
            <p className="fz-quiet">这个月没有到期的，也没有新到可以办理日期的。</p>
          ) : (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls a list that is longer than its box
            <ol className="fz-month-days" aria-label={`${month}的期限`} tabIndex={0}>
              {list.map((one) => (
                <li key={one.day}>
                  <Pressable aria-pressed={one.day === chosen} onClick={() => pick(one.day)}>
                    <b>
                      {dateOf(one.day)}
                      <small className="muted">{one.day === today ? '今天' : weekday(one.day)}</small>
                    </b>
                    <span>
                      {one.terms.map(({ kind, stepName, count }) => (
                        <span
                          key={`${kind}${stepName}`}
                          className={kind === 'last' && one.isLate ? 'fz-month-term fz-late' : 'fz-month-term'}
                        >
                          {stepName}
                          {kind === 'first' ? '：当天起可办' : one.isLate ? '：超期' : '：最迟当天'}
                          {count}件
                        </span>
                      ))}
                    </span>
                  </Pressable>
                </li>
              ))}
            </ol>
          )}
        </div>
      )}
    </section>
  );
}

/** 到期5件（已超期2件），开始可办3件 */
function summary(list: readonly DayOfTerms[]): string {
  const total = (of: (one: DayOfTerms) => number) => list.reduce((count, one) => count + of(one), 0);
  const [last, late, first] = [
    total(({ last }) => last),
    total((one) => (one.isLate ? one.last : 0)),
    total((one) => one.first),
  ];
  return [
    last > 0 ? `到期${last}件${late > 0 ? `（已超期${late}件）` : ''}` : '',
    first > 0 ? `开始可办${first}件` : '',
  ]
    .filter(Boolean)
    .join('，');
}

/** Where an arrow leads among the days that have something: to the one before or after, or the nearest a week away. */
function moveFocus(event: KeyboardEvent<HTMLTableElement>): void {
  const days = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('button[data-day]')];
  const at = days.indexOf(document.activeElement as HTMLButtonElement);
  const here = days[at]?.dataset.day ?? '';
  const week = (one: HTMLButtonElement) =>
    Math.abs(Date.parse(one.dataset.day ?? '') - Date.parse(here)) >= 7 * 86_400_000;
  const to = {
    ArrowLeft: days[at - 1],
    ArrowRight: days[at + 1],
    ArrowUp: days.slice(0, at).findLast(week),
    ArrowDown: days.slice(at + 1).find(week),
    Home: days[0],
    End: days.at(-1),
  }[event.key];
  if (at < 0 || !to) return;
  event.preventDefault();
  to.focus();
}

function Grid({
  month,
  today,
  list,
  chosen,
  onPick,
}: {
  month: string;
  today: string;
  list: readonly DayOfTerms[];
  chosen: string | null;
  onPick: (day: string) => void;
}) {
  const weeks = weeksOf(`${month}-01`).filter((week) => week.some((day) => day.startsWith(month)));
  return (
    <table className="fz-month-grid" onKeyDown={moveFocus}>
      <caption className="visually-hidden">{`${month}每天的期限`}</caption>
      <thead>
        <tr>
          {WEEKDAYS.map((day) => (
            <th key={day} scope="col" abbr={`星期${day}`}>
              {day}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((day) => {
              if (!day.startsWith(month)) return <td key={day} />;
              const one = list.find((each) => each.day === day);
              const number = <span className="fz-month-no">{Number(day.slice(8))}</span>;
              return (
                <td
                  key={day}
                  className={[day === today && 'today', one && 'has'].filter(Boolean).join(' ') || undefined}
                  {...(day === today ? { 'aria-current': 'date' } : {})}
                >
                  {one ? (
                    <Pressable
                      data-day={day}
                      aria-pressed={day === chosen}
                      aria-label={`${dateOf(day)}，${weekday(day)}，${wordsOf(one)}`}
                      onClick={() => onPick(day)}
                    >
                      {number}
                      {one.last > 0 && (
                        <small className={one.isLate ? 'late' : 'last'}>
                          {one.isLate ? '超期' : '最迟'}
                          {one.last}
                        </small>
                      )}
                      {one.first > 0 && <small>可办{one.first}</small>}
                    </Pressable>
                  ) : (
                    number
                  )}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
