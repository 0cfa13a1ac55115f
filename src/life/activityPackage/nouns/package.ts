import { z } from 'zod';
import { uploadedFile } from '#platform/files/fileCalls.ts';
import { nounCalls } from '#platform/noun/calls.ts';
import { flag, line, oneOf, organisation, text, whole } from '#platform/noun/fields.ts';
import { noun } from '#platform/noun/noun.ts';
import { KINDS, stepsFault } from '../rules.ts';

/** 活动包, as an organisation offers it; its files stand beside it (contract.ts). */
export const activityPackage = noun({
  name: 'activityPackage',
  label: '活动包',
  table: 'activity_package',
  title: 'title',
  access: { read: 'package:read', write: 'package:write', remove: 'package:write' },
  fields: {
    title: line('名称', { required: true, max: 60, wide: true }),
    kind: oneOf('类型', KINDS, { required: true }),
    minutes: whole('建议时长', { required: true, min: 10, max: 480, unit: '分钟', sample: '90' }),
    orgId: organisation('提供组织'),
    active: flag('可以使用', { initial: true, hint: '不勾选，下级组织看不到' }),
    aim: text('活动目的', { max: 500, blank: true }),
    steps: text('活动步骤', { required: true, max: 2000, hint: '一行一步；用这个活动包时成为会议的议题' }),
    prepare: text('会前准备', { max: 500, blank: true, hint: '用这个活动包时成为会议的通知事项' }),
    speech: text('主持词和讲稿', { max: 200_000, blank: true, rich: true }),
  },
  sections: {
    活动包: ['title', 'kind', 'minutes', 'orgId', 'active', 'aim'],
    怎样开展: ['steps', 'prepare'],
    主持词和讲稿: ['speech'],
  },
  list: ['title', 'kind', 'minutes', 'orgId', 'active'],
  filters: ['kind', 'active'],
  shown: {
    files: z.array(uploadedFile),
    /** How often a meeting was begun with it, by everybody and by the own organisation: once a day and organisation. */
    uses: z.number(),
    ownUses: z.number(),
    own: z.object({ set: z.boolean(), use: z.boolean() }),
  },
  made: ['files'],
  check: ({ steps }): Record<string, string> => {
    const fault = stepsFault(steps ?? '');
    return fault ? { steps: fault } : {};
  },
});

export const packageCalls = nounCalls(activityPackage, { path: '/api/hdb/package' });
