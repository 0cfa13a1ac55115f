import { useState } from 'react';
import type { UploadedFile } from '#platform/files/fileCalls.ts';
import { Dialog } from '#platform/web/dialogs/Dialog.tsx';
import { MediaPicture } from '#platform/web/paper/MediaPicture.tsx';
import { PdfFrame } from '#platform/web/paper/PdfFrame.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { FileList } from '#platform/web/upload/FileList.tsx';

/** Papers 会后收回: whoever is called reads them on the page until the end; who called the meeting keeps them. */
export function ClosedPapers({ files, isOwn }: { files: readonly UploadedFile[]; isOwn: boolean }) {
  const [reading, setReading] = useState<UploadedFile | null>(null);
  if (files.length === 0) return null;
  if (isOwn)
    return (
      <>
        <p className="muted small">以下材料会后收回，参会单位只能在会议结束前在页面里查看：</p>
        <FileList files={files} label="会后收回的材料" />
      </>
    );
  return (
    <>
      <p className="muted small">以下材料会后收回，只能在会议结束前在页面里查看，不能下载：</p>
      <ul className="file-list" aria-label="会后收回的材料">
        {files.map((file) => (
          <li key={file.id}>
            <Button
              look="link"
              size="compact"
              icon="document"
              iconSize={14}
              aria-label={`查看${file.name}`}
              onClick={() => setReading(file)}
            >
              {file.name}
            </Button>
          </li>
        ))}
      </ul>
      {reading && (
        <Dialog title={`查看 ${reading.name}`} icon="document" width={1000} onClose={() => setReading(null)}>
          <Paper file={reading} />
        </Dialog>
      )}
    </>
  );
}

function Paper({ file }: { file: UploadedFile }) {
  if (file.fileType.startsWith('image/'))
    return (
      <MediaPicture
        fileId={file.id}
        alt={file.name}
        className="meeting-paper"
        lost="没有读到这份材料，会议可能已经结束。"
      />
    );
  return <PdfFrame fileId={file.id} title={file.name} className="paper-frame" bare />;
}
