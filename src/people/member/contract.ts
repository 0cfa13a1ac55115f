import { z } from 'zod';
import { encryptedPassword } from '#kernel/session/contract.ts';
import {
  count,
  data,
  date,
  done,
  EXPORT_RATE,
  endpoint,
  flag,
  id,
  line,
  numberLine,
  optional,
  page,
  personName,
  required,
  rows,
  text,
} from '#platform/contract.ts';

declare module '#platform/contract.ts' {
  /** What this room's ids point to. */
  interface TargetKinds {
    member: true;
    record: true;
    batch: true;
    recordBatch: true;
    query: true;
    bulk: true;
    pair: true;
    idCardChange: true;
    selfEdit: true;
  }
}

/** 人员类别, dictionary 0002; the specification fixes 2 to 5. */
export const PERSON_CATEGORIES = {
  1: '正式党员',
  2: '预备党员',
  3: '发展对象',
  4: '入党积极分子',
  5: '入党申请人',
} as const;
/** 党籍状态, dictionary 0003. */
const LEFT = { 2: '停止党籍', 3: '出党', 4: '死亡', 5: '已转出', 6: '其他减少' } as const;
export const MEMBERSHIP_STATUSES = { 1: '正常', ...LEFT } as const;
export const GENDERS = { 1: '男', 2: '女', 0: '未知', 9: '未说明' } as const;

const category = z.coerce
  .number<string | number>('请选择人员类别')
  .refine((v) => v in PERSON_CATEGORIES, '请选择人员类别');
const code = (label: string, pattern = /^[0-9A-Za-z]{1,4}$/) => z.string().regex(pattern, `请选择${label}`);

export const memberRow = z.object({
  id: z.string(),
  name: z.string(),
  idCardNo: z.string(),
  gender: z.number(),
  genderName: z.string(),
  nationName: z.string(),
  age: z.number().nullable(),
  education: z.string().nullable(),
  educationName: z.string(),
  personCategory: z.number(),
  personCategoryName: z.string(),
  membershipStatusName: z.string(),
  occupationName: z.string(),
  orgId: z.string(),
  orgName: z.string(),
  orgCode: z.string(),
  phonenumber: z.string(),
  admissionDate: z.string().nullable(),
  /** 党龄 in whole years, from the day of becoming a full member. */
  partyAge: z.number().nullable(),
  completeness: z.number(),
  isFloating: z.boolean(),
  sort: z.number(),
  version: z.number(),
  can: z.object({ edit: z.boolean(), remove: z.boolean() }),
});
export type MemberRow = z.infer<typeof memberRow>;

/** Orders that an index serves; the rest only below a bounded count. */
export const memberSort = z.enum(['tree', 'name', 'admissionDate', 'age']);

/** The member search model of the specification, section 3, with the list's own filters. */
export const memberFilter = {
  orgId: id.optional(),
  searchRange: z.enum(['all', 'onlySelf', 'onlyChild', 'onlyParent'], '范围不正确').default('all'),
  /** A name part, pinyin, initials, a whole id card, or a whole phone number. */
  keyWords: line(40, '关键字').optional(),
  name: line(30, '姓名').optional(),
  idCardNo: line(18, '身份证号').optional(),
  pmType: z
    .string()
    .regex(/^[1-5](,[1-5])*$/, '人员类别不正确')
    .optional(),
  gender: z.enum(['1', '2'], '性别不正确').optional(),
  nation: z.union([code('民族'), z.literal('minority')]).optional(),
  education: z
    .enum(['postgraduate', 'bachelor', 'junior', 'secondary', 'high', 'low', 'none'], '学历不正确')
    .optional(),
  /** `0`, and `none` of the education: not filled in. */
  occupation: z
    .string()
    .regex(/^[0-8]$/, '工作岗位不正确')
    .optional(),
  membershipStatus: z
    .string()
    .regex(/^[1-6]$/, '党籍状态不正确')
    .optional(),
  ageFrom: count.pipe(z.int().min(0).max(150)).optional(),
  ageTo: count.pipe(z.int().min(0).max(150)).optional(),
  /** The day on which ages are counted; left out: today. */
  ageDay: date.optional(),
  admittedFrom: date.optional(),
  admittedTo: date.optional(),
  /** Named views: party members, records with gaps, probation ending within two months, birthdays of joining this month, floating, who has left the roll. */
  view: z
    .enum(['members', 'incomplete', 'probationDue', 'politicalBirthday', 'floating', 'over70', 'gone'], '视图不正确')
    .optional(),
  /** Whom an import of one's own has written. */
  importId: id.optional(),
  /** A set of conditions (contract.query.ts) of the organisation where one works. */
  queryId: id.optional(),
  /** The people of a 党小组. */
  groupId: id.optional(),
};

export const listMembers = endpoint({
  method: 'GET',
  path: '/api/orgMeber/org/datalistPage',
  summary: '党员信息：列表',
  access: 'member:read',
  scope: 'org',
  targets: { orgId: 'org', importId: 'batch', queryId: 'query', groupId: 'noun:partyGroup' },
  chosenOrg: 'orgId',
  personal: ['keyWords', 'name', 'idCardNo'],
  input: z.object({
    ...page,
    ...memberFilter,
    sort: memberSort.default('tree'),
    order: z.enum(['asc', 'desc']).default('asc'),
    /** Keyset of the next page: the last row of the one before, as it was answered. */
    after: line(120, '位置').optional(),
  }),
  reply: rows(memberRow, {
    /** True: at least `total`, counting stopped there (free search). */
    capped: z.boolean(),
    /** Orders that may be asked for at this size. */
    sorts: z.array(memberSort),
  }),
});

export const viewCounts = endpoint({
  method: 'GET',
  path: '/api/orgMeber/org/viewCounts',
  summary: '党员信息各视图的人数',
  access: 'member:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  silent: true,
  input: z.object({ orgId: id.optional() }),
  reply: data(z.record(z.string(), z.number())),
});

export const idCardNumber = numberLine('身份证号')
  .transform((v) => v.toUpperCase())
  .pipe(z.string().regex(/^\d{17}[\dX]$/, '请输入正确的身份证号'));
export const mobile = numberLine('手机号').regex(/^((\+|00)?86)?1[3-9]\d{9}$/, '请输入正确的手机号');

/** The editable fields of the main record; rules.ts checks them against each other. */
export const memberFields = {
  orgId: id,
  name: personName(30),
  idCardNo: idCardNumber,
  gender: z.coerce.number<string | number>('请选择性别').refine((v) => v in GENDERS, '请选择性别'),
  birthDate: date,
  nation: code('民族', /^\d{2}$/),
  personCategory: category,
  membershipStatus: z.coerce
    .number<string | number>('请选择党籍状态')
    .refine((v) => v in MEMBERSHIP_STATUSES, '请选择党籍状态'),
  education: optional(code('学历', /^\d{2}$/)),
  degree: optional(code('学位')),
  occupation: optional(z.coerce.number<string | number>('请选择工作岗位').int().min(1).max(8)),
  nativePlace: line(60, '籍贯'),
  residence: line(120, '现居住地'),
  workUnit: line(60, '工作单位'),
  position: line(60, '职务'),
  partyPost: line(30, '党内职务'),
  phonenumber: optional(mobile),
  appliedOn: optional(date),
  admissionDate: optional(date),
  conversionDate: optional(date),
  joinType: optional(z.coerce.number<string | number>('请选择进入支部类型').int().min(1).max(9)),
  joinedBranchOn: optional(date),
  isFloating: flag,
  isLostContact: flag,
  isMigrantWorker: flag,
  remark: text(500, '备注'),
  /** Id of an uploaded picture. */
  photo: optional(z.string().regex(/^[0-9a-f]{32}$/, '请重新上传照片')),
};
/** The form of the main record; the id card and phone may stay as they are when editing. */
/** `isAnother`: whoever saves knows of somebody of the same name, birthday and phone, and this is another person. */
export const memberForm = z.object({ ...memberFields, isAnother: z.boolean().optional() });

export const memberDetail = z.object({
  ...memberRow.shape,
  /** Read as the own record alone: what the role may do with people does not reach it. */
  ownOnly: z.boolean(),
  birthDate: z.string().nullable(),
  nation: z.string(),
  membershipStatus: z.number(),
  membershipStatusName: z.string(),
  degree: z.string().nullable(),
  degreeName: z.string(),
  occupation: z.number().nullable(),
  occupationName: z.string(),
  nativePlace: z.string(),
  residence: z.string(),
  workUnit: z.string(),
  position: z.string(),
  partyPost: z.string(),
  appliedOn: z.string().nullable(),
  conversionDate: z.string().nullable(),
  /** 党龄 in months, from the day of becoming a full member; null before. */
  partyAgeMonths: z.number().nullable(),
  joinType: z.number().nullable(),
  joinTypeName: z.string(),
  joinedBranchOn: z.string().nullable(),
  isLostContact: z.boolean(),
  isMigrantWorker: z.boolean(),
  remark: z.string(),
  /** File id of the photo; null where there is none. */
  photo: z.string().nullable(),
  orgPath: z.array(z.object({ id: z.string(), name: z.string() })),
  /** 党小组; empty: in none. */
  partyGroup: z.string(),
  /** Missing required fields, by name and Chinese label. */
  missing: z.array(z.object({ field: z.string(), label: z.string() })),
  /** Contradictions in the record, each a sentence with its rule. */
  warnings: z.array(z.object({ field: z.string(), text: z.string(), clause: z.string() })),
  /** 曾用证件号, masked, the latest first. */
  formerIdCards: z.array(z.object({ idCardNo: z.string(), until: z.string() })),
  userId: z.string().nullable(),
  userName: z.string(),
  roleName: z.string(),
  createName: z.string(),
  createDate: z.string(),
  updateName: z.string(),
  updateDate: z.string(),
});
export type MemberDetail = z.infer<typeof memberDetail>;

export const getMember = endpoint({
  method: 'GET',
  path: '/api/dyxx/member/get/{id}',
  summary: '党员详情',
  access: 'session',
  scope: 'org',
  targets: { id: 'member' },
  input: z.object({ id }),
  reply: data(memberDetail),
});

export const memberTimeline = endpoint({
  method: 'GET',
  path: '/api/dyxx/member/timeline',
  summary: '党员的变更记录',
  access: 'session',
  scope: 'org',
  targets: { id: 'member' },
  input: z.object({ id, ...page }),
  reply: rows(
    z.object({
      id: z.string(),
      at: z.string(),
      who: z.string(),
      action: z.string(),
      reason: z.string(),
      changes: z.array(z.object({ field: z.string(), label: z.string(), before: z.string(), after: z.string() })),
    }),
  ),
});

export const createMember = endpoint({
  method: 'POST',
  path: '/api/dyxx/member',
  summary: '新增人员',
  access: 'member:write',
  scope: 'org',
  targets: { orgId: 'org' },
  audit: '新增人员',
  idempotent: true,
  pii: true,
  input: memberForm.partial({
    membershipStatus: true,
    nativePlace: true,
    residence: true,
    workUnit: true,
    position: true,
    partyPost: true,
    isFloating: true,
    isLostContact: true,
    isMigrantWorker: true,
    remark: true,
    photo: true,
    education: true,
    degree: true,
    occupation: true,
    phonenumber: true,
    appliedOn: true,
    admissionDate: true,
    conversionDate: true,
    joinType: true,
    joinedBranchOn: true,
  }),
  reply: data(z.object({ id: z.string(), version: z.number() })),
  stale: () => [listMembers, viewCounts],
});

export const updateMember = endpoint({
  method: 'PUT',
  path: '/api/dyxx/member',
  summary: '修改人员：编号、版本与改动的字段',
  access: 'member:write',
  scope: 'org',
  targets: { id: 'member', orgId: 'org' },
  audit: '修改人员',
  asks: {},
  idempotent: true,
  pii: true,
  input: memberForm.partial().extend({
    id,
    version: z.coerce.number<string | number>('缺少版本').int().min(1),
    isAnother: z.boolean().optional(),
  }),
  reply: data(z.object({ version: z.number() })),
  stale: () => [listMembers, viewCounts, getMember, memberTimeline],
});

export const removeMember = endpoint({
  method: 'DELETE',
  path: '/api/dyxx/member',
  summary: '删除人员到回收站',
  access: 'member:remove',
  scope: 'org',
  targets: { id: 'member' },
  audit: '删除人员',
  asks: 'page',
  idempotent: true,
  pii: true,
  input: z.object({ id, deleteReason: required(200, '删除原因'), password: encryptedPassword }),
  reply: done,
  stale: () => [listMembers, viewCounts, getMember],
});

export const sortMember = endpoint({
  method: 'PUT',
  path: '/api/dyxx/member/updateSortIdByID',
  summary: '调整人员在支部内的次序：移到某人之前（空为最后）',
  access: 'member:sort',
  scope: 'org',
  targets: { id: 'member', beforeId: 'member' },
  audit: '人员排序',
  idempotent: true,
  input: z.object({ id, beforeId: optional(id).default(null) }),
  reply: done,
  stale: () => [listMembers],
});

export const exportMembers = endpoint({
  method: 'POST',
  path: '/api/orgMeber/exports/Export',
  summary: '按当前条件导出党员名册或一种档案分表（后台任务，带水印；完整号码逐人留痕并计数）',
  access: 'member:export',
  scope: 'org',
  targets: { orgId: 'org', importId: 'batch', queryId: 'query', groupId: 'noun:partyGroup' },
  audit: '导出党员名册',
  idempotent: true,
  rate: EXPORT_RATE,
  input: z.object({
    ...memberFilter,
    columns: z.array(z.string().max(40)).max(40).default([]),
    /** The kind of a tab whose rows are exported, with whose they are; empty: the roll itself. */
    content: z
      .string()
      .regex(/^[a-z]{0,20}$/, '请选择导出的内容')
      .default(''),
    full: flag.default(false),
    purpose: required(60, '用途'),
  }),
  reply: data(z.object({ jobId: z.string() })),
});
