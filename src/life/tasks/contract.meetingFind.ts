import { z } from 'zod';
import { data, endpoint, id, line, moment } from '#platform/contract.ts';

/** Meetings of the own organisation that have the place at that time. */
export const placeTaken = endpoint({
  method: 'GET',
  path: '/api/dwbg/affairsMeeting/placeTaken',
  summary: '这个时间地点是否已有会议',
  access: 'task:give',
  scope: 'org',
  silent: true,
  input: z.object({ place: line(60, '地点'), startsAt: moment, endsAt: moment, except: id.optional() }),
  reply: data(z.array(z.object({ title: z.string(), startsAt: z.string(), endsAt: z.string() }))),
});

/** People of the scope by name, to be called or named as coming. */
export const meetingPeople = endpoint({
  method: 'GET',
  path: '/api/dwbg/affairsMeeting/people',
  summary: '按姓名查找参会人员',
  access: 'task:read',
  scope: 'org',
  silent: true,
  personal: ['name'],
  input: z.object({ name: line(20, '姓名') }),
  reply: data(z.array(z.object({ memberId: z.string(), name: z.string(), orgName: z.string() }))),
});
