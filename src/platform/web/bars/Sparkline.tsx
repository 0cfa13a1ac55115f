/** Drawn size; the line keeps clear of the edges by the dot. */
const [WIDTH, HEIGHT, EDGE] = [76, 22, 3];

/**
 * A number's course as a small line, the newest value as a dot. It repeats what is told in words beside it, so readers are not told of
 * it. Fewer than two values draw nothing. A course without a change is a level line.
 */
export function Sparkline({ values, className }: { values: readonly number[]; className?: string }) {
  if (values.length < 2) return null;
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const x = (at: number) => EDGE + (at / (values.length - 1)) * (WIDTH - 2 * EDGE);
  const y = (value: number) =>
    most === least ? HEIGHT / 2 : HEIGHT - EDGE - ((value - least) / (most - least)) * (HEIGHT - 2 * EDGE);
  const points = values.map((value, at) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`).join(' ');
  return (
    <svg className={className} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT} aria-hidden="true">
      <polyline points={points} fill="none" stroke="var(--ink3)" strokeWidth="1.5" strokeLinejoin="round" />
      <circle cx={x(values.length - 1)} cy={y(values.at(-1) ?? 0)} r="2.5" fill="var(--red)" />
    </svg>
  );
}
