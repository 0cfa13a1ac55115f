import { nounHouse } from '#people/org/web/pickers.nouns.tsx';
import { nounWeb } from '#platform/web/noun/nounWeb.ts';
import { honor, honorCalls } from '../nouns/honor.ts';
import { StateMark } from './parts.tsx';
import { placeOf } from './paths.ts';

/** 荣誉墙, the newest honour first. */
export default nounWeb(honor, honorCalls, nounHouse, placeOf('honor'), {
  title: '荣誉墙',
  empty: { title: '还没有荣誉', text: '点“新增荣誉”登记获得的表彰，配上奖牌、证书或照片。' },
  columns: {
    level: { width: 92 },
    kind: { width: 92 },
    receiver: { width: 92 },
    orgId: { width: 180 },
    giver: { width: 164, notLarge: true },
    state: { width: 88, cell: (row) => <StateMark state={row.state} /> },
  },
  tags: (record) => <StateMark state={record.state} />,
  facts: (record) => [
    ['级别', record.levelName],
    ['授予单位', record.giver],
    ['授予日期', record.givenOn],
  ],
  consequence: '终端不再展示',
});
