import { z } from 'zod';
import { data, endpoint, id, page, rows } from '#platform/contract.ts';
import type { GapPlace } from './rules.integrity.ts';

export const orgIntegrity = endpoint({
  method: 'GET',
  path: '/api/zzxx/org/getIntegrity',
  summary: '党组织信息完整度和缺项',
  access: 'org:read',
  scope: 'org',
  targets: { orgId: 'org' },
  input: z.object({ orgId: id }),
  reply: data(
    z.object({
      percent: z.number(),
      /** How many items the record must hold. */
      due: z.number(),
      missing: z.array(
        z.object({
          field: z.string(),
          label: z.string(),
          place: z.enum(['form', 'newTerm', 'term', 'unit'] satisfies GapPlace[]),
        }),
      ),
    }),
  ),
});

export const historyField = endpoint({
  method: 'GET',
  path: '/api/zzxx/historyField',
  summary: '党组织各字段的历次变更，可只看一个字段',
  access: 'org:read',
  scope: 'org',
  targets: { orgId: 'org' },
  input: z.object({
    ...page,
    orgId: id,
    field: z
      .string()
      .regex(/^[A-Za-z.]{1,40}$/, '字段不正确')
      .optional(),
  }),
  reply: rows(
    z.object({
      id: z.string(),
      at: z.string(),
      who: z.string(),
      action: z.string(),
      reason: z.string(),
      label: z.string(),
      before: z.string(),
      after: z.string(),
    }),
    { fields: z.array(z.object({ field: z.string(), label: z.string() })) },
  ),
});
