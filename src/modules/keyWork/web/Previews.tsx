import { useState } from 'react';
import type { UploadedFile } from '#platform/fileCalls.ts';
import { MediaPicture } from '#platform/web/paper/MediaPicture.tsx';
import { PdfFrame } from '#platform/web/paper/PdfFrame.tsx';
import { FileList } from '#platform/web/upload/FileList.tsx';
import './keyWork.css';

const canShow = ({ fileType }: UploadedFile) => fileType.startsWith('image/') || fileType === 'application/pdf';

/** Attachments of a report: pictures and PDFs are shown in the page, everything is fetched by its name. */
export function Previews({ files }: { files: readonly UploadedFile[] }) {
  const shown = files.filter(canShow);
  const [at, setAt] = useState(shown[0]?.id);
  const now = shown.find(({ id }) => id === at);
  return (
    <section className="card key-body" aria-label="附件">
      <h2 className="section-title">附件（{files.length}份）</h2>
      {files.length === 0 && <p className="muted">没有附件。</p>}
      <FileList files={files} />
      {shown.length > 1 && (
        <fieldset className="key-previews" aria-label="预览哪一份">
          {shown.map(({ id, name }) => (
            <button
              key={id}
              type="button"
              className="button compact"
              aria-pressed={id === at}
              onClick={() => setAt(id)}
            >
              <span className="ellipsis">{name}</span>
            </button>
          ))}
        </fieldset>
      )}
      {now?.fileType.startsWith('image/') && (
        <MediaPicture
          key={now.id}
          fileId={now.id}
          alt={now.name}
          className="key-picture"
          lost="图片不能显示，请下载后打开"
        />
      )}
      {now?.fileType === 'application/pdf' && (
        <PdfFrame key={now.id} fileId={now.id} title={now.name} className="key-pdf" />
      )}
    </section>
  );
}
