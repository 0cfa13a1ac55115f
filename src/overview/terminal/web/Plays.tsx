import { useLocation, useNavigate } from 'react-router';
import { download } from '#platform/web/call/api.ts';
import type { Column } from '#platform/web/list/columns.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { Tabs } from '#platform/web/records/Tabs.tsx';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { exportPlays, listPlays, type PlayRow, type PlaySum, sumPlays } from '../contract.plays.ts';
import { LEVELS } from '../rules.plays.ts';
import { PLAYS } from './paths.ts';
import './box.css';

const LEVEL_WORDS = { ...LEVELS, fallback: '名称和时钟' } as const;
/** How long something played, in the unit that is read easiest. */
export const lengthOf = (seconds: number): string =>
  seconds < 60
    ? `${seconds}秒`
    : seconds < 3600
      ? `${Math.round(seconds / 60)}分钟`
      : `${(seconds / 3600).toFixed(1)}小时`;

const TABS = [
  { key: 'items', label: '按内容' },
  { key: 'screens', label: '按时间' },
] as const;
const KEEP = ['tab'] as const;

const level = { key: 'level', title: '播放方式', width: 110, card: 'tag' } as const;
const tag = (of: PlayRow['level']) => <span className={of === 'insert' ? 'tag red' : 'tag'}>{LEVEL_WORDS[of]}</span>;

/** This month and the eleven before it. */
const MONTHS = Array.from({ length: 12 }, (_none, back) => {
  const now = new Date();
  const first = new Date(now.getFullYear(), now.getMonth() - back, 1);
  const value = `${first.getFullYear()}-${String(first.getMonth() + 1).padStart(2, '0')}`;
  return { value, label: `${first.getFullYear()}年${first.getMonth() + 1}月` };
});

const SUMS: readonly Column<PlaySum>[] = [
  { key: 'title', title: '内容', width: 320, card: 'title', cell: (row) => row.title },
  { ...level, cell: (row) => tag(row.level) },
  { key: 'screens', title: '屏幕', width: 90, align: 'right', card: 'side', cell: (row) => `${row.screens}台` },
  { key: 'times', title: '次数', width: 100, align: 'right', card: 'line', cell: (row) => `${row.times}次` },
  { key: 'seconds', title: '时长', width: 110, align: 'right', card: 'line', cell: (row) => lengthOf(row.seconds) },
  {
    key: 'month',
    title: '月份',
    width: 0,
    filterOnly: true,
    cell: () => null,
    filter: { kind: 'choice', name: 'month', options: MONTHS, none: '本月' },
  },
  { key: 'lastAt', title: '最近播放', width: 150, card: 'line', cell: (row) => dateTime(row.lastAt) },
];

/** What screens played, one after another; the columns of the screen are left out where one is asked for. */
export const PLAYED: readonly Column<PlayRow>[] = [
  {
    key: 'fromAt',
    title: '时间',
    width: 150,
    card: 'line',
    cell: (row) => dateTime(row.fromAt),
    filter: { kind: 'days', from: 'fromOn', to: 'toOn' },
  },
  { key: 'title', title: '内容', width: 300, card: 'title', cell: (row) => row.title || '组织名称和时钟' },
  {
    ...level,
    cell: (row) => tag(row.level),
    filter: { kind: 'choice', name: 'level', options: optionsOf(LEVEL_WORDS) },
  },
  { key: 'seconds', title: '时长', width: 100, align: 'right', card: 'side', cell: (row) => lengthOf(row.seconds) },
  { key: 'deviceName', title: '终端', width: 160, card: 'line', cell: (row) => row.deviceName },
  {
    key: 'orgName',
    title: '组织',
    width: 200,
    card: 'line',
    cell: (row) => <span title={row.orgName}>{row.orgName}</span>,
  },
];

const search = { name: 'keyWords', placeholder: '内容' } as const;
const empty = { title: '还没有播放记录', text: '配对的电视播完一项就报一次；断网期间的记录联网后补上。' };

/** 播放记录: what the screens of the scope played, by content and one after another. */
export default function Plays() {
  const navigate = useNavigate();
  const { tab = 'items' } = readQuery(useLocation().search, ['tab']);
  const current = tab === 'screens' ? 'screens' : 'items';
  const { month = '' } = readQuery(useLocation().search, ['month']);
  return (
    <div className="list-page">
      <PageHead title="播放记录">
        <Button icon="export" onClick={() => void download(exportPlays, { month }).catch(() => {})}>
          {month ? `导出${month}` : '导出本月'}
        </Button>
      </PageHead>
      <Tabs
        label="播放记录"
        panel="box-plays"
        current={current}
        onPick={(next) => navigate(pathWithQuery(PLAYS, { tab: next }), { replace: true })}
        tabs={TABS}
      />
      <div id="box-plays" role="tabpanel" aria-label={TABS.find(({ key }) => key === current)?.label}>
        {current === 'items' ? (
          <PlainList<PlaySum>
            caption="按内容"
            endpoint={sumPlays}
            keep={KEEP}
            columns={SUMS}
            search={search}
            unit="项"
            empty={empty}
          />
        ) : (
          <PlainList<PlayRow>
            caption="播放记录"
            endpoint={listPlays}
            keep={KEEP}
            columns={PLAYED}
            search={search}
            unit="条"
            empty={empty}
          />
        )}
      </div>
    </div>
  );
}

/** What one screen played. */
export const PlaysOf = ({ deviceId }: { deviceId: string }) => (
  <section className="box-shared" aria-label="播放记录">
    <PlainList<PlayRow>
      caption="播放记录"
      endpoint={listPlays}
      keep={['id']}
      columns={PLAYED.slice(0, 4)}
      search={search}
      inputOf={(values) => ({ ...values, deviceId })}
      unit="条"
      empty={empty}
    />
  </section>
);
