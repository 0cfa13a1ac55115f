import { mediaAddress, type UploadedFile } from '#platform/fileCalls.ts';
import { useCall } from '#platform/web/hooks.ts';
import { PdfFrame } from '#platform/web/paper/PdfFrame.tsx';

/** A paper as it was handed in, where a browser can show it: pictures and PDFs; others are downloaded. */
export function FilePreview({ file }: { file: UploadedFile }) {
  if (file.fileType === 'application/pdf') return <PdfFrame fileId={file.id} title={file.name} className="fz-pdf" />;
  if (file.fileType.startsWith('image/')) return <Picture file={file} />;
  return <p className="fz-quiet">这种文件不能在页面里看，请下载后打开。</p>;
}

function Picture({ file }: { file: UploadedFile }) {
  const found = useCall(mediaAddress, { fileName: file.id }, { quiet: true });
  if (found.data) return <img className="fz-picture" src={found.data.url} alt={file.name} />;
  return <p className="fz-quiet">{found.error ? '没有读到这张图片，请下载后打开。' : '正在打开…'}</p>;
}
