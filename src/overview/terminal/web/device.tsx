import { nounHouse } from '#people/org/web/pickers.nouns.tsx';
import { optionsOf } from '#platform/web/list/options.ts';
import { nounWeb } from '#platform/web/noun/nounWeb.ts';
import { dateTime } from '#platform/web/show/time.ts';
import { device, deviceCalls } from '../nouns/device.ts';
import { STATUSES, type Status } from '../rules.device.ts';
import { BindButton, RevokeButton } from './BindDialog.tsx';
import { placeOf } from './paths.ts';
import './box.css';

const TONES: Readonly<Record<Status, string>> = {
  online: 'tag ok',
  away: 'tag warn',
  unbound: 'tag',
  revoked: 'tag bad',
};
const mark = (status: Status) => <span className={TONES[status]}>{STATUSES[status]}</span>;
const seen = (at: string | null) => (at ? dateTime(at) : '—');

/** 终端管理: the terminals of an organisation, how they stand, and how they are bound. */
export default nounWeb(device, deviceCalls, nounHouse, placeOf('device'), {
  title: '终端管理',
  empty: { title: '还没有终端', text: '点“新增终端”登记屏幕，再取绑定码，在屏幕上输入后开始展示。' },
  columns: { name: { width: 200 }, code: { width: 150, notLarge: true }, place: { width: 180 } },
  further: [
    {
      key: 'status',
      title: '状态',
      width: 100,
      card: 'tag',
      cell: (row) => mark(row.status),
      filter: {
        kind: 'choice',
        name: 'status',
        options: optionsOf(STATUSES),
      },
    },
    { key: 'seenAt', title: '最近在线', width: 150, card: 'line', cell: (row) => seen(row.seenAt) },
  ],
  tags: (record) => mark(record.status),
  facts: (record) => [
    ['绑定时间', seen(record.boundAt)],
    ['最近在线', seen(record.seenAt)],
  ],
  acts: (record) =>
    record.can.edit && (
      <>
        <BindButton id={record.id} name={record.name} bound={record.boundAt !== null} />
        {record.boundAt !== null && <RevokeButton id={record.id} name={record.name} />}
      </>
    ),
  consequence: '屏幕上不再展示任何内容',
});
