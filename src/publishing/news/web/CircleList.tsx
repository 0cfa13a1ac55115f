import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { useCall } from '#platform/web/call/hooks.ts';
import { Pager } from '#platform/web/list/Pager.tsx';
import { Tabs } from '#platform/web/records/Tabs.tsx';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';

import { Empty, Failed, Skeleton } from '#platform/web/show/states.tsx';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { moderated, postsOfOrg } from '../contract.circle.ts';
import { CircleRule } from './CircleRule.tsx';
import { PostCard } from './PostCard.tsx';
import { PATHS } from './paths.ts';
import '#platform/web/records/records.css';
import './archive.css';

const PAGE = 20;
const TABS = [
  { key: 'all', label: '全部' },
  { key: 'news', label: '动态' },
  { key: 'help', label: '求助' },
  { key: 'lesson', label: '经验' },
] as const;

/** 党员圈: what members tell each other; for moderators also what was reported or hidden. */
export default function CircleList() {
  const session = useSession();
  const navigate = useNavigate();
  const { tab: wantedTab, topic } = readQuery(useLocation().search, ['tab', 'topic']);
  const moderates = may(session, 'circle:moderate');
  const tabs = [
    ...TABS,
    ...(moderates
      ? [
          { key: 'pending', label: '待处理' },
          { key: 'hidden', label: '已隐藏' },
        ]
      : []),
  ];
  const tab = tabs.find(({ key }) => key === wantedTab)?.key ?? 'all';
  return (
    <div className="list-page">
      <PageHead title="党员圈">
        {moderates && <CircleRule />}
        {may(session, 'circle:post') && (
          <ButtonLink look="primary" icon="plus" to={PATHS.post('add', session.user.workOrgId)}>
            发布
          </ButtonLink>
        )}
      </PageHead>
      <Tabs
        label="党员圈"
        tabs={tabs}
        current={tab}
        panel="circle-list"
        onPick={(key) =>
          navigate(pathWithQuery(PATHS.circle, { tab: key === 'all' ? undefined : key }), { replace: true })
        }
      />
      {topic && (
        <p className="archive-filter">
          话题：<span className="tag">{topic}</span>
          <Link to={PATHS.circle}>看全部</Link>
        </p>
      )}
      <div
        id="circle-list"
        role="tabpanel"
        className="circle-list"
        aria-label={tabs.find(({ key }) => key === tab)?.label ?? ''}
      >
        <Posts key={`${tab}${topic}`} tab={tab} topic={topic} />
      </div>
    </div>
  );
}

function Posts({ tab, topic }: { tab: string; topic: string | undefined }) {
  const [page, setPage] = useState(1);
  const watched = tab === 'pending' || tab === 'hidden';
  const kind = tab === 'news' || tab === 'help' || tab === 'lesson' ? tab : undefined;
  const seen = useCall(
    postsOfOrg,
    { pageNum: page, pageSize: PAGE, ...(kind ? { kind } : {}), ...(topic ? { topic } : {}) },
    { quiet: true, keepPrevious: true, enabled: !watched },
  );
  const held = useCall(
    moderated,
    { pageNum: page, pageSize: PAGE, view: tab === 'hidden' ? 'hidden' : 'pending' },
    { quiet: true, keepPrevious: true, enabled: watched },
  );
  const found = watched ? held : seen;
  if (found.error && !found.data) return <Failed error={found.error} onRetry={() => void found.refetch()} />;
  if (!found.data) return <Skeleton lines={8} />;
  if (found.data.rows.length === 0)
    return (
      <div className="card">
        <Empty title={watched ? '没有要处理的' : '还没有人发布'}>
          {watched
            ? '有待审核、被举报或有异议的动态时，会出现在这里。'
            : '发布支部的活动、学习的体会，或者说说需要大家帮什么忙。'}
        </Empty>
      </div>
    );
  return (
    <>
      {found.data.rows.map((post) => (
        <PostCard key={post.id} post={post} />
      ))}
      {found.data.total > PAGE && (
        <div className="card">
          <Pager
            page={page}
            size={PAGE}
            total={found.data.total}
            capped={found.data.capped}
            unit="条"
            onPage={setPage}
          />
        </div>
      )}
    </>
  );
}
