import { z } from 'zod';
import {
  binReason,
  count,
  data,
  done,
  endpoint,
  id,
  ids,
  line,
  optional,
  page,
  required,
  rows,
  text,
} from '#platform/contract.ts';
import { groupRow, groupType } from './contract.fields.ts';
import { groupList, groupMembers, groupPeople, groupsByType } from './contract.people.ts';
import { MOST_GROUP_NAME } from './rules.group.ts';

/** So many people fit into a group. */
export const MAX_GROUP = 1000;

export const listGroups = endpoint({
  method: 'GET',
  path: '/api/sys/grout/info/listPage',
  summary: '分组列表：本组织及下级',
  access: 'group:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  input: z.object({
    ...page,
    orgId: id.optional(),
    searchRange: z.enum(['all', 'onlySelf'], '范围不正确').default('all'),
    groupName: line(MOST_GROUP_NAME, '名称').optional(),
    groupType: groupType.optional(),
    labelId: id.optional(),
  }),
  reply: rows(groupRow),
});

const groupMember = z.object({
  id: z.string(),
  name: z.string(),
  orgName: z.string(),
  personCategoryName: z.string(),
  phonenumber: z.string(),
});
export type GroupMember = z.infer<typeof groupMember>;

const groupDetail = groupRow.extend({
  description: z.string(),
  leaderId: z.string().nullable(),
  classId: z.string().nullable(),
  labelIds: z.array(z.string()),
  /** Those of the scope, in the group's order. */
  people: z.array(groupMember),
  /** People beyond the scope, who stay in the group whatever is saved. */
  otherMembers: z.number(),
});
export type GroupDetail = z.infer<typeof groupDetail>;

export const getGroup = endpoint({
  method: 'GET',
  path: '/api/sys/grout/info/{id}',
  summary: '分组详情',
  access: 'group:read',
  scope: 'org',
  targets: { id: 'group' },
  input: z.object({ id }),
  reply: data(groupDetail),
});

export const groupById = endpoint({
  method: 'GET',
  path: '/api/sys/grout/info/getByGroupId',
  summary: '分组的全部人员（管理范围内），按组内次序',
  access: 'group:read',
  scope: 'org',
  targets: { groupId: 'group' },
  input: z.object({ groupId: id }),
  reply: data(z.array(groupMember)),
});

const noneOr = (schema: typeof ids) =>
  z.union([z.array(id).length(0), z.literal('').transform((): string[] => []), schema]);

/** What an editor fills in; people and labels as ids, as a list or by commas. */
export const groupForm = z.object({
  orgId: id,
  groupType,
  groupName: required(MOST_GROUP_NAME, '分组名称'),
  description: text(300, '说明'),
  members: noneOr(ids),
  leaderId: optional(id),
  labelIds: noneOr(ids),
  classId: optional(id),
});

export const createGroup = endpoint({
  method: 'POST',
  path: '/api/sys/grout/info',
  summary: '新增分组',
  access: 'group:write',
  scope: 'org',
  targets: { orgId: 'org', members: 'member[]' },
  audit: '新增分组',
  idempotent: true,
  input: groupForm.extend({
    description: groupForm.shape.description.default(''),
    members: groupForm.shape.members.default([]),
    leaderId: groupForm.shape.leaderId.default(null),
    labelIds: groupForm.shape.labelIds.default([]),
    classId: groupForm.shape.classId.default(null),
  }),
  reply: data(z.object({ id: z.string() })),
  stale: () => [listGroups, groupList, groupsByType],
});

export const updateGroup = endpoint({
  method: 'PUT',
  path: '/api/sys/grout/info',
  summary: '修改分组；只传改动的字段，人员以传来的为准，范围外的人员不变',
  access: 'group:write',
  scope: 'org',
  targets: { id: 'group', members: 'member[]' },
  audit: '修改分组',
  idempotent: true,
  input: groupForm.omit({ orgId: true, groupType: true }).partial().extend({ id, version: count }),
  reply: data(z.object({ version: z.number() })),
  stale: () => [listGroups, getGroup, groupById, groupMembers, groupPeople, groupList, groupsByType],
});

export const removeGroup = endpoint({
  method: 'DELETE',
  path: '/api/sys/grout/info',
  summary: '删除分组到回收站',
  access: 'group:write',
  scope: 'org',
  targets: { id: 'group' },
  audit: '删除分组',
  idempotent: true,
  input: z.object({ id, deleteReason: binReason }),
  reply: done,
  stale: () => [listGroups, getGroup, groupList, groupsByType],
});
