import { nounHouse } from '#people/org/web/pickers.nouns.tsx';
import { nounWeb } from '#platform/web/noun/nounWeb.ts';
import { publicity, publicityCalls } from '../nouns/publicity.ts';
import { OrderButton } from './OrderDialog.tsx';
import { StateMark } from './parts.tsx';
import { placeOf } from './paths.ts';
import { ShareButton } from './ShareActs.tsx';

/** 宣传大厅, in the order in which the screens show it. */
export default nounWeb(publicity, publicityCalls, nounHouse, placeOf('publicity'), {
  title: '宣传大厅',
  empty: { title: '还没有宣传内容', text: '点“新增宣传内容”，写正文或上传图片、视频，发布后终端展示。' },
  columns: { state: { width: 100, card: 'tag', cell: (row) => <StateMark state={row.state} /> } },
  further: [{ key: 'updatedOn', title: '修改时间', width: 120, cell: (row) => row.updatedOn.slice(0, 10) }],
  listActs: (state) => <OrderButton orgId={state.values.orgId} />,
  tags: (record) => <StateMark state={record.state} />,
  acts: (record) => <ShareButton part="publicity" record={record} />,
  consequence: '终端不再展示，共享给下级的也一并撤下',
});
