// Reads PDFs beside the page.
import './older.ts';
import 'pdfjs-dist/legacy/build/pdf.worker.mjs';
