import { nounCalls } from '#platform/noun/calls.ts';
import { files, line, oneOf, organisation, text } from '#platform/noun/fields.ts';
import { noun } from '#platform/noun/noun.ts';
import { STATES } from '../rules.ts';

/** 图书 of the 教育资源: a PDF that is read on the page, with its cover. */
export const book = noun({
  name: 'boxBook',
  label: '图书',
  measure: '本',
  table: 'box_book',
  title: 'title',
  access: { read: 'box:read', write: 'box:write', remove: 'box:write' },
  fields: {
    title: line('书名', { required: true, max: 80, wide: true }),
    orgId: organisation('所属组织'),
    author: line('作者', { required: true, max: 60 }),
    publisher: line('出版社', { max: 60, blank: true }),
    state: oneOf('状态', STATES, { required: true, hint: '发布后终端才展示' }),
    intro: text('内容简介', { max: 1000, blank: true }),
    cover: files('封面', { format: 'image', count: 1, hint: '竖向图片' }),
    content: files('电子书', { format: 'pdf', count: 1, hint: '上传有权传播的版本' }),
  },
  sections: { 图书: ['title', 'orgId', 'author', 'publisher', 'state'], 内容: ['intro', 'cover', 'content'] },
  list: ['title', 'author', 'publisher', 'orgId', 'state'],
  filters: ['state'],
  check: ({ state, content }): Record<string, string> =>
    state === 'published' && content === '' ? { content: '上传电子书后才能发布' } : {},
});

export const bookCalls = nounCalls(book, { path: '/api/terminal/book' });
