import { useEffect, useState } from 'react';
import { downloadFile } from '#platform/files/fileCalls.ts';
import { fetchFile } from '#platform/web/call/api.ts';
import { readDocx } from '#platform/web/editor/docx.ts';
import { MAX_PICTURES } from '#platform/web/editor/paste.ts';
import { RichText } from '#platform/web/editor/RichText.tsx';
import type { InstanceDetail } from '../../contract.ts';

interface Read {
  html: string;
  /** Where the pictures are read, by the keys under which the text names them. */
  addresses: Readonly<Record<string, string>>;
  /** How many pictures cannot be shown here. */
  missing: number;
}

/** As a file's key is: the profile of rich texts lets no other address through. */
const keyOf = (at: number) => at.toString(16).padStart(32, '0');

/** The words, lists, tables and pictures of a Word document, read on this machine. */
export default function WordPreview({ file }: { file: InstanceDetail['files'][number] }) {
  const [read, setRead] = useState<Read | 'failed' | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    const addresses: Record<string, string> = {};
    stop.signal.addEventListener('abort', () => {
      for (const address of Object.values(addresses)) URL.revokeObjectURL(address);
    });
    const open = async (): Promise<Read> => {
      const blob = await fetchFile(downloadFile, { fileName: file.id }, { signal: stop.signal, quiet: true });
      const { html, pictures } = await readDocx(new File([blob], file.name));
      if (stop.signal.aborted) return { html: '', addresses, missing: 0 };
      const keys = pictures.map((picture, at) => {
        if (!picture || at >= MAX_PICTURES) return null;
        addresses[keyOf(at)] = URL.createObjectURL(picture);
        return keyOf(at);
      });
      return { html: html(keys), addresses, missing: keys.filter((key) => key === null).length };
    };
    open()
      .catch(() => 'failed' as const)
      .then((next) => {
        if (!stop.signal.aborted) setRead(next);
      });
    return () => stop.abort();
  }, [file.id, file.name]);
  if (read === null) return <p className="muted small work-none">正在打开…</p>;
  if (read === 'failed') return <p className="muted small work-none">文件不能显示，请下载后打开。</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section className="work-word" aria-label={file.name} tabIndex={0}>
      {read.missing > 0 && <p className="field-hint">文中有{read.missing}张图片不能在页面里看，请下载后查看。</p>}
      {read.html === '' && read.missing === 0 && <p className="muted small">文档没有内容。</p>}
      <RichText html={read.html} addresses={read.addresses} />
    </section>
  );
}
