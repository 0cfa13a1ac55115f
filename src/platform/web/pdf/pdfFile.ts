import './older.ts';
import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy, version } from 'pdfjs-dist/legacy/build/pdf.mjs';
import worker from './worker.ts?worker&url';

GlobalWorkerOptions.workerSrc = worker;

/** Where the build puts what some files need besides: the character maps and fonts that they do not bring along. */
const FILES = `/assets/pdfjs-${version}`;

/**
 * Opens a PDF page by page: of a long file only the pages that are looked at are loaded (by ranges).
 * @throws the error of the file or the network
 */
export function openPdf(url: string, signal: AbortSignal): Promise<PDFDocumentProxy> {
  const task = getDocument({
    url,
    cMapUrl: `${FILES}/cmaps/`,
    standardFontDataUrl: `${FILES}/standard_fonts/`,
    iccUrl: `${FILES}/iccs/`,
    wasmUrl: `${FILES}/wasm/`,
    // The page's policy allows no WebAssembly; what decodes pictures is there as script too.
    useWasm: false,
    disableAutoFetch: true,
    enableXfa: false,
  });
  signal.addEventListener('abort', () => void task.destroy(), { once: true });
  return task.promise;
}
