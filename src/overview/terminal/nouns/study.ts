import { nounCalls } from '#platform/noun/calls.ts';
import { files, line, oneOf, organisation, text } from '#platform/noun/fields.ts';
import { noun } from '#platform/noun/noun.ts';
import { STATES } from '../rules.ts';

/** 学习资料 of the 教育资源: texts, documents and videos to learn from. */
export const study = noun({
  name: 'boxStudy',
  label: '学习资料',
  measure: '份',
  table: 'box_study',
  title: 'title',
  access: { read: 'box:read', write: 'box:write', remove: 'box:write' },
  fields: {
    title: line('标题', { required: true, max: 80, wide: true }),
    orgId: organisation('所属组织'),
    state: oneOf('状态', STATES, { required: true, hint: '发布后终端才展示' }),
    source: line('来源', { max: 60, blank: true }),
    content: text('正文', { max: 200_000, blank: true, rich: true }),
    files: files('文件和视频', { format: 'standard', count: 9, hint: 'PDF 和 MP4 可以在终端上直接看' }),
  },
  sections: { 学习资料: ['title', 'orgId', 'state', 'source', 'content', 'files'] },
  list: ['title', 'source', 'orgId', 'state'],
  filters: ['state'],
  check: ({ state, content, files }): Record<string, string> =>
    state === 'published' && content === '' && files === '' ? { content: '正文和文件至少有一样才能发布' } : {},
});

export const studyCalls = nounCalls(study, { path: '/api/terminal/study' });
