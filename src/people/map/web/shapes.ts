import { signOf } from '../rules.ts';

const SVG = 'http://www.w3.org/2000/svg';

function element(
  name: string,
  attributes: Record<string, string | number>,
  children: readonly Node[] = [],
): SVGElement {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.append(...children);
  return made;
}

const OUTLINES = {
  circle: () => element('circle', { r: 12 }),
  pill: () => element('rect', { x: -18, y: -11, width: 36, height: 22, rx: 11 }),
  square: () => element('rect', { x: -12, y: -12, width: 24, height: 24, rx: 2 }),
  diamond: () => element('path', { d: 'M0-15L15 0 0 15-15 0z' }),
  dashed: () => element('circle', { r: 13 }),
  hexagon: () => element('path', { d: 'M-14 0L-7-13H7L14 0 7 13H-7z' }),
} as const;

/** The sign of a type as a drawing of 38 by 32 pixels; null where the type has none. */
export function signSvg(type: number): SVGElement | null {
  const sign = signOf(type);
  if (!sign) return null;
  const letter = element('text', { y: 4.5, 'text-anchor': 'middle' });
  letter.textContent = sign.letter;
  return element(
    'svg',
    { viewBox: '-19 -16 38 32', width: 38, height: 32, class: `map-sign ${sign.shape}`, 'aria-hidden': 'true' },
    [OUTLINES[sign.shape](), letter],
  );
}

/**
 * A cluster: its number in a ring whose parts are the shares of the types.
 * @param types how many of each type lie in it
 */
export function clusterSvg(types: ReadonlyMap<number, number>): SVGElement {
  const total = [...types.values()].reduce((sum, n) => sum + n, 0);
  const radius = total < 10 ? 19 : total < 100 ? 22 : 26;
  const round = 2 * Math.PI * radius;
  let before = 0;
  const arcs = [...types].map(([type, n]) => {
    const part = (n / total) * round;
    const arc = element('circle', {
      r: radius,
      class: `arc ${signOf(type)?.shape ?? 'circle'}`,
      'stroke-dasharray': `${part} ${round - part}`,
      'stroke-dashoffset': -before,
      transform: 'rotate(-90)',
    });
    before += part;
    return arc;
  });
  const figure = element('text', { y: 6, 'text-anchor': 'middle' });
  figure.textContent = total > 9999 ? `${Math.floor(total / 1000)}k` : String(total);
  const half = radius + 6;
  return element(
    'svg',
    {
      viewBox: `${-half} ${-half} ${2 * half} ${2 * half}`,
      width: 2 * half,
      height: 2 * half,
      class: 'map-cluster',
      'aria-hidden': 'true',
    },
    [element('circle', { r: half - 1, class: 'ground' }), ...arcs, figure],
  );
}
