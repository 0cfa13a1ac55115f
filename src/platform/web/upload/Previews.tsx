import { useState } from 'react';
import type { UploadedFile } from '#platform/files/fileCalls.ts';
import { MediaPicture } from '../paper/MediaPicture.tsx';
import { PdfFrame } from '../paper/PdfFrame.tsx';
import { Button } from '../ui/Button.tsx';
import { FileList } from './FileList.tsx';
import './previews.css';

const canShow = ({ fileType }: UploadedFile) => fileType.startsWith('image/') || fileType === 'application/pdf';

/** Attachments in a card of their own: pictures and PDFs are shown in the page, everything is fetched by its name. */
export function Previews({ files, label = '附件' }: { files: readonly UploadedFile[]; label?: string }) {
  const shown = files.filter(canShow);
  const [at, setAt] = useState(shown[0]?.id);
  const now = shown.find(({ id }) => id === at);
  return (
    <section className="card previews" aria-label={label}>
      <h2 className="section-title">
        {label}（{files.length}份）
      </h2>
      {files.length === 0 && <p className="muted">没有{label}。</p>}
      <FileList files={files} label={label} />
      {shown.length > 1 && (
        <fieldset className="previews-choice" aria-label="预览哪一份">
          {shown.map(({ id, name }) => (
            <Button key={id} size="compact" aria-pressed={id === at} onClick={() => setAt(id)}>
              <span className="ellipsis">{name}</span>
            </Button>
          ))}
        </fieldset>
      )}
      {now?.fileType.startsWith('image/') && (
        <MediaPicture
          key={now.id}
          fileId={now.id}
          alt={now.name}
          className="previews-picture"
          lost="图片不能显示，请下载后打开"
        />
      )}
      {now?.fileType === 'application/pdf' && (
        <PdfFrame key={now.id} fileId={now.id} title={now.name} className="previews-pdf" />
      )}
    </section>
  );
}
