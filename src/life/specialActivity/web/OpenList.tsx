import { Link, useLocation, useNavigate } from 'react-router';
import { useCall } from '#platform/web/call/hooks.ts';
import { Pager } from '#platform/web/list/Pager.tsx';
import { Tabs } from '#platform/web/records/Tabs.tsx';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { Empty, Failed, Skeleton } from '#platform/web/show/states.tsx';
import { listOpen, type OpenRow } from '../contract.read.ts';
import { KINDS, type Kind } from '../rules.ts';
import { ActivityTag, Poster } from './parts.tsx';
import { PATHS } from './paths.ts';
import '#platform/web/records/records.css';

const PAGE = 12;
const TABS = [{ key: 'all', label: '全部' }, ...Object.entries(KINDS).map(([key, label]) => ({ key, label }))];
const kindOf = (text: string | undefined): Kind | undefined =>
  text !== undefined && text in KINDS ? (text as Kind) : undefined;

/** 活动资料: what the own organisation and those above it take part in, as posters. */
export default function OpenList() {
  const navigate = useNavigate();
  const params = readQuery(useLocation().search, ['kind', 'page']);
  const kind = kindOf(params.kind);
  const page = Math.max(1, Math.trunc(Number(params.page)) || 1);
  const openQuery = useCall(
    listOpen,
    { pageNum: page, pageSize: PAGE, ...(kind ? { kind } : {}) },
    { quiet: true, keepPrevious: true },
  );
  const go = (query: Record<string, string | undefined>) =>
    navigate(pathWithQuery(PATHS.open, { kind, ...query }), { replace: true });
  return (
    <div className="list-page">
      <PageHead title="活动资料" />
      <Tabs
        label="活动类型"
        tabs={TABS}
        current={kind ?? 'all'}
        panel="special-open"
        onPick={(key) => go({ kind: key === 'all' ? undefined : key })}
      />
      <div id="special-open" role="tabpanel" aria-label={kind ? KINDS[kind] : '全部'}>
        {openQuery.error && !openQuery.data ? (
          <Failed error={openQuery.error} onRetry={() => void openQuery.refetch()} />
        ) : !openQuery.data ? (
          <Skeleton lines={8} />
        ) : openQuery.data.rows.length === 0 ? (
          <div className="card">
            <Empty title={kind ? `没有${KINDS[kind]}类的活动` : '还没有参加专项活动'}>
              党组织发布专项活动后，参加组织和它们的党员在这里看说明、下载资料。
            </Empty>
          </div>
        ) : (
          <>
            <ul className="special-cards">
              {openQuery.data.rows.map((row) => (
                <Card key={row.id} row={row} />
              ))}
            </ul>
            {openQuery.data.total > PAGE && (
              <div className="card special-pager">
                <Pager
                  page={page}
                  size={PAGE}
                  total={openQuery.data.total}
                  capped={false}
                  unit="项"
                  onPage={(next) => go({ page: next === 1 ? undefined : String(next) })}
                />
              </div>
            )}
          </>
        )}
      </div>
    </div>
  );
}

const Card = ({ row }: { row: OpenRow }) => (
  <li className="card">
    <Link to={PATHS.openOf(row.id)}>
      <Poster poster={row.poster} kind={row.kind} />
      <span className="special-card">
        <span className="special-card-title">{row.title}</span>
        <span className="given-tags">
          <ActivityTag of={row} />
          <span className="tag">{KINDS[row.kind]}</span>
          {row.files > 0 && <span className="tag">资料{row.files}份</span>}
        </span>
        <span className="special-card-foot">
          <span className="ellipsis">{row.orgName}</span>
          <span>
            {row.startsOn} 至 {row.endsOn}
          </span>
        </span>
      </span>
    </Link>
  </li>
);
