import { Link } from 'react-router';
import type { Column } from '#platform/web/list/columns.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { StateTag } from '#platform/web/show/StateTag.tsx';
import { YearSelect } from '#platform/web/show/YearSelect.tsx';
import type { HourLine, HoursRow, Sheet } from '../contract.ts';
import { SOURCES } from '../rules.ts';
import './hours.css';

const now = new Date().getFullYear();
/** The year as a filter: this one and the two before. */
export const yearColumn = <Row,>(): Column<Row> => ({
  key: 'year',
  title: '年份',
  width: 0,
  filterOnly: true,
  cell: () => null,
  filter: {
    kind: 'choice',
    name: 'year',
    options: [now, now - 1, now - 2].map((year) => ({ value: String(year), label: `${year}年` })),
  },
});

/** Class hours with their sign where they take away. */
export const hoursText = (hours: number): string => (hours < 0 ? `−${-hours}` : String(hours));

/** Whether a year's duty is fulfilled, with a sign and a word; over the year's end it is 未达标, before it still open. */
export function MetTag({ row }: { row: Pick<HoursRow, 'met' | 'hours' | 'duty' | 'central' | 'centralDuty'> }) {
  if (row.met) return <StateTag look="good">达标</StateTag>;
  const lacks = [
    row.hours < row.duty ? `差${Math.round((row.duty - row.hours) * 10) / 10}学时` : '',
    row.central < row.centralDuty ? `差集中培训${row.centralDuty - row.central}次` : '',
  ].filter(Boolean);
  return (
    <span title={lacks.join('，')}>
      <StateTag look="waiting">未达标</StateTag>
    </span>
  );
}

/** How far the hours are, as a bar with its numbers. */
export function Progress({ hours, duty }: { hours: number; duty: number }) {
  const part = duty === 0 ? 1 : Math.min(1, hours / duty);
  return (
    <span className="hours-progress">
      <span className="hours-track" aria-hidden="true">
        <i className={part >= 1 ? 'full' : undefined} style={{ width: `${Math.round(part * 100)}%` }} />
      </span>
      <span>
        {hours}/{duty}
      </span>
    </span>
  );
}

/** The ledger's columns; `filters`: with the choice of a source. */
export const lineColumns = (filters: boolean): readonly Column<HourLine>[] => [
  { key: 'day', title: '日期', width: 100, card: 'side', cell: (row) => row.day },
  {
    key: 'source',
    title: '来源',
    width: 90,
    card: 'line',
    cell: (row) => row.sourceName,
    ...(filters
      ? {
          filter: {
            kind: 'choice' as const,
            name: 'source',
            options: optionsOf(SOURCES),
          },
        }
      : {}),
  },
  {
    key: 'title',
    title: '依据',
    width: 300,
    card: 'title',
    cell: (row) => (row.link ? <Link to={row.link}>{row.title}</Link> : <span title={row.title}>{row.title}</span>),
  },
  {
    key: 'hours',
    title: '学时',
    width: 80,
    align: 'right',
    card: 'tag',
    cell: (row) => <b className={row.hours < 0 ? 'hours-minus' : undefined}>{hoursText(row.hours)}</b>,
  },
  {
    key: 'minutes',
    title: '分钟',
    width: 80,
    align: 'right',
    card: 'line',
    cell: (row) => hoursText(row.minutes),
  },
  {
    key: 'why',
    title: '说明',
    width: 220,
    card: 'line',
    cell: (row) =>
      [row.central ? '集中培训' : '', row.why ? `${row.minutes < 0 ? '冲回：' : ''}${row.why}` : '']
        .filter(Boolean)
        .join('；') || <span className="muted">—</span>,
  },
];

/** A person's year: hours against the duty, 集中培训, what is owed besides, and each source. */
export function SheetCards({ sheet, onYear }: { sheet: Sheet; onYear: (year: number) => void }) {
  const most = Math.max(1, ...sheet.sources.map(({ hours }) => hours));
  const lacks = Math.max(0, Math.round((sheet.duty - sheet.hours) * 10) / 10);
  return (
    <div className="hours-two">
      <section className="card" aria-label="完成情况">
        <div className="card-head">
          <h2>{sheet.year}年学时</h2>
          <span className="secondary">
            {sheet.orgName}
            {sheet.posts && `　${sheet.posts}`}
          </span>
          <span className="card-extra">
            <YearSelect year={sheet.year} years={sheet.years} onYear={onYear} />
          </span>
        </div>
        <div className="hours-sum">
          <span>
            <b className="big">{sheet.hours}</b>
            已完成学时
          </span>
          <span>
            <b>{sheet.owes ? sheet.duty : '—'}</b>
            应完成学时
          </span>
          <span>
            <b>{sheet.owes ? lacks : '—'}</b>
            还差学时
          </span>
          <span>
            <b>
              {sheet.central}
              {sheet.centralDuty > 0 && `/${sheet.centralDuty}`}
            </b>
            集中培训（次）
          </span>
        </div>
        {sheet.owes && (
          <div className="hours-state">
            <span className="hours-track wide" aria-hidden="true">
              <i
                className={sheet.met ? 'full' : undefined}
                style={{ width: `${Math.min(100, Math.round((sheet.hours * 100) / Math.max(1, sheet.duty)))}%` }}
              />
            </span>
            <MetTag row={sheet} />
          </div>
        )}
        {sheet.needs.map(({ text, late }) => (
          <p key={text} className={late ? 'banner bad hours-need' : 'banner hours-need'}>
            <Icon name={late ? 'warning' : 'clock'} />
            {text}
          </p>
        ))}
        <p className="hours-clause muted">
          1学时为{sheet.classMinutes}分钟。{sheet.clause}
        </p>
      </section>
      <section className="card" aria-label="各来源">
        <div className="card-head">
          <h2>各来源</h2>
        </div>
        {sheet.sources.length === 0 ? (
          <p className="hours-empty">{sheet.year}年还没有学时。参加党课、主题党日和集中培训后自动计入。</p>
        ) : (
          <table className="hours-sources">
            <caption className="visually-hidden">各来源的学时</caption>
            <thead className="visually-hidden">
              <tr>
                <th scope="col">来源</th>
                <th scope="col">图形</th>
                <th scope="col">学时</th>
                <th scope="col">次数</th>
              </tr>
            </thead>
            <tbody>
              {sheet.sources.map(({ source, name, hours, times }) => (
                <tr key={source}>
                  <th scope="row">{name}</th>
                  <td aria-hidden="true">
                    <span className="hours-track wide">
                      <i className="plain" style={{ width: `${Math.round((hours * 100) / most)}%` }} />
                    </span>
                  </td>
                  <td className="number">{hours}学时</td>
                  <td className="number muted">{times}次</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </section>
    </div>
  );
}
