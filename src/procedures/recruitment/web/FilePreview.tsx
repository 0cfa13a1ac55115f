import type { UploadedFile } from '#platform/files/fileCalls.ts';
import { MediaPicture } from '#platform/web/paper/MediaPicture.tsx';
import { PdfFrame } from '#platform/web/paper/PdfFrame.tsx';

/** A paper as it was handed in, where a browser can show it: pictures and PDFs; others are downloaded. */
export function FilePreview({ file }: { file: UploadedFile }) {
  if (file.fileType === 'application/pdf') return <PdfFrame fileId={file.id} title={file.name} className="fz-pdf" />;
  if (file.fileType.startsWith('image/'))
    return (
      <MediaPicture fileId={file.id} alt={file.name} className="fz-picture" lost="没有读到这张图片，请下载后打开。" />
    );
  return <p className="fz-quiet">这种文件不能在页面里看，请下载后打开。</p>;
}
