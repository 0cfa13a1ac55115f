import { useState } from 'react';
import { parseTypedDay } from '#platform/reading/days.ts';
import type { WorkCalendar } from '#platform/time/workdays.ts';
import { DayPicker } from '#platform/web/calendar/DayPicker.tsx';
import { isDay } from '#platform/web/calendar/days.ts';
import { useCall } from '#platform/web/call/hooks.ts';
import { Failed } from '#platform/web/show/states.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { listCalendars } from '../../contract.plan.ts';
import type { FileDetail } from '../../contract.ts';
import { findBackdating } from '../../rules/backdating.ts';
import { forecastSteps, type Planned } from '../../rules/outlook.ts';
import { stepDefinition } from '../../rules/steps.ts';
import { pathOf, writtenOf } from './path.ts';

/** The working calendar of the house as the rules take it; empty until it is known. */
function useCalendar(): { calendar: WorkCalendar; error: Error | null; retry: () => void; known: boolean } {
  const calendarsQuery = useCall(listCalendars, {}, { quiet: true });
  const calendar = Object.fromEntries(
    (calendarsQuery.data?.rows ?? []).map(({ year, off, work }) => [year, { off, work }]),
  );
  return {
    calendar,
    error: calendarsQuery.error,
    retry: () => void calendarsQuery.refetch(),
    known: calendarsQuery.data !== undefined,
  };
}

/** 时间推演: each step ahead with its first and last day; a day that is moved shifts those after it. Nothing is kept. */
export function Outlook({ file }: { file: FileDetail }) {
  const { calendar, error, retry, known } = useCalendar();
  const [moved, setMoved] = useState<Readonly<Record<number, string>>>({});
  if (error && !known) return <Failed error={error} onRetry={retry} />;
  if (!known) return null;
  const rows = forecastSteps(pathOf(file, calendar), moved);
  const move = (no: number, day: string) => {
    const { [no]: _, ...others } = moved;
    setMoved(day === '' ? others : { ...others, [no]: day });
  };
  return (
    <section className="card fz-outlook" aria-label="时间推演">
      <div className="card-head">
        <h2>时间推演</h2>
        <span className="card-extra">改一步的日期，后面的跟着变；只作推算，不保存</span>
        {Object.keys(moved).length > 0 && (
          <Button size="compact" onClick={() => setMoved({})}>
            恢复最早日期
          </Button>
        )}
      </div>
      <table>
        <thead>
          <tr>
            <th scope="col">步骤</th>
            <th scope="col">最早</th>
            <th scope="col">最迟</th>
            <th scope="col">计划日期</th>
            <th scope="col">核对</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <OutlookRow key={row.no} row={row} onMove={(day) => move(row.no, day)} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function OutlookRow({ row, onMove }: { row: Planned; onMove: (day: string) => void }) {
  const { title } = stepDefinition(row.no);
  const [fault] = row.faults;
  return (
    <tr className={row.moved ? 'moved' : ''}>
      <th scope="row">
        <span className="fz-outlook-no">{row.no}</span>
        {title}
      </th>
      <td data-label="最早">{row.earliest}</td>
      <td data-label="最迟">{row.latest ?? <span className="muted">没有期限</span>}</td>
      <td data-label="计划">
        <PlanDay label={`${title}计划日期`} day={row.day} onMove={onMove} />
      </td>
      <td data-label="核对">
        {fault ? (
          <span className={fault.level === 'block' ? 'fz-late' : 'fz-soon'}>
            不符合“{fault.title}”：{fault.evidence}（{fault.clause}）
          </span>
        ) : row.latest !== null && row.day > row.latest ? (
          <span className="fz-soon">晚于最迟日期</span>
        ) : (
          <span className="muted">符合</span>
        )}
      </td>
    </tr>
  );
}

/** A day that is typed or picked; the path moves once the day is a whole one. */
function PlanDay({ label, day, onMove }: { label: string; day: string; onMove: (day: string) => void }) {
  const [typed, setTyped] = useState<string | null>(null);
  const take = (text: string) => {
    setTyped(null);
    const read = parseTypedDay(text);
    if (read !== day && (read === '' || isDay(read))) onMove(read);
  };
  return (
    <span className="field-box">
      <input
        aria-label={label}
        autoComplete="off"
        inputMode="numeric"
        maxLength={12}
        value={typed ?? day}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={(event) => typed !== null && take(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && typed !== null && take(typed)}
      />
      <DayPicker label={label} value={day} onPick={take} />
    </span>
  );
}

/** 倒签核对: where days may have been written in afterwards; for whoever reviews, no verdict. */
export function Backdating({ file }: { file: FileDetail }) {
  const { calendar, known } = useCalendar();
  if (!known) return null;
  const doubts = findBackdating(writtenOf(file, calendar));
  return (
    <section className="card" aria-label="倒签核对">
      <div className="card-head">
        <h2>倒签核对</h2>
        <span className="card-extra">{doubts.length === 0 ? '没有疑点' : `${doubts.length}处需要核实`}</span>
      </div>
      {doubts.length === 0 ? (
        <p className="fz-quiet">各步骤、各份材料的登记时间与办理日期没有明显矛盾。补录的步骤不在核对之列。</p>
      ) : (
        <ul className="fz-doubts">
          {doubts.map(({ text }) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
    </section>
  );
}
