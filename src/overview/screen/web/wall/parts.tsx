import { type CSSProperties, type ReactNode, useEffect, useState } from 'react';
import type { WallFigure, WallNews, WallShare } from '../../contract.wall.ts';
import { sharePercent } from '../../rules.wall.ts';

/** A number as walls show it: 248,316. */
export const groupDigits = (n: number) => n.toLocaleString('en-US');

interface PanelProps {
  title: string;
  /** Height in canvas units; left out, the panel takes what is left of its column. */
  height?: number;
  /** What the number at the right of the head is of, and the number. */
  about?: ReactNode;
  number?: ReactNode;
  /** The list behind its numbers: the whole panel opens it in a window of its own. */
  href?: string | undefined;
  /** Its picture has more words than a phone has room for. */
  wide?: boolean;
  children: ReactNode;
}

/** One panel: a head of 30 with one number at its right, then what it shows. */
export function Panel({ title, height, about, number, href, wide, children }: PanelProps) {
  return (
    <section
      className={`wall-panel${height === undefined ? ' fill' : ''}${wide ? ' wide' : ''}`}
      style={height === undefined ? undefined : ({ '--h': height } as CSSProperties)}
      aria-label={title}
    >
      <h2>
        {href ? (
          <a href={`#${href}`} target="_blank" rel="noopener noreferrer">
            {title}
          </a>
        ) : (
          title
        )}
        <i>{about}</i>
        {number !== undefined && <em>{number}</em>}
      </h2>
      {children}
    </section>
  );
}

/** A picture of numbers: hidden from screen readers, which get the table. */
export function Chart(props: {
  caption: string;
  width: number;
  height: number;
  rows: readonly (readonly [label: string, value: string])[];
  children: ReactNode;
}) {
  const { caption, width, height, rows, children } = props;
  return (
    <>
      <svg viewBox={`0 0 ${width} ${height}`} style={{ '--w': width } as CSSProperties} aria-hidden="true">
        {children}
      </svg>
      <div className="visually-hidden">
        <table>
          <caption>{caption}</caption>
          <tbody>
            {rows.map(([label, value]) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

/** Two parts of a whole with their numbers, and a bar of their shares. */
export function Split({
  parts,
  colours,
}: {
  parts: readonly [WallShare, WallShare];
  colours: readonly [string, string];
}) {
  const whole = parts[0].value + parts[1].value;
  return (
    <>
      <p className="wall-split">
        {parts.map(({ label, value }) => (
          <span key={label}>
            {label} <b>{groupDigits(value)}</b> <span className="wall-dim">{sharePercent(value, whole)}%</span>
          </span>
        ))}
      </p>
      <div className="wall-bar" aria-hidden="true">
        {parts.map(
          ({ label, value }, at) =>
            value > 0 && <span key={label} style={{ flexGrow: value, background: colours[at] }} />,
        )}
      </div>
    </>
  );
}

/** Bars from zero with value and share of `whole` at the end; the longest is gilt, the others bronze. */
export function Bars({ caption, shares, whole }: { caption: string; shares: readonly WallShare[]; whole: number }) {
  const most = Math.max(1, ...shares.map(({ value }) => value));
  const step = 33;
  return (
    <Chart
      caption={caption}
      width={410}
      height={shares.length * step}
      rows={shares.map(({ label, value }) => [label, `${value}，${sharePercent(value, whole)}%`])}
    >
      {shares.map(({ label, value }, at) => (
        <g key={label} transform={`translate(0 ${at * step})`}>
          <text y="22" fontSize="18">
            {label}
          </text>
          <rect
            x="104"
            y="8"
            width={(value * 170) / most}
            height="16"
            fill={value === most && value > 0 ? '#F7D774' : '#B98A5E'}
          />
          <text x="352" y="23" fontSize="20" textAnchor="end" className="number">
            {groupDigits(value)}
          </text>
          <text x="410" y="22" fontSize="16" textAnchor="end" className="dim">
            {sharePercent(value, whole)}%
          </text>
        </g>
      ))}
    </Chart>
  );
}

const BRONZE = ['#9A4E36', '#B9763F', '#DBA94F', '#F7D774', '#FFF3D6'];

/** A funnel: centred bars with linear widths. */
export function Funnel({ caption, shares }: { caption: string; shares: readonly WallShare[] }) {
  const most = Math.max(1, ...shares.map(({ value }) => value));
  const widths = shares.map(({ value }) => Math.max(value > 0 ? 6 : 0, (value * 210) / most));
  return (
    <Chart
      caption={caption}
      width={410}
      height={shares.length * 40 - 6}
      rows={shares.map(({ label, value }) => [label, String(value)])}
    >
      {shares.map(({ label, value }, at) => {
        const width = widths[at] ?? 0;
        const below = widths[at + 1];
        const y = at * 40;
        return (
          <g key={label}>
            {below !== undefined && (
              <path
                d={`M${209 - width / 2} ${y + 30}H${209 + width / 2}L${209 + below / 2} ${y + 40}H${209 - below / 2}Z`}
                fill="#7A2C22"
                opacity=".55"
              />
            )}
            <text y={y + 22} fontSize="17">
              {label}
            </text>
            <rect x={209 - width / 2} y={y + 2} width={width} height="28" fill={BRONZE[at]} />
            <text x="410" y={y + 24} fontSize="22" textAnchor="end" className="number">
              {groupDigits(value)}
            </text>
          </g>
        );
      })}
    </Chart>
  );
}

/** One rate as a ring of 48 ticks. */
export function Ring({ rate }: { rate: number }) {
  const held = Math.floor((rate * 48) / 100);
  return (
    <g>
      {Array.from({ length: 48 }, (_, at) => {
        const angle = (at * Math.PI) / 24 - Math.PI / 2;
        const [x, y] = [Math.cos(angle), Math.sin(angle)];
        return (
          <path
            // biome-ignore lint/suspicious/noArrayIndexKey: the ticks are always the same forty-eight
            key={at}
            d={`M${62 + x * 46} ${62 + y * 46}L${62 + x * 60} ${62 + y * 60}`}
            stroke={at < held ? '#F7D774' : '#5E2420'}
            strokeWidth="4"
          />
        );
      })}
      <text x="62" y="71" fontSize={rate === 100 ? 24 : 26} textAnchor="middle" className="number">
        {rate}%
      </text>
    </g>
  );
}

/** The six numbers above the middle. */
export function Six({ figures }: { figures: readonly WallFigure[] }) {
  return (
    <dl className="wall-six">
      {figures.slice(0, 6).map(({ label, unit, value, of, href }) => (
        <div key={label}>
          <dt>
            {label} <small>{unit}</small>
          </dt>
          <dd>
            {href ? (
              <a href={`#${href}`} target="_blank" rel="noopener noreferrer">
                {groupDigits(value)}
                {of !== null && `/${groupDigits(of)}`}
              </a>
            ) : (
              groupDigits(value)
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const STEP_SECONDS = 4;

/** The latest activities: one row up each four seconds where there are more than places; stops under pointer and focus. */
export function News({ rows, places, dated }: { rows: readonly WallNews[]; places: number; dated?: boolean }) {
  const [first, setFirst] = useState(0);
  const [held, setHeld] = useState(false);
  const moves = rows.length > places && !held;
  useEffect(() => {
    if (!moves || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const timer = setInterval(() => setFirst((at) => at + 1), STEP_SECONDS * 1000);
    return () => clearInterval(timer);
  }, [moves]);
  if (rows.length === 0) return <p className="none">还没有活动</p>;
  const shown = Array.from({ length: Math.min(places, rows.length) }, (_, at) => rows[(first + at) % rows.length]);
  return (
    <ol className="wall-news" onPointerEnter={() => setHeld(true)} onPointerLeave={() => setHeld(false)}>
      {shown.map((row) =>
        row ? (
          <li key={row.id}>
            <time dateTime={row.at}>{timeOf(row.at, dated ?? false)}</time>
            <em>{row.kind}</em>
            <span>{row.text}</span>
            <b className={row.isNow ? 'now' : undefined}>{row.note}</b>
          </li>
        ) : null,
      )}
    </ol>
  );
}

const two = (n: number) => String(n).padStart(2, '0');

/** The hour of today, the day of everything else. */
function timeOf(at: string, dated: boolean): string {
  const day = new Date(at);
  const isToday = day.toDateString() === new Date().toDateString();
  return isToday && !dated
    ? `${two(day.getHours())}:${two(day.getMinutes())}`
    : `${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

/** One message at a time, whole, for eight seconds. */
export function Ticker({ texts }: { texts: readonly string[] }) {
  const [at, setAt] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setAt((now) => now + 1), 8000);
    return () => clearInterval(timer);
  }, []);
  const text = texts[at % Math.max(1, texts.length)];
  return (
    <section className="wall-ticker" aria-label="今日">
      <b>今日</b>
      <p key={text}>{text}</p>
    </section>
  );
}

/** What a panel says whose numbers the reader has no right to. */
export const NoRight = () => <p className="none">没有查看权限</p>;
