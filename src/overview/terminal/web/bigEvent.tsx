import { nounHouse } from '#people/org/web/pickers.nouns.tsx';
import { nounWeb } from '#platform/web/noun/nounWeb.ts';
import { bigEvent, bigEventCalls } from '../nouns/bigEvent.ts';
import { StateMark } from './parts.tsx';
import { placeOf } from './paths.ts';
import { YearsLink } from './YearsLink.tsx';

/** 大事记 as a list, the newest first; by years it stands in Years.tsx. */
export default nounWeb(bigEvent, bigEventCalls, nounHouse, placeOf('event'), {
  title: '大事记',
  empty: { title: '还没有大事', text: '点“新增大事”记下日期、经过和照片，可按年份看成年表。' },
  columns: {
    place: { width: 140, notLarge: true },
    state: { width: 100, card: 'tag', cell: (row) => <StateMark state={row.state} /> },
  },
  listActs: (state) => <YearsLink orgId={state.values.orgId} />,
  tags: (record) => <StateMark state={record.state} />,
  facts: (record) => [['日期', record.happenedOn], ...(record.place ? [['地点', record.place] as const] : [])],
  consequence: '终端不再展示',
});
