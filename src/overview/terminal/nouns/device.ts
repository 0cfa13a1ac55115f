import { z } from 'zod';
import { nounCalls } from '#platform/noun/calls.ts';
import { flag, line, organisation } from '#platform/noun/fields.ts';
import { noun } from '#platform/noun/noun.ts';
import { PARTS, STATUS_NAMES } from '../rules.device.ts';

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

/** 终端: a screen in a room of an organisation, and which parts it shows. How it is bound stands in contract.device.ts. */
export const device = noun({
  name: 'boxDevice',
  label: '终端',
  measure: '台',
  table: 'box_device',
  title: 'name',
  access: { read: 'box:read', write: 'box:write', remove: 'box:write' },
  fields: {
    name: line('终端名称', { required: true, max: 40, wide: true, hint: '如“一楼大厅立式屏”' }),
    orgId: organisation('所属组织', { hint: '终端展示这个组织已发布的内容' }),
    code: line('设备编号', { max: 40, unique: '这个设备编号已登记', hint: '机身铭牌上的编号' }),
    place: line('摆放位置', { required: true, max: 60 }),
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
    终端: ['name', 'orgId', 'code', 'place'],
    展示栏目: [...SHOWN],
  },
  list: ['name', 'code', 'orgId', 'place'],
  made: ['bind_index', 'bind_until', 'token_hash', 'binding', 'bound_at', 'revoked_at', 'seen_at'],
  shown: {
    status: z.enum(STATUS_NAMES),
    /** ISO 8601; null: it never asked. */
    seenAt: z.string().nullable(),
    boundAt: z.string().nullable(),
  },
  check: (row): Record<string, string> =>
    SHOWN.some((name) => row[name]) ? {} : { showsPublicity: '至少选一个展示栏目' },
});

export const deviceCalls = nounCalls(device, {
  path: '/api/terminal/box',
  ask: { status: z.enum(STATUS_NAMES, '状态不正确').optional() },
});
