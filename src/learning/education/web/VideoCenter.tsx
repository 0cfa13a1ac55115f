import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useCall } from '#platform/web/call/hooks.ts';
import { Pager } from '#platform/web/list/Pager.tsx';
import { Tabs } from '#platform/web/records/Tabs.tsx';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';

import { Empty, Failed, Skeleton } from '#platform/web/show/states.tsx';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { listUnits } from '../contract.unit.ts';
import { listVideos, videoLabels } from '../contract.watch.ts';
import { ORDERS, type Order } from '../rules.ts';
import { ManageList } from './ManageList.tsx';
import { Choices, SearchBox, VideoCard } from './parts.tsx';
import { PATHS } from './paths.ts';
import '#platform/web/records/records.css';

const PAGE = 24;

/** 视频中心: what is for the reader; for those who manage it also everything of their scope. */
export default function VideoCenter() {
  const session = useSession();
  const navigate = useNavigate();
  const { tab: wantedTab } = readQuery(useLocation().search, ['tab']);
  const writes = may(session, 'edu:write');
  const tabs = [
    { key: 'all', label: '全部视频' },
    { key: 'required', label: '必修' },
    { key: 'elective', label: '选修' },
    ...(writes ? [{ key: 'manage', label: '视频管理' }] : []),
  ];
  const tab = tabs.find(({ key }) => key === wantedTab)?.key ?? 'all';
  return (
    <div className="list-page">
      <PageHead title="视频中心">
        <ButtonLink icon="clock" to={PATHS.memberVideo}>
          继续学习
        </ButtonLink>
        <ButtonLink icon="layers" to={PATHS.units}>
          视频单元
        </ButtonLink>
        {writes && (
          <ButtonLink look="primary" icon="plus" to={PATHS.edit('new')}>
            新增视频
          </ButtonLink>
        )}
      </PageHead>
      <Tabs
        label="视频中心"
        tabs={tabs}
        current={tab}
        panel="video-list"
        onPick={(key) =>
          navigate(pathWithQuery(PATHS.center, { tab: key === 'all' ? undefined : key }), { replace: true })
        }
      />
      <div
        id="video-list"
        role="tabpanel"
        className="edu-panel"
        aria-label={tabs.find(({ key }) => key === tab)?.label ?? ''}
      >
        {tab === 'manage' ? <ManageList /> : <Room key={tab} tab={tab} writes={writes} />}
      </div>
    </div>
  );
}

function Room({ tab, writes }: { tab: string; writes: boolean }) {
  const navigate = useNavigate();
  const { search } = useLocation();
  const { unit, label, order: askedOrder, page: askedPage } = readQuery(search, ['unit', 'label', 'order', 'page']);
  const order: Order = askedOrder === 'seen' ? 'seen' : 'newest';
  const page = Math.max(1, Number(askedPage) || 1);
  const [words, setWords] = useState('');
  const isRequired = tab === 'all' ? {} : { isRequired: tab === 'required' };
  const units = useCall(listUnits, { pageNum: 1, pageSize: 100, ...isRequired }, { quiet: true });
  const labels = useCall(videoLabels, {}, { quiet: true });
  const videosQuery = useCall(
    listVideos,
    {
      pageNum: page,
      pageSize: PAGE,
      order,
      ...isRequired,
      ...(unit ? { unitId: unit } : {}),
      ...(label ? { label } : {}),
      ...(words ? { keyWords: words } : {}),
    },
    { quiet: true, keepPrevious: true },
  );
  const go = (query: Record<string, string | undefined>) =>
    navigate(
      pathWithQuery(PATHS.center, {
        tab: tab === 'all' ? undefined : tab,
        unit,
        label,
        order: order === 'newest' ? undefined : order,
        ...query,
      }),
      { replace: true },
    );
  const shown = (units.data?.rows ?? []).filter(({ videos }) => videos > 0);
  return (
    <>
      <div className="card edu-filters">
        {shown.length > 0 && (
          <Choices
            label="单元"
            options={[{ value: '', label: '全部' }, ...shown.map(({ id, name }) => ({ value: id, label: name }))]}
            value={unit ?? ''}
            onPick={(value) => go({ unit: value || undefined, page: undefined })}
          />
        )}
        {(labels.data ?? []).length > 0 && (
          <Choices
            label="标签"
            options={[{ value: '', label: '全部' }, ...(labels.data ?? []).map((value) => ({ value, label: value }))]}
            value={label ?? ''}
            onPick={(value) => go({ label: value || undefined, page: undefined })}
          />
        )}
        <div className="edu-filter-row">
          <Choices
            label="排列"
            options={Object.entries(ORDERS).map(([value, name]) => ({ value, label: name }))}
            value={order}
            onPick={(value) => go({ order: value === 'newest' ? undefined : value, page: undefined })}
          />
          <SearchBox
            label="搜索视频"
            placeholder="标题、主讲人或简介"
            onSearch={(next) => {
              setWords(next);
              go({ page: undefined });
            }}
          />
        </div>
      </div>
      {videosQuery.error && !videosQuery.data ? (
        <Failed error={videosQuery.error} onRetry={() => void videosQuery.refetch()} />
      ) : !videosQuery.data ? (
        <Skeleton lines={8} />
      ) : videosQuery.data.rows.length === 0 ? (
        <div className="card">
          <Empty title={words ? `没有找到“${words}”` : '还没有视频'}>
            {words || unit || label
              ? '换一个词，或者看全部单元和标签。'
              : writes
                ? '点“新增视频”上传第一个，发布后会出现在这里。'
                : '视频由您所在的党组织和上级党组织发布。'}
          </Empty>
        </div>
      ) : (
        <>
          <ul className="edu-grid">
            {videosQuery.data.rows.map((row) => (
              <VideoCard key={row.id} row={row} />
            ))}
          </ul>
          {videosQuery.data.total > PAGE && (
            <div className="card edu-pager">
              <Pager
                page={page}
                size={PAGE}
                total={videosQuery.data.total}
                capped={false}
                unit="个"
                onPage={(next) => go({ page: next === 1 ? undefined : String(next) })}
              />
            </div>
          )}
        </>
      )}
    </>
  );
}
