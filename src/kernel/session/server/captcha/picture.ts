import { randomInt } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';

/** Each sign as strokes on a field of 4 × 6; what is easily taken for another, also under a line across, is left out. */
const STROKES: Readonly<Record<string, string>> = {
  2: '0,1 1,0 3,0 4,1 4,2 0,6 4,6',
  3: '0,0 4,0 2,2.4 4,4 3.2,6 1,6 0,5',
  4: '3,6 3,0 0,4 4,4',
  6: '3.6,.4 2,0 .5,1.6 0,4 1,6 3,6 4,4.6 3,3 1,3 .1,4.2',
  7: '0,0 4,0 1.5,6',
  8: '2,2.8 .4,1.5 1.2,0 2.8,0 3.6,1.5 2,2.8 0,4.5 1,6 3,6 4,4.5 2,2.8',
  9: '3.9,1.8 3,3 1,3 0,1.5 1,0 3,0 4,2 3.5,4.5 2,6 .5,5.6',
  A: '0,6 2,0 4,6|.8,4 3.2,4',
  C: '4,1 3,0 1,0 0,1.5 0,4.5 1,6 3,6 4,5',
  E: '4,0 0,0 0,6 4,6|0,3 3,3',
  H: '0,0 0,6|4,0 4,6|0,3 4,3',
  K: '0,0 0,6|4,0 0,3.6|1.4,2.5 4,6',
  L: '0,0 0,6 4,6',
  M: '0,6 0,0 2,3 4,0 4,6',
  N: '0,6 0,0 4,6 4,0',
  P: '0,6 0,0 3,0 4,1 4,2.2 3,3.2 0,3.2',
  T: '0,0 4,0|2,0 2,6',
  W: '0,0 1,6 2,2 3,6 4,0',
  X: '0,0 4,6|4,0 0,6',
  Y: '0,0 2,3 4,0|2,3 2,6',
};
const SIGNS = Object.keys(STROKES);
const LENGTH = 4;
const WIDTH = 240;
const HEIGHT = 80;
const PAPER = 244;
const INK = 40;

type Point = readonly [number, number];

/** A value between the two, evenly. */
const between = (low: number, high: number) => low + ((high - low) * randomInt(1 << 24)) / (1 << 24);

/** Four signs at random. */
export const makeAnswer = (): string => Array.from({ length: LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join('');

/** Draws the signs turned, bent and crossed by lines; answers a PNG of 240 × 80 grey pixels. */
export function drawAnswer(answer: string): Buffer {
  const pixels = new Uint8Array(WIDTH * HEIGHT).fill(PAPER);
  const bend = { size: between(3, 5), length: between(28, 44), from: between(0, 6) };
  const bent = ([x, y]: Point): Point => [
    x + bend.size * 0.5 * Math.sin(y / 13 + bend.from),
    y + bend.size * Math.sin(x / bend.length + bend.from),
  ];
  const line = (points: readonly Point[], thickness: number) => {
    for (let at = 1; at < points.length; at++)
      stroke(pixels, points[at - 1] ?? [0, 0], points[at] ?? [0, 0], thickness);
  };
  [...answer].forEach((sign, index) => {
    const turn = between(-0.35, 0.35);
    const size = between(7.2, 9);
    const middle: Point = [34 + index * 57 + between(-6, 6), 40 + between(-5, 5)];
    for (const part of (STROKES[sign] ?? '').split('|')) {
      const corners = part.split(' ').map((pair): Point => {
        const [x = 0, y = 0] = pair.split(',').map(Number);
        const [dx, dy] = [(x - 2) * size, (y - 3) * size * 0.95];
        return [
          middle[0] + dx * Math.cos(turn) - dy * Math.sin(turn),
          middle[1] + dx * Math.sin(turn) + dy * Math.cos(turn),
        ];
      });
      line(inSteps(corners).map(bent), between(2.1, 2.8));
    }
  });
  for (let count = 0; count < 3; count++) {
    const [from, to] = [between(8, HEIGHT - 8), between(8, HEIGHT - 8)];
    const wave = between(4, 11);
    const points = Array.from({ length: 61 }, (_, at): Point => {
      const x = (at * WIDTH) / 60;
      return [x, from + ((to - from) * at) / 60 + wave * Math.sin(x / 19 + count)];
    });
    line(points, between(0.8, 1.6));
  }
  for (let count = 0; count < 260; count++) pixels[randomInt(pixels.length)] = randomInt(INK, 190);
  return png(pixels);
}

/** Points so close that the strokes between them can bend. */
function inSteps(corners: readonly Point[]): Point[] {
  const points: Point[] = [];
  for (let at = 1; at < corners.length; at++) {
    const [[fromX, fromY], [toX, toY]] = [corners[at - 1] ?? [0, 0], corners[at] ?? [0, 0]];
    const steps = Math.max(1, Math.ceil(Math.hypot(toX - fromX, toY - fromY) / 5));
    for (let step = at === 1 ? 0 : 1; step <= steps; step++) {
      points.push([fromX + ((toX - fromX) * step) / steps, fromY + ((toY - fromY) * step) / steps]);
    }
  }
  return points;
}

/** Darkens what lies within half the thickness of the line, softly at its edge. */
function stroke(pixels: Uint8Array, [ax, ay]: Point, [bx, by]: Point, half: number): void {
  const reach = half + 1;
  const length = (bx - ax) ** 2 + (by - ay) ** 2 || 1;
  const clamp = (value: number, most: number) => Math.min(most, Math.max(0, value));
  for (let y = clamp(Math.floor(Math.min(ay, by) - reach), HEIGHT); y < clamp(Math.max(ay, by) + reach, HEIGHT); y++) {
    for (let x = clamp(Math.floor(Math.min(ax, bx) - reach), WIDTH); x < clamp(Math.max(ax, bx) + reach, WIDTH); x++) {
      const along = clamp(((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length, 1);
      const away = Math.hypot(x - ax - along * (bx - ax), y - ay - along * (by - ay));
      const dark = clamp(half + 0.5 - away, 1);
      const place = y * WIDTH + x;
      pixels[place] = Math.min(pixels[place] ?? PAPER, PAPER - (PAPER - INK) * dark);
    }
  }
}

/** PNG (ISO 15948) of eight-bit grey. */
function png(pixels: Uint8Array): Buffer {
  const rows = Array.from({ length: HEIGHT }, (_, y) => [Buffer.of(0), pixels.subarray(y * WIDTH, (y + 1) * WIDTH)]);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH, 0);
  header.writeUInt32BE(HEIGHT, 4);
  header[8] = 8;
  const chunk = (name: string, body: Uint8Array) => {
    const content = Buffer.concat([Buffer.from(name, 'latin1'), body]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(body.length, 0);
    ends.writeUInt32BE(crc32(content), 4);
    return Buffer.concat([ends.subarray(0, 4), content, ends.subarray(4)]);
  };
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows.flat()))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
