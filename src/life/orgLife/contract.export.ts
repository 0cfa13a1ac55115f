import { z } from 'zod';
import { data, EXPORT_RATE, endpoint, id, required } from '#platform/contract.ts';
import { dutyType, year } from './contract.duty.ts';
import { meetingFilter } from './contract.ts';

declare module '#platform/contract.ts' {
  /** What this room's ids point to. */
  interface TargetKinds {
    lifeMeeting: true;
    lifeExemption: true;
    lifeLock: true;
    lifeTalk: true;
    lifeContest: true;
  }
}

const given = { purpose: required(60, '用途') };
const reply = data(z.object({ jobId: z.string() }));

export const exportMeetings = endpoint({
  method: 'POST',
  path: '/api/zzsh/meeting/export',
  summary: '导出会议记录清单，每次会议一行，不含记录正文（后台任务，带水印）',
  access: 'event:read',
  scope: 'org',
  targets: { orgId: 'org' },
  audit: '导出会议清单',
  idempotent: true,
  rate: EXPORT_RATE,
  input: z.object({ ...meetingFilter, ...given }),
  reply,
});

export const exportMatrix = endpoint({
  method: 'POST',
  path: '/api/zzsh/duty/export',
  summary: '导出应开总表：下级组织各期的达标情况（后台任务，带水印）',
  access: 'event:read',
  scope: 'org',
  targets: { orgId: 'org' },
  audit: '导出应开总表',
  idempotent: true,
  rate: EXPORT_RATE,
  input: z.object({ orgId: id.optional(), year: year.optional(), type: dutyType.default(1), ...given }),
  reply,
});
