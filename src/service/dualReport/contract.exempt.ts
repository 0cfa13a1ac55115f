import { z } from 'zod';
import { data, date, done, endpoint, id, optional, required } from '#platform/contract.ts';
import { lackingMembers, memberCoverage } from './contract.coverage.ts';
import { URGE_DAYS } from './rules.ts';

const stale = () => [lackingMembers, memberCoverage];

export const exemptForm = z.object({ reason: required(100, '免报原因'), untilOn: optional(date) });

export const exemptMember = endpoint({
  method: 'POST',
  path: '/api/sbd/volunteer/exempt',
  summary: '把应报到的一名党员设为免报：写明原因，可以写到哪天为止',
  access: 'sbd:write',
  scope: 'org',
  targets: { memberId: 'member' },
  subject: ['memberId'],
  audit: '设为免报',
  idempotent: true,
  input: exemptForm.extend({ memberId: id }),
  reply: done,
  stale,
});

export const endExemption = endpoint({
  method: 'POST',
  path: '/api/sbd/volunteer/exempt/end',
  summary: '取消一名党员的免报，重新列入待报',
  access: 'sbd:write',
  scope: 'org',
  targets: { memberId: 'member' },
  subject: ['memberId'],
  audit: '取消免报',
  idempotent: true,
  input: z.object({ memberId: id, reason: required(100, '原因') }),
  reply: done,
  stale,
});

export const urgeMembers = endpoint({
  method: 'POST',
  path: '/api/sbd/volunteer/urge',
  summary: `催办待报到的党员：只催没有报到也没有待审的，一名党员${URGE_DAYS}天内只催一次`,
  access: 'sbd:write',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  audit: '催办党员报到',
  asks: {},
  idempotent: true,
  input: z.object({ orgId: id.optional() }),
  reply: data(z.object({ urged: z.number(), without: z.number() })),
  stale,
});
