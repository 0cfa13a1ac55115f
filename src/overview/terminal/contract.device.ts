import { z } from 'zod';
import { data, done, endpoint, file, id, required, rows } from '#platform/contract.ts';
import { fileKey } from '#platform/files/fileCalls.ts';
import { deviceCalls } from './nouns/device.ts';
import { BIND_DIGITS, PART_NAMES } from './rules.device.ts';

const stale = () => [deviceCalls.list, deviceCalls.get, deviceCalls.history];

export const makeBindCode = endpoint({
  method: 'POST',
  path: '/api/terminal/box/bindCode',
  summary: '取终端的一次性绑定码，10分钟内有效；再取时上一个失效',
  access: 'box:write',
  scope: 'org',
  targets: { id: 'noun:boxDevice' },
  audit: '取终端绑定码',
  rate: { hits: 60, seconds: 600, by: 'account' },
  pii: true,
  input: z.object({ id }),
  reply: data(z.object({ code: z.string(), seconds: z.number() })),
});

export const revokeDevice = endpoint({
  method: 'POST',
  path: '/api/terminal/box/revoke',
  summary: '停用终端：它的令牌和绑定码立即失效，不再展示任何内容',
  access: 'box:write',
  scope: 'org',
  targets: { id: 'noun:boxDevice' },
  audit: '停用终端',
  idempotent: true,
  input: z.object({ id, reason: required(200, '停用原因') }),
  reply: done,
  stale,
});

// ── What the terminal itself asks. Each call proves the device by its token or a ticket, and is answered for it alone. ──

const byDevice = { access: 'public', scope: 'none', silent: true, pii: true } as const;
const ticket = z.string('缺少终端凭证').max(120, '终端凭证不正确');

export const bindDevice = endpoint({
  method: 'POST',
  path: '/api/terminal/box/bind',
  summary: '终端用绑定码换取自己的令牌；绑定码用一次即失效',
  ...byDevice,
  audit: '绑定终端',
  rate: { hits: 10, seconds: 600, by: 'ip' },
  input: z.object({
    code: z
      .string('请输入绑定码')
      .transform((text) => text.replace(/\s/g, ''))
      .pipe(z.string().regex(new RegExp(`^\\d{${BIND_DIGITS}}$`), `绑定码是${BIND_DIGITS}位数字`)),
  }),
  reply: data(z.object({ token: z.string() })),
});

export const getTicket = endpoint({
  method: 'POST',
  path: '/api/terminal/box/getTicket',
  summary: '终端用令牌换取一小时有效的凭证',
  ...byDevice,
  rate: { hits: 300, seconds: 60, by: 'ip' },
  input: z.object({ token: z.string('缺少终端令牌').max(100, '终端令牌不正确') }),
  reply: data(z.object({ ticket: z.string(), seconds: z.number() })),
});

const menu = z.object({
  /** ISO 8601, by the server's clock. */
  asOf: z.string(),
  deviceName: z.string(),
  place: z.string(),
  orgName: z.string(),
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
  summary: '终端的栏目，每个有多少内容',
  ...byDevice,
  rate: { hits: 600, seconds: 60, by: 'ip' },
  input: z.object({ ticket }),
  reply: data(menu),
});

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

export const getContent = endpoint({
  method: 'POST',
  path: '/api/terminal/box/content',
  summary: '终端一个栏目的内容：本组织已发布的，姓名只显示姓',
  ...byDevice,
  rate: { hits: 600, seconds: 60, by: 'ip' },
  large: true,
  input: z.object({ ticket, part: z.enum(PART_NAMES, '栏目不正确') }),
  reply: rows(item),
});

export const terminalFile = endpoint({
  method: 'GET',
  path: '/api/terminal/box/file/{ticket}',
  summary: '终端正在展示的图片、视频或文档',
  ...byDevice,
  rate: { hits: 6000, seconds: 60, by: 'ip' },
  input: z.object({ ticket, fileName: fileKey }),
  reply: file,
});
