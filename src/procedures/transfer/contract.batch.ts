import { z } from 'zod';
import { data, endpoint, id, line, required } from '#platform/contract.ts';
import { deskCounts, getTransfer, listTransfers } from './contract.ts';

/** Lines of one call: the page sends a long sheet in such parts, and says how far it is. */
export const MOST_IN_PART = 50;
/** Lines of one sheet. */
export const MOST_GRADUATES = 2000;

export const startBatch = endpoint({
  method: 'POST',
  path: '/api/zzgx/transfer/batch',
  summary: '毕业生批量转出：每人各有去向，逐人提交，各有结果；一人不符合不影响别人',
  access: 'relation:write',
  scope: 'org',
  audit: '毕业生批量转出',
  idempotent: true,
  input: z.object({
    rows: z
      .array(
        z.object({
          memberId: id,
          outsideName: required(80, '接收党委名称'),
          outsideBranch: line(80, '接收党支部名称').default(''),
        }),
      )
      .min(1, '没有要转出的党员')
      .max(MOST_IN_PART, `一次最多${MOST_IN_PART}行`),
    reason: required(200, '转接原因'),
  }),
  reply: data(
    z.object({
      rows: z.array(
        z.object({
          memberId: z.string(),
          /** The transfer that was handed in; null: none, and why. */
          id: z.string().nullable(),
          note: z.string(),
        }),
      ),
    }),
  ),
  stale: () => [listTransfers, deskCounts, getTransfer],
});
