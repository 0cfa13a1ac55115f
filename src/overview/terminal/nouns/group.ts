import { z } from 'zod';
import { nounCalls } from '#platform/noun/calls.ts';
import { line, organisation } from '#platform/noun/fields.ts';
import { noun } from '#platform/noun/noun.ts';

/** 终端组: screens that play one programme (contract.programme.ts). */
export const group = noun({
  name: 'boxGroup',
  label: '终端组',
  measure: '个',
  table: 'box_group',
  title: 'name',
  access: { read: 'box:read', write: 'box:write', remove: 'box:write' },
  fields: {
    name: line('名称', { required: true, max: 40, wide: true, hint: '如“一楼大厅”“党员活动室”' }),
    orgId: organisation('所属组织', { hint: '本组织和下级组织的终端可以加入' }),
    remark: line('说明', { max: 100, blank: true, wide: true }),
  },
  sections: { 终端组: ['name', 'orgId', 'remark'] },
  list: ['name', 'orgId', 'remark'],
  shown: {
    /** Screens in it. */
    devices: z.number(),
  },
});

export const groupCalls = nounCalls(group, { path: '/api/terminal/group' });
