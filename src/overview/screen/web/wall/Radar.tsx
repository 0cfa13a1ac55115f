import { Chart } from './parts.tsx';

interface Dimension {
  label: string;
  own: number;
  mean: number;
}

const [CX, CY, R] = [184, 152, 98];

/** The six dimensions of a member's points, with the branch's mean dashed; values written. */
export function Radar({ dimensions }: { dimensions: readonly Dimension[] }) {
  const most = Math.max(1, ...dimensions.flatMap(({ own, mean }) => [own, mean]));
  const at = (index: number, share: number): readonly [number, number] => {
    const angle = (index * 2 * Math.PI) / dimensions.length - Math.PI / 2;
    const far = Math.max(0, share) * R;
    return [CX + Math.cos(angle) * far, CY + Math.sin(angle) * far];
  };
  const shape = (share: (one: Dimension) => number) =>
    dimensions
      .map((one, index) =>
        at(index, share(one))
          .map((n) => n.toFixed(1))
          .join(','),
      )
      .join(' ');
  return (
    <Chart
      caption="各维度积分"
      width={368}
      height={306}
      rows={dimensions.map(({ label, own, mean }) => [label, `${own}，支部平均${mean}`])}
    >
      {[0.25, 0.5, 0.75, 1].map((ring) => (
        <polygon key={ring} points={shape(() => ring)} fill="none" stroke="#8E3A2A" opacity=".6" />
      ))}
      {dimensions.map(({ label }, index) => {
        const [x, y] = at(index, 1);
        return <path key={label} d={`M${CX} ${CY}L${x} ${y}`} stroke="#8E3A2A" opacity=".6" />;
      })}
      <polygon
        points={shape(({ own }) => own / most)}
        fill="#B98A5E"
        fillOpacity=".35"
        stroke="#F7D774"
        strokeWidth="2.5"
      />
      <polygon
        points={shape(({ mean }) => mean / most)}
        fill="none"
        stroke="#F6E9DC"
        strokeWidth="1.5"
        strokeDasharray="5 4"
      />
      {dimensions.map(({ label, own }, index) => {
        const [x, y] = at(index, 1.2);
        const side = Math.abs(x - CX) < 10 ? 'middle' : x > CX ? 'start' : 'end';
        const shift = side === 'start' ? -14 : side === 'end' ? 14 : 0;
        const up = y < CY - 90 ? -14 : y > CY + 90 ? 6 : -8;
        return (
          <g key={label} textAnchor={side}>
            <text x={x + shift} y={y + up} fontSize="17">
              {label}
            </text>
            <text x={x + shift} y={y + up + 22} fontSize="18" className="number">
              {own}
            </text>
          </g>
        );
      })}
    </Chart>
  );
}
