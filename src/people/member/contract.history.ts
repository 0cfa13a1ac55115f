import { z } from 'zod';
import { count, data, endpoint, id, page, required, rows } from '#platform/contract.ts';
import { getMember, listMembers, memberTimeline, viewCounts } from './contract.ts';

/** The dictionary of reasons to look at an earlier state. */
export const HISTORY_REASONS = '0058';

/** Of who has left: the reason that goes with each 党籍状态 of dictionary 0003, 出党, 停止党籍, 死亡, 其他 (domain 5.3). */
export const REASON_OF_STATUS: Readonly<Record<number, string>> = { 3: '3', 2: '4', 4: '5', 6: '6' };

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
      fields: z.array(
        z.object({
          field: z.string(),
          label: z.string(),
          value: z.string(),
          now: z.string(),
          /** It differs, and the rules allow to write it into the record again. */
          restorable: z.boolean(),
        }),
      ),
      /** The version that stands now, against which is restored. */
      memberVersion: z.number(),
    }),
  ),
});

export const restoreHistory = endpoint({
  method: 'POST',
  path: '/api/dyxx/history/restore',
  summary: '把所选项目恢复到一个历史版本，写为新版本；身份证号、人员类别、党籍状态、所在支部、手机号除外',
  access: 'member:write',
  scope: 'org',
  targets: { id: 'record' },
  audit: '恢复历史信息',
  idempotent: true,
  input: z.object({
    id,
    version: count,
    fields: z.array(z.string().max(40)).min(1, '请选择要恢复的项目').max(40),
    reason: required(200, '恢复原因'),
  }),
  reply: data(z.object({ version: z.number() })),
  stale: () => [listMembers, viewCounts, getMember, memberTimeline, listHistory],
});
