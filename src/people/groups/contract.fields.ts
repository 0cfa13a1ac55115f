import { z } from 'zod';

/** Group types of the specification, section 9. */
export const GROUP_TYPES = {
  1: '党务办公',
  2: '课程',
  3: '支部委员会',
  4: '组织生活',
  5: '考试中心',
  6: '双报到',
} as const;
export const groupType = z.coerce
  .number<string | number>('请选择分组类别')
  .refine((value) => value in GROUP_TYPES, '请选择分组类别');
export const groupRow = z.object({
  id: z.string(),
  groupId: z.string(),
  groupName: z.string(),
  groupType: z.number(),
  typeName: z.string(),
  orgId: z.string(),
  orgName: z.string(),
  leaderName: z.string(),
  /** People of the scope. */
  members: z.number(),
  labels: z.array(z.object({ id: z.string(), name: z.string(), colour: z.string() })),
  className: z.string(),
  sort: z.number(),
  version: z.number(),
  updateName: z.string(),
  updateDate: z.string(),
  can: z.object({ edit: z.boolean(), remove: z.boolean() }),
});
export type GroupRow = z.infer<typeof groupRow>;
