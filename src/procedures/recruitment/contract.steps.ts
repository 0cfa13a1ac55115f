import { z } from 'zod';
import { count, data, date, done, endpoint, id, line, required, text } from '#platform/contract.ts';
import { listCorrections } from './contract.correction.ts';
import { getFile, listFiles, overview, stepNo } from './contract.ts';

/** Ids of uploaded files. */
export const fileIds = z.array(z.string().regex(/^[0-9a-f]{32}$/, '附件不正确'), '附件不正确').max(20, '最多20个附件');
export const staleAfterStep = () => [listFiles, overview, getFile];
export const stepReply = data(z.object({ version: z.number(), step: z.number(), stepState: z.string() }));
/** `version` is that of the file which the user has read. */
const at = { fileId: id, no: stepNo, version: count };

export const submitStep = endpoint({
  method: 'POST',
  path: '/api/fzdy/step/submit',
  summary: '办理一步：支部的一步即完成，须上级审批的送上级',
  access: 'recruit:write',
  scope: 'org',
  targets: { fileId: 'developmentFile' },
  audit: '办理发展步骤',
  asks: { always: true, note: '完成或报送以后，日期和内容登记有误须申请更正。' },
  idempotent: true,
  input: z.object({
    ...at,
    /** Left out at a step that a meeting's vote decides: the meeting's day. */
    handledOn: date.optional(),
    facts: z
      .record(z.string().max(20), z.union([text(2000, '内容'), z.number(), z.array(id).max(5, '人数过多'), z.null()]))
      .default({}),
    opinion: text(1000, '意见').default(''),
    papers: z
      .array(z.object({ kind: z.string().max(20), files: fileIds.min(1, '请上传材料') }))
      .max(10, '材料过多')
      .default([]),
  }),
  reply: stepReply,
  stale: staleAfterStep,
});

export const withdrawStep = endpoint({
  method: 'POST',
  path: '/api/fzdy/step/withdraw',
  summary: '撤回送上级的一步，上级决定以前可以撤回',
  access: 'recruit:write',
  scope: 'org',
  targets: { fileId: 'developmentFile' },
  audit: '撤回发展步骤',
  idempotent: true,
  input: z.object({ fileId: id, no: stepNo }),
  reply: stepReply,
  stale: staleAfterStep,
});

export const decideStep = endpoint({
  method: 'POST',
  path: '/api/fzdy/step/decide',
  summary: '上级审批一步：同意、退回补正（可指定步骤和材料）、不同意',
  access: 'recruit:approve',
  scope: 'org',
  targets: { fileId: 'developmentFile' },
  audit: '审批发展步骤',
  idempotent: true,
  input: z.object({
    ...at,
    decision: z.enum(['agree', 'return', 'refuse'], '请选择审批决定'),
    /** The committee's meeting and its day; needed where it is agreed or refused. */
    decidedOn: date.optional(),
    meeting: line(60, '党委会议').default(''),
    present: count.pipe(z.int().min(0).max(200, '人数不正确')).optional(),
    yes: count.pipe(z.int().min(0).max(200, '票数不正确')).optional(),
    opinion: text(200, '意见').default(''),
    lateReason: line(200, '超期原因').default(''),
    /** What is to be fixed: a paper of this or an earlier step; left out, the step itself. */
    mend: z.object({ no: stepNo, kind: z.string().max(20) }).optional(),
  }),
  reply: stepReply,
  stale: staleAfterStep,
});

export const handPaper = endpoint({
  method: 'POST',
  path: '/api/fzdy/paper/hand',
  summary: '补交或重交一份材料；退回的材料补齐后，送审的一步直接回到上级',
  access: 'recruit:write',
  scope: 'org',
  targets: { fileId: 'developmentFile' },
  audit: '提交发展党员材料',
  idempotent: true,
  input: z.object({ fileId: id, no: stepNo, kind: z.string().max(20), files: fileIds.min(1, '请上传材料') }),
  reply: stepReply,
  stale: staleAfterStep,
});

export const reviewPaper = endpoint({
  method: 'POST',
  path: '/api/fzdy/paper/review',
  summary: '逐份审核材料：通过，或写明原因退回',
  access: 'recruit:approve',
  scope: 'org',
  targets: { fileId: 'developmentFile' },
  audit: '审核发展党员材料',
  subject: ['fileId:developmentFile'],
  idempotent: true,
  input: z.object({
    fileId: id,
    no: stepNo,
    kind: z.string().max(20),
    passed: z.boolean(),
    note: line(200, '退回原因').default(''),
  }),
  reply: done,
  stale: staleAfterStep,
});

export const addNote = endpoint({
  method: 'POST',
  path: '/api/fzdy/note',
  summary: '登记一次考察或思想汇报，或说明一个半年为什么没有考察；本人可以交自己的思想汇报',
  access: 'recruit:read',
  scope: 'org',
  targets: { fileId: 'developmentFile' },
  audit: '登记考察或思想汇报',
  idempotent: true,
  input: z.object({
    fileId: id,
    kind: z.enum(['inspection', 'thought', 'gap'], '请选择类别'),
    day: date,
    content: text(2000, '内容').refine((value) => value.length > 0, '请输入内容'),
  }),
  reply: data(z.object({ id: z.string() })),
  stale: staleAfterStep,
});

export const endFile = endpoint({
  method: 'POST',
  path: '/api/fzdy/file/end',
  summary: '结束一份发展档案：本人撤回、死亡当即结束，终止培养报上级同意；预备党员取消资格由支部大会和上级决定',
  access: 'recruit:write',
  scope: 'org',
  targets: { fileId: 'developmentFile' },
  audit: '结束发展档案',
  idempotent: true,
  input: z.object({
    fileId: id,
    version: count,
    ending: z.enum(['stopped', 'withdrawn', 'died'], '请选择结束方式'),
    reason: required(200, '原因'),
    day: date,
  }),
  reply: stepReply,
  stale: () => [...staleAfterStep(), listCorrections],
});

export const applyAgain = endpoint({
  method: 'POST',
  path: '/api/fzdy/file/again',
  summary: '重新申请入党：终止培养、取消资格或本人撤回以后，另建一份从第一步开始的发展档案',
  access: 'recruit:write',
  scope: 'org',
  targets: { fileId: 'developmentFile' },
  audit: '重新申请入党',
  idempotent: true,
  input: z.object({ fileId: id }),
  reply: data(z.object({ id: z.string() })),
  stale: staleAfterStep,
});

export const listCandidates = endpoint({
  method: 'GET',
  path: '/api/fzdy/people',
  summary: '可选的谈话人、培养联系人、入党介绍人；不能选的写明原因，补录时含当日在册、后来转出或去世的党员',
  access: 'recruit:write',
  scope: 'org',
  targets: { fileId: 'developmentFile' },
  personal: ['name'],
  input: z.object({
    fileId: id,
    no: stepNo,
    role: z.enum(['contact', 'introducer', 'talker'], '人员角色不正确'),
    name: line(30, '姓名').optional(),
    day: date.optional(),
  }),
  reply: data(
    z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        orgName: z.string(),
        post: z.string(),
        can: z.boolean(),
        reason: z.string(),
        /** 补录: whoever was there on the day and has left since, 现已转出 or 已去世; empty: is there. */
        now: z.string(),
      }),
    ),
  ),
});
