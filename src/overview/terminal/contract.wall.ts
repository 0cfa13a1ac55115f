import { z } from 'zod';
import { branchWallData, orgWallData } from '#overview/screen/contract.wall.ts';
import { data, endpoint } from '#platform/contract.ts';

export const deviceWall = endpoint({
  method: 'POST',
  path: '/api/terminal/box/wall',
  summary: '数据大屏终端读本组织的数字：不登录，只有数字，姓名只显示姓，不带任何链接',
  access: 'device',
  scope: 'none',
  silent: true,
  pii: true,
  large: true,
  rate: { hits: 30, seconds: 60, by: 'device' },
  input: z.object({}),
  /** One of both: of an organisation with others below it, or of a branch. */
  reply: data(z.object({ org: orgWallData.nullable(), branch: branchWallData.nullable() })),
});
