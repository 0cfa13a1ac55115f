import { z } from 'zod';
import { data, done, endpoint, id, optional, required, text } from '#platform/contract.ts';
import { year } from './contract.duty.ts';

const points = z.int('应为整数').min(0, '不能小于0').max(1000, '分数过大');
const items = z
  .array(z.object({ name: required(30, '项目名称'), max: points.min(1, '满分至少1分') }), '请填写项目')
  .min(1, '至少一个项目')
  .max(30, '最多30个项目');
const bands = z.array(points, '请填写星级分数线').length(4, '请填写五星到二星的分数线');

const contestRow = z.object({
  id: z.string(),
  orgId: z.string(),
  orgName: z.string(),
  year: z.number(),
  title: z.string(),
  state: z.number(),
  stateName: z.string(),
  entries: z.number(),
  selfDone: z.number(),
  reviewed: z.number(),
});
export type ContestRow = z.infer<typeof contestRow>;

export const listContests = endpoint({
  method: 'GET',
  path: '/api/zzsh/star/list',
  summary: '五星创评：本组织参加的和本级、下级组织的',
  access: 'event:read',
  scope: 'org',
  input: z.object({}),
  reply: data(z.object({ contests: z.array(contestRow), orgId: z.string(), can: z.object({ add: z.boolean() }) })),
});

const entry = z.object({
  orgId: z.string(),
  orgName: z.string(),
  /** Scores by item; null: not there yet, or not for this session. */
  self: z.array(z.number()).nullable(),
  selfNote: z.string(),
  selfBy: z.string(),
  selfSum: z.number().nullable(),
  review: z.array(z.number()).nullable(),
  reviewNote: z.string(),
  reviewBy: z.string(),
  reviewSum: z.number().nullable(),
  stars: z.number().nullable(),
  can: z.object({ self: z.boolean(), review: z.boolean() }),
});
export type ContestEntry = z.infer<typeof entry>;

export const getContest = endpoint({
  method: 'GET',
  path: '/api/zzsh/star/{id}',
  summary: '一次五星创评：项目、分数线和各支部得分；公示前各支部只看到自己的',
  access: 'event:read',
  scope: 'org',
  targets: { id: 'lifeContest' },
  input: z.object({ id }),
  reply: data(
    z.object({
      ...contestRow.shape,
      items: z.array(z.object({ name: z.string(), max: z.number() })),
      bands: z.array(z.number()),
      list: z.array(entry),
      version: z.number(),
      can: z.object({ edit: z.boolean(), next: z.string() }),
    }),
  ),
});
export type Contest = z.infer<(typeof getContest)['reply']['schema']>;

const stale = () => [listContests, getContest];

export const saveContest = endpoint({
  method: 'POST',
  path: '/api/zzsh/star',
  summary: '保存五星创评的项目和分数线',
  access: 'event:review',
  scope: 'org',
  targets: { id: 'lifeContest' },
  audit: '保存五星创评',
  idempotent: true,
  input: z.object({ id: optional(id), version: z.int().default(0), year, title: required(60, '名称'), items, bands }),
  reply: data(z.object({ id: z.string() })),
  stale,
});

export const stepContest = endpoint({
  method: 'POST',
  path: '/api/zzsh/star/step',
  summary: '五星创评进入下一步：自评、初审、公示、授牌',
  access: 'event:review',
  scope: 'org',
  targets: { id: 'lifeContest' },
  audit: '推进五星创评',
  asks: {},
  idempotent: true,
  input: z.object({ id, version: z.int() }),
  reply: done,
  stale,
});

export const saveScores = endpoint({
  method: 'POST',
  path: '/api/zzsh/star/score',
  summary: '五星创评打分：支部自评，上级初审',
  access: 'event:read',
  scope: 'org',
  targets: { id: 'lifeContest', orgId: 'org' },
  audit: '五星创评打分',
  idempotent: true,
  input: z.object({
    id,
    orgId: id,
    kind: z.enum(['self', 'review'], '请选择自评或初审'),
    scores: z.array(points, '请填写得分').max(30, '项目过多'),
    note: text(300, '说明').default(''),
  }),
  reply: done,
  stale,
});
