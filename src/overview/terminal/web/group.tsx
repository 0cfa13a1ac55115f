import { nounHouse } from '#people/org/web/pickers.nouns.tsx';
import { nounWeb } from '#platform/web/noun/nounWeb.ts';
import { pathWithQuery } from '#platform/web/route/navigation.ts';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { group, groupCalls } from '../nouns/group.ts';
import { Programme } from './Programme.tsx';
import { PAGES, placeOf } from './paths.ts';
import './box.css';

/** 终端组: the screens of one programme. */
export default nounWeb(group, groupCalls, nounHouse, placeOf('group'), {
  title: '终端组',
  empty: { title: '还没有终端组', text: '几台屏幕播同样的内容时建一个组，在组里排节目，再把终端加入。' },
  columns: { name: { width: 220 } },
  further: [
    { key: 'devices', title: '终端', width: 90, align: 'right', card: 'side', cell: (row) => `${row.devices}台` },
  ],
  facts: (record) => [['终端', `${record.devices}台`]],
  acts: (record) => <ButtonLink to={pathWithQuery(PAGES.device.list, { orgId: record.orgId })}>组里的终端</ButtonLink>,
  below: (record) => <Programme groupId={record.id} />,
  consequence: '组里的终端改为轮播本组织已发布的内容',
});
