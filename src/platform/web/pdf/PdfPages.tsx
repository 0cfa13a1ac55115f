import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { type PageSize, PdfPage } from './PdfPage.tsx';
import { openPdf } from './pdfFile.ts';
import './pdf.css';

/** Of the width that the frame has. */
const ZOOMS = [0.5, 0.75, 1, 1.25, 1.5, 2, 3];
const FITS = 2;
/** Pages before and behind the one in view that are kept drawn. */
const NEAR = 1;
/** How long a page is in view before it counts as read. */
const READ_MS = 2000;

export interface PdfPagesProps {
  /** Where the file is read from, by ranges. */
  url: string;
  title: string;
  className?: string;
  /** The page to begin with, from 1. */
  from?: number;
  /** Told once of each page that was in view for two seconds, with the number of pages. */
  onRead?(page: number, of: number): void;
  /** The file cannot be shown here. */
  onFail(): void;
}

interface Opened {
  pdf: PDFDocumentProxy;
  guess: PageSize;
}

/** A PDF drawn by the page itself: for browsers without a viewer of their own, and where nothing is to be saved or pages are counted. */
export default function PdfPages({ url, title, className = '', from = 1, onRead, onFail }: PdfPagesProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [width, setWidth] = useState(0);
  const [zoom, setZoom] = useState<number>(FITS);
  const [page, setPage] = useState(1);
  const callbacks = useRef({ onRead, onFail });
  callbacks.current = { onRead, onFail };

  useEffect(() => {
    const stop = new AbortController();
    openPdf(url, stop.signal)
      .then(async (pdf) => {
        const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 });
        if (!stop.signal.aborted) setOpened({ pdf, guess: { width, height } });
      })
      .catch(() => {
        if (!stop.signal.aborted) callbacks.current.onFail();
      });
    return () => stop.abort();
  }, [url]);

  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box) return;
    const watch = new ResizeObserver(() => setWidth(box.clientWidth));
    watch.observe(box);
    return () => watch.disconnect();
  }, []);

  const pages = opened?.pdf.numPages ?? 0;
  const factor = ZOOMS[zoom] ?? 1;
  // The margins beside a page are part of the frame.
  const across = Math.max(120, Math.round((width - 24) * factor));

  // A page drawn larger stays at its place.
  const place = useRef(0);
  const zoomTo = (to: number) => {
    const box = scroller.current;
    place.current = box ? (box.scrollTop + box.clientHeight / 2) / box.scrollHeight : 0;
    setZoom(to);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each zoom
  useLayoutEffect(() => {
    const box = scroller.current;
    if (box && place.current > 0) box.scrollTop = place.current * box.scrollHeight - box.clientHeight / 2;
  }, [factor]);

  const goTo = (number: number) => {
    const box = scroller.current;
    const target = box?.querySelector<HTMLElement>(`[data-page="${number}"]`);
    if (box && target) box.scrollTop = target.offsetTop - box.offsetTop - 8;
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the pages have their places
  useEffect(() => {
    if (pages > 0 && width > 0 && from > 1) goTo(Math.min(from, pages));
  }, [pages, width > 0]);

  const findPage = () => {
    const box = scroller.current;
    if (!box) return;
    const middle = box.scrollTop + box.clientHeight / 2;
    let currentPage = 1;
    for (const one of box.querySelectorAll<HTMLElement>('.pdf-page')) {
      if (one.offsetTop - box.offsetTop > middle) break;
      currentPage = Number(one.dataset.page);
    }
    setPage(currentPage);
  };

  useEffect(() => {
    if (pages === 0) return;
    const timer = setTimeout(() => {
      if (!document.hidden) callbacks.current.onRead?.(page, pages);
    }, READ_MS);
    return () => clearTimeout(timer);
  }, [page, pages]);

  return (
    <div className={`pdf-pages ${className}`}>
      <div className="pdf-bar" role="toolbar" aria-label="阅读">
        <Button size="compact" disabled={page <= 1} onClick={() => goTo(page - 1)}>
          上一页
        </Button>
        <span className="pdf-at" aria-live="polite">
          {pages > 0 ? `${page}/${pages}页` : '正在打开…'}
        </span>
        <Button size="compact" disabled={page >= pages} onClick={() => goTo(page + 1)}>
          下一页
        </Button>
        <span className="grow" />
        <Button size="compact" disabled={zoom === 0} onClick={() => zoomTo(zoom - 1)}>
          缩小
        </Button>
        <span className="pdf-zoom">{factor * 100}%</span>
        <Button size="compact" disabled={zoom === ZOOMS.length - 1} onClick={() => zoomTo(zoom + 1)}>
          放大
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keys */}
      <div ref={scroller} className="pdf-scroll" tabIndex={0} role="document" aria-label={title} onScroll={findPage}>
        {opened &&
          width > 0 &&
          Array.from({ length: pages }, (_, at) => (
            <PdfPage
              // biome-ignore lint/suspicious/noArrayIndexKey: pages of a file that does not change
              key={at}
              pdf={opened.pdf}
              number={at + 1}
              guess={opened.guess}
              width={across}
              near={Math.abs(at + 1 - page) <= NEAR}
            />
          ))}
      </div>
    </div>
  );
}
