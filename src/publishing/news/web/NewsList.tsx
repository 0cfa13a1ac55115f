import { type FormEvent, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { useCall } from '#platform/web/call/hooks.ts';
import { Pager } from '#platform/web/list/Pager.tsx';
import { Tabs } from '#platform/web/records/Tabs.tsx';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { may, useSession, useSite } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { Empty, Failed, Skeleton } from '#platform/web/show/states.tsx';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { latestByColumn, listNews, type NewsRow } from '../contract.read.ts';
import { COUNTED } from '../rules.ts';
import { Cover, dayText } from './parts.tsx';
import { kindOf, PATHS } from './paths.ts';
import '#platform/web/records/records.css';
import './archive.css';

const PAGE = 12;

/** 党建资讯: what is published for whoever reads it, column by column. */
export default function NewsList() {
  const session = useSession();
  const navigate = useNavigate();
  const { search } = useLocation();
  const { column, page: wantedPage, label } = readQuery(search, ['column', 'page', 'label']);
  // Words that somebody looks for stay out of the address.
  const [words, setWords] = useState('');
  const page = Math.max(1, Number(wantedPage) || 1);
  const columns = useCall(latestByColumn, {}, { quiet: true });
  const newsQuery = useCall(
    listNews,
    {
      pageNum: page,
      pageSize: PAGE,
      ...(column ? { columnId: column } : {}),
      ...(label ? { label } : {}),
      ...(words ? { keyWords: words } : {}),
    },
    { quiet: true, keepPrevious: true },
  );
  const go = (query: Record<string, string | undefined>) =>
    navigate(pathWithQuery(PATHS.news, { column, label, ...query }), { replace: true });
  const tabs = [
    { key: 'all', label: '全部' },
    ...(columns.data ?? []).map(({ id, name, total }) => ({
      key: id,
      label: name,
      ...(total < COUNTED ? { count: total } : {}),
    })),
  ];
  const writes = may(session, 'archive:write');
  const college = useSite().kind === 'college';
  return (
    <div className="list-page">
      <PageHead title={college ? '党建园地' : '党建资讯'}>
        {writes && (
          <ButtonLink look="primary" icon="plus" to={PATHS.addNews}>
            新增资讯
          </ButtonLink>
        )}
      </PageHead>
      <div className="archive-room-bar">
        <Tabs
          label="栏目"
          tabs={tabs}
          current={column ?? 'all'}
          panel="news-list"
          onPick={(key) => go({ column: key === 'all' ? undefined : key, page: undefined })}
        />
        <Search
          onSearch={(next) => {
            setWords(next);
            go({ page: undefined });
          }}
        />
      </div>
      {label && (
        <p className="archive-filter">
          标签：<span className="tag">{label}</span>
          <Button look="link" size="compact" onClick={() => go({ label: undefined, page: undefined })}>
            看全部
          </Button>
        </p>
      )}
      <div id="news-list" role="tabpanel" aria-label={tabs.find(({ key }) => key === (column ?? 'all'))?.label ?? ''}>
        {newsQuery.error && !newsQuery.data ? (
          <Failed error={newsQuery.error} onRetry={() => void newsQuery.refetch()} />
        ) : !newsQuery.data ? (
          <Skeleton lines={8} />
        ) : newsQuery.data.rows.length === 0 ? (
          <div className="card">
            <Empty title={words ? `没有找到“${words}”` : '还没有资讯'}>
              {words
                ? '换一个词试试，或者看全部栏目。'
                : writes
                  ? '点“新增资讯”写第一篇，送审同意后会出现在这里。'
                  : '资讯由您所在的党组织和上级党组织的党务工作者发布。'}
            </Empty>
          </div>
        ) : (
          <>
            <ul className="archive-news">
              {newsQuery.data.rows.map((row) => (
                <Item key={row.id} row={row} words={words} />
              ))}
            </ul>
            {newsQuery.data.total > PAGE && (
              <div className="card archive-pager">
                <Pager
                  page={page}
                  size={PAGE}
                  total={newsQuery.data.total}
                  capped={newsQuery.data.capped}
                  unit="篇"
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

function Search({ onSearch }: { onSearch: (words: string) => void }) {
  const [text, setText] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSearch(text.trim());
  };
  return (
    <form className="archive-search" onSubmit={submit}>
      <span className="field-box">
        <Icon name="search" size={14} />
        <input
          type="search"
          aria-label="搜索资讯"
          placeholder="标题或正文"
          maxLength={60}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            if (event.target.value === '') onSearch('');
          }}
        />
      </span>
    </form>
  );
}

/** The words where they stand in a text, marked. */
function Marked({ text, words }: { text: string; words: string }) {
  const at = words ? text.toLowerCase().indexOf(words.toLowerCase()) : -1;
  if (at < 0) return text;
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, at + words.length)}</mark>
      {text.slice(at + words.length)}
    </>
  );
}

function Item({ row, words }: { row: NewsRow; words: string }) {
  return (
    <li className="card">
      <Link to={PATHS.read(kindOf(row.kind), row.id)} className={row.isRead ? 'read' : undefined}>
        <Cover cover={row.cover} name={row.columnName} kind={row.kind} />
        <span className="archive-item">
          <span className="archive-item-title">
            {row.isTop && <span className="tag red">置顶</span>}
            <Marked text={row.title} words={words} />
          </span>
          <span className="archive-item-summary">
            <Marked text={row.found || row.summary} words={words} />
          </span>
          <span className="archive-item-foot">
            <span className="tag">{row.columnName}</span>
            <span className="ellipsis">{row.orgName}</span>
            <span>{dayText(row.publishedAt)}</span>
            {row.isRead && <span>已读</span>}
          </span>
        </span>
      </Link>
    </li>
  );
}
