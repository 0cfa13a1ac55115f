import { useEffect, useState } from 'react';
import { downloadFile } from '#platform/fileCalls.ts';
import { fetchFile } from '#platform/web/api.ts';
import { readDocx } from '#platform/web/editor/docx.ts';
import { RichText } from '#platform/web/editor/RichText.tsx';
import type { InstanceDetail } from '../../contract.ts';

/** The words, lists and tables of a Word document, read on this machine; for its pictures it is downloaded. */
export default function WordPreview({ file }: { file: InstanceDetail['files'][number] }) {
  const [read, setRead] = useState<{ html: string; pictures: number; fault: string } | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    fetchFile(downloadFile, { fileName: file.id }, { signal: stop.signal, quiet: true })
      .then((blob) => readDocx(new File([blob], file.name)))
      .then(({ html, pictures }) => ({ html: html([]), pictures: pictures.length, fault: '' }))
      .catch(() => ({ html: '', pictures: 0, fault: '文件不能显示，请下载后打开。' }))
      .then((next) => {
        if (!stop.signal.aborted) setRead(next);
      });
    return () => stop.abort();
  }, [file.id, file.name]);
  if (!read?.html) return <p className="muted small work-none">{read?.fault ?? '正在打开…'}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section className="work-word" aria-label={file.name} tabIndex={0}>
      {read.pictures > 0 && <p className="field-hint">文中有{read.pictures}张图片，请下载后查看。</p>}
      <RichText html={read.html} />
    </section>
  );
}
