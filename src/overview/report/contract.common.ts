import { z } from 'zod';
import { data, endpoint, id, page, rows } from '#platform/contract.ts';

/** A common report as the specification names its parts: `cpt` is the template at the report server. */
export const commonRow = z.object({ id: z.string(), tableName: z.string(), params: z.string(), cpt: z.string() });
export type CommonRow = z.infer<typeof commonRow>;

export const listCommon = endpoint({
  method: 'POST',
  path: '/api/dtbb/table/list',
  summary: '通用报表：名称、参数和模板名，只列当前角色可以查看的',
  access: 'report:read',
  scope: 'none',
  input: z.object(page),
  reply: rows(commonRow),
});

export const reportAddress = endpoint({
  method: 'GET',
  path: '/api/fr/token/get',
  summary: '报表服务器地址；给出模板名时是可以直接打开的地址，一分钟内有效，没有配置报表服务器时由本平台制作',
  access: 'report:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  input: z.object({
    cpt: z
      .string()
      .regex(/^\w{1,60}\.cpt$/, '没有这个模板')
      .optional(),
    orgId: id.optional(),
  }),
  reply: data(z.string()),
});
