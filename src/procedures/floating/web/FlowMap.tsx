import { Pressable } from '#platform/web/ui/Button.tsx';
import type { FlowPlace } from '../contract.numbers.ts';
import type { Side } from '../contract.ts';
import { countBySquare, GRID, SHADES, shadeOf } from '../rules.map.ts';
import { regionName } from '../rules.report.ts';

interface Props {
  side: Side;
  places: readonly FlowPlace[];
  /** The square whose places stand beside the map. */
  chosen: string | null;
  onChoose: (square: string | null) => void;
}

/** The country as a grid of squares, the redder the more people; a square opens its places. */
export function FlowMap({ side, places, chosen, onChoose }: Props) {
  const counted = countBySquare(places, side);
  const most = Math.max(0, ...counted.values());
  const square = (code: string, short: string, column?: number, row?: number) => {
    const n = counted.get(code) ?? 0;
    const name = regionName(code);
    return (
      <li key={code} style={column ? { gridColumn: column, gridRow: row } : undefined}>
        <Pressable
          className={`flow-square shade-${shadeOf(n, most)}`}
          aria-pressed={chosen === code}
          aria-label={`${name}${n}人`}
          title={`${name}：${n}人`}
          disabled={n === 0}
          onClick={() => onChoose(chosen === code ? null : code)}
        >
          {short}
          <b>{n === 0 ? '' : n}</b>
        </Pressable>
      </li>
    );
  };
  return (
    <div className="flow-map">
      <ul className="flow-grid" aria-label={side === 'out' ? '流入地区分布' : '来自地区分布'}>
        {GRID.map(([code, short, column, row]) => square(code, short, column, row))}
        {square('abroad', '境外', 1, 7)}
        {square('', '未注明', 1, 8)}
      </ul>
      <p className="flow-scale" aria-hidden="true">
        少
        {SHADES.map((shade) => (
          <i key={shade} className={`shade-${shade}`} />
        ))}
        多
      </p>
    </div>
  );
}
