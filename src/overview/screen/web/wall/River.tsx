import type { MemberWallData } from '../../contract.wall.ts';
import { Chart } from './parts.tsx';

type Step = MemberWallData['river'][number];

const [WIDTH, HEIGHT] = [1366, 356];

/** Where the river runs at a place from 0 to 1: order, not scale. */
const courseAt = (t: number): number => 205 - t * 70 + Math.sin(t * 15 + 0.4) * 26;

/** A life as a river: what happened above and below it in turn, today at its mouth. */
export function River({ steps, today }: { steps: readonly Step[]; today: string }) {
  const all = [...steps, { on: today, text: '今日', note: '', isMain: false }];
  const placeOf = (at: number) => 0.05 + (at * 0.9) / Math.max(1, all.length - 1);
  const line = (shift: number) =>
    Array.from({ length: 81 }, (_, at) => {
      const t = at / 80;
      return `${at === 0 ? 'M' : 'L'}${(t * WIDTH).toFixed(1)} ${(courseAt(t) + shift).toFixed(1)}`;
    }).join('');
  return (
    <Chart
      caption="政治历程"
      width={WIDTH}
      height={HEIGHT}
      rows={steps.map(({ on, text, note }) => [on, note ? `${text}，${note}` : text])}
    >
      {[-46, -34, -24, -16, 16, 24, 34, 46].map((shift) => (
        <path
          key={shift}
          d={line(shift)}
          fill="none"
          stroke="#B9763F"
          strokeWidth="1"
          opacity={0.5 - Math.abs(shift) / 110}
        />
      ))}
      <path d={line(0)} fill="none" stroke="#2E8F8A" strokeWidth="14" />
      <path d={line(-2)} fill="none" stroke="#5CDBD3" strokeWidth="2" opacity=".6" />
      {all.map((step, at) => {
        const [x, y] = [placeOf(at) * WIDTH, courseAt(placeOf(at))];
        const isNow = at === all.length - 1;
        const up = at % 2 === 1 || isNow;
        const far = up ? -66 : 54;
        const look = isNow ? 'now' : step.isMain ? 'gilt' : 'number';
        return (
          <g key={`${step.on} ${step.text}`} textAnchor={at === 0 ? 'start' : isNow ? 'end' : 'middle'}>
            <path d={`M${x} ${y}V${y + (up ? -40 : 34)}`} stroke={isNow ? '#5CDBD3' : '#E9C48C'} strokeWidth="1.5" />
            <circle
              cx={x}
              cy={y}
              r={step.isMain || isNow ? 11 : 8}
              fill={isNow ? '#5CDBD3' : step.isMain ? '#F7D774' : '#2B0508'}
              stroke={step.isMain || isNow ? 'none' : '#FFE9A8'}
              strokeWidth="3"
            />
            <text
              x={at === 0 ? x - 10 : isNow ? x + 14 : x}
              y={y + far}
              fontSize="22"
              fontWeight="700"
              className={look}
            >
              {step.on.slice(0, 7).replace('-', '.')}
            </text>
            <text
              x={at === 0 ? x - 10 : isNow ? x + 14 : x}
              y={y + far + 26}
              fontSize="20"
              fontWeight={step.isMain || isNow ? 700 : 400}
            >
              {short(step.text, 11)}
            </text>
            {step.note && !up && (
              <text x={at === 0 ? x - 10 : x} y={y + far + 50} fontSize="16" className="dim">
                {short(step.note, 12)}
              </text>
            )}
          </g>
        );
      })}
    </Chart>
  );
}

const short = (text: string, most: number) =>
  [...text].length > most ? `${[...text].slice(0, most - 1).join('')}…` : text;
