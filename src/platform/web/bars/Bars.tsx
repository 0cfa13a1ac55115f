import type { CSSProperties } from 'react';
import { Link } from 'react-router';
import { formatNumber, formatPercent } from '../show/number.ts';
import './bars.css';

/** One bar: its number and the list behind it. */
export interface Share {
  key: string;
  label: string;
  value: number;
  href: string | null;
  /** Of a stage of a funnel: percent of those before it who came on into it. */
  rate?: number | undefined;
}

/**
 * A bar chart that is a table, so that it can be read aloud, printed and searched. Each row has a label that opens its list, a bar,
 * the number and its share. `rows` draws horizontal bars, `columns` vertical ones, `funnel` narrows from stage to stage.
 */
export function Bars({
  caption,
  kind,
  unit,
  shares,
}: {
  caption: string;
  kind: 'rows' | 'columns' | 'funnel';
  unit: string;
  shares: readonly Share[];
}) {
  const whole = shares.reduce((sum, { value }) => sum + value, 0);
  const most = Math.max(1, ...shares.map(({ value }) => value));
  // A few among many still leave a mark; nobody leaves none.
  const part = ({ value }: Share) => (value === 0 ? 0 : Math.max(0.005, value / most));
  return (
    <table className={`chart-bars ${kind}`}>
      <caption className="visually-hidden">{caption}</caption>
      <thead className="visually-hidden">
        <tr>
          <th>项目</th>
          <th>图形</th>
          <th>数量（{unit}）</th>
          <th>占比</th>
          {kind === 'funnel' && <th>转入率</th>}
        </tr>
      </thead>
      <tbody>
        {shares.map((share, index) => {
          const { key, label, value, href } = share;
          // The last stage of a funnel narrows by itself.
          const after = shares[index + 1];
          const size = { '--part': part(share), '--next': after ? part(after) : part(share) * 0.9 } as CSSProperties;
          return (
            <tr key={key} className={`stage-${index + 1}`}>
              <th scope="row">
                {href !== null ? (
                  <Link to={href} title={`${label}：${formatNumber(value)}${unit}，打开名单`}>
                    {label}
                  </Link>
                ) : (
                  label
                )}
              </th>
              <td className="chart-bar" style={size} aria-hidden="true">
                <i />
              </td>
              <td className="chart-bar-value">{formatNumber(value)}</td>
              <td className="chart-bar-share">{formatPercent(value, whole)}</td>
              {kind === 'funnel' && (
                <td className="chart-bar-rate">{share.rate !== undefined && <>转{share.rate}%</>}</td>
              )}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
