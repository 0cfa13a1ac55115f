import { z } from 'zod';
import { count, data, date, done, endpoint, id, moment, optional, rows } from '#platform/contract.ts';
import { groupCalls } from './nouns/group.ts';
import { isClock, PART_NAMES } from './rules.device.ts';
import { LEVEL_NAMES, type Level } from './rules.plays.ts';

/** Lines that a worker writes; what is inserted and who visits follows from elsewhere. */
export const SLOT_LEVELS = { loop: '日常轮播', programme: '定时节目', must: '必播' } as const satisfies Partial<
  Record<Level, string>
>;
export type SlotLevel = keyof typeof SLOT_LEVELS;

const clock = z
  .string()
  .refine((text) => text === '' || isClock(text), '时间格式应为08:00')
  .default('');

const form = {
  level: z.enum(['loop', 'programme', 'must'], '请选择播放方式'),
  part: z.enum(PART_NAMES, '请选择栏目'),
  /** One content; null: all of the part, in turn. */
  rowId: optional(id),
  seconds: count.pipe(z.int().min(5, '每条至少5秒').max(3600, '每条最多3600秒')),
  /** By commas, 1 Monday to 7 Sunday; empty: each day. */
  weekdays: z
    .string()
    .regex(/^([1-7](,[1-7]){0,6})?$/, '星期不正确')
    .default(''),
  fromOn: optional(date),
  toOn: optional(date),
  fromTime: clock,
  toTime: clock,
};

const slot = z.object({
  id: z.string(),
  level: z.enum(['loop', 'programme', 'must']),
  part: z.enum(PART_NAMES),
  rowId: z.string().nullable(),
  /** What it shows now; empty: the content is gone or not published. */
  title: z.string(),
  seconds: z.number(),
  weekdays: z.string(),
  fromOn: z.string().nullable(),
  toOn: z.string().nullable(),
  fromTime: z.string(),
  toTime: z.string(),
});
export type Slot = z.infer<typeof slot>;

const groupId = id;
const stale = () => [listSlots, whatIsOn, groupCalls.history];

export const listSlots = endpoint({
  method: 'GET',
  path: '/api/terminal/programme/listPage',
  summary: '终端组的节目单',
  access: 'box:read',
  scope: 'org',
  targets: { groupId: 'noun:boxGroup' },
  input: z.object({ groupId }),
  reply: rows(slot, { mayWrite: z.boolean() }),
});

export const slotChoices = endpoint({
  method: 'GET',
  path: '/api/terminal/programme/choices',
  summary: '节目单一个栏目里可选的内容：终端组所属组织已发布的',
  access: 'box:read',
  scope: 'org',
  targets: { groupId: 'noun:boxGroup' },
  input: z.object({ groupId, part: z.enum(PART_NAMES, '请选择栏目') }),
  reply: data(z.array(z.object({ id: z.string(), title: z.string() }))),
});

export const saveSlot = endpoint({
  method: 'POST',
  path: '/api/terminal/programme/save',
  summary: '新增或修改节目单的一行',
  access: 'box:write',
  scope: 'org',
  targets: { groupId: 'noun:boxGroup' },
  audit: '编辑节目单',
  idempotent: true,
  input: z.object({ groupId, id: optional(id), ...form }),
  reply: done,
  stale,
});

export const removeSlot = endpoint({
  method: 'POST',
  path: '/api/terminal/programme/remove',
  summary: '从节目单移除一行',
  access: 'box:write',
  scope: 'org',
  targets: { groupId: 'noun:boxGroup' },
  audit: '编辑节目单',
  input: z.object({ groupId, id }),
  reply: done,
  stale,
});

export const moveSlot = endpoint({
  method: 'POST',
  path: '/api/terminal/programme/move',
  summary: '把节目单的一行上移或下移一位',
  access: 'box:write',
  scope: 'org',
  targets: { groupId: 'noun:boxGroup' },
  audit: '编辑节目单',
  input: z.object({ groupId, id, by: z.union([z.literal(-1), z.literal(1)]) }),
  reply: done,
  stale,
});

export const whatIsOn = endpoint({
  method: 'GET',
  path: '/api/terminal/programme/plays',
  summary: '终端组在某一时刻播什么、为什么，以及那一天从早到晚的排播',
  access: 'box:read',
  scope: 'org',
  targets: { groupId: 'noun:boxGroup' },
  input: z.object({ groupId, at: optional(moment) }),
  reply: data(
    z.object({
      at: z.string(),
      level: z.enum([...LEVEL_NAMES, 'fallback']),
      title: z.string(),
      turns: z.number(),
      /** Parts of the day, one after another; what takes turns within one is named by its first titles. */
      day: z.array(
        z.object({
          from: z.string(),
          to: z.string(),
          level: z.enum([...LEVEL_NAMES, 'fallback']),
          titles: z.array(z.string()),
          turns: z.number(),
        }),
      ),
      /** Titles of lines that are never seen on that day. */
      hidden: z.array(z.string()),
    }),
  ),
});
