import { type PDFDocumentProxy, TextLayer } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { useEffect, useRef, useState } from 'react';

/** Width over height of a page, and the width of one point in pixels where it is drawn. */
export interface PageSize {
  width: number;
  height: number;
}

/** What a page of points may hold in pixels: phones refuse larger canvases. */
const MOST_PIXELS = 12_000_000;

interface PageProps {
  pdf: PDFDocumentProxy;
  number: number;
  /** Of the first page, until this one is known. */
  guess: PageSize;
  /** Pixels. */
  width: number;
  /** Drawn while near the view; a page far from it gives its memory back. */
  near: boolean;
}

/** One page drawn to a width, its text above it for reading aloud, searching and copying. */
export function PdfPage({ pdf, number, guess, width, near }: PageProps) {
  const paper = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState(guess);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    const box = paper.current;
    if (!near || !box) return;
    const canvas = document.createElement('canvas');
    const text = document.createElement('div');
    text.className = 'pdf-text';
    let stop = () => {};
    let gone = false;
    (async () => {
      const page = await pdf.getPage(number);
      const textContentSource = await page.getTextContent();
      if (gone) return;
      const own = page.getViewport({ scale: 1 });
      setSize({ width: own.width, height: own.height });
      const scale = width / own.width;
      const viewport = page.getViewport({ scale });
      const sharp = Math.min(devicePixelRatio, Math.sqrt(MOST_PIXELS / (viewport.width * viewport.height)));
      canvas.width = Math.floor(viewport.width * sharp);
      canvas.height = Math.floor(viewport.height * sharp);
      const drawing = page.render({ canvas, viewport, transform: [sharp, 0, 0, sharp, 0, 0] });
      const layer = new TextLayer({ textContentSource, container: text, viewport });
      stop = () => {
        drawing.cancel();
        layer.cancel();
      };
      box.style.setProperty('--total-scale-factor', String(scale));
      box.replaceChildren(canvas, text);
      // Awaited in the turn that began them: a drawing called off before would fail with nobody listening.
      await Promise.all([drawing.promise, layer.render()]);
    })().catch(() => {
      if (!gone) setFailed(true);
    });
    return () => {
      gone = true;
      stop();
      canvas.width = 0;
      canvas.height = 0;
      box.replaceChildren();
    };
  }, [pdf, number, width, near]);
  return (
    <section
      className="pdf-page"
      data-page={number}
      aria-label={`第${number}页`}
      style={{ width, height: (width * size.height) / size.width }}
    >
      <div ref={paper} />
      {failed && <p className="muted small">这一页没有显示出来，请刷新页面再看</p>}
    </section>
  );
}
