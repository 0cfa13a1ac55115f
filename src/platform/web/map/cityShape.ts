import { CITY_SEATS } from '#platform/places/citySeats.ts';
import type { Point } from '#platform/places/coordinates.ts';

/** A small generator of repeatable numbers from 0 to 1, so that the drawing is the same each time. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    const mixed = Math.imul(state ^ (state >>> 13), 0x297a2d39);
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 4_294_967_296;
  };
}

const key = ([x, y]: Point) => Math.round(x * 1e4) * 7919 + Math.round(y * 1e4);

/** A winding line between two points, like a border. It is the same in both directions, so that neighbours share it. */
export function wander(from: Point, to: Point, roughness = 0.14): Point[] {
  const turned = key(from) > key(to);
  const [a, b] = turned ? [to, from] : [from, to];
  const random = seededRandom(key(a) ^ Math.imul(key(b), 31));
  let line: Point[] = [a, b];
  const steps = Math.min(7, Math.max(2, Math.ceil(Math.log2(Math.hypot(b[0] - a[0], b[1] - a[1]) / 0.008))));
  for (let step = 0; step < steps; step++) {
    line = line.flatMap((point, at): Point[] => {
      const next = line[at + 1];
      if (!next) return [point];
      const off = (random() - 0.5) * 2 * roughness;
      const [dx, dy] = [next[0] - point[0], next[1] - point[1]];
      return [point, [(point[0] + next[0]) / 2 - dy * off, (point[1] + next[1]) / 2 + dx * off]];
    });
  }
  return turned ? line.reverse() : line;
}

/** The city's frame, before its border wanders. */
const FRAME: readonly Point[] = [
  [110.1, 30.72],
  [110.28, 31.05],
  [110.62, 31.28],
  [111.1, 31.22],
  [111.45, 31.34],
  [111.95, 31.22],
  [112.14, 30.9],
  [112.2, 30.5],
  [111.95, 30.2],
  [111.62, 29.98],
  [111.2, 30.02],
  [110.75, 29.96],
  [110.32, 30.14],
  [110.08, 30.42],
];

const degreesPerDegree = 0.86;
const square = ([ax, ay]: Point, [bx, by]: Point) => ((ax - bx) * degreesPerDegree) ** 2 + (ay - by) ** 2;

/** The part of a shape that lies nearer to one seat than to another. */
function nearer(shape: readonly Point[], own: Point, other: Point): Point[] {
  const side = (point: Point) => square(point, other) - square(point, own);
  return shape.flatMap((point, at): Point[] => {
    const next = shape[(at + 1) % shape.length] as Point;
    const [here, there] = [side(point), side(next)];
    const kept: Point[] = here >= 0 ? [point] : [];
    if (here >= 0 === there >= 0) return kept;
    const t = here / (here - there);
    return [...kept, [point[0] + (next[0] - point[0]) * t, point[1] + (next[1] - point[1]) * t]];
  });
}

/** Each county's shape: what lies nearest to its seat, with borders that its neighbours share. */
export function counties(): { name: string; seat: Point; shape: Point[] }[] {
  return CITY_SEATS.map(({ name, at }) => {
    let corners: Point[] = [...FRAME];
    for (const other of CITY_SEATS) if (other.name !== name) corners = nearer(corners, at, other.at);
    const shape = corners.flatMap((corner, index) =>
      wander(corner, corners[(index + 1) % corners.length] as Point).slice(0, -1),
    );
    return { name, seat: at, shape };
  });
}

const through = (...points: Point[]): Point[] =>
  points.flatMap((point, at) => (at === 0 ? [point] : wander(points[at - 1] as Point, point, 0.09).slice(1)));

/** Rivers: name, width in metres, course. */
export const rivers = (): { name: string; metres: number; course: Point[] }[] => [
  {
    name: '峡江',
    metres: 820,
    course: through(
      [109.98, 30.74],
      [110.25, 30.62],
      [110.4, 30.59],
      [110.65, 30.7],
      [110.9, 30.8],
      [111.1, 30.775],
      [111.2, 30.735],
      [111.25, 30.704],
      [111.295, 30.682],
      [111.34, 30.65],
      [111.39, 30.57],
      [111.44, 30.46],
      [111.5, 30.37],
      [111.575, 30.275],
      [111.72, 30.31],
      [111.86, 30.43],
      [112, 30.52],
      [112.24, 30.47],
    ),
  },
  {
    name: '清溪',
    metres: 180,
    course: through([110.12, 30.3], [110.5, 30.36], [110.75, 30.3], [111.04, 30.23], [111.3, 30.28], [111.575, 30.275]),
  },
  {
    name: '香溪',
    metres: 120,
    course: through([110.75, 31.25], [110.65, 31.01], [110.72, 30.88], [110.68, 30.71]),
  },
  {
    name: '沮水',
    metres: 150,
    course: through([111.55, 31.3], [111.72, 31.1], [111.83, 30.95], [111.95, 30.74], [112, 30.52]),
  },
];

/** Hills, west of the plain and around the city: name where they have one, top, radius in degrees. */
export function hills(): { name: string; rings: Point[][] }[] {
  const named: [string, Point, number][] = [
    ['磨子山', [111.222, 30.662], 0.022],
    ['文峰山', [111.268, 30.648], 0.017],
    ['凤凰岭', [111.325, 30.722], 0.019],
    ['白鹤岭', [111.236, 30.748], 0.024],
  ];
  const random = seededRandom(2026);
  const wild = Array.from({ length: 46 }, (): [string, Point, number] => [
    '',
    [110.2 + random() * 1.0, 30.05 + random() * 1.15],
    0.02 + random() * 0.035,
  ]);
  return [...named, ...wild].map(([name, top, radius], at) => ({ name, rings: ringsOf(top, radius, at) }));
}

function ringsOf([lng, lat]: Point, radius: number, seed: number): Point[][] {
  const random = seededRandom(seed * 97 + 5);
  const [a, b, c] = [random() * 6.3, random() * 6.3, 0.5 + random() * 0.4];
  return [1, 0.78, 0.57, 0.38, 0.2].map((part) =>
    Array.from({ length: 48 }, (_, step): Point => {
      const angle = (step / 48) * 2 * Math.PI;
      const r = radius * part * (1 + 0.16 * Math.sin(2 * angle + a) + 0.09 * Math.sin(3 * angle + b) * part);
      return [lng + r * Math.cos(angle), lat + r * c * Math.sin(angle)];
    }),
  );
}

/** Roads between seats that are near each other, and the streets around each seat. */
export function roads(): { highways: Point[][]; streets: Point[][]; avenues: Point[][] } {
  const highways: Point[][] = [];
  for (const [at, { at: own }] of CITY_SEATS.entries()) {
    const near = CITY_SEATS.map((seat, index) => ({ index, at: seat.at, far: square(seat.at, own) }))
      .filter(({ index }) => index !== at)
      .sort((x, y) => x.far - y.far)
      .slice(0, 3);
    for (const seat of near) {
      const back = CITY_SEATS.length * 2;
      if (seat.index > at || seat.index + back < at) highways.push(wander(own, seat.at, 0.12));
    }
  }
  const streets: Point[][] = [];
  const avenues: Point[][] = [];
  for (const [number, { at }] of CITY_SEATS.entries()) {
    const random = seededRandom(number + 11);
    const angle = number === 0 ? -0.55 : random() * 1.4 - 0.7;
    const reach = number === 0 ? 9 : 5;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const place = (u: number, v: number): Point => {
      const [du, dv] = [u + 0.16 * Math.sin(v * 0.9 + number), v + 0.18 * Math.sin(u * 0.7 + number * 2)];
      return [at[0] + (du * cos - dv * sin) * 0.0062, at[1] + (du * sin + dv * cos) * 0.0053];
    };
    for (let line = -reach; line <= reach; line++) {
      const length = reach - Math.floor(random() * (reach / 2)) + 0.4;
      const steps = Array.from({ length: 15 }, (_, step) => -length + (step / 14) * 2 * length);
      const into = line % 3 === 0 ? avenues : streets;
      into.push(
        steps.map((u) => place(u, line)),
        steps.map((v) => place(line, v)),
      );
    }
  }
  return { highways, streets, avenues };
}
