import { z } from 'zod';
import {
  binReason,
  count,
  data,
  done,
  EXPORT_RATE,
  endpoint,
  file,
  id,
  ids,
  line,
  optional,
  page,
  required,
  rows,
  text,
} from '#platform/contract.ts';

/** So many people fit into a group. */
export const MOST_PEOPLE = 1000;

export const volunteerGroup = z.object({
  id: z.string(),
  groupId: z.string(),
  groupName: z.string(),
  typeName: z.string(),
  description: z.string(),
  orgId: z.string(),
  orgName: z.string(),
  leaderId: z.string().nullable(),
  leaderName: z.string(),
  /** Those whom the session reaches: of its scope, or reported to it. */
  members: z.number(),
  /** In the group, beyond the session's reach; they stay in it. */
  others: z.number(),
  version: z.number(),
  updateName: z.string(),
  updateDate: z.string(),
  can: z.object({ edit: z.boolean(), remove: z.boolean() }),
});
export type VolunteerGroup = z.infer<typeof volunteerGroup>;

export const listGroups = endpoint({
  method: 'GET',
  path: '/api/volunteer/orgGroup/list',
  summary: '志愿者分组：本组织及下级；与内容管理中“双报到”类的分组是同一份',
  access: 'volunteer:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  input: z.object({ ...page, orgId: id.optional(), keyWords: line(40, '分组名称').optional() }),
  reply: rows(volunteerGroup),
});

export const getGroup = endpoint({
  method: 'GET',
  path: '/api/volunteer/orgGroup/get',
  summary: '志愿者分组详情',
  access: 'volunteer:read',
  scope: 'org',
  targets: { id: 'serviceGroup' },
  input: z.object({ id }),
  reply: data(volunteerGroup),
});

export const groupPerson = z.object({
  /** Of the person, as the dialogs of the house read it. */
  id: z.string(),
  volunteerId: z.string(),
  name: z.string(),
  phone: z.string(),
  phonenumber: z.string(),
  orgName: z.string(),
  /** The community to which the person has reported; empty: none. */
  placeName: z.string(),
  hours: z.number(),
  starName: z.string(),
  isLeader: z.boolean(),
  /** Has an account, so that a notice arrives. */
  hasAccount: z.boolean(),
});
export type GroupPerson = z.infer<typeof groupPerson>;

export const listPeople = endpoint({
  method: 'GET',
  path: '/api/volunteer/volunteerGroup/list',
  summary: '志愿者分组的人员，组长在前；没有指定分组的，为各分组的人员',
  access: 'volunteer:read',
  scope: 'org',
  targets: { groupId: 'serviceGroup' },
  personal: ['name'],
  input: z.object({ ...page, groupId: id.optional(), name: line(30, '姓名').optional() }),
  reply: rows(groupPerson),
});

const stale = () => [listGroups, getGroup, listPeople];

export const groupForm = z.object({
  groupName: required(40, '分组名称'),
  description: text(300, '说明').default(''),
});

export const saveGroup = endpoint({
  method: 'POST',
  path: '/api/volunteer/orgGroup/addOrEdit',
  summary: '以本组织名义新建志愿者分组，或修改名称和说明',
  access: 'volunteer:write',
  scope: 'org',
  targets: { id: 'serviceGroup' },
  audit: '保存志愿者分组',
  idempotent: true,
  input: groupForm.extend({ id: id.optional(), version: count.optional() }),
  reply: data(z.object({ id: z.string(), version: z.number() })),
  stale,
});

export const removeGroup = endpoint({
  method: 'GET',
  path: '/api/volunteer/orgGroup/del',
  summary: '删除志愿者分组到回收站；人员的记录不受影响',
  access: 'volunteer:write',
  scope: 'org',
  targets: { id: 'serviceGroup' },
  audit: '删除志愿者分组',
  idempotent: true,
  personal: ['deleteReason'],
  input: z.object({ id, deleteReason: binReason }),
  reply: done,
  stale,
});

export const addPeople = endpoint({
  method: 'POST',
  path: '/api/volunteer/volunteerGroup/edit',
  summary: '把人员加入志愿者分组：本组织管理范围内的党员，或报到到本地的党员',
  access: 'volunteer:write',
  scope: 'org',
  targets: { groupId: 'serviceGroup', memberIds: 'member[]' },
  audit: '志愿者加入分组',
  idempotent: true,
  inQuery: ['groupId'],
  input: z.object({ groupId: id, memberIds: ids }),
  reply: data(z.object({ added: z.number() })),
  stale,
});

export const dropPeople = endpoint({
  method: 'POST',
  path: '/api/volunteer/volunteerGroup/del',
  summary: '把人员移出志愿者分组',
  access: 'volunteer:write',
  scope: 'org',
  targets: { groupId: 'serviceGroup', memberIds: 'member[]' },
  audit: '志愿者移出分组',
  idempotent: true,
  input: z.object({ groupId: id, memberIds: ids }),
  reply: data(z.object({ removed: z.number() })),
  stale,
});

export const setLeader = endpoint({
  method: 'POST',
  path: '/api/volunteer/volunteerGroup/setGroupLeader',
  summary: '指定志愿者分组的组长；不带人员的，取消组长',
  access: 'volunteer:write',
  scope: 'org',
  targets: { groupId: 'serviceGroup', memberId: 'member' },
  audit: '指定志愿者组长',
  idempotent: true,
  input: z.object({ groupId: id, memberId: optional(id) }),
  reply: data(z.object({ version: z.number() })),
  stale,
});

export const tellForm = z.object({
  title: required(60, '标题'),
  text: text(300, '内容').refine((value) => value !== '', '请输入内容'),
});

export const tellGroup = endpoint({
  method: 'POST',
  path: '/api/volunteer/volunteerGroup/tell',
  summary: '通知志愿者分组的人员（有账号的）',
  access: 'volunteer:write',
  scope: 'org',
  targets: { groupId: 'serviceGroup' },
  audit: '通知志愿者分组',
  asks: {},
  idempotent: true,
  rate: { hits: 30, seconds: 3600, by: 'account' },
  input: tellForm.extend({ groupId: id }),
  reply: data(z.object({ reached: z.number(), without: z.number() })),
});

export const exportGroup = endpoint({
  method: 'GET',
  path: '/api/volunteer/volunteerGroup/export',
  summary: '导出志愿者分组的人员：答一份表格，带水印',
  access: 'volunteer:read',
  scope: 'org',
  targets: { groupId: 'serviceGroup' },
  audit: '导出志愿者分组',
  atOnce: 4,
  rate: EXPORT_RATE,
  input: z.object({ groupId: id }),
  reply: file,
});
