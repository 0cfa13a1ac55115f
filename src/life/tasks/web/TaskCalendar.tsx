import { Link, useLocation, useNavigate } from 'react-router';
import { beijingDay } from '#platform/time/days.ts';
import { addMonths, WEEKDAYS, weeksOf } from '#platform/web/calendar/days.ts';
import { useCall } from '#platform/web/call/hooks.ts';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';

import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Button, IconButton } from '#platform/web/ui/Button.tsx';
import { type ListView, MOST_ENTRIES, taskCalendar } from '../contract.taskList.ts';
import { nameOf } from './parts.tsx';
import { PATHS } from './paths.ts';
import './taskViews.css';

/** Names on one day of the grid; the day says how many more there are. */
const SHOWN = 4;

/** A month of last days; on a phone the days that have something, one below the other. */
export function TaskCalendar({ view }: { view: ListView }) {
  const navigate = useNavigate();
  const today = beijingDay();
  const { month: wantedMonth } = readQuery(useLocation().search, ['month']);
  const month = /^\d{4}-(0[1-9]|1[0-2])$/.test(wantedMonth ?? '') ? (wantedMonth as string) : today.slice(0, 7);
  const taskCalendarQuery = useCall(taskCalendar, { view, month }, { quiet: true, keepPrevious: true });
  const go = (to: string) =>
    navigate(
      pathWithQuery(PATHS.list, { tab: view, as: 'calendar', month: to === today.slice(0, 7) ? undefined : to }),
      {
        replace: true,
      },
    );
  const step = (months: number) => go(addMonths(`${month}-01`, months).slice(0, 7));
  const entries = taskCalendarQuery.data ?? [];
  const isGiven = view === 'given' || view === 'below';
  return (
    <section className="card office-month" aria-label="任务日历">
      <div className="card-head">
        <h2>
          {month.slice(0, 4)}年{Number(month.slice(5))}月
        </h2>
        <span className="muted">按截止日期</span>
        <span className="card-extra office-month-steps">
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
      {!taskCalendarQuery.data ? (
        <Waiting query={taskCalendarQuery} lines={8} />
      ) : (
        <table>
          <caption className="visually-hidden">{`${month}到期的任务`}</caption>
          <thead>
            <tr>
              {WEEKDAYS.map((day) => (
                <th key={day} scope="col">
                  {day}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeksOf(`${month}-01`).map((week) => (
              <tr key={week[0]}>
                {week.map((day) => {
                  const due = entries.filter((one) => one.day === day);
                  const kind = day.slice(0, 7) === month ? (due.length > 0 ? 'has' : 'none') : 'other';
                  return (
                    <td key={day} className={day === today ? `${kind} today` : kind}>
                      <time dateTime={day}>
                        {Number(day.slice(8))}
                        {day === today && <small>今天</small>}
                      </time>
                      <ul>
                        {due.slice(0, SHOWN).map((one) => (
                          <li key={one.circleId}>
                            <Link
                              className={
                                one.isOverdue ? 'office-due late' : one.isDone ? 'office-due done' : 'office-due'
                              }
                              to={isGiven ? PATHS.detail(one.taskId) : PATHS.finish(one.taskId, one.circleId)}
                              title={`${nameOf(one)}：${one.words}${one.isOverdue ? '，逾期' : ''}`}
                            >
                              <span aria-hidden="true">{one.isOverdue ? '●' : one.isDone ? '■' : '◔'}</span>
                              {nameOf(one)}
                              <small>{`${one.words}${one.isOverdue ? '，逾期' : ''}`}</small>
                            </Link>
                          </li>
                        ))}
                        {due.length > SHOWN && <li className="muted">还有{due.length - SHOWN}项，请看列表</li>}
                      </ul>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {taskCalendarQuery.data && entries.length === 0 && <p className="office-quiet">这个月没有到期的任务。</p>}
      {entries.length === MOST_ENTRIES && (
        <p className="office-quiet">这个月到期的太多，只画最早的{MOST_ENTRIES}项。</p>
      )}
    </section>
  );
}
