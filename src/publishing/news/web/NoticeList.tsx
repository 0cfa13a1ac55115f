import { Link, useLocation, useNavigate } from 'react-router';
import { useCall } from '#platform/web/call/hooks.ts';
import type { Column } from '#platform/web/list/columns.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { Tabs } from '#platform/web/records/Tabs.tsx';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';

import { noValue } from '#platform/web/show/none.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { listAnnouncements, listSent, type MineRow, type SentRow } from '../contract.notice.ts';
import { NOTICE_TYPES } from '../rules.notice.ts';
import { STATES } from '../rules.ts';
import { Reached, ReceiptTag } from './noticeParts.tsx';
import { StateTags } from './parts.tsx';
import { PATHS } from './paths.ts';
import '#platform/web/records/records.css';
import './archive.css';

const KEPT = ['tab'];

/** 通知公告: what was sent to me, what we sent, what those above sent to those below. */
export default function NoticeList() {
  const session = useSession();
  const navigate = useNavigate();
  const { tab: wantedTab } = readQuery(useLocation().search, ['tab']);
  const writes = may(session, 'archive:write');
  const mine = useCall(listAnnouncements, { pageSize: 1 }, { quiet: true });
  const tabs = [
    { key: 'mine', label: '发给我的', count: mine.data?.unread || undefined },
    ...(writes
      ? [
          { key: 'sent', label: '我们发布的' },
          { key: 'below', label: '上级发给下属的' },
        ]
      : []),
  ];
  const tab = tabs.find(({ key }) => key === wantedTab)?.key ?? 'mine';
  return (
    <div className="list-page">
      <PageHead title="通知公告">
        {writes && (
          <ButtonLink look="primary" icon="plus" to={PATHS.edit('notice', 'add', session.user.workOrgId)}>
            新增通知公告
          </ButtonLink>
        )}
      </PageHead>
      {tabs.length > 1 && (
        <Tabs
          label="通知公告"
          tabs={tabs}
          current={tab}
          panel="notice-list"
          onPick={(key) =>
            navigate(pathWithQuery(PATHS.notices, { tab: key === 'mine' ? undefined : key }), { replace: true })
          }
        />
      )}
      <div
        id="notice-list"
        className="archive-list"
        role="tabpanel"
        aria-label={tabs.find(({ key }) => key === tab)?.label ?? ''}
      >
        {tab === 'mine' ? <Mine /> : <Sent key={tab} view={tab === 'sent' ? 'sent' : 'below'} />}
      </div>
    </div>
  );
}

const MINE: readonly Column<MineRow>[] = [
  {
    key: 'title',
    title: '标题',
    width: 340,
    card: 'title',
    cell: (row) => <Link to={PATHS.read('notice', row.id)}>{row.title}</Link>,
  },
  {
    key: 'state',
    title: '回执',
    width: 110,
    card: 'tag',
    cell: (row) => <ReceiptTag state={row.state} asksConfirm={row.asksConfirm} />,
    filter: { kind: 'choice', name: 'unread', options: [{ value: 'true', label: '只看未办' }] },
  },
  {
    key: 'type',
    title: '类型',
    width: 80,
    cell: (row) => row.typeName,
    filter: { kind: 'choice', name: 'noticeType', options: optionsOf(NOTICE_TYPES) },
  },
  { key: 'org', title: '发布组织', width: 200, card: 'line', cell: (row) => row.orgName },
  { key: 'at', title: '发布时间', width: 140, card: 'line', cell: (row) => dateTime(row.publishedAt) },
  { key: 'by', title: '阅读期限', width: 110, card: 'line', cell: (row) => row.readBy ?? noValue },
];

function Mine() {
  return (
    <PlainList<MineRow>
      caption="发给我的通知公告"
      endpoint={listAnnouncements}
      columns={MINE}
      search={{ name: 'keyWords', placeholder: '标题' }}
      keep={KEPT}
      unit="份"
      inputOf={({ tab: _tab, ...values }) => values}
      acts={(row) => (
        <ButtonLink look="row" data-act="view" to={PATHS.read('notice', row.id)}>
          {row.state === 'unread' ? '阅读' : '查看'}
        </ButtonLink>
      )}
      empty={{ title: '没有通知公告', text: '党组织发给您的通知和公示会出现在这里。' }}
    />
  );
}

const SENT: readonly Column<SentRow>[] = [
  {
    key: 'title',
    title: '标题',
    width: 300,
    card: 'title',
    cell: (row) => (
      <Link to={row.firstShown ? PATHS.receipts(row.id) : PATHS.deskView('notice', row.id)}>{row.title}</Link>
    ),
  },
  {
    key: 'state',
    title: '状态',
    width: 110,
    card: 'tag',
    cell: (row) => <StateTags row={row} />,
    filter: { kind: 'choice', name: 'state', options: optionsOf(STATES) },
  },
  { key: 'type', title: '类型', width: 70, cell: (row) => row.typeName },
  {
    key: 'reached',
    title: '阅读情况',
    width: 230,
    card: 'line',
    cell: (row) => (row.firstShown ? <Reached tally={row.tally} asksConfirm={row.asksConfirm} /> : noValue),
  },
  { key: 'org', title: '发布组织', width: 180, card: 'line', cell: (row) => row.orgName },
  {
    key: 'when',
    title: '发布时间',
    width: 140,
    card: 'line',
    cell: (row) =>
      row.state === 3 && row.publishAt
        ? `${dateTime(row.publishAt)} 自动`
        : row.firstShown
          ? dateTime(row.firstShown)
          : noValue,
  },
  { key: 'by', title: '阅读期限', width: 110, cell: (row) => row.readBy ?? noValue },
];

function Sent({ view }: { view: 'sent' | 'below' }) {
  return (
    <PlainList<SentRow>
      caption={view === 'sent' ? '我们发布的通知公告' : '上级发给下属的通知公告'}
      endpoint={listSent}
      columns={view === 'sent' ? SENT : SENT.map(({ filter: _filter, ...column }) => column)}
      search={{ name: 'keyWords', placeholder: '标题' }}
      keep={KEPT}
      unit="份"
      inputOf={({ tab: _tab, ...values }) => ({ ...values, view })}
      actsWidth={150}
      acts={(row) => (
        <span className="record-row-acts">
          {row.firstShown && (
            <ButtonLink look="row" data-act="view" to={PATHS.receipts(row.id)}>
              回执
            </ButtonLink>
          )}
          {view === 'sent' ? (
            <ButtonLink look="row" to={PATHS.deskView('notice', row.id)}>
              {row.can.audit ? '审核' : '办理'}
            </ButtonLink>
          ) : (
            <ButtonLink look="row" to={PATHS.read('notice', row.id)}>
              看内容
            </ButtonLink>
          )}
          {row.can.edit && (
            <ButtonLink look="row" to={PATHS.edit('notice', row.id, row.orgId)}>
              {row.isShown ? '更正' : '编辑'}
            </ButtonLink>
          )}
        </span>
      )}
      empty={
        view === 'sent'
          ? { title: '还没有发布过通知公告', text: '点“新增通知公告”写第一份，发布后在这里看谁读了、谁没读。' }
          : { title: '没有上级发给下属的通知公告', text: '上级发给本组织人员的通知会出现在这里，可以看到谁还没读。' }
      }
    />
  );
}
