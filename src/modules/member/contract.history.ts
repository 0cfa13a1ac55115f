import { z } from 'zod';
import { data, endpoint, id, page, rows } from '#platform/contract.ts';

/** The dictionary of reasons to look at an earlier state. */
export const HISTORY_REASONS = '0058';

export const listHistory = endpoint({
  method: 'GET',
  path: '/api/dyxx/history/listPage',
  summary: '党员信息的历史版本',
  access: 'member:history',
  scope: 'org',
  targets: { memberId: 'member' },
  input: z.object({ ...page, memberId: id }),
  reply: rows(
    z.object({
      id: z.string(),
      version: z.number(),
      /** Since when it stood and until when it was replaced; who wrote it. */
      from: z.string(),
      to: z.string(),
      who: z.string(),
    }),
  ),
});

export const getHistory = endpoint({
  method: 'GET',
  path: '/api/dyxx/history/{id}',
  summary: '查看党员信息的一个历史版本，须选原因（留痕）',
  access: 'member:history',
  scope: 'org',
  targets: { id: 'record' },
  audit: '查看历史信息',
  input: z.object({ id, reason: z.string('请选择查看原因').regex(/^[0-9A-Za-z]{1,4}$/, '请选择查看原因') }),
  reply: data(
    z.object({
      memberId: z.string(),
      name: z.string(),
      orgName: z.string(),
      version: z.number(),
      from: z.string(),
      to: z.string(),
      who: z.string(),
      reasonName: z.string(),
      /** Each field as it stood, and as it stands now. */
      fields: z.array(z.object({ field: z.string(), label: z.string(), value: z.string(), now: z.string() })),
    }),
  ),
});

export const memberHistoryContract = [listHistory, getHistory] as const;
