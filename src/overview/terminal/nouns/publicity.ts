import { z } from 'zod';
import { done, endpoint, id, optional } from '#platform/contract.ts';
import { nounCalls } from '#platform/noun/calls.ts';
import { files, line, oneOf, organisation, text } from '#platform/noun/fields.ts';
import { noun } from '#platform/noun/noun.ts';
import { STATES } from '../rules.ts';

/** 宣传内容 of the 宣传大厅: text, pictures and videos, in the order that its organisation gives them. */
export const publicity = noun({
  name: 'boxPublicity',
  label: '宣传内容',
  measure: '条',
  table: 'box_publicity',
  title: 'title',
  access: { read: 'box:read', write: 'box:write', remove: 'box:write' },
  fields: {
    title: line('标题', { required: true, max: 80, wide: true }),
    orgId: organisation('展示组织'),
    state: oneOf('状态', STATES, { required: true, hint: '发布后终端才展示' }),
    source: line('来源', { max: 60, blank: true }),
    content: text('正文', { max: 200_000, blank: true, rich: true }),
    files: files('图片、视频和附件', { format: 'standard', count: 9 }),
  },
  sections: { 宣传内容: ['title', 'orgId', 'state', 'source', 'content', 'files'] },
  list: ['title', 'state', 'orgId', 'source'],
  filters: ['state'],
  made: ['sort'],
  shown: { updatedOn: z.string() },
  check: ({ state, content, files }): Record<string, string> =>
    state === 'published' && content === '' && files === '' ? { content: '正文和附件至少有一样才能发布' } : {},
});

export const publicityCalls = nounCalls(publicity, {
  path: '/api/publicize',
  posted: true,
  ask: { place: id.optional() },
});

export const sortPublicity = endpoint({
  method: 'POST',
  path: '/api/publicize/sort',
  summary: '调整宣传内容的顺序：移到同一组织的另一条之后，或最前',
  access: 'box:write',
  scope: 'org',
  targets: { id: 'noun:boxPublicity' },
  audit: '调整宣传内容顺序',
  input: z.object({ id, after: optional(id) }),
  reply: done,
  stale: () => [publicityCalls.list],
});
