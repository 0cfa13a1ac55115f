import { nounCalls } from '#platform/noun/calls.ts';
import { day, files, line, oneOf, organisation, text } from '#platform/noun/fields.ts';
import { noun } from '#platform/noun/noun.ts';
import { HONOR_KINDS, LEVELS, STATES } from '../rules.ts';

/** 荣誉 on the 荣誉墙: of an organisation, or of somebody in it. */
export const honor = noun({
  name: 'boxHonor',
  label: '荣誉',
  measure: '项',
  table: 'box_honor',
  title: 'title',
  access: { read: 'box:read', write: 'box:write', remove: 'box:write' },
  fields: {
    title: line('荣誉名称', { required: true, max: 80, wide: true }),
    orgId: organisation('所属组织'),
    kind: oneOf('荣誉类别', HONOR_KINDS, { required: true }),
    receiver: line('获得者', { max: 30, blank: true, personal: true }),
    level: oneOf('荣誉级别', LEVELS, { required: true }),
    giver: line('授予单位', { required: true, max: 60 }),
    givenOn: day('授予日期', { required: true }),
    state: oneOf('状态', STATES, { required: true, hint: '发布后终端才展示' }),
    remark: text('事迹', { max: 1000, blank: true }),
    pictures: files('奖牌、证书或照片', { format: 'image', count: 6 }),
  },
  sections: {
    荣誉: ['title', 'orgId', 'kind', 'receiver', 'level', 'giver', 'givenOn', 'state'],
    事迹和照片: ['remark', 'pictures'],
  },
  list: ['title', 'level', 'kind', 'receiver', 'orgId', 'giver', 'givenOn', 'state'],
  filters: ['level', 'kind', 'givenOn', 'state'],
  when: { receiver: [({ kind }) => kind === 'person', '只有个人荣誉填写获得者'] },
  check: ({ kind, receiver }): Record<string, string> =>
    kind === 'person' && receiver === '' ? { receiver: '请输入获得者' } : {},
});

export const honorCalls = nounCalls(honor, { path: '/api/terminal/honor' });
