import { z } from 'zod';
import { count, data, endpoint, id, line, page, required, rows } from '#platform/contract.ts';

/** Late organisations that one press reminds. */
export const MOST_URGED = 1000;

const orgMessage = z.object({
  id: z.string(),
  orgId: z.string(),
  orgName: z.string(),
  /** What it is about: 任期届满. */
  typeName: z.string(),
  title: z.string(),
  remark: z.string(),
  createTime: z.string(),
  createOrgName: z.string(),
  createUser: z.string(),
  receiveNumber: count,
  readNumber: count,
});
export type OrgMessage = z.infer<typeof orgMessage>;

export const listOrgMessages = endpoint({
  method: 'POST',
  path: '/api/sxzy/messageOrg/findOrgMsgByOrgId',
  summary: '发给党组织的提醒：一个组织的，不指明时为本组织及下级的，新的在前',
  access: 'org:write',
  scope: 'org',
  targets: { orgId: 'org' },
  input: z.object({ ...page, orgId: id.optional(), code: line(40, '事项').optional() }),
  reply: rows(orgMessage),
});

export const messageProgress = endpoint({
  method: 'POST',
  path: '/api/sxzy/messageOrg/findUserMessageProgress',
  summary: '一条发给党组织的提醒有谁收到、谁已读',
  access: 'org:write',
  scope: 'org',
  targets: { orgId: 'org' },
  input: z.object({ id, orgId: id }),
  reply: data(
    z.array(
      z.object({
        userId: z.string(),
        userName: z.string(),
        isRead: z.boolean(),
        isHandle: z.boolean(),
        readTime: z.string().nullable(),
      }),
    ),
  ),
});

const urgeInput = z.object({
  /** The rule whose breaches are reminded of: termDue. */
  code: required(40, '事项'),
});

export const urgePreview = endpoint({
  method: 'GET',
  path: '/api/message/urge',
  summary: '一键催办之前：要提醒哪些人，哪些组织没有人可以提醒',
  access: 'org:write',
  scope: 'org',
  silent: true,
  input: urgeInput,
  reply: data(
    z.object({
      title: z.string(),
      /** Late organisations below the own one. */
      orgs: count,
      /** More than one press reminds: choose an organisation below first. */
      capped: z.boolean(),
      people: z.array(z.object({ name: z.string(), orgNames: z.array(z.string()), recently: z.boolean() })),
      /** Late organisations without a worker. */
      missing: z.array(z.string()),
    }),
  ),
});

export const urge = endpoint({
  method: 'POST',
  path: '/api/message/urge',
  summary: '一键催办：提醒下级逾期组织的党务工作者，每人一条，两小时内不重复',
  access: 'org:write',
  scope: 'org',
  audit: '一键催办',
  asks: {},
  idempotent: true,
  rate: { hits: 30, seconds: 3600, by: 'account' },
  input: urgeInput,
  reply: data(z.object({ sent: count, recently: count, missing: count })),
  stale: () => [listOrgMessages, urgePreview],
});
