import { type Ref, Suspense, useEffect, useState } from 'react';
import { mediaAddress } from '../../files/fileCalls.ts';
import { call } from '../call/api.ts';
import { lazyPart } from '../route/lazyPart.tsx';
import './paper.css';

// The library that draws is larger than the page that shows it.
const PdfPages = lazyPart(() => import('../pdf/PdfPages.tsx'));

/** Whether the browser shows and prints a PDF in a frame; phones do not. */
export const hasViewer = () => navigator.pdfViewerEnabled !== false;

interface FrameProps {
  fileId: string;
  title: string;
  className?: string;
  frame?: Ref<HTMLIFrameElement>;
  /** Read here alone: without a bar that saves or prints. */
  bare?: boolean;
  /** Where the pages that were read are counted: told once of each that was in view for two seconds, and of how many. */
  onRead?(page: number, of: number): void;
  /** The page to begin with where they are counted. */
  from?: number;
}

/**
 * A stored PDF in the page, by an address that is valid for this file only and for an hour. It uses the browser's own viewer; where
 * there is none, where nothing may be saved, and where pages are counted, it draws page by page.
 */
export function PdfFrame({ fileId, title, className = '', frame, bare = false, onRead, from }: FrameProps) {
  // Asked for once: another address of the same file would begin the reading anew.
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
  const [cannotDraw, setCannotDraw] = useState(false);
  const draw = (bare || onRead !== undefined || !hasViewer()) && !cannotDraw;
  if (address === '' || (cannotDraw && !hasViewer()))
    return <p className="muted small pdf-none">文件不能显示{!bare && '，请下载后打开'}。</p>;
  if (address === null) return <p className="muted small pdf-none">正在打开…</p>;
  if (draw)
    return (
      <Suspense fallback={<p className="muted small pdf-none">正在打开…</p>}>
        <PdfPages
          url={address}
          title={title}
          className={className}
          {...(from !== undefined && { from })}
          {...(onRead && { onRead })}
          onFail={() => setCannotDraw(true)}
        />
      </Suspense>
    );
  return (
    <iframe
      ref={frame}
      className={`pdf-frame ${className}`}
      title={title}
      src={`${address}#${bare ? 'toolbar=0&' : ''}navpanes=0&view=FitH`}
    />
  );
}
