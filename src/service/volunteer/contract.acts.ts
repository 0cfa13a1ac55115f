import { z } from 'zod';
import { binReason, data, done, endpoint, id, moment, personName, required, text } from '#platform/contract.ts';
import { listHours } from './contract.hours.ts';
import { listSigned, listSignups } from './contract.signup.ts';
import { checkOrgan, getActivity, kind, listActivities, post } from './contract.ts';
import { timeFaults } from './rules.ts';

const version = z.int('版本不正确');
const degree = (label: string, from: number, to: number) =>
  z.preprocess(
    (value) => (value === '' || value === null || value === undefined ? null : Number(value)),
    z.number(`${label}应为数字`).min(from, `${label}不正确`).max(to, `${label}不正确`).nullable(),
  );

const fields = z.object({
  kind,
  title: required(60, '活动名称'),
  post,
  place: required(80, '活动地点'),
  lng: degree('经度', 73, 136).default(null),
  lat: degree('纬度', 3, 54).default(null),
  startsAt: moment,
  endsAt: moment,
  closesAt: moment,
  quota: z.coerce
    .number<string | number>('请输入人数上限')
    .int('人数上限应为整数')
    .min(1, '人数上限至少1人')
    .max(5000, '人数上限最多5000人'),
  hours: z.coerce
    .number<string | number>('请输入服务时长')
    .min(0.5, '服务时长至少0.5小时')
    .max(24, '服务时长最多24小时')
    .refine((hours) => Number.isInteger(hours * 2), '服务时长以0.5小时为单位'),
  audience: z.coerce
    .number<string | number>('请选择报名范围')
    .pipe(z.union([z.literal(1), z.literal(2)], '请选择报名范围')),
  audited: z.union([z.boolean(), z.enum(['true', 'false'])]).transform((value) => value === true || value === 'true'),
  content: text(2000, '活动内容').refine((value) => value !== '', '请输入活动内容'),
  contact: personName(30, '联系人'),
  phone: required(20, '联系电话').refine(
    (value) => /^(1[3-9]\d{9}|0\d{2,3}-?\d{7,8}(-\d{1,6})?)$/.test(value),
    '请输入手机号或带区号的电话',
  ),
  cover: z.union([z.literal(''), z.string().regex(/^[0-9a-f-]{8,40}$/i, '图片不正确')]).default(''),
  /** Published at once; else it is a draft. */
  publish: z.boolean().default(false),
});

const judged = <S extends z.ZodRawShape>(shape: z.ZodObject<S>) =>
  shape.superRefine((value, ctx) => {
    const faults = timeFaults(value as unknown as Parameters<typeof timeFaults>[0]);
    for (const [field, message] of Object.entries(faults)) ctx.addIssue({ code: 'custom', path: [field], message });
    const { lng, lat } = value as unknown as { lng: number | null; lat: number | null };
    if ((lng === null) !== (lat === null)) {
      ctx.addIssue({ code: 'custom', path: [lng === null ? 'lng' : 'lat'], message: '经度和纬度要一起填' });
    }
  });

export const activityForm = judged(fields);

const made = data(z.object({ id: z.string(), version: z.number() }));
const written = data(z.object({ version: z.number() }));
const stale = () => [listActivities, getActivity, checkOrgan, listSignups, listSigned, listHours];

export const createActivity = endpoint({
  method: 'POST',
  path: '/api/sbd/activity',
  summary: '以本组织名义新增志愿活动：存草稿，或直接发布',
  access: 'volunteer:write',
  scope: 'org',
  audit: '新增志愿活动',
  idempotent: true,
  input: activityForm,
  reply: made,
  stale,
});

export const editActivity = endpoint({
  method: 'PUT',
  path: '/api/sbd/activity',
  summary: '修改志愿活动；发布后已报名的人会收到时间、地点变化的通知',
  access: 'volunteer:write',
  scope: 'org',
  targets: { id: 'serviceActivity' },
  audit: '修改志愿活动',
  idempotent: true,
  input: judged(fields.extend({ id, version })),
  reply: made,
  stale,
});

export const removeActivity = endpoint({
  method: 'DELETE',
  path: '/api/sbd/activity',
  summary: '把志愿活动草稿删除到回收站',
  access: 'volunteer:write',
  scope: 'org',
  targets: { id: 'serviceActivity' },
  audit: '删除志愿活动',
  idempotent: true,
  input: z.object({ id, deleteReason: binReason }),
  reply: done,
  stale,
});

/** What becomes of an activity, as the wire numbers it (domain 6.3). */
export const ACTS = { 1: '发布', 3: '结束', 4: '取消' } as const;

export const setActivity = endpoint({
  method: 'PUT',
  path: '/api/sbd/activity/updateVolunteerActivityStatus',
  summary: '志愿活动的状态：1 发布，3 结束（到场人员的时长同时报审），4 取消（写明原因，通知已报名的人）',
  access: 'volunteer:write',
  scope: 'org',
  targets: { id: 'serviceActivity' },
  audit: '变更志愿活动状态',
  idempotent: true,
  input: z.object({
    id,
    version,
    status: z.coerce
      .number<string | number>('状态不正确')
      .pipe(z.union([z.literal(1), z.literal(3), z.literal(4)], '状态不正确')),
    reason: text(200, '原因').default(''),
  }),
  reply: written,
  stale,
});
