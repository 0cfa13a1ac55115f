import { z } from 'zod';
import { data, done, endpoint, text } from '#platform/contract.ts';
import { needFields, staleNeeds } from './contract.need.ts';

const place = z.string('需求码不正确').regex(/^[0-9a-z]{1,11}-[0-9a-f]{12}$/, '需求码不正确，请重新扫描海报上的二维码');
const proof = z.string().max(4096).default('');
const follow = z.string('请输入查询码').max(30, '查询码不正确');

export const needPlace = endpoint({
  method: 'GET',
  path: '/api/sbd/need/public/place',
  summary: '需求码对应的社区（不登录）',
  access: 'public',
  scope: 'none',
  rate: { hits: 120, seconds: 60, by: 'ip' },
  personal: ['place'],
  input: z.object({ place }),
  reply: data(
    z.object({
      orgName: z.string(),
      today: z.string(),
      posts: z.array(z.object({ value: z.string(), label: z.string() })),
    }),
  ),
});

export const askNeed = endpoint({
  method: 'POST',
  path: '/api/sbd/need/public/ask',
  summary: '居民提出需求（不登录，图形验证，一个地址一小时五件）；答复查询码',
  access: 'public',
  scope: 'none',
  audit: '居民提出需求',
  pii: true,
  rate: { hits: 60, seconds: 3600, by: 'ip' },
  input: needFields.extend({ poster: place, uuid: proof, code: proof, proof, ticket: proof, randstr: proof }),
  reply: data(z.object({ followCode: z.string() })),
  stale: staleNeeds,
});

/** What a resident reads of the own need: never who took it. */
export const followNeed = endpoint({
  method: 'POST',
  path: '/api/sbd/need/public/follow',
  summary: '居民凭查询码看本人需求的办理情况（不登录）',
  access: 'public',
  scope: 'none',
  pii: true,
  silent: true,
  rate: { hits: 30, seconds: 600, by: 'ip' },
  input: z.object({ follow }),
  reply: data(
    z.object({
      orgName: z.string(),
      title: z.string(),
      stateName: z.string(),
      askedOn: z.string(),
      outcome: z.string(),
      reason: z.string(),
      stars: z.number().nullable(),
      steps: z.array(z.object({ at: z.string(), words: z.string() })),
      can: z.object({ rate: z.boolean(), withdraw: z.boolean() }),
    }),
  ),
});

export const answerNeed = endpoint({
  method: 'POST',
  path: '/api/sbd/need/public/answer',
  summary: '居民凭查询码评价一次（一至五星），或撤销还没有认领的需求（不登录）',
  access: 'public',
  scope: 'none',
  audit: '居民评价或撤销需求',
  pii: true,
  rate: { hits: 30, seconds: 600, by: 'ip' },
  input: z.object({
    follow,
    /** 0: withdrawn. */
    stars: z.int('请选择星级').min(0, '请选择星级').max(5, '请选择星级'),
    note: text(200, '说明').default(''),
  }),
  reply: done,
  stale: staleNeeds,
});
