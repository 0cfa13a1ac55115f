import { z } from 'zod';
import { data, endpoint, flag, id, ids, page, required, rows, text } from '#platform/contract.ts';
import { uploadedFile } from '#platform/files/fileCalls.ts';
import { getPart, listParts, officeHome } from './contract.part.ts';
import { proof } from './contract.proof.ts';
import { getTask, listTasks, MAX_FILES, taskMatrix } from './contract.ts';

const stale = () => [listParts, getPart, listTasks, getTask, taskMatrix, officeHome];

/** 转交: the whole part goes to an organisation below, which answers it from then on. */
export const handOver = endpoint({
  method: 'POST',
  path: '/api/dwbg/affairsTask/part/handOver',
  summary: '把没有上报的办理件整件转交给下级的一个组织，布置任务的组织收到通知',
  access: 'task:answer',
  scope: 'org',
  targets: { id: 'officePart', orgId: 'org' },
  audit: '转交任务',
  asks: {},
  idempotent: true,
  input: z.object({ id, version: z.int(), orgId: id, reason: required(200, '转交原因') }),
  reply: data(z.object({ version: z.number() })),
  stale,
});

/** 督办: marks parts that the giver follows closely, or lets go of them. */
export const watchParts = endpoint({
  method: 'POST',
  path: '/api/dwbg/affairsTask/part/watch',
  summary: '列入督办或取消督办，可以一次多件；可以抄送承办组织的各级上级',
  access: 'task:give',
  scope: 'org',
  targets: { ids: 'officePart[]' },
  audit: '任务督办',
  asks: {},
  idempotent: true,
  input: z.object({
    ids,
    on: z.boolean('请选择督办或取消督办'),
    reason: text(200, '督办要求').default(''),
    /** 抄送: the organisations between the giver and the receiver are told as well. */
    copyUp: flag.default(false),
  }),
  reply: data(z.object({ changed: z.number(), copied: z.number() })),
  stale,
});

/** Reports that one call accepts. */
export const MOST_ACCEPTED = 500;

/** What waits and has nothing to remark on by the rules of its grid is accepted at once; the rest is looked at one by one. */
export const acceptPassing = endpoint({
  method: 'POST',
  path: '/api/dwbg/affairsTask/acceptPassing',
  summary: '一次验收符合规则的全部上报，每次最多500件；填表有提醒的留下逐件看',
  access: 'task:give',
  scope: 'org',
  targets: { id: 'officeTask' },
  audit: '验收任务',
  idempotent: true,
  input: z.object({ id }),
  /** `held`: reports with a warning of their grid, which wait for a look; `left`: those beyond one call. */
  reply: data(z.object({ decided: z.number(), held: z.number(), left: z.number() })),
  stale,
});

/** A cycle whose first day has not come is taken off. */
export const cutCircle = endpoint({
  method: 'POST',
  path: '/api/dwbg/affairsTask/cutCircle',
  summary: '取消还没有开始的一期',
  access: 'task:give',
  scope: 'org',
  targets: { id: 'officeTask' },
  audit: '取消任务周期',
  asks: {},
  idempotent: true,
  input: z.object({ id, version: z.int(), circleId: id, reason: required(200, '取消原因') }),
  reply: data(z.object({ version: z.number() })),
  stale,
});

/** 抄送 of one call reaches so many organisations at most. */
export const MOST_COPIED = 200;

export const reviseTask = endpoint({
  method: 'PUT',
  path: '/api/dwbg/affairsTask/text',
  summary: '修改已发布任务的要求和附件：原来的留作旧版，没有办结的组织收到通知',
  access: 'task:give',
  scope: 'org',
  targets: { id: 'officeTask' },
  audit: '修改任务要求',
  idempotent: true,
  input: z.object({
    id,
    version: z.int(),
    content: text(4000, '任务要求').refine((value) => value !== '', '请输入任务要求'),
    files: z
      .array(z.string().regex(/^[0-9a-f]{32}$/, '附件不正确'))
      .max(MAX_FILES, `附件最多${MAX_FILES}个`)
      .default([]),
    note: required(200, '修改说明'),
  }),
  reply: data(z.object({ version: z.number() })),
  stale,
});

export const listRevisions = endpoint({
  method: 'GET',
  path: '/api/dwbg/affairsTask/revisions',
  summary: '任务要求的各个旧版',
  access: 'task:read',
  scope: 'org',
  targets: { id: 'officeTask' },
  input: z.object({ id }),
  reply: data(
    z.array(
      z.object({
        no: z.number(),
        content: z.string(),
        files: z.array(uploadedFile),
        /** What the change after it was for, when and by whom. */
        note: z.string(),
        madeAt: z.string(),
        madeBy: z.string(),
      }),
    ),
  ),
});

/** What was handed in of one cycle, to be read side by side. */
export const listReports = endpoint({
  method: 'GET',
  path: '/api/dwbg/affairsTask/reports',
  summary: '一期的上报并排对照',
  access: 'task:read',
  scope: 'org',
  targets: { id: 'officeTask' },
  input: z.object({ ...page, id, circleId: id }),
  reply: rows(
    z.object({
      partId: z.string(),
      orgName: z.string(),
      state: z.number(),
      stateName: z.string(),
      report: z.string(),
      isNil: z.boolean(),
      isLate: z.boolean(),
      reportedAt: z.string().nullable(),
      reportedBy: z.string(),
      files: z.array(uploadedFile),
      proofs: z.array(proof),
    }),
  ),
});
