import { id } from '#platform/contract.ts';
import { nounCalls } from '#platform/noun/calls.ts';
import { day, files, line, oneOf, organisation, text } from '#platform/noun/fields.ts';
import { noun } from '#platform/noun/noun.ts';
import { STATES } from '../rules.ts';

/** 大事 of the 大事记. */
export const bigEvent = noun({
  name: 'boxEvent',
  label: '大事',
  measure: '件',
  table: 'box_event',
  title: 'title',
  access: { read: 'box:read', write: 'box:write', remove: 'box:write' },
  fields: {
    title: line('标题', { required: true, max: 80, wide: true }),
    orgId: organisation('所属组织'),
    happenedOn: day('日期', { required: true }),
    place: line('地点', { max: 60, blank: true }),
    state: oneOf('状态', STATES, { required: true, hint: '发布后终端才展示' }),
    content: text('经过', { required: true, max: 2000 }),
    pictures: files('照片', { format: 'image', count: 9 }),
  },
  sections: { 大事: ['title', 'orgId', 'happenedOn', 'place', 'state', 'content', 'pictures'] },
  list: ['title', 'happenedOn', 'orgId', 'place', 'state'],
  carried: ['content'],
  filters: ['happenedOn', 'state'],
});

export const bigEventCalls = nounCalls(bigEvent, { path: '/api/terminal/bigevent', ask: { place: id.optional() } });
