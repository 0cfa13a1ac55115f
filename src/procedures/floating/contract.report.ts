import { z } from 'zod';
import { count, data, date, done, endpoint, personName, required } from '#platform/contract.ts';
import { paperReply } from '#platform/papers/paper.ts';
import { listFloats } from './contract.ts';

/** The code on the poster: the organisation's number and a signature. */
const place = z.string('报到码不正确').regex(/^[0-9a-z]{1,11}-[0-9a-f]{12}$/, '报到码不正确，请重新扫描海报上的二维码');
const proof = z.string().max(4096).default('');

export const reportPlace = endpoint({
  method: 'GET',
  path: '/api/flow/public/place',
  summary: '报到码对应的党组织（不登录）',
  access: 'public',
  scope: 'none',
  rate: { hits: 120, seconds: 60, by: 'ip' },
  personal: ['place'],
  input: z.object({ place }),
  reply: data(z.object({ orgName: z.string(), today: z.string() })),
});

/** What somebody who has come says of themselves; the same for everybody, whether the platform knows them or not. */
export const reportForm = z.object({
  name: personName(30),
  /** Encrypted by SM2 as every number that travels. */
  idCardNo: z.string('请输入身份证号').min(1, '请输入身份证号').max(4096, '身份证号不正确'),
  phone: required(20, '手机号').refine((value) => /^1[3-9]\d{9}$/.test(value), '请输入11位手机号'),
  homeOrg: required(80, '组织关系所在党支部'),
  startedOn: date,
});

export const reportIn = endpoint({
  method: 'POST',
  path: '/api/flow/public/report-in',
  summary: '流动党员扫码报到（不登录）：答复对所有人相同，不透露平台是否认识报到人',
  access: 'public',
  scope: 'none',
  audit: '流动党员扫码报到',
  pii: true,
  rate: { hits: 60, seconds: 3600, by: 'ip' },
  input: reportForm.extend({ place, uuid: proof, code: proof, proof, ticket: proof, randstr: proof }),
  reply: done,
  stale: () => [listFloats],
});

export const flowSetting = endpoint({
  method: 'GET',
  path: '/api/flow/setting',
  summary: '本组织的报到码，每名联系人最多联系几名流动党员',
  access: 'floating:read',
  scope: 'org',
  input: z.object({}),
  reply: data(
    z.object({
      orgName: z.string(),
      /** The path of the page that the code leads to. */
      reportPath: z.string(),
      /** Holds here now: the own setting, or that of the nearest organisation above, or the platform's. */
      most: z.number(),
      /** The organisation whose setting holds; empty: nobody has set it. */
      setBy: z.string(),
      /** Set here, and which version; 0: not set here. */
      version: z.number(),
      can: z.object({ edit: z.boolean() }),
    }),
  ),
});

/** How many one contact person may be given at most, whatever is set. */
export const MOST_OF_ALL = 50;

export const limitForm = z.object({
  most: count.pipe(z.int().min(1, '至少1人').max(MOST_OF_ALL, `最多${MOST_OF_ALL}人`)),
});

export const saveFlowSetting = endpoint({
  method: 'PUT',
  path: '/api/flow/setting',
  summary: '设置本组织和下级每名联系人最多联系几名流动党员；党支部由上级设置',
  access: 'floating:audit',
  scope: 'org',
  audit: '设置流动党员联系人数',
  idempotent: true,
  input: limitForm.extend({ version: z.int('版本不正确') }),
  reply: data(z.object({ version: z.number() })),
  stale: () => [flowSetting],
});

export const reportPoster = endpoint({
  method: 'POST',
  path: '/api/flow/report-in/print',
  summary: '打印本组织的报到码海报：答一份PDF',
  access: 'floating:read',
  scope: 'org',
  audit: '打印报到码海报',
  atOnce: 4,
  rate: { hits: 300, seconds: 3600, by: 'account' },
  input: z.object({}),
  reply: paperReply,
});
