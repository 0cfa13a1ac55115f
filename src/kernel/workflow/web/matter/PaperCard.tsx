import { Suspense, useState } from 'react';

import { downloadFile } from '#platform/files/fileCalls.ts';
import { extensionOf, ONE_REQUEST_LIMIT } from '#platform/files/fileRules.ts';
import { download } from '#platform/web/call/api.ts';
import { PdfFrame } from '#platform/web/paper/PdfFrame.tsx';
import { lazyPart } from '#platform/web/route/lazyPart.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { ButtonLink, IconButton, Pressable } from '#platform/web/ui/Button.tsx';
import { StoredImage } from '#platform/web/upload/StoredImage.tsx';
import type { InstanceDetail } from '../../contract.ts';
import { StateTag } from '../StateTag.tsx';

type Paper = InstanceDetail['files'][number];

// With what reads documents, and therefore only when the first is opened.
const WordPreview = lazyPart(() => import('./WordPreview.tsx'));

/** A file's size as people say it. */
const sizeOf = (bytes: number) =>
  bytes < 1_048_576 ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${(bytes / 1_048_576).toFixed(1)} MB`;

/** What the matter is: who raises it, what the form says, the text and the papers, the first of them open. */
export function PaperCard({ instance }: { instance: InstanceDetail }) {
  const { files } = instance;
  const [shown, setShown] = useState<Paper | null>(null);
  return (
    <section className="card work-paper" aria-label="事项内容">
      <div className="work-who-head">
        <span className="seal" aria-hidden="true">
          {instance.initiator.slice(0, 1)}
        </span>
        <div>
          <p className="work-name">
            {instance.initiator}
            <span className="tag">{instance.kindName}</span>
            <StateTag state={instance.state} />
          </p>
          <p className="secondary small">
            {instance.orgName}，{dateTime(instance.startedAt)}发起
          </p>
        </div>
        {instance.url && (
          <ButtonLink size="compact" to={instance.url}>
            完整资料
          </ButtonLink>
        )}
      </div>
      {instance.lines.length > 0 && (
        <dl className="work-lines">
          {instance.lines.map((line) => (
            <div key={line.label}>
              <dt>{line.label}</dt>
              <dd>{line.value || '—'}</dd>
            </div>
          ))}
        </dl>
      )}
      {instance.text && <div className="work-text">{instance.text}</div>}
      <div className="card-head work-files-head">
        <h2>材料</h2>
        <span className="card-extra">{files.length > 0 ? `${files.length}份` : '没有附件'}</span>
      </div>
      {files.length > 0 && (
        <ul className="work-files" aria-label="材料">
          {files.map((file) => (
            <li key={file.id}>
              <Pressable
                className="work-file"
                aria-expanded={shown === file}
                onClick={() => setShown(shown === file ? null : file)}
              >
                <Icon name="document" />
                <span className="ellipsis">{file.name}</span>
                <em>{sizeOf(file.size)}</em>
              </Pressable>
              <IconButton
                icon="export"
                iconSize={14}
                label={`下载${file.name}`}
                className="work-load"
                // The client has shown why it failed.
                onClick={() => download(downloadFile, { fileName: file.id }).catch(() => {})}
              />
              {shown === file && <Preview file={file} />}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Preview({ file }: { file: Paper }) {
  if (file.mime.startsWith('image/')) {
    return <StoredImage className="work-picture" fileKey={`${file.id}-z`} alt={file.name} />;
  }
  if (file.mime === 'application/pdf') return <PdfFrame fileId={file.id} title={file.name} />;
  if (extensionOf(file.name) === 'docx' && file.size <= ONE_REQUEST_LIMIT) {
    return (
      <Suspense fallback={<p className="muted small work-none">正在打开…</p>}>
        <WordPreview file={file} />
      </Suspense>
    );
  }
  return <p className="muted small work-none">这种文件不能在页面里看，请下载后打开。</p>;
}
