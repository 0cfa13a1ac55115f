/** Works by being loaded: it answers whoever has started it. */
declare module 'pdfjs-dist/legacy/build/pdf.worker.mjs';
