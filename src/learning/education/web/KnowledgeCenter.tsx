import { useState } from 'react';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import { useCall } from '#platform/web/call/hooks.ts';
import { Pager } from '#platform/web/list/Pager.tsx';
import { Tabs } from '#platform/web/records/Tabs.tsx';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';

import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Empty } from '#platform/web/show/states.tsx';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { listDocuments } from '../contract.document.ts';
import { listFolders } from '../contract.folder.ts';
import {
  foldersBelow,
  isListName,
  KNOWLEDGE,
  LISTS,
  type ListName,
  pathTo,
  withFoldersBelow,
} from '../rules.knowledge.ts';
import { DocumentDesk } from './DocumentDesk.tsx';
import { DocumentLines } from './documentParts.tsx';
import { Choices, SearchBox } from './parts.tsx';
import '#platform/web/records/records.css';

const PAGE = 20;
const NONE: Readonly<Record<ListName, [string, string]>> = {
  all: ['还没有文档', '文档由您所在的党组织和上级党组织发布。'],
  required: ['没有必读的文档', '标为必读的文档会列在这里，没读过的在前。'],
  recent: ['还没有读过文档', '打开过的文档会列在这里，最近的在前。'],
  favourite: ['还没有收藏', '阅读时点“收藏”，以后在这里找。'],
  manage: ['还没有文档', '先建文件夹，再点“新增文档”。'],
};

/** 知识中心: lists of documents, by the last part of the address. */
export default function KnowledgeCenter() {
  const { page: name = '' } = useParams();
  const session = useSession();
  const navigate = useNavigate();
  if (!isListName(name)) {
    return (
      <div className="card">
        <Empty title="您访问的页面不存在" act={<Link to={KNOWLEDGE.list('all')}>去知识中心</Link>}>
          地址可能写错，或页面已经移动。
        </Empty>
      </div>
    );
  }
  const writes = may(session, 'edu:write');
  const tabs = (Object.keys(LISTS) as ListName[])
    .filter((key) => key !== 'manage' || writes)
    .map((key) => ({ key, label: LISTS[key] }));
  const shown = tabs.some(({ key }) => key === name) ? name : 'all';
  return (
    <div className="list-page">
      <PageHead title="知识中心">
        <ButtonLink icon="layers" to={KNOWLEDGE.home}>
          文件夹
        </ButtonLink>
        {writes && (
          <ButtonLink look="primary" icon="plus" to={KNOWLEDGE.edit('new')}>
            新增文档
          </ButtonLink>
        )}
      </PageHead>
      <Tabs
        label="知识中心"
        tabs={tabs}
        current={shown}
        panel="document-list"
        onPick={(key) => navigate(KNOWLEDGE.list(key), { replace: true })}
      />
      <div id="document-list" role="tabpanel" className="edu-panel" aria-label={LISTS[shown]}>
        {shown === 'manage' ? <DocumentDesk /> : <Documents key={shown} view={shown} />}
      </div>
    </div>
  );
}

function Documents({ view }: { view: Exclude<ListName, 'manage'> }) {
  const navigate = useNavigate();
  const { folder, page: askedPage } = readQuery(useLocation().search, ['folder', 'page']);
  const page = Math.max(1, Number(askedPage) || 1);
  const [words, setWords] = useState('');
  const folders = useCall(listFolders, {}, { quiet: true });
  const documentsQuery = useCall(
    listDocuments,
    {
      pageNum: page,
      pageSize: PAGE,
      view,
      ...(folder && /^\d{1,18}$/.test(folder) ? { folderId: folder } : {}),
      ...(words ? { keyWords: words } : {}),
    },
    { quiet: true, keepPrevious: true, staleTime: 0 },
  );
  const go = (query: Record<string, string | undefined>) =>
    navigate(pathWithQuery(KNOWLEDGE.list(view), { folder, ...query }), { replace: true });
  const all = (folders.data ?? []).filter((one) =>
    withFoldersBelow(folders.data ?? [], one).some(({ documents }) => documents > 0),
  );
  const path = folder ? pathTo(all, folder) : [];
  const here = path.at(-1);
  const inner = foldersBelow(all, here?.id ?? null);
  // Where nothing stands within, its neighbours are offered.
  const around =
    inner.length > 0 || !here
      ? { above: here, list: inner }
      : { above: path.at(-2), list: foldersBelow(all, path.at(-2)?.id ?? null) };
  const [title, text] = NONE[view];
  return (
    <>
      <div className="card edu-filters">
        <div className="edu-filter-row">
          {path.length > 1 && (
            <nav className="know-path" aria-label="文件夹的位置">
              {path.slice(0, -1).map(({ id, name }) => (
                <span key={id}>
                  <Link to={pathWithQuery(KNOWLEDGE.list(view), { folder: id })} replace>
                    {name}
                  </Link>
                  <span className="muted"> /</span>
                </span>
              ))}
              <span>{here?.name}</span>
            </nav>
          )}
          {around.list.length > 0 && (
            <Choices
              label="文件夹"
              options={[
                { value: around.above?.id ?? '', label: '全部' },
                ...around.list.map(({ id, name }) => ({ value: id, label: name })),
              ]}
              value={folder ?? ''}
              onPick={(value) => go({ folder: value || undefined, page: undefined })}
            />
          )}
          <SearchBox
            label="搜索文档"
            placeholder="标题、提要或文中的话"
            onSearch={(next) => {
              setWords(next);
              go({ page: undefined });
            }}
          />
        </div>
      </div>
      {!documentsQuery.data ? (
        <Waiting query={documentsQuery} lines={8} />
      ) : documentsQuery.data.rows.length === 0 ? (
        <div className="card">
          <Empty title={words ? `没有找到“${words}”` : title}>
            {words || folder ? '换一个词，或者看全部文件夹。' : text}
          </Empty>
        </div>
      ) : (
        <>
          <DocumentLines rows={documentsQuery.data.rows} />
          {documentsQuery.data.total > PAGE && (
            <div className="card edu-pager">
              <Pager
                page={page}
                size={PAGE}
                total={documentsQuery.data.total}
                capped={false}
                unit="份"
                onPage={(next) => go({ page: next === 1 ? undefined : String(next) })}
              />
            </div>
          )}
        </>
      )}
    </>
  );
}
