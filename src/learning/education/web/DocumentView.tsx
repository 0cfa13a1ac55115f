import { Link, useParams } from 'react-router';
import { downloadFile } from '#platform/files/fileCalls.ts';
import { download } from '#platform/web/call/api.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { Empty } from '#platform/web/show/states.tsx';
import { dateTime, durationText } from '#platform/web/show/time.ts';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { sizeWords } from '#platform/web/upload/words.ts';
import { markFavourite, type ReadDocument, readDocument } from '../contract.document.ts';
import { KNOWLEDGE, NEWEST } from '../rules.knowledge.ts';
import { DocumentPaper } from './DocumentPaper.tsx';
import { BackToCourse } from './parts.tsx';
import { useReading } from './useReading.ts';
import './knowledge.css';

/** 知识浏览: one version of a document as it reads, the own reading beside it. */
export default function DocumentView() {
  const { id = '', fileId = '' } = useParams();
  const documentQuery = useCall(readDocument, { id }, { quiet: true, staleTime: 0 });
  useTitle(documentQuery.data?.title);
  return (
    <RecordLoader query={documentQuery} fresh>
      {(document) => <Reading key={document.id} document={document} fileId={fileId} />}
    </RecordLoader>
  );
}

function Reading({ document, fileId }: { document: ReadDocument; fileId: string }) {
  const version = document.versions.find((one) => one.fileId === (fileId === NEWEST ? document.fileId : fileId));
  if (!version)
    return (
      <div className="card">
        <Empty title="没有这个版本" act={<Link to={KNOWLEDGE.browse(document.id, document.fileId)}>看现在的版本</Link>}>
          文件可能已换成新的版本。
        </Empty>
      </div>
    );
  return <Version key={version.fileId} document={document} version={version} />;
}

function Version({ document, version }: { document: ReadDocument; version: ReadDocument['versions'][number] }) {
  const session = useSession();
  const favourite = useAct(markFavourite, { quiet: true });
  // Pages of another version say nothing of this one.
  const before = document.pages.version === version.number ? document.pages : { read: 0, count: 0, last: 1 };
  const reading = useReading(document.id, version.number, { seconds: document.seconds, pagesRead: before.read });
  const pageCount = reading.count || before.count;
  const newest = document.versions[0]?.number === version.number;
  return (
    <div className="list-page">
      <PageHead title={document.title}>
        <BackToCourse />
        <Button
          icon={document.isFavourite ? 'check' : 'plus'}
          aria-pressed={document.isFavourite}
          disabled={favourite.isPending}
          onClick={() => favourite.mutate({ id: document.id, isFavourite: !document.isFavourite })}
        >
          {document.isFavourite ? '已收藏' : '收藏'}
        </Button>
        {document.maySave && (
          <Button
            icon="export"
            // The client has shown why it failed.
            onClick={() => void download(downloadFile, { fileName: version.fileId }).catch(() => {})}
          >
            下载
          </Button>
        )}
        {may(session, 'edu:write') && (
          <ButtonLink icon="edit" to={KNOWLEDGE.edit(document.id)}>
            编辑
          </ButtonLink>
        )}
      </PageHead>
      {!newest && (
        <div className="banner warn" role="note">
          <Icon name="warning" />
          <span>
            这是第{version.number}版，已有新的版本。
            <Link to={KNOWLEDGE.browse(document.id, document.fileId)}>看现在的版本</Link>
          </span>
        </div>
      )}
      <div className="know-reader">
        <article className="card know-paper" aria-label={document.title}>
          <DocumentPaper
            documentId={document.id}
            fileId={version.fileId}
            fileName={version.fileName}
            title={document.title}
            maySave={document.maySave}
            onRead={reading.onRead}
            from={before.last}
            shownId={version.shownId}
            shownNote={version.shownNote}
          />
        </article>
        <aside className="know-side">
          <section className="card" aria-label="文档信息">
            <h2>文档信息</h2>
            <dl>
              <dt>文件夹</dt>
              <dd>{document.folderName}</dd>
              <dt>发布组织</dt>
              <dd>{document.orgName}</dd>
              <dt>发布时间</dt>
              <dd>{document.publishedAt ? dateTime(document.publishedAt) : '—'}</dd>
              <dt>我的阅读</dt>
              <dd>
                {reading.seconds >= 60 ? durationText(reading.seconds) : '不到1分钟'}
                {pageCount > 0 && `，已读${reading.pagesRead}/${pageCount}页`}
              </dd>
            </dl>
            {document.labels.length > 0 && (
              <p className="know-tags">
                {document.labels.map((label) => (
                  <span key={label} className="tag">
                    {label}
                  </span>
                ))}
              </p>
            )}
            {document.summary && <p className="secondary">{document.summary}</p>}
          </section>
          <section className="card" aria-label="版本">
            <h2>版本</h2>
            <ol className="know-versions">
              {document.versions.map((one) => (
                <li key={one.number}>
                  <Link
                    to={KNOWLEDGE.browse(document.id, one.fileId)}
                    aria-current={one.number === version.number ? 'page' : undefined}
                  >
                    第{one.number}版
                  </Link>
                  <span className="muted small">
                    {' '}
                    {dateTime(one.createdAt)} · {one.createdBy} · {sizeWords(one.fileSize)}
                  </span>
                  {one.note && <p className="secondary small">{one.note}</p>}
                </li>
              ))}
            </ol>
          </section>
        </aside>
      </div>
    </div>
  );
}
