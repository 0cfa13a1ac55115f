import { z } from 'zod';
import { memberFilter } from '#people/member/contract.ts';
import { count, endpoint, flag, id, line, orgCode, page, rows } from '#platform/contract.ts';
import { groupRow, groupType } from './contract.fields.ts';

/** Role types of the person search (specification, section 6); none: everybody. */
export const ROLE_TYPES = { 3: '党务工作者', 2: '党员', 6: '流动党员' } as const;

/** Member of the specification, section 3: numbers masked. */
export const person = z.object({
  id: z.string(),
  name: z.string(),
  idCardNo: z.string(),
  gender: z.number(),
  genderName: z.string(),
  nationName: z.string(),
  age: z.number().nullable(),
  personCategoryName: z.string(),
  orgId: z.string(),
  orgName: z.string(),
  orgCode: z.string(),
  /** The account, where there is one. */
  userId: z.string().nullable(),
  userName: z.string(),
  phonenumber: z.string(),
  /** Roles held within the scope. */
  roleName: z.string(),
});
export type Person = z.infer<typeof person>;

const ten = { ...page, pageSize: count.pipe(z.int().min(1, '每页至少1条').max(200, '每页最多200条')).default(10) };
const capped = { capped: z.boolean() };

export const searchPeople = endpoint({
  method: 'POST',
  path: '/api/common/person/search',
  summary: '选择人员：在管理范围内按条件找人，默认前十人',
  access: 'session',
  scope: 'org',
  targets: { orgId: 'org', groupId: 'group', queryId: 'query' },
  silent: true,
  pii: true,
  rate: { hits: 240, seconds: 60, by: 'account' },
  input: z.object({
    ...ten,
    groupType: groupType.optional(),
    /** Only people of this group. */
    groupId: id.optional(),
    searchRange: memberFilter.searchRange,
    /** 2 party members, 3 party workers, 6 floating members. */
    roleId: count.refine((value) => value === 0 || value in ROLE_TYPES, '人员角色不正确').optional(),
    orgId: id.optional(),
    orgCode: orgCode.optional(),
    /** False: the organisation itself, without those below it. */
    hasChild: flag.default(true),
    idCardNo: line(18, '身份证号').optional(),
    name: line(30, '姓名').optional(),
    pmType: memberFilter.pmType,
    /** A post in the leading team, by its name (dictionary 0012). */
    offerType: line(30, '党内职务').optional(),
    /** Only people of organisations with a unit that is a legal entity. */
    isNaturalUnit: flag.default(false),
    keyWords: line(40, '关键字').optional(),
    /** These people are left out; ids by commas. */
    excludePmId: z
      .string()
      .regex(/^([1-9]\d{0,17}(,[1-9]\d{0,17}){0,999})?$/, '排除的人员不正确')
      .optional(),
    /** A set of conditions (member's contract.query.ts); asks for `member:read` besides. */
    queryId: memberFilter.queryId,
    /** Only people who can sign in: tasks of the party office go to accounts. */
    affairs: flag.default(false),
  }),
  reply: rows(person, capped),
});

export const canAuthorizeList = endpoint({
  method: 'POST',
  path: '/api/dyxx/member/getCanAuthorizeList',
  summary: '可授权人员：管理范围内党籍未终止的人员，有无账号都列出',
  access: 'account:read',
  scope: 'org',
  targets: { orgId: 'org', groupId: 'group', queryId: 'query' },
  silent: true,
  pii: true,
  rate: { hits: 240, seconds: 60, by: 'account' },
  input: searchPeople.input,
  reply: rows(person, capped),
});

export const groupMembers = endpoint({
  method: 'GET',
  path: '/api/common/group/members',
  summary: '分组的人员（管理范围内），一页十人',
  access: 'session',
  scope: 'org',
  targets: { groupId: 'group' },
  silent: true,
  input: z.object({ ...ten, groupId: id }),
  reply: rows(person, capped),
});

export const groupPeople = endpoint({
  method: 'POST',
  path: '/api/common/groupPerson/list',
  summary: '各分组中的人员，按分组与姓名查找，一页五人',
  access: 'session',
  scope: 'org',
  targets: { groupId: 'group', orgId: 'org' },
  chosenOrg: 'orgId',
  silent: true,
  input: z.object({
    ...page,
    pageSize: count.pipe(z.int().min(1, '每页至少1条').max(200, '每页最多200条')).default(5),
    orgId: id.optional(),
    orgCode: orgCode.optional(),
    groupId: id.optional(),
    name: line(30, '姓名').optional(),
  }),
  /** Group person of the specification, section 3; the volunteer is the person of the roll. */
  reply: rows(person.extend({ volunteerId: z.string(), phone: z.string() }), capped),
});

/** Ids and names alone, so that thousands are a small answer. */
export const groupChoice = groupRow.pick({
  id: true,
  groupId: true,
  groupName: true,
  groupType: true,
  typeName: true,
  orgId: true,
  orgName: true,
  members: true,
});
export type GroupChoice = z.infer<typeof groupChoice>;

export const groupList = endpoint({
  method: 'GET',
  path: '/api/common/group/list',
  summary: '可选择的分组：本组织及下级，最多99999个',
  access: 'session',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  silent: true,
  large: true,
  rate: { hits: 120, seconds: 60, by: 'account' },
  input: z.object({
    groupType: groupType.optional(),
    pageNum: page.pageNum,
    pageSize: count.pipe(z.int().min(1, '每页至少1条').max(99_999, '每页最多99999条')).default(99_999),
    orgId: id.optional(),
  }),
  reply: rows(groupChoice),
});

export const groupsByType = endpoint({
  method: 'GET',
  path: '/api/volunteer/group/listByType',
  summary: '某组织及下级的志愿服务分组，按类别',
  access: 'session',
  scope: 'org',
  silent: true,
  input: z.object({ orgCode: orgCode.optional(), type: groupType.default(6) }),
  reply: rows(groupChoice),
});
