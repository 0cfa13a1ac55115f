import { crc32, deflateSync } from 'node:zlib';
import { sql } from 'kysely';
import type { Services } from '#platform/server/context.ts';
import { saveFile } from '#platform/server/files/files.ts';

const WIDTH = 1200;
const HEIGHT = 400;

type Colour = readonly [red: number, green: number, blue: number];

const PAPER: Colour = [253, 248, 240];
const DUSK: Colour = [248, 232, 214];
const CINNABAR: Colour = [168, 0, 9];
const GOLD: Colour = [227, 181, 74];
const ROSE: Colour = [236, 190, 178];

interface Scene {
  title: string;
  alt: string;
  link: string;
  /** Whose subtree sees it. */
  org: string;
  /** Colour of a point on top of what is behind it. */
  paint: (x: number, y: number, behind: Colour) => Colour;
}

const mix = (one: Colour, other: Colour, share: number): Colour => [
  one[0] + (other[0] - one[0]) * share,
  one[1] + (other[1] - one[1]) * share,
  one[2] + (other[2] - one[2]) * share,
];

/** The height of a ridge at `x`, in pixels from the top. */
const ridge = (base: number, swing: number, phase: number) => (x: number) =>
  base -
  swing * (0.6 * Math.sin(x / 170 + phase) + 0.3 * Math.sin(x / 61 + phase * 2.3) + 0.1 * Math.sin(x / 23 + phase));

/** A slope below its ridge: a stroke along the edge, contour lines below that grow paler with their depth. */
function slope(height: (x: number) => number, colour: Colour, strength: number) {
  const heights = Array.from({ length: WIDTH }, (_, x) => height(x));
  const waves = Array.from({ length: WIDTH }, (_, x) => 3 * Math.sin(x / 37));
  return (x: number, y: number, behind: Colour): Colour => {
    const depth = y - (heights[x] ?? HEIGHT);
    if (depth < 0) return behind;
    if (depth < 2) return mix(behind, CINNABAR, strength);
    const filled = mix(behind, colour, strength * 0.55);
    const contour = (depth + (waves[x] ?? 0)) % 13 < 1.1;
    return contour ? mix(filled, CINNABAR, strength * 0.5 * Math.max(0, 1 - depth / 160)) : filled;
  };
}

/** A sun with two rings. */
function sun(cx: number, cy: number, radius: number) {
  return (x: number, y: number, behind: Colour): Colour => {
    if (Math.abs(x - cx) > radius * 2 || Math.abs(y - cy) > radius * 2) return behind;
    const distance = Math.hypot(x - cx, y - cy);
    if (distance < radius) return mix(behind, GOLD, 0.35);
    const rings = [radius, radius * 1.35, radius * 1.7];
    return rings.some((ring) => Math.abs(distance - ring) < 0.9) ? mix(behind, GOLD, 0.8) : behind;
  };
}

/** Short golden strokes on water below `top`. */
const river = (top: number) => (x: number, y: number, behind: Colour) => {
  if (y < top) return behind;
  const row = Math.floor((y - top) / 12);
  const stroke = (y - top) % 12 < 1.2 && Math.sin(x / (40 + row * 9) + row * 1.7) > 0.35;
  return stroke ? mix(behind, GOLD, 0.85) : mix(behind, PAPER, 0.75);
};

/** A suspension bridge: two towers, the deck, and cables as parabolas. */
function bridge(x: number, y: number, behind: Colour): Colour {
  const deck = 268;
  const towers = [430, 770];
  const span = (x - 600) / 170;
  const cable =
    Math.abs(span) <= 1 ? 252 - 112 * span * span : deck - 128 * Math.max(0, 1 - (Math.abs(x - 600) - 170) / 220);
  const line =
    Math.abs(y - deck) < 2.2 ||
    (Math.abs(x - 600) < 390 && Math.abs(y - cable) < 1.2) ||
    (Math.abs(x - 600) < 390 && x % 17 < 1 && y > cable && y < deck) ||
    towers.some((tower) => Math.abs(x - tower) < 4 && y > 132 && y < 330);
  return line ? mix(behind, CINNABAR, 0.9) : behind;
}

const over =
  (...layers: readonly Scene['paint'][]): Scene['paint'] =>
  (x, y, behind) =>
    layers.reduce((colour, layer) => layer(x, y, colour), behind);

/** Landscapes of the demo, without words. */
export const SCENES: readonly Scene[] = [
  {
    title: '主题党日：到一线去，办一件实事',
    alt: '峡江两岸层叠的山脊，江面上方一轮落日',
    link: '/news',
    org: '0001',
    paint: over(
      sun(760, 120, 62),
      slope(ridge(210, 70, 0.4), ROSE, 0.45),
      slope(ridge(262, 60, 2.1), ROSE, 0.7),
      river(300),
      slope(
        (x) => 480 - 360 * Math.exp(-(((x - 40) / 260) ** 2)) - 320 * Math.exp(-(((x - 1190) / 250) ** 2)),
        ROSE,
        0.95,
      ),
    ),
  },
  {
    title: '年底前核对一次党员信息',
    alt: '一层层梯田沿着山坡铺开',
    link: '/today',
    org: '0001',
    paint: over(
      sun(260, 96, 46),
      slope(ridge(170, 50, 4.2), ROSE, 0.4),
      slope(ridge(230, 46, 1.2), ROSE, 0.6),
      slope(ridge(290, 40, 5.4), DUSK, 0.9),
      slope(ridge(345, 26, 3), ROSE, 0.95),
    ),
  },
  {
    title: '江南街道：党员志愿服务月',
    alt: '大桥横跨江面，远处是山',
    link: '',
    org: '江南街道党工委',
    paint: over(sun(920, 110, 50), slope(ridge(220, 56, 1.6), ROSE, 0.5), river(290), bridge),
  },
];

/** A plaque of an award: gold within a red frame, a star over two laurels. */
export const PLAQUE: Scene['paint'] = (x, y, behind) => {
  const [dx, dy] = [Math.abs(x - 600), Math.abs(y - 200)];
  if (dx > 290 || dy > 180) return mix(behind, DUSK, 0.4);
  if (dx > 274 || dy > 164) return CINNABAR;
  const ground = mix(GOLD, PAPER, 0.55 + 0.35 * Math.sin((x + y) / 150));
  if (dx > 262 || dy > 152) return mix(ground, CINNABAR, 0.25);
  // A star of five points: its edge lies between two radii, by the angle.
  const [sx, sy] = [x - 600, y - 178];
  const turn = ((Math.atan2(sx, -sy) / (2 * Math.PI)) * 5 + 10) % 1;
  const [point, notch, angle] = [78, 32, Math.min(turn, 1 - turn) * ((2 * Math.PI) / 5)];
  const step = Math.PI / 5;
  const edge = (point * notch * Math.sin(step)) / (point * Math.sin(angle) + notch * Math.sin(step - angle));
  const radius = Math.hypot(sx, sy);
  if (radius < edge) return CINNABAR;
  const leaf = Math.abs(radius - 116) < 7 && sy > -50 && Math.sin(Math.atan2(sy, sx) * 26) > -0.4;
  if (leaf) return mix(ground, CINNABAR, 0.75);
  return Math.abs(y - 318) < 2 && dx < 150 ? mix(ground, CINNABAR, 0.6) : ground;
};

/** A scene as a PNG of 1200 by 400. */
export function paintPng(paint: Scene['paint']): Buffer {
  const lines = Buffer.alloc(HEIGHT * (1 + WIDTH * 3));
  let at = 0;
  for (let y = 0; y < HEIGHT; y++) {
    lines[at++] = 0;
    const sky = mix(PAPER, DUSK, y / HEIGHT);
    for (let x = 0; x < WIDTH; x++) {
      for (const part of paint(x, y, sky)) lines[at++] = Math.round(part);
    }
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(WIDTH, 0);
  head.writeUInt32BE(HEIGHT, 4);
  head.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(lines, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const frame = Buffer.alloc(body.length + 8);
  frame.writeUInt32BE(content.length, 0);
  body.copy(frame, 4);
  frame.writeUInt32BE(crc32(body), body.length + 4);
  return frame;
}

/** Hangs the demo's pictures into the homes of a city that has never had any. */
export async function hangPicturesOnce(services: Services): Promise<void> {
  const { rows } = await sql<{ hung: boolean; account: string | null }>`
    select exists (select from swiper) as hung,
           (select account_id from account_role where role_id = 1 order by id limit 1) as account`.execute(services.db);
  const accountId = rows[0]?.account;
  if (rows[0]?.hung || !accountId) return;
  await services.db.transaction().execute(async (tx) => {
    for (const [place, { title, alt, link, org, paint }] of SCENES.entries()) {
      const found = await sql<{ id: string; code: string }>`
        select id, code from organisation where code = ${org} or name = ${org} order by code limit 1`.execute(tx);
      const owner = found.rows[0];
      if (!owner) continue;
      const name = `${title}.png`;
      const facts = {
        kind: 'swiper.picture',
        rowId: null,
        orgCode: owner.code,
        accountId,
        name,
        mime: 'image/png',
        days: null,
      };
      const fileId = await saveFile(services, tx, facts, [paintPng(paint)]);
      await sql`
        insert into swiper (org_id, org_code, title, alt, file_id, link, sort, created_by)
        values (${owner.id}, ${owner.code}, ${title}, ${alt}, ${fileId}, ${link}, ${place + 1}, '系统管理员')`.execute(
        tx,
      );
    }
  });
}
