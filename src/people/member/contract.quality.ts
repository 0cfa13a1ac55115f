import { z } from 'zod';
import { data, EXPORT_RATE, endpoint, id, line, page, required, rows } from '#platform/contract.ts';
import { CHECK_KINDS, CHECKS, SEVERITIES } from './rules/quality.ts';

const checkKey = line(40, '检查项').refine((key) => CHECKS.some((one) => one.key === key), '请选择检查项');

/** A check with how many people it finds. */
export const checkCount = z.object({
  key: z.string(),
  kind: z.enum(Object.keys(CHECK_KINDS) as [keyof typeof CHECK_KINDS]),
  severity: z.enum(Object.keys(SEVERITIES) as [keyof typeof SEVERITIES]),
  label: z.string(),
  clause: z.string(),
  people: z.number(),
});
export type CheckCount = z.infer<typeof checkCount>;

export const getMemberField = endpoint({
  method: 'GET',
  path: '/api/dyxx/member/getMemberField',
  summary: '人员信息项：名称、字典、哪些人员类别必填',
  access: 'member:read',
  scope: 'none',
  silent: true,
  input: z.object({}),
  reply: data(
    z.array(
      z.object({
        field: z.string(),
        label: z.string(),
        dictionary: z.string().nullable(),
        /** Person categories that must have it. */
        requiredOf: z.array(z.number()),
      }),
    ),
  ),
});

export const getIntegrity = endpoint({
  method: 'GET',
  path: '/api/dyxx/member/getIntegrity',
  summary: '人员数据质量：完整度与各检查项的人数',
  access: 'member:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  input: z.object({ orgId: id.optional() }),
  reply: data(
    z.object({
      people: z.number(),
      /** Whose record lacks nothing that is required. */
      complete: z.number(),
      /** 信息完整率 (`completeRate`): of `members` in good standing, so many lack nothing that is required. */
      rate: z.object({ members: z.number(), complete: z.number(), percent: z.number() }),
      /** In whose record something grave was found. */
      grave: z.number(),
      checks: z.array(checkCount),
      /** Organisations counted anew of those that have people; null: the numbers hold as of now. */
      counting: z.object({ done: z.number(), total: z.number() }).nullable(),
    }),
  ),
});

export const faultRow = z.object({
  id: z.string(),
  name: z.string(),
  orgId: z.string(),
  orgName: z.string(),
  personCategoryName: z.string(),
  idCardNo: z.string(),
  version: z.number(),
  /** The fields in which the fault is fixed, by wire name: as the form writes them, of personal ones the mask. */
  values: z.record(z.string(), z.string()),
  /** The same in words. */
  words: z.record(z.string(), z.string()),
  /** Of a check that looks at the tabs: what each row says, with the tab in which it is fixed. */
  records: z.array(z.object({ kind: z.string(), label: z.string(), text: z.string() })),
  /** Fields of `values` that stand until they are corrected with the leave of the organisation above. */
  kept: z.array(z.string()),
  can: z.object({ edit: z.boolean(), correct: z.boolean() }),
});
export type FaultRow = z.infer<typeof faultRow>;

export const listFaults = endpoint({
  method: 'GET',
  path: '/api/dyxx/member/getIntegrity/listPage',
  summary: '某一检查项查出的人员',
  access: 'member:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  input: z.object({ ...page, orgId: id.optional(), check: checkKey }),
  reply: rows(faultRow),
});

export const exportFaults = endpoint({
  method: 'POST',
  path: '/api/dyxx/member/getIntegrity/export',
  summary: '导出某一检查项查出的人员（后台任务，带水印，证件号和手机号遮蔽）',
  access: 'member:export',
  scope: 'org',
  targets: { orgId: 'org' },
  audit: '导出数据质量清单',
  idempotent: true,
  rate: EXPORT_RATE,
  input: z.object({ orgId: id.optional(), check: checkKey, purpose: required(60, '用途') }),
  reply: data(z.object({ jobId: z.string() })),
});
