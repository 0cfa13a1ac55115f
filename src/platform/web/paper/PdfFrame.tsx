import { type Ref, useEffect, useState } from 'react';
import { mediaAddress } from '../../fileCalls.ts';
import { call } from '../api.ts';
import './paper.css';

/** A stored PDF in the browser's own viewer, by an address that is good for this file alone and for an hour. */
export function PdfFrame({
  fileId,
  title,
  className,
  frame,
  bare = false,
}: {
  fileId: string;
  title: string;
  className?: string;
  frame?: Ref<HTMLIFrameElement>;
  /** Without the viewer's own bar: nothing is saved or printed from it. */
  bare?: boolean;
}) {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    call(mediaAddress, { fileName: fileId }, { signal: stop.signal, quiet: true })
      .then(({ url }) => setAddress(url))
      .catch(() => {
        if (!stop.signal.aborted) setAddress('');
      });
    return () => stop.abort();
  }, [fileId]);
  if (address === '') return <p className="muted small pdf-none">文件不能显示{!bare && '，请下载后打开'}。</p>;
  if (address === null) return <p className="muted small pdf-none">正在打开…</p>;
  return (
    <iframe
      ref={frame}
      className={`pdf-frame ${className ?? ''}`}
      title={title}
      src={`${address}#${bare ? 'toolbar=0&' : ''}navpanes=0&view=FitH`}
    />
  );
}
