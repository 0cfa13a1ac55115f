import { z } from 'zod';
import { id } from '#platform/contract.ts';
import { nounCalls } from '#platform/noun/calls.ts';
import { flag, line, organisation, refers } from '#platform/noun/fields.ts';
import { noun } from '#platform/noun/noun.ts';
import { CONCERN_NAMES, isClock, PARTS, STATUS_NAMES } from '../rules.device.ts';

/** The ticks of its form, each for a part or two. */
const SHOWN = [
  'showsPublicity',
  'showsWelcome',
  'showsHonor',
  'showsEvent',
  'showsMedia',
  'showsEdu',
  'showsVote',
  'showsLife',
] as const;
const shows = (label: string) => flag(label, { initial: true });
const clock = (label: string, sample: string, hint: string) =>
  line(label, { max: 5, blank: true, is: [isClock, `时间格式应为${sample}`], sample, hint });

/** 终端: a screen in a room of an organisation, and which parts it shows. How it is paired stands in contract.device.ts. */
export const device = noun({
  name: 'boxDevice',
  label: '终端',
  measure: '台',
  table: 'box_device',
  title: 'name',
  access: { read: 'box:read', write: 'box:device', remove: 'box:device' },
  fields: {
    name: line('终端名称', { required: true, max: 40, wide: true, hint: '如“一楼大厅立式屏”' }),
    orgId: organisation('所属组织', { hint: '终端展示这个组织已发布的内容' }),
    code: line('设备编号', { max: 40, unique: '这个设备编号已登记', hint: '机身铭牌上的编号' }),
    place: line('摆放位置', { required: true, max: 60 }),
    groupId: refers('终端组', 'box_group', { hint: '按哪个组的节目单播放；不选时轮播本组织已发布的内容' }),
    opens: clock('开放时间起', '08:00', '开放时间以外黑屏静音；不填为全天'),
    closes: clock('开放时间止', '20:00', '如20:00'),
    isWall: flag('数据大屏', { hint: '不播节目，显示本组织的数字；在屏幕上打开“数据大屏”的地址配对，不用登录' }),
    showsPublicity: shows(PARTS.publicity),
    showsWelcome: shows(PARTS.welcome),
    showsHonor: shows(PARTS.honor),
    showsEvent: shows(PARTS.event),
    showsMedia: shows(PARTS.media),
    showsEdu: shows('教育资源、图书'),
    showsVote: shows(PARTS.vote),
    showsLife: shows(PARTS.life),
  },
  sections: {
    终端: ['name', 'orgId', 'code', 'place', 'groupId', 'opens', 'closes', 'isWall'],
    展示栏目: [...SHOWN],
  },
  list: ['name', 'code', 'orgId', 'place', 'groupId', 'isWall'],
  made: [
    ...(['token_hash', 'token_until', 'last_hash', 'binding', 'bound_at', 'revoked_at', 'seen_at'] as const),
    ...([
      'playing',
      'holds',
      'free_mb',
      'screen',
      'clock_off',
      'offline_ok',
      'due_hash',
      'due_at',
      'grant_id',
    ] as const),
  ],
  shown: {
    status: z.enum(STATUS_NAMES),
    /** ISO 8601; null: it never asked. */
    seenAt: z.string().nullable(),
    boundAt: z.string().nullable(),
    /** What it said it plays; empty: nothing yet. */
    playing: z.string(),
    /** Megabytes that are free on it. */
    freeMb: z.number().nullable(),
    screen: z.string(),
    /** Seconds that its clock is ahead. */
    clockOff: z.number().nullable(),
    offlineOk: z.boolean().nullable(),
    /** It was told of another version of its programme than the one that it holds whole, and since when (ISO 8601). */
    behindSince: z.string().nullable(),
    /** 开机率 of the last seven days in percent, the oldest first; null: it had not to be there. */
    week: z.array(z.number().nullable()),
  },
  check: (row): Record<string, string> => {
    if (!SHOWN.some((name) => row[name])) return { showsPublicity: '至少选一个展示栏目' };
    const { opens, closes } = row;
    if (!opens !== !closes) return opens ? { closes: '请输入开放时间止' } : { opens: '请输入开放时间起' };
    return opens && closes && opens >= closes ? { closes: '开放时间止应晚于起' } : {};
  },
});

export const deviceCalls = nounCalls(device, {
  path: '/api/terminal/box',
  ask: {
    status: z.enum(STATUS_NAMES, '状态不正确').optional(),
    concern: z.enum(CONCERN_NAMES, '筛选不正确').optional(),
    inGroup: id.optional(),
  },
});
