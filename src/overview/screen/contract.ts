import { z } from 'zod';
import { link } from '#kernel/system/contract.swiper.ts';
import {
  binReason,
  count,
  data,
  done,
  endpoint,
  id,
  line,
  optional,
  orgCode,
  page,
  required,
  rows,
} from '#platform/contract.ts';
import { SCREEN_TYPES, type ScreenType } from './rules.ts';

declare module '#platform/contract.ts' {
  /** What this room's ids point to. */
  interface TargetKinds {
    screen: true;
  }
}

const type = z.coerce
  .number<string | number>('请选择打开方式')
  .refine((value): value is ScreenType => value in SCREEN_TYPES, '请选择打开方式');

export const screenFields = {
  name: required(40, '大屏名称'),
  /** Specification, section 6: an own page, or an address on an origin that the site allows. */
  jumpUrl: link.refine((value) => value !== '', '请输入跳转地址'),
};
/** What the form holds. */
export const screenForm = z.object({ ...screenFields, type: type.default(1) });

export const screenRow = z.object({
  id: z.string(),
  name: z.string(),
  type,
  jumpUrl: z.string(),
  /** Drawn by the product: it can be renamed, not deleted, and asks for what it always asked for. */
  builtIn: z.boolean(),
  version: z.number(),
  can: z.object({ edit: z.boolean(), remove: z.boolean() }),
});
export type ScreenRow = z.infer<typeof screenRow>;

const paging = ['pageNum', 'pageSize'] as const;

export const listScreens = endpoint({
  method: 'POST',
  path: '/api/screen/getList',
  summary: '数据大屏列表',
  access: 'dj:djdp',
  scope: 'none',
  inQuery: paging,
  input: z.object({ ...page, keyWord: line(40, '名称').optional() }),
  reply: rows(screenRow, { can: z.object({ add: z.boolean() }) }),
});

export const getScreen = endpoint({
  method: 'GET',
  path: '/api/screen/get',
  summary: '一个数据大屏',
  access: 'dj:djdp',
  scope: 'none',
  input: z.object({ id }),
  reply: data(screenRow),
});

const changed = () => [listScreens, getScreen];

export const addScreen = endpoint({
  method: 'POST',
  path: '/api/screen/add',
  summary: '新增数据大屏：名称和跳转地址',
  access: 'screen:write',
  scope: 'none',
  audit: '新增数据大屏',
  idempotent: true,
  input: screenForm,
  reply: data(z.object({ id: z.string() })),
  stale: changed,
});

export const updateScreen = endpoint({
  method: 'POST',
  path: '/api/screen/update',
  summary: '修改数据大屏；只传改动的字段',
  access: 'screen:write',
  scope: 'none',
  targets: { id: 'screen' },
  audit: '修改数据大屏',
  idempotent: true,
  input: z.object({
    id,
    version: count,
    name: screenFields.name.optional(),
    jumpUrl: screenFields.jumpUrl.optional(),
    type: type.optional(),
  }),
  reply: data(z.object({ version: z.number() })),
  stale: changed,
});

export const removeScreen = endpoint({
  method: 'POST',
  path: '/api/screen/del',
  summary: '删除数据大屏到回收站；内置的不能删除',
  access: 'screen:write',
  scope: 'none',
  targets: { id: 'screen' },
  audit: '删除数据大屏',
  idempotent: true,
  input: z.object({ id, deleteReason: binReason }),
  reply: done,
  stale: changed,
});

const orgRow = z.object({ id: z.string(), orgCode: z.string(), name: z.string(), parentName: z.string() });
export type ChosenOrgRow = z.infer<typeof orgRow>;

const chosenFrom = (path: string, summary: string) =>
  endpoint({
    method: 'POST',
    path,
    summary,
    access: 'dj:djdp',
    scope: 'org',
    inQuery: paging,
    input: z.object({ ...page, orgCode: optional(orgCode).default(null), keyWord: line(40, '关键字').optional() }),
    reply: rows(orgRow),
  });

export const listStreets = chosenFrom(
  '/api/screen/getStreetListByOrgCode',
  '供大屏选择的街道：管理范围内有下级的党组织，按名称、拼音或首字母查找',
);
export const listBranches = chosenFrom(
  '/api/screen/getBranchListByOrgCode',
  '供大屏选择的支部：管理范围内的党支部，按名称、拼音或首字母查找',
);

export const listScreenMembers = endpoint({
  method: 'POST',
  path: '/api/screen/getMemberList',
  summary: '供大屏选择的党员；身份证号只显示首尾',
  access: 'member:read',
  scope: 'org',
  inQuery: paging,
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  input: z.object({
    ...page,
    orgId: id.optional(),
    orgCode: orgCode.optional(),
    /** Categories of people by comma; 1 正式党员 (specification, section 9). */
    PMType: z
      .string()
      .regex(/^[1-5](,[1-5])*$/, '人员类别不正确')
      .default('1'),
    orgName: line(40, '组织名称').optional(),
    idCardNo: line(18, '身份证号').optional(),
    /** Name, pinyin, initials, or a whole id card number. */
    keyWord: line(30, '姓名').optional(),
  }),
  reply: rows(
    z.object({
      id: z.string(),
      name: z.string(),
      /** Masked. */
      idCardNo: z.string(),
      genderName: z.string(),
      nationName: z.string(),
      age: z.number().nullable(),
      personCategoryName: z.string(),
      orgName: z.string(),
    }),
    { capped: z.boolean() },
  ),
});
