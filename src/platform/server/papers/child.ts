// A process of its own that makes papers one after the other: the compiler is native code, so that its time and its memory
// are bounded from outside, and what goes wrong in it takes nobody with it.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { glyphsOf, missingIn } from './coverage.ts';

/** The compiler, as far as it is used here: where it is not installed everything but papers works, the type check included. */
interface Compiler {
  mapShadow(path: string, content: Buffer): void;
  resetShadow(): void;
  evictCache(maxAge: number): void;
  compile(what: { mainFilePath: string; inputs: Record<string, string>; resetRead: boolean }): {
    result: { numOfPages: number } | null;
    takeError(): { shortDiagnostics: { message?: string }[] } | null;
  };
  pdf(document: { numOfPages: number }, how: { pdfStandard: string; pdfTags: boolean }): Buffer;
}
interface CompilerPackage {
  NodeCompiler: { create(how: { workspace: string; fontArgs: { fontPaths: string[] }[] }): Compiler };
}

/** What the parent asks for. */
export interface PaperTask {
  template: string;
  /** JSON. */
  data: string;
  /** Pictures and PDFs by name; the template reads them as `/files/{name}`. */
  files: Record<string, Uint8Array>;
}

/** What the parent gets: the paper, or what the compiler said. */
export type PaperResult = { pdf: Uint8Array; pages: number; missing: string[] } | { fault: string };

const require = createRequire(import.meta.url);
const { NodeCompiler } = require('@myriaddreamin/typst-ts-node-compiler') as CompilerPackage;
const FONTS = dirname(require.resolve('@expo-google-fonts/noto-serif-sc/package.json'));
const ROOM = join(import.meta.dirname, 'typst');
const MAIN = join(ROOM, 'main.typ');

const regular = join(FONTS, '400Regular');
const compiler = NodeCompiler.create({
  workspace: ROOM,
  fontArgs: [{ fontPaths: [regular, join(FONTS, '700Bold')] }],
});
const hasGlyph = glyphsOf(readFileSync(join(regular, 'NotoSerifSC_400Regular.ttf')));

function faultOf(error: { shortDiagnostics: { message?: string }[] } | null): string {
  return (
    (error?.shortDiagnostics ?? []).map(({ message = '' }) => message).join('; ') || 'the template does not compile'
  );
}

/** Every text in the data that is drawn as text: drawings are read by the compiler, not set. */
function textsIn(value: unknown): string {
  if (typeof value === 'string') return value.startsWith('<svg') ? '' : value;
  if (typeof value !== 'object' || value === null) return '';
  return Object.values(value).map(textsIn).join('');
}

function make({ template, data, files }: PaperTask): PaperResult {
  // Packages would be fetched from the network.
  if (/["']@\w/.test(template)) return { fault: 'a template imports no package' };
  compiler.resetShadow();
  compiler.mapShadow(MAIN, Buffer.from(template));
  for (const [name, bytes] of Object.entries(files)) {
    compiler.mapShadow(join(ROOM, 'files', name), Buffer.from(bytes));
  }
  const compiled = compiler.compile({ mainFilePath: MAIN, inputs: { data }, resetRead: true });
  const document = compiled.result;
  if (!document) return { fault: faultOf(compiled.takeError()) };
  const pdf = compiler.pdf(document, { pdfStandard: '1.7', pdfTags: false });
  compiler.evictCache(2);
  return { pdf, pages: document.numOfPages, missing: missingIn(template + textsIn(JSON.parse(data)), hasGlyph) };
}

process.on('message', (task: PaperTask) => {
  let result: PaperResult;
  try {
    result = make(task);
  } catch (error) {
    result = { fault: error instanceof Error ? error.message : String(error) };
  }
  process.send?.(result);
});
// The server is gone.
process.on('disconnect', () => process.exit(0));
process.send?.('ready');
