import { z } from 'zod';
import { data, done, endpoint, file, id, required, rows } from '#platform/contract.ts';
import { fileKey } from '#platform/files/fileCalls.ts';
import { deviceCalls } from './nouns/device.ts';
import { PAIR_DIGITS, PART_NAMES } from './rules.device.ts';
import { LEVEL_NAMES } from './rules.plays.ts';

const stale = () => [deviceCalls.list, deviceCalls.get, deviceCalls.history];

export const pairDevice = endpoint({
  method: 'POST',
  path: '/api/terminal/box/pair',
  summary: '输入电视上的六位数字，把它配对为一台终端；已配对的终端换机时，原来的屏幕停止展示',
  access: 'box:device',
  scope: 'org',
  targets: { id: 'noun:boxDevice' },
  audit: '配对终端',
  rate: { hits: 60, seconds: 600, by: 'account' },
  pii: true,
  input: z.object({
    id,
    digits: z
      .string('请输入电视上的数字')
      .transform((text) => text.replace(/\s/g, ''))
      .pipe(z.string().regex(/^\d{6}$/, `电视上是${PAIR_DIGITS}位数字`)),
  }),
  reply: done,
  stale,
});

export const revokeDevice = endpoint({
  method: 'POST',
  path: '/api/terminal/box/revoke',
  summary: '停用终端：它的令牌立即失效，不再展示任何内容',
  access: 'box:device',
  scope: 'org',
  targets: { id: 'noun:boxDevice' },
  audit: '停用终端',
  idempotent: true,
  input: z.object({ id, reason: required(200, '停用原因') }),
  reply: done,
  stale,
});

// ── A screen that is not paired yet: it asks for digits, and then whether somebody typed them. ──

const open = { access: 'public', scope: 'none', silent: true, pii: true } as const;

export const getTicket = endpoint({
  method: 'POST',
  path: '/api/terminal/box/getTicket',
  summary: '电视取配对用的六位数字和凭证，5分钟有效',
  ...open,
  rate: { hits: 10, seconds: 60, by: 'ip' },
  input: z.object({}),
  reply: data(z.object({ ticket: z.string(), digits: z.string(), seconds: z.number() })),
});

export const ticketState = endpoint({
  method: 'POST',
  path: '/api/terminal/box/ticketState',
  summary: '电视询问配对到哪一步：0等待，3已配对（同时得到它的Cookie），4已过期',
  ...open,
  rate: { hits: 1200, seconds: 60, by: 'ip' },
  input: z.object({ ticket: z.string('缺少凭证').max(60, '凭证不正确') }),
  reply: data(z.object({ state: z.union([z.literal(0), z.literal(3), z.literal(4)]) })),
});

// ── What a paired screen asks. Each call knows it by its cookie, and is answered for it alone. ──

const byDevice = { access: 'device', scope: 'none', silent: true, pii: true } as const;

const item = z.object({
  id: z.string(),
  title: z.string(),
  /** What stands small below the title: source, giver, place. */
  note: z.string(),
  /** Its day, or empty. */
  day: z.string(),
  /** Plain words. */
  text: z.string(),
  /** Cleaned HTML, or empty. */
  html: z.string(),
  files: z.array(z.object({ id: z.string(), name: z.string(), fileType: z.string(), hasSizes: z.boolean() })),
});
export type TerminalItem = z.infer<typeof item>;

const rule = z.object({
  id: z.string(),
  level: z.enum(LEVEL_NAMES),
  item: z.string(),
  seconds: z.number(),
  groups: z.array(z.string()).nullable(),
  weekdays: z.array(z.number()),
  fromOn: z.string().nullable(),
  toOn: z.string().nullable(),
  fromMinute: z.number(),
  toMinute: z.number(),
  fromAt: z.number().nullable(),
  toAt: z.number().nullable(),
});

const played = item.extend({
  part: z.enum([...PART_NAMES, 'insert']),
  files: z.array(
    z.object({ id: z.string(), name: z.string(), fileType: z.string(), size: z.number(), sha256: z.string() }),
  ),
});
export type PlayedItem = z.infer<typeof played>;

/** All that a screen needs to play by itself (rules.plays.ts). */
const programme = z.object({
  deviceName: z.string(),
  place: z.string(),
  orgName: z.string(),
  group: z.string().nullable(),
  opens: z.string(),
  closes: z.string(),
  rules: z.array(rule),
  items: z.array(played),
});
export type Programme = z.infer<typeof programme>;

const menu = z.object({
  /** ISO 8601, by the server's clock. */
  asOf: z.string(),
  deviceName: z.string(),
  place: z.string(),
  orgName: z.string(),
  /** Version of the programme. */
  hash: z.string(),
  /** Null: it is what the screen holds, or was not asked for. */
  programme: programme.nullable(),
  menus: z.array(
    z.object({
      part: z.enum(PART_NAMES),
      title: z.string(),
      count: z.number(),
      /** Changes with what the part shows. */
      stamp: z.string(),
    }),
  ),
});
export type TerminalMenu = z.infer<typeof menu>;

export const getAppMenuList = endpoint({
  method: 'POST',
  path: '/api/terminal/box/getAppMenuList',
  summary: '终端的栏目和节目单：内容、版本、文件的SHA-256和起止日；带上现有的版本来问，没有变化时只答版本',
  ...byDevice,
  rate: { hits: 60, seconds: 60, by: 'device' },
  large: true,
  input: z.object({
    /** The version that it holds: the parts are not answered, and the programme only where it is another. */
    hash: z.string().max(64).optional(),
    /** The parts alone. */
    menuOnly: z.boolean().default(false),
  }),
  reply: data(menu),
});

export const getContent = endpoint({
  method: 'POST',
  path: '/api/terminal/box/content',
  summary: '终端一个栏目的内容：本组织已发布的，姓名只显示姓',
  ...byDevice,
  rate: { hits: 60, seconds: 60, by: 'device' },
  large: true,
  input: z.object({ part: z.enum(PART_NAMES, '栏目不正确') }),
  reply: rows(item),
});

export const terminalFile = endpoint({
  method: 'GET',
  path: '/api/terminal/box/file',
  summary: '终端正在展示的图片、视频或文档',
  ...byDevice,
  rate: { hits: 2000, seconds: 60, by: 'device' },
  input: z.object({ fileName: fileKey }),
  reply: file,
});

export const heartbeat = endpoint({
  method: 'POST',
  path: '/api/terminal/box/heartbeat',
  summary: '终端报告在播的内容、节目版本、剩余空间、屏幕尺寸和时钟，约30秒一次',
  ...byDevice,
  rate: { hits: 30, seconds: 60, by: 'device' },
  input: z.object({
    playing: z.string().max(200).default(''),
    /** What it plays by its id; empty: nothing of the programme. */
    item: z.string().max(60).default(''),
    /** The version of the programme that it holds whole. */
    holds: z.string().max(64).default(''),
    freeMb: z.int().min(0).max(2_000_000_000).nullable().default(null),
    /** `1920×1080`. */
    screen: z.string().max(20).default(''),
    /** Epoch milliseconds of its own clock. */
    clock: z.number().min(0).max(9e15).nullable().default(null),
    offlineOk: z.boolean().nullable().default(null),
  }),
  reply: data(z.object({ asOf: z.string() })),
});

export const postPlays = endpoint({
  method: 'POST',
  path: '/api/terminal/box/playLog',
  summary: '终端补报播放记录：每条一个号，重复的不再记',
  ...byDevice,
  rate: { hits: 60, seconds: 60, by: 'device' },
  input: z.object({
    rows: z
      .array(
        z.object({
          number: z.int().min(1).max(9e15),
          item: z.string().max(60),
          title: z.string().max(200),
          level: z.enum([...LEVEL_NAMES, 'fallback']),
          /** Epoch milliseconds by the server's clock. */
          fromAt: z.number().min(0).max(9e15),
          toAt: z.number().min(0).max(9e15),
        }),
      )
      .max(200),
  }),
  /** The highest number up to which all are kept. */
  reply: data(z.object({ kept: z.number() })),
});
