import type { BranchWallData } from '../../contract.wall.ts';
import { Chart } from './parts.tsx';

type Duty = NonNullable<BranchWallData['duty']>;
type Cell = Duty['lines'][number]['cells'][number];

const [LEFT, WIDTH, STEP] = [134, 900, 63.8];
const FOUR_FITS = 46;

/** The year of a branch: each duty with the days on which it was met; held is filled, due outlined, missing framed. */
export function Year({ duty, month }: { duty: Duty; month: number }) {
  if (duty.lines.length === 0) return <p className="none">今年没有应开的会议</p>;
  const row = Math.min(66, 326 / duty.lines.length);
  return (
    <Chart
      caption={`${duty.year}年三会一课`}
      width={WIDTH}
      height={30 + duty.lines.length * row}
      rows={duty.lines.map(({ label, cells }) => [
        label,
        cells
          .filter(({ state }) => state !== 'none')
          .map(({ period, text, state }) => `${period} ${text || (state === 'later' ? '未到' : '已开')}`)
          .join('，'),
      ])}
    >
      {Array.from({ length: 12 }, (_, at) => (
        <text
          // biome-ignore lint/suspicious/noArrayIndexKey: the twelve months
          key={at}
          x={LEFT + at * STEP + STEP / 2}
          y="20"
          fontSize="18"
          fontWeight={at + 1 === month ? 700 : 400}
          textAnchor="middle"
          className={at + 1 === month ? 'now' : 'dim'}
        >
          {at + 1}月
        </text>
      ))}
      {duty.lines.map(({ type, label, cells }, at) => (
        <g key={type} transform={`translate(0 ${32 + at * row})`}>
          <text y={row / 2} fontSize="18" fontWeight="700" dominantBaseline="central">
            {label}
          </text>
          {cells.map((cell) => (
            <YearCell
              key={cell.period}
              cell={cell}
              x={LEFT + (cell.first - 1) * STEP + 3}
              width={cell.months * STEP - 6}
              height={row - 8}
            />
          ))}
        </g>
      ))}
    </Chart>
  );
}

const LOOKS = {
  held: { fill: '#7D4B24', stroke: 'none', look: undefined },
  due: { fill: 'none', stroke: '#5CDBD3', look: 'now' },
  missing: { fill: '#5E2420', stroke: '#FF8A80', look: 'lack' },
  later: { fill: '#3C0A0E', stroke: 'none', look: 'dim' },
  none: { fill: '#3C0A0E', stroke: 'none', look: 'dim' },
} as const;

function YearCell({ cell, x, width, height }: { cell: Cell; x: number; width: number; height: number }) {
  const { fill, stroke, look } = LOOKS[cell.state];
  if (cell.state === 'none' && cell.text === '') return null;
  return (
    <>
      <rect x={x} y="4" width={width} height={height} fill={fill} stroke={stroke} strokeWidth="2" />
      <text
        x={x + width / 2}
        y={4 + height / 2}
        fontSize={width < FOUR_FITS ? 16 : 18}
        fontWeight={cell.state === 'held' ? 700 : 400}
        textAnchor="middle"
        dominantBaseline="central"
        className={look}
      >
        {cell.text}
      </text>
    </>
  );
}
