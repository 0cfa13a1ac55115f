import { Link } from 'react-router';
import { pathWithQuery } from '#platform/web/route/navigation.ts';
import { formatNumber } from '#platform/web/show/number.ts';
import type { Cell, FigureColumn, FigureRow, ReportAnswer } from '../contract.ts';
import { headRows, sharedUnit } from '../rules.heads.ts';
import { UNITS, type Unit } from '../rules.ts';

const shownOf = (value: number, unit: Unit) =>
  unit === 'fen'
    ? (value / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })
    : unit === 'percent'
      ? `${value}%`
      : formatNumber(value);

interface Props {
  answer: ReportAnswer;
  path: string;
  /** The column whose list stands below. */
  chosen: string | undefined;
}

/** The table of a report: head, first column and sum stay while it scrolls; a name opens what lies below it, a number its list. */
export function ReportTable({ answer, path, chosen }: Props) {
  const { columns, rows, total, period, org } = answer;
  const heads = headRows(columns);
  const isShared = sharedUnit(columns) !== '';
  /** The head of a column, with what it counts where that is not said above. */
  const headOf = ({ title, unit }: FigureColumn) => (
    <>
      {title}
      {!isShared && unit !== 'percent' && <small>{UNITS[unit]}</small>}
    </>
  );
  const at = (orgId: string, column?: string, own?: boolean) =>
    `${pathWithQuery(path, { orgId, period: period?.value, ageYear: answer.ages?.year || undefined, column, own: own ? '1' : undefined })}`;
  const cells = (all: readonly Cell[], row: FigureRow | null) =>
    columns.map((column, i) => (
      <td key={column.key} className={chosen === column.key ? 'number chosen' : 'number'}>
        <Figure
          cell={all[i]}
          column={column}
          to={at(row === null || row.id === '' ? org.id : row.id, column.key, row?.isOwn)}
        />
      </td>
    ));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
    <section className="report-scroll" aria-label={`${answer.title}数据`} tabIndex={0}>
      <table className="table report-table">
        <caption className="visually-hidden">
          {answer.title}，{org.name}
        </caption>
        <thead>
          {heads.map((line, at) => (
            <tr key={line[0]?.row}>
              {at === 0 && (
                <th scope="col" rowSpan={heads.length}>
                  党组织
                </th>
              )}
              {line.map(({ text, column, rows, columns: span, leaf }) => {
                const one = columns[column];
                return leaf && one ? (
                  <th key={one.key} scope="col" className="number" rowSpan={rows}>
                    {headOf(one)}
                  </th>
                ) : (
                  <th key={one?.key} scope="colgroup" className="group" colSpan={span}>
                    <span>{text}</span>
                  </th>
                );
              })}
            </tr>
          ))}
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.id} ${row.isOwn}`}>
              <th scope="row">
                {row.isOwn ? (
                  `${row.name}（本级）`
                ) : row.id === '' || row.id === org.id ? (
                  row.name
                ) : (
                  <Link to={at(row.id)}>{row.name}</Link>
                )}
              </th>
              {cells(row.cells, row)}
            </tr>
          ))}
        </tbody>
        {rows.length > 1 && (
          <tfoot>
            <tr>
              <th scope="row">合计</th>
              {cells(total, null)}
            </tr>
          </tfoot>
        )}
      </table>
    </section>
  );
}

function Figure({ cell, column, to }: { cell: Cell | undefined; column: FigureColumn; to: string }) {
  if (!cell || cell.value === null)
    return (
      <span className="report-none" title="没有数据">
        —
      </span>
    );
  const text = shownOf(cell.value, column.unit);
  if (cell.value === 0) return <span className="report-zero">{text}</span>;
  const href = cell.href ?? (cell.listed ? to : null);
  const tone = column.isLate ? 'report-late' : undefined;
  return href === null ? (
    <span className={tone}>{text}</span>
  ) : (
    <Link className={tone} to={href}>
      {text}
    </Link>
  );
}
