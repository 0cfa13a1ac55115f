import { nounCalls } from '#platform/noun/calls.ts';
import { files, line, oneOf, organisation, text } from '#platform/noun/fields.ts';
import { noun } from '#platform/noun/noun.ts';
import { MEDIA_KINDS, STATES } from '../rules.ts';

/** 媒体资源: pictures or videos that a screen shows by themselves. */
export const media = noun({
  name: 'boxMedia',
  label: '媒体资源',
  table: 'box_media',
  title: 'title',
  access: { read: 'box:read', write: 'box:write', remove: 'box:write' },
  fields: {
    title: line('名称', { required: true, max: 80, wide: true }),
    orgId: organisation('所属组织'),
    kind: oneOf('媒体类别', MEDIA_KINDS, { required: true }),
    state: oneOf('状态', STATES, { required: true, hint: '发布后终端才展示' }),
    remark: text('说明', { max: 500, blank: true }),
    files: files('图片或视频', { format: 'standard', count: 9 }),
  },
  sections: { 媒体资源: ['title', 'orgId', 'kind', 'state', 'remark', 'files'] },
  list: ['title', 'kind', 'orgId', 'state'],
  filters: ['kind', 'state'],
  check: ({ state, files }): Record<string, string> =>
    state === 'published' && files === '' ? { files: '上传图片或视频后才能发布' } : {},
});

export const mediaCalls = nounCalls(media, { path: '/api/terminal/media' });
