import type { WallCell } from '../../contract.wall.ts';
import { sharePercent } from '../../rules.wall.ts';
import { Chart } from './parts.tsx';

interface Line {
  type: number;
  label: string;
  cells: readonly WallCell[];
}

/** In words, for the table beside the picture. */
const STATES = { held: '达标', due: '进行中', missing: '有缺', later: '未到', none: '不要求' } as const;

/** Full, nearly, short: the colour of a closed period by how many met it (SCREENS.md 6). */
const fillOf = (rate: number) => (rate >= 100 ? '#B98A5E' : rate >= 95 ? '#7D5230' : '#5E2420');

/** How many of a line's organisations met each period of a year: one cell a month, a quarter or a year. */
export function DutyCells({ caption, month, lines }: { caption: string; month: number; lines: readonly Line[] }) {
  const [left, step, row] = [113, 24.8, 31];
  return (
    <Chart
      caption={caption}
      width={410}
      height={24 + lines.length * row}
      rows={lines.map(({ label, cells }) => [
        label,
        cells
          .filter(({ due }) => due > 0)
          .map(({ period, ok, due, state }) => `${period} ${ok}/${due} ${STATES[state]}`)
          .join('，'),
      ])}
    >
      {Array.from({ length: 12 }, (_, at) => (
        <text
          // biome-ignore lint/suspicious/noArrayIndexKey: the twelve months
          key={at}
          x={left + at * step + 11}
          y="14"
          fontSize="16"
          textAnchor="middle"
          className={at + 1 === month ? 'now' : 'dim'}
        >
          {at + 1}
        </text>
      ))}
      {lines.map(({ type, label, cells }, at) => (
        <g key={type} transform={`translate(0 ${26 + at * row})`}>
          <text y="19" fontSize="17">
            {label}
          </text>
          {cells.map((cell) => (
            <Cell key={cell.period} cell={cell} x={left + (cell.first - 1) * step} width={cell.months * step - 3} />
          ))}
        </g>
      ))}
    </Chart>
  );
}

function Cell({ cell, x, width }: { cell: WallCell; x: number; width: number }) {
  const { state, ok, due } = cell;
  const rate = sharePercent(ok, due);
  if (state === 'none') return null;
  if (state === 'later') return <rect x={x} width={width} height="25" fill="#3C0A0E" />;
  const shown = Math.floor(rate);
  const word = width > 50 ? `${rate}%` : String(shown);
  if (state === 'due') {
    return (
      <>
        <rect x={x + 0.75} y=".75" width={width - 1.5} height="23.5" fill="none" stroke="#5CDBD3" strokeWidth="1.5" />
        <text x={x + width / 2} y="18.5" fontSize="16" textAnchor="middle" className="now">
          {word}
        </text>
      </>
    );
  }
  return (
    <>
      <rect x={x} width={width} height="25" fill={fillOf(rate)} />
      {rate < 95 && (
        <text x={x + width / 2} y="18.5" fontSize="16" textAnchor="middle">
          {word}
        </text>
      )}
    </>
  );
}
