import { type KeyboardEvent, useMemo } from 'react';
import { Button } from '../ui/Button.tsx';
import { CHART_WIDTH, DATES_WIDTH, type GanttLayout, type GanttRow, type GanttTask, layoutOf } from './layout.ts';
import './gantt.css';

interface GanttProps {
  /** What the chart shows: 主题党日任务. */
  caption: string;
  tasks: readonly GanttTask[];
  /** First and last day shown, `YYYY-MM-DD`; by default all tasks. */
  window?: { from: string; to: string };
  /** Opens a task; without it the titles are plain text. */
  onOpen?: (id: string) => void;
}

const ROW = 36;
const BAR = 16;
/** In columns narrower than this the dots run together to a line, and weekends have no shade. */
const THIN = 8;

/**
 * Tasks over days: a table whose rows give in words what their bars draw. On narrow screens it scrolls sideways inside its box. The
 * arrow keys move between titles that open something.
 */
export function Gantt({ caption, tasks, window, onOpen }: GanttProps) {
  const layout = useMemo(() => layoutOf(tasks, window), [tasks, window]);
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const buttons = [...event.currentTarget.querySelectorAll('button')];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    if (!step || at < 0) return;
    event.preventDefault();
    buttons[Math.max(0, Math.min(at + step, buttons.length - 1))]?.focus();
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section className="gantt" aria-label={caption} tabIndex={0} onKeyDown={move}>
      <table width={CHART_WIDTH}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">任务</th>
            <th scope="col" className="gantt-dates">
              <span className="visually-hidden">
                {layout.columns[0]?.day}至{layout.columns.at(-1)?.day}
              </span>
              <Head layout={layout} />
            </th>
          </tr>
        </thead>
        <tbody>
          {layout.rows.map((row, at) => (
            <tr key={row.id}>
              <th scope="row" title={tasks[at]?.title}>
                {onOpen ? (
                  <Button look="word" className={row.cut ? 'gantt-cut' : undefined} onClick={() => onOpen(row.id)}>
                    {row.title}
                  </Button>
                ) : (
                  <span className={row.cut ? 'gantt-cut' : undefined}>{row.title}</span>
                )}
              </th>
              <td className="gantt-dates">
                <span className="visually-hidden">{inWords(row)}</span>
                <Bar row={row} layout={layout} />
              </td>
            </tr>
          ))}
          {layout.rows.length === 0 && (
            <tr>
              <td colSpan={2} className="gantt-none">
                还没有任务
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </section>
  );
}

/** What a row's bar says to who does not see it. */
function inWords(row: GanttRow): string {
  if (!row.from) return '日期未填写';
  return `${row.from}至${row.to}，完成${row.percent}%${row.bar ? '' : '，不在图中所示日期内'}`;
}

function Head({ layout }: { layout: GanttLayout }) {
  const { columns, dayWidth, months, view } = layout;
  return (
    <svg width={DATES_WIDTH} height="48" aria-hidden="true">
      {months.map(({ month, label, x }) => (
        <g key={month}>
          <line x1={x} x2={x} y1="0" y2="48" className="gantt-month" />
          <text x={x + 6} y="17">
            {label}
          </text>
        </g>
      ))}
      {columns.map(({ day, label, name, weekend }, at) => (
        <text
          key={day}
          x={(at + 0.5) * dayWidth}
          y={view === 'week' ? 39 : 37}
          textAnchor="middle"
          className={weekend ? 'weekend' : undefined}
        >
          {name && (
            <tspan x={(at + 0.5) * dayWidth} dy="-20">
              {name}
            </tspan>
          )}
          <tspan x={(at + 0.5) * dayWidth} dy={name ? 20 : 0}>
            {label}
          </tspan>
        </text>
      ))}
    </svg>
  );
}

function Bar({ row, layout }: { row: GanttRow; layout: GanttLayout }) {
  const { columns, dayWidth } = layout;
  const thin = dayWidth < THIN;
  const radius = thin ? 2.5 : Math.min(4, dayWidth / 3);
  return (
    <svg width={DATES_WIDTH} height={ROW} aria-hidden="true">
      {columns.map(
        ({ day, weekend }, at) =>
          weekend &&
          !thin && <rect key={day} className="gantt-weekend" x={at * dayWidth} width={dayWidth} y="0" height={ROW} />,
      )}
      {row.bar && (
        <>
          <rect
            className="gantt-bar"
            x={row.bar.x + 0.5}
            width={Math.max(2, row.bar.width - 1)}
            y={(ROW - BAR) / 2}
            height={BAR}
            rx="3"
          />
          {row.bar.dots.map((dot) => (
            <circle
              key={dot.x}
              cx={dot.x}
              cy={ROW / 2}
              r={radius}
              className={`gantt-dot${dot.selected ? ' selected' : ''}${thin ? ' thin' : ''}`}
            />
          ))}
        </>
      )}
    </svg>
  );
}
