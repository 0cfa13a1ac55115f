import { Link } from 'react-router';
import { nounHouse } from '#people/org/web/pickers.nouns.tsx';
import type { RowOf } from '#platform/contract.ts';
import type { Column } from '#platform/web/list/columns.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { nounWeb } from '#platform/web/noun/nounWeb.ts';
import { deviceCalls } from '../nouns/device.ts';
import { group, groupCalls } from '../nouns/group.ts';
import { statusMark } from './marks.tsx';
import { Programme } from './Programme.tsx';
import { placeOf } from './paths.ts';
import { WeekBars } from './Week.tsx';
import './box.css';

type DeviceRow = RowOf<typeof deviceCalls.list>;
const SCREENS: readonly Column<DeviceRow>[] = [
  {
    key: 'name',
    title: '终端',
    width: 200,
    card: 'title',
    cell: (row) => <Link to={placeOf('device').browse(row.id)}>{row.name}</Link>,
  },
  { key: 'status', title: '状态', width: 110, card: 'tag', cell: (row) => statusMark(row.status) },
  { key: 'place', title: '摆放位置', width: 200, card: 'line', cell: (row) => row.place },
  { key: 'week', title: '最近七天', width: 130, card: 'line', cell: (row) => <WeekBars week={row.week} /> },
  { key: 'playing', title: '正在播放', width: 220, card: 'line', cell: (row) => row.playing || '—' },
];

/** 终端组: the screens of one programme. */
export default nounWeb(group, groupCalls, nounHouse, placeOf('group'), {
  title: '终端组',
  empty: { title: '还没有终端组', text: '几台屏幕播同样的内容时建一个组，在组里排节目，再把终端加入。' },
  columns: { name: { width: 220 } },
  further: [
    { key: 'devices', title: '终端', width: 90, align: 'right', card: 'side', cell: (row) => `${row.devices}台` },
  ],
  facts: (record) => [['终端', `${record.devices}台`]],
  below: (record) => (
    <>
      <Programme groupId={record.id} />
      <section className="box-shared" aria-label="组里的终端">
        <PlainList<DeviceRow>
          caption="组里的终端"
          endpoint={deviceCalls.list}
          keep={['id']}
          columns={SCREENS}
          inputOf={(values) => ({ ...values, inGroup: record.id })}
          unit="台"
          empty={{ title: '组里还没有终端', text: '在终端的表单里选择终端组。' }}
        />
      </section>
    </>
  ),
  consequence: '组里的终端改为轮播本组织已发布的内容',
});
