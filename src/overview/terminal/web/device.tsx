import { nounHouse } from '#people/org/web/pickers.nouns.tsx';
import { useCall } from '#platform/web/call/hooks.ts';
import { SelectField } from '#platform/web/form/fields.tsx';
import { optionsOf } from '#platform/web/list/options.ts';
import { nounWeb, type OwnControl } from '#platform/web/noun/nounWeb.ts';
import { dateTime } from '#platform/web/show/time.ts';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { device, deviceCalls } from '../nouns/device.ts';
import { groupCalls } from '../nouns/group.ts';
import { CLOCK_WRONG, CONCERNS, STATUSES } from '../rules.device.ts';
import { statusMark } from './marks.tsx';
import { PairButton, RevokeButton } from './PairDialog.tsx';
import { PlaysOf } from './Plays.tsx';
import { PAGES, placeOf } from './paths.ts';
import { Week, WeekBars } from './Week.tsx';
import './box.css';

const seen = (at: string | null) => (at ? dateTime(at) : '—');
const roomOf = (megabytes: number | null) =>
  megabytes === null ? '—' : megabytes >= 1024 ? `${(megabytes / 1024).toFixed(1)} GB` : `${megabytes} MB`;
const clockOf = (seconds: number | null) =>
  seconds === null
    ? '—'
    : Math.abs(seconds) < CLOCK_WRONG
      ? '准'
      : `${seconds > 0 ? '快' : '慢'}${Math.abs(seconds)}秒`;

/** Whether it holds what it should; it says so itself once all files are there. */
const versionOf = ({ boundAt, behindSince }: { boundAt: string | null; behindSince: string | null }) =>
  boundAt === null ? '—' : behindSince === null ? '最新' : `落后，自${dateTime(behindSince)}`;

/** 终端管理: the terminals of an organisation, how they stand, and how they are paired. */
export default nounWeb(device, deviceCalls, nounHouse, placeOf('device'), {
  title: '终端管理',
  empty: {
    title: '还没有终端',
    text: `点“新增终端”登记屏幕；再在电视上打开 ${location.origin}/player/ ，把电视上的六位数字输入进来。`,
  },
  columns: {
    name: { width: 200 },
    code: { width: 150, startsHidden: true },
    place: { width: 170 },
    groupId: { width: 110 },
    isWall: { width: 100, startsHidden: true },
  },
  further: [
    {
      key: 'status',
      title: '状态',
      width: 110,
      card: 'tag',
      cell: (row) => statusMark(row.status),
      filter: {
        kind: 'choice',
        name: 'status',
        options: optionsOf(STATUSES),
      },
    },
    {
      key: 'concern',
      title: '需要处理',
      width: 0,
      filterOnly: true,
      cell: () => null,
      filter: { kind: 'choice', name: 'concern', options: optionsOf(CONCERNS) },
    },
    { key: 'week', title: '最近七天', width: 130, card: 'line', cell: (row) => <WeekBars week={row.week} /> },
    { key: 'playing', title: '正在播放', width: 180, card: 'line', cell: (row) => row.playing || '—' },
    { key: 'seenAt', title: '最近在线', width: 150, card: 'line', cell: (row) => seen(row.seenAt) },
    {
      key: 'freeMb',
      title: '剩余空间',
      width: 100,
      align: 'right',
      startsHidden: true,
      cell: (row) => roomOf(row.freeMb),
    },
    { key: 'behind', title: '版本', width: 100, startsHidden: true, cell: (row) => versionOf(row) },
  ],
  listActs: () => <ButtonLink to={PAGES.group.list}>终端组</ButtonLink>,
  controls: { groupId: GroupControl },
  tags: (record) => statusMark(record.status),
  facts: (record) => [
    ['配对时间', seen(record.boundAt)],
    ['最近在线', seen(record.seenAt)],
    ['正在播放', record.playing || '—'],
    ['版本', versionOf(record)],
    ['屏幕', record.screen || '—'],
    ['剩余空间', roomOf(record.freeMb)],
    ['时钟', clockOf(record.clockOff)],
    ['断电后', record.offlineOk === null ? '—' : record.offlineOk ? '不联网也能继续播放' : '需联网'],
  ],
  acts: (record) =>
    record.can.edit && (
      <>
        <PairButton id={record.id} name={record.name} bound={record.boundAt !== null} isWall={record.isWall} />
        {record.boundAt !== null && <RevokeButton id={record.id} name={record.name} />}
      </>
    ),
  below: (record) =>
    record.boundAt !== null && (
      <>
        <Week id={record.id} />
        <PlaysOf deviceId={record.id} />
      </>
    ),
  consequence: '屏幕上不再展示任何内容',
});

/** The groups that may be chosen: those of the session's scope. */
function GroupControl({ form, name, field }: OwnControl) {
  const { data } = useCall(groupCalls.list, { pageSize: 200 }, { quiet: true });
  const options = (data?.rows ?? []).map((row) => ({ value: row.id, label: row.name }));
  return <SelectField form={form} name={name} label={field.label} options={options} hint={field.options.hint ?? ''} />;
}
