import { z } from 'zod';
import { data, date, endpoint, id, personName, required, text } from '#platform/contract.ts';
import { outflowFields } from './contract.acts.ts';
import { listFloats, reason, trade } from './contract.ts';

const made = data(z.object({ id: z.string() }));

export const addPastOutflow = endpoint({
  method: 'POST',
  path: '/api/flow/out/past',
  summary: '流出历史新增：补登一段已经结束的流出，不改变现在的流动标记',
  access: 'floating:write',
  scope: 'org',
  targets: { memberId: 'member' },
  audit: '补登流出历史',
  idempotent: true,
  input: z.object({
    memberId: id,
    range: outflowFields.range,
    region: outflowFields.region,
    place: outflowFields.place,
    reason,
    trade,
    startedOn: date,
    endedOn: date,
    toOrgName: outflowFields.toOrgName,
    note: text(200, '说明').default(''),
  }),
  reply: made,
  stale: () => [listFloats],
});

export const addPastInflow = endpoint({
  method: 'POST',
  path: '/api/flow/in/past',
  summary: '流入历史新增：补登一段已经结束的流入；身份证号加密传送',
  access: 'floating:write',
  scope: 'org',
  targets: { orgId: 'org' },
  audit: '补登流入历史',
  idempotent: true,
  pii: true,
  input: z.object({
    orgId: id,
    name: personName(30),
    /** Encrypted by SM2 as every number that travels. */
    idCardNo: z.string('请输入身份证号').min(1, '请输入身份证号').max(4096, '身份证号不正确'),
    phone: required(20, '手机号').refine((value) => /^1[3-9]\d{9}$/.test(value), '请输入11位手机号'),
    homeOrg: required(80, '组织关系所在党组织'),
    region: required(60, '来自地区'),
    reason,
    trade,
    startedOn: date,
    leftOn: date,
    note: text(200, '说明').default(''),
  }),
  reply: made,
  stale: () => [listFloats],
});
