import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { ReplyOf } from '#platform/contract.ts';
import { beijingDay } from '#platform/time/days.ts';
import { yearsOf } from '#platform/time/periods.ts';
import { useCall } from '#platform/web/call/hooks.ts';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { noValue } from '#platform/web/show/none.tsx';
import { formatNumber } from '#platform/web/show/number.ts';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Empty } from '#platform/web/show/states.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { BURDEN_ROWS, officeBurden } from '../contract.burden.ts';
import { MANY_OPEN } from '../rules.ts';
import { PATHS } from './paths.ts';
import './office.css';
import './taskViews.css';

type Board = ReplyOf<typeof officeBurden>;
type Month = Board['months'][number];
const YEAR = Array.from({ length: 12 }, (_, at) => at + 1);
const MEASURES = { parts: '办理件', cells: '要填的格' } as const;
type Measure = keyof typeof MEASURES;

/** 基层负担: who gives how much to those below, month by month, and which of them carry most. */
export default function Burden() {
  const navigate = useNavigate();
  const years = yearsOf(beijingDay());
  const { year: wantedYear } = readQuery(useLocation().search, ['year']);
  const year = years.find((one) => String(one) === wantedYear) ?? years[0] ?? 0;
  const [measure, setMeasure] = useState<Measure>('parts');
  const officeBurdenQuery = useCall(officeBurden, { year }, { quiet: true, keepPrevious: true });
  return (
    <div className="office-page">
      <PageHead title="基层负担">
        <span className="office-ways">
          {(Object.keys(MEASURES) as Measure[]).map((one) => (
            <Button
              key={one}
              aria-pressed={one === measure}
              aria-current={one === measure ? 'true' : undefined}
              onClick={() => setMeasure(one)}
            >
              {MEASURES[one]}
            </Button>
          ))}
        </span>
        <select
          className="office-year"
          aria-label="年份"
          value={year}
          onChange={(event) => navigate(pathWithQuery(PATHS.burden, { year: event.target.value }), { replace: true })}
        >
          {years.map((one) => (
            <option key={one} value={one}>
              {one}年
            </option>
          ))}
        </select>
      </PageHead>
      {officeBurdenQuery.data ? (
        <Loaded board={officeBurdenQuery.data} measure={measure} />
      ) : (
        <Waiting query={officeBurdenQuery} />
      )}
    </div>
  );
}

function Loaded({ board, measure }: { board: Board; measure: Measure }) {
  const all = board.months.reduce((sum, one) => sum + one[measure], 0);
  if (board.orgs === 0)
    return (
      <section className="card">
        <Empty title={`${board.year}年没有布置过任务`}>向本组织及下级布置的任务，会按到期的月份算在这里。</Empty>
      </section>
    );
  return (
    <>
      <section className="card office-figures office-load" aria-label="合计">
        <ul>
          <Figure n={board.orgs} label="承办的组织" />
          <Figure n={all} label={`全年${MEASURES[measure]}`} />
          <Figure n={Math.round((all * 10) / board.orgs) / 10} label="每个组织平均" />
          <Figure n={board.open} label="手上没办结的" />
          <Figure n={board.loaded} label={`超过${MANY_OPEN}项的组织`} late />
        </ul>
      </section>
      <Table
        title="谁布置的"
        note="包括上级布置到本级和下级的；按截止日期所在的月份"
        measure={measure}
        rows={board.givers.map((one) => ({ ...one, note: `${one.tasks}项任务，${formatNumber(one.orgs)}个组织` }))}
        total={board.months}
      />
      <Table
        title="谁最忙"
        note={`办理件最多的${Math.min(BURDEN_ROWS, board.orgs)}个组织`}
        measure={measure}
        rows={board.receivers.map((one) => ({ ...one, note: one.open > 0 ? `手上${one.open}件` : '' }))}
      />
    </>
  );
}

const Figure = ({ n, label, late = false }: { n: number; label: string; late?: boolean }) => (
  <li>
    <b className={late && n > 0 ? 'office-late' : undefined}>{formatNumber(n)}</b>
    <span>{label}</span>
  </li>
);

interface Row {
  id: string;
  name: string;
  note: string;
  months: readonly Month[];
}

function Table({
  title,
  note,
  rows,
  measure,
  total,
}: {
  title: string;
  note: string;
  rows: readonly Row[];
  measure: Measure;
  total?: readonly Month[];
}) {
  const most = Math.max(1, ...rows.flatMap(({ months }) => months.map((one) => one[measure])));
  return (
    <section className="card office-matrix" aria-label={title}>
      <div className="card-head">
        <h2>{title}</h2>
        <span className="muted">{note}</span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <section className="office-scroll office-heat" tabIndex={0} aria-label={`${title}，按月`}>
        <table>
          <thead>
            <tr>
              <th scope="col">组织</th>
              {YEAR.map((month) => (
                <th key={month} scope="col">
                  {month}月
                </th>
              ))}
              <th scope="col">全年</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <th scope="row">
                  {row.name}
                  {row.note && <small>{row.note}</small>}
                </th>
                <Months months={row.months} measure={measure} most={most} />
              </tr>
            ))}
          </tbody>
          {total && (
            <tfoot>
              <tr>
                <th scope="row">合计</th>
                <Months months={total} measure={measure} most={0} />
              </tr>
            </tfoot>
          )}
        </table>
      </section>
    </section>
  );
}

/** Twelve months and their sum; the fuller a month, the longer the bar below its number. */
function Months({ months, measure, most }: { months: readonly Month[]; measure: Measure; most: number }) {
  const sum = months.reduce((all, one) => all + one[measure], 0);
  return (
    <>
      {YEAR.map((month) => {
        const n = months[month - 1]?.[measure] ?? 0;
        return (
          <td key={month}>
            {n > 0 ? formatNumber(n) : noValue}
            {most > 0 && n > 0 && <i aria-hidden="true" style={{ width: `${Math.ceil((n * 100) / most)}%` }} />}
          </td>
        );
      })}
      <td>
        <b>{formatNumber(sum)}</b>
      </td>
    </>
  );
}
