import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import type { Column } from '#platform/web/list/columns.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { Tabs } from '#platform/web/records/Tabs.tsx';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';

import { noValue } from '#platform/web/show/none.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { listTv, type TvRow, type TvSite, tvSites } from '../contract.tv.ts';
import { TV } from '../rules.tv.ts';
import { StartTv } from './StartTv.tsx';
import TvSession from './TvSession.tsx';
import '#platform/web/records/records.css';
import './tv.css';
import './education.css';

const TABS = [
  { key: 'sessions', label: '场次' },
  { key: 'sites', label: '站点' },
];
const KEPT = ['tab'];

/** 远教中心: the sessions and sites; with `id` one session on the screen. */
export default function TvCenter() {
  const navigate = useNavigate();
  const { id, tab: wantedTab } = readQuery(useLocation().search, ['id', 'tab']);
  const [starting, setStarting] = useState(false);
  if (id !== undefined) return <TvSession key={id} id={id} />;
  const tab = wantedTab === 'sites' ? 'sites' : 'sessions';
  return (
    <div className="list-page">
      <PageHead title="远教中心">
        <Button look="primary" icon="screen" onClick={() => setStarting(true)}>
          开始播放
        </Button>
      </PageHead>
      <Tabs
        label="远教中心"
        tabs={TABS}
        current={tab}
        panel="tv-list"
        onPick={(key) =>
          navigate(pathWithQuery(TV.center, { tab: key === 'sessions' ? undefined : key }), { replace: true })
        }
      />
      <div id="tv-list" role="tabpanel" className="edu-panel" aria-label={tab === 'sites' ? '站点' : '场次'}>
        {tab === 'sites' ? <Sites /> : <Sessions />}
      </div>
      {starting && <StartTv onClose={() => setStarting(false)} />}
    </div>
  );
}

function Sessions() {
  const columns: readonly Column<TvRow>[] = [
    {
      key: 'title',
      title: '场次名称',
      width: 260,
      card: 'title',
      cell: (row) => <Link to={TV.session(row.id)}>{row.title}</Link>,
    },
    {
      key: 'state',
      title: '状态',
      width: 90,
      card: 'tag',
      cell: (row) => <span className={row.endedAt ? 'tag' : 'tag ok'}>{row.endedAt ? '已结束' : '进行中'}</span>,
    },
    { key: 'started', title: '开始', width: 150, card: 'line', cell: (row) => dateTime(row.startedAt) },
    { key: 'ended', title: '结束', width: 150, cell: (row) => (row.endedAt ? dateTime(row.endedAt) : noValue) },
    { key: 'videos', title: '节目', width: 70, align: 'right', cell: (row) => row.videos },
    {
      key: 'played',
      title: '放映',
      width: 100,
      align: 'right',
      card: 'line',
      cell: (row) => `${row.playedMinutes}分钟`,
    },
    { key: 'people', title: '到场', width: 80, align: 'right', card: 'line', cell: (row) => row.people || noValue },
    { key: 'by', title: '组织人', width: 110, cell: (row) => row.startedBy },
    { key: 'org', title: '站点', width: 200, card: 'line', cell: (row) => row.orgName },
  ];
  return (
    <PlainList<TvRow>
      caption="远教场次"
      endpoint={listTv}
      columns={columns}
      keep={KEPT}
      unit="场"
      inputOf={({ tab: _tab, ...values }) => values}
      acts={(row) => (
        <ButtonLink look="row" to={TV.session(row.id)}>
          {row.endedAt ? '查看' : '继续'}
        </ButtonLink>
      )}
      empty={{ title: '还没有远教场次', text: '点“开始播放”，选好节目，在会议室的大屏上放给到场的党员看。' }}
    />
  );
}

function Sites() {
  const columns: readonly Column<TvSite>[] = [
    { key: 'name', title: '站点', width: 260, card: 'title', cell: (row) => row.name },
    { key: 'days', title: '开放天数', width: 100, align: 'right', card: 'line', cell: (row) => row.days },
    { key: 'sessions', title: '场次', width: 80, align: 'right', card: 'line', cell: (row) => row.sessions },
    { key: 'hours', title: '放映（小时）', width: 110, align: 'right', cell: (row) => row.hours },
    {
      key: 'people',
      title: '参学 / 党员',
      width: 110,
      align: 'right',
      card: 'line',
      cell: (row) => `${row.people} / ${row.members}`,
    },
    { key: 'rate', title: '参学率', width: 90, align: 'right', card: 'tag', cell: (row) => `${row.rate}%` },
  ];
  return (
    <PlainList<TvSite, { year: number }>
      caption="站点"
      endpoint={tvSites}
      columns={columns}
      keep={KEPT}
      unit="个"
      inputOf={({ tab: _tab, ...values }) => values}
      note={({ year }) => `${year}年已结束的场次`}
      empty={{ title: '今年还没有站点开放', text: '场次结束后，这里统计各站点的开放天数和参学率。' }}
    />
  );
}
