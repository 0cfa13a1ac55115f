import { z } from 'zod';
import { nounCalls } from '#platform/noun/calls.ts';
import { day, files, line, organisation, text } from '#platform/noun/fields.ts';
import { noun } from '#platform/noun/noun.ts';
import { isClock } from '../rules.device.ts';
import { GREETINGS, type Greeting } from '../rules.ts';

const clock = (label: string, sample: string, hint: string) =>
  line(label, { max: 5, blank: true, is: [isClock, `时间格式应为${sample}`], sample, hint });

/** 欢迎词: what greets visitors on the screen, from one day to another. */
export const welcome = noun({
  name: 'boxWelcome',
  label: '欢迎词',
  measure: '条',
  table: 'box_welcome',
  title: 'title',
  access: { read: 'box:read', write: 'box:write', remove: 'box:write' },
  fields: {
    title: line('标题', { required: true, max: 60, wide: true }),
    orgId: organisation('展示组织'),
    visitors: line('来宾', { max: 60, blank: true, hint: '接待谁，如“市委组织部调研组”；不填为所有来宾' }),
    content: text('欢迎词', { required: true, max: 500 }),
    startsOn: day('开始日期', { required: true, future: true, sample: '2026-01-01' }),
    endsOn: day('结束日期', { required: true, future: true, sample: '2099-12-31' }),
    visitFrom: clock('到访时间起', '10:00', '填写后，这段时间里占满整个屏幕，到时自动交还；不填则参加轮播'),
    visitTo: clock('到访时间止', '11:00', '如11:00'),
    background: files('背景图', { format: 'image', count: 1, hint: '横向大图，建议1920×1080；没有时用默认背景' }),
  },
  sections: {
    欢迎词: ['title', 'orgId', 'visitors', 'content'],
    展示: ['startsOn', 'endsOn', 'visitFrom', 'visitTo', 'background'],
  },
  list: ['title', 'visitors', 'orgId', 'startsOn', 'endsOn'],
  filters: ['startsOn'],
  shown: { showing: z.enum(Object.keys(GREETINGS) as [Greeting, ...Greeting[]]) },
  check: ({ startsOn, endsOn, visitFrom, visitTo }): Record<string, string> => {
    if (startsOn && endsOn && startsOn > endsOn) return { endsOn: '结束日期不能早于开始日期' };
    if (!visitFrom !== !visitTo) return visitFrom ? { visitTo: '请输入到访时间止' } : { visitFrom: '请输入到访时间起' };
    return visitFrom && visitTo && visitFrom >= visitTo ? { visitTo: '到访时间止应晚于起' } : {};
  },
});

export const welcomeCalls = nounCalls(welcome, {
  path: '/api/welcome',
  posted: true,
  ask: { showing: z.enum(Object.keys(GREETINGS) as [Greeting, ...Greeting[]], '状态不正确').optional() },
});
