import { z } from 'zod';
import { count, date, endpoint, id, text } from '#platform/contract.ts';
import { staleAfterStep, stepReply } from './contract.steps.ts';
import { stepNo } from './contract.ts';

/** 党总支 does not approve 预备党员, but discusses what the general meeting of its branch decided (细则第二十四条). */
export const giveOpinion = endpoint({
  method: 'POST',
  path: '/api/fzdy/step/opinion',
  summary: '党总支审议支部报送的接收、转正：同意上报，或退回支部补正；同意后由上级党委审批',
  access: 'recruit:approve',
  scope: 'org',
  targets: { fileId: 'developmentFile' },
  audit: '审议发展步骤',
  idempotent: true,
  input: z.object({
    fileId: id,
    no: stepNo,
    version: count,
    agree: z.boolean('请选择审议意见'),
    on: date.optional(),
    opinion: text(200, '审议意见').default(''),
  }),
  reply: stepReply,
  stale: staleAfterStep,
});
