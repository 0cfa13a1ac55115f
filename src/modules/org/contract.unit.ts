import { z } from 'zod';
import { count, data, done, endpoint, flag, id, line, optional, page, required, rows } from '#platform/contract.ts';
import { cleanCreditCode, isCreditCode } from './rules.unit.ts';

const coded = (label: string) => z.string().regex(/^[0-9A-Za-z]{1,8}$/, `请选择${label}`);

const fields = {
  orgId: id,
  name: required(80, '单位名称'),
  creditCode: optional(z.string().transform(cleanCreditCode).refine(isCreditCode, '请输入正确的统一社会信用代码')),
  noCode: flag,
  nature: coded('单位性质'),
  isLegal: flag,
  establishment: optional(coded('建立党组织情况')),
  leadingGroup: optional(coded('建立党组情况')),
  staffCount: optional(count.pipe(z.int().min(0, '职工人数不能为负').max(9_999_999, '职工人数太大'))),
  scale: optional(coded('企业规模')),
  holding: optional(coded('控股情况')),
  affiliation: optional(coded('隶属关系')),
  industry: line(40, '所属行业'),
  manager: line(20, '单位负责人'),
  phone: optional(z.string().regex(/^(((\+|00)?86)?1[3-9]\d{9}|\d{2,4}-\d{7,8})$/, '请输入正确的联系电话')),
  address: line(120, '地址'),
};
/** The schema of the unit form, for adding and editing alike. */
export const unitForm = z.object(fields);

export const unitRow = z.object({
  id: z.string(),
  name: z.string(),
  creditCode: z.string().nullable(),
  /** It has none, so that none lacks. */
  noCode: z.boolean(),
  nature: z.string(),
  natureName: z.string(),
  isLegal: z.boolean(),
  staffCount: z.number().nullable(),
  manager: z.string(),
  phone: z.string(),
  orgId: z.string(),
  orgName: z.string(),
  orgCode: z.string(),
  version: z.number(),
  can: z.object({ edit: z.boolean(), remove: z.boolean() }),
});
export type UnitRow = z.infer<typeof unitRow>;

export const listUnits = endpoint({
  method: 'GET',
  path: '/api/zzxx/unit/listPage',
  summary: '单位列表',
  access: 'org:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  input: z.object({
    ...page,
    orgId: id.optional(),
    name: line(60, '名称').optional(),
    nature: coded('单位性质').optional(),
    lacking: z.enum(['creditCode', 'staffCount', 'establishment'], '请选择缺少的内容').optional(),
  }),
  reply: rows(unitRow),
});

export const unitDetail = unitRow.extend({
  establishment: z.string().nullable(),
  leadingGroup: z.string().nullable(),
  scale: z.string().nullable(),
  holding: z.string().nullable(),
  affiliation: z.string().nullable(),
  industry: z.string(),
  address: z.string(),
  path: z.array(z.object({ id: z.string(), name: z.string() })),
  createName: z.string(),
  createDate: z.string(),
  updateName: z.string(),
  updateDate: z.string(),
});
export type UnitDetail = z.infer<typeof unitDetail>;

export const getUnit = endpoint({
  method: 'GET',
  path: '/api/zzxx/unit/{id}',
  summary: '单位详情',
  access: 'org:read',
  scope: 'org',
  targets: { id: 'unit' },
  input: z.object({ id }),
  reply: data(unitDetail),
});

export const createUnit = endpoint({
  method: 'POST',
  path: '/api/zzxx/unit',
  summary: '新增单位',
  access: 'org:write',
  scope: 'org',
  targets: { orgId: 'org' },
  audit: '新增单位',
  idempotent: true,
  input: unitForm.extend({
    noCode: fields.noCode.default(false),
    leadingGroup: fields.leadingGroup.default(null),
  }),
  reply: data(z.object({ id: z.string() })),
  stale: () => [listUnits],
});

export const updateUnit = endpoint({
  method: 'PUT',
  path: '/api/zzxx/unit',
  summary: '修改单位；只传改动的字段',
  access: 'org:write',
  scope: 'org',
  targets: { id: 'unit', orgId: 'org' },
  audit: '修改单位',
  idempotent: true,
  input: unitForm
    .partial()
    .extend({ id, version: z.coerce.number<string | number>('缺少版本').int('版本不正确').min(1, '版本不正确') }),
  reply: data(z.object({ version: z.number() })),
  stale: () => [listUnits, getUnit],
});

export const removeUnit = endpoint({
  method: 'DELETE',
  path: '/api/zzxx/unit',
  summary: '删除单位到回收站',
  access: 'org:remove',
  scope: 'org',
  targets: { id: 'unit' },
  audit: '删除单位',
  idempotent: true,
  input: z.object({ id, deleteReason: required(200, '删除原因') }),
  reply: done,
  stale: () => [listUnits, getUnit],
});

export const unitContract = [listUnits, getUnit, createUnit, updateUnit, removeUnit] as const;
