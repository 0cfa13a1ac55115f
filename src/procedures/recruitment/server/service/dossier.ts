import type { ParsedOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { isOffice, officePdfs, officeProgram } from '#platform/server/convert/officePdf.ts';
import { markOfDownload } from '#platform/server/export/exportMark.ts';
import { findFile } from '#platform/server/files/fileRights.ts';
import { readStored } from '#platform/server/files/files.ts';
import { answerPaper, pictureFiles } from '#platform/server/papers/keep.ts';
import { pdfPageCount } from '#platform/server/text/read.ts';
import type * as contract from '#procedures/recruitment/contract.papers.ts';
import type { FileDetail } from '#procedures/recruitment/contract.ts';
import { stepDefinition } from '#procedures/recruitment/rules/steps.ts';
import { auditPrint } from './print.ts';
import { printedFile } from './printed.ts';
import { filledWords } from './words.ts';

const TEMPLATE = new URL('../../papers/dossier.typ', import.meta.url);
/** As much as one paper takes in; what is beyond stands in the index alone. */
const MOST_PAGES = 300;
const MOST_BYTES = 60 * 1024 * 1024;
/** Office documents that are laid out for one paper, and how long that may take. */
const MOST_LAID_OUT = 30;
const LAY_OUT_SECONDS = 60;

interface Shown {
  files: Record<string, Uint8Array>;
  pages: { file: string; page: number }[];
}
/** One line of the index with what it shows. */
interface Entry {
  no: number;
  label: string;
  handed: string;
  parts: { name: string; shown: Shown | null }[];
}

/** A whole file as one PDF: cover, index, and every paper in the order of its step. */
export async function printDossier(ctx: Ctx, { id }: ParsedOf<typeof contract.printDossier>) {
  const file = await printedFile(ctx, id);
  auditPrint(ctx, file, '整份发展档案');
  const { line } = await markOfDownload(ctx, '打印整份发展档案');
  const files: Record<string, Uint8Array> = {};
  let pages = 0;
  let bytes = 0;
  const papers = (await entriesOf(ctx, file, line)).map(({ no, label, handed, parts }) => {
    const own: { file: string; page: number }[] = [];
    const missing: string[] = [];
    for (const { name, shown } of parts) {
      const size = shown ? Object.values(shown.files).reduce((sum, { length }) => sum + length, 0) : 0;
      if (!shown || pages + shown.pages.length > MOST_PAGES || bytes + size > MOST_BYTES) {
        missing.push(name);
        continue;
      }
      pages += shown.pages.length;
      bytes += size;
      Object.assign(files, shown.files);
      own.push(...shown.pages);
    }
    return { no, label, handed, pages: own, missing: missing.length > 0 ? `（另附：${missing.join('、')}）` : '' };
  });
  return answerPaper(ctx, {
    name: `发展党员档案 ${file.name}`,
    template: TEMPLATE,
    data: {
      mark: line,
      facts: [
        ['姓名', file.name],
        ['人员类别', file.categoryName],
        ['所在党支部', file.orgName],
        ['身份证号', file.idCardNo],
        ['申请入党日期', file.appliedOn ?? ''],
        ['当前步骤', stepDefinition(file.step).title],
        ['制作日期', file.today],
      ],
      papers,
    },
    files,
  });
}

/**
 * What was handed in and, where LibreOffice is installed, what the own Word documents say of the steps that were recorded, in the
 * order of the steps. Office files that were handed in are laid out by the same run.
 */
async function entriesOf(ctx: Ctx, file: FileDetail, line: string): Promise<Entry[]> {
  const handed = file.papers.filter(({ files }) => files.length > 0);
  const lays = officeProgram(ctx.services) !== null;
  const recorded = new Set(file.steps.filter(({ handledOn }) => handledOn !== null).map(({ no }) => no));
  const words = lays ? await filledWords(ctx, file, line, recorded) : [];
  const sent = new Map<string, { name: string; body: Uint8Array }>();
  for (const [at, { title, body }] of words.entries())
    if (body && sent.size < MOST_LAID_OUT) sent.set(`word.${at}`, { name: `${title}.docx`, body });
  let bytes = 0;
  for (const { id, name, size } of handed.flatMap(({ files }) => files)) {
    if (!lays || !isOffice(name) || sent.size >= MOST_LAID_OUT || bytes + size > MOST_BYTES) continue;
    const body = await bytesOf(ctx, id);
    if (!body) continue;
    bytes += body.length;
    sent.set(id, { name, body });
  }
  const made = await officePdfs(ctx.services, [...sent.values()], LAY_OUT_SECONDS);
  const laidOut = new Map([...sent.keys()].map((key, at) => [key, made[at] ?? null]));

  const entries: Entry[] = [];
  for (const { no, label, handedAt, files } of handed) {
    const parts = [];
    for (const one of files) {
      const shown = sent.has(one.id) ? await pdfShown(one.id, laidOut.get(one.id) ?? null) : await drawable(ctx, one);
      parts.push({ name: one.name, shown });
    }
    entries.push({ no, label, handed: handedAt?.slice(0, 10) ?? '', parts });
  }
  for (const [at, { step, title }] of words.entries()) {
    const shown = await pdfShown(`word${at}`, laidOut.get(`word.${at}`) ?? null);
    entries.push({ no: step, label: title, handed: '按档案填写', parts: [{ name: `${title}.docx`, shown }] });
  }
  return entries.sort((a, b) => a.no - b.no);
}

/** The bytes of a stored file; null once they are gone. */
async function bytesOf(ctx: Ctx, id: string): Promise<Buffer | null> {
  const stored = await findFile(ctx, id);
  if (!stored) return null;
  const pieces: Uint8Array[] = [];
  try {
    for await (const piece of readStored(ctx.services, stored.bytesOf)) pieces.push(piece as Uint8Array);
  } catch {
    return null;
  }
  return Buffer.concat(pieces);
}

/** A PDF as pages of a paper, as many as it has; null: it cannot be read. */
async function pdfShown(name: string, pdf: Buffer | null): Promise<Shown | null> {
  const count = pdf ? await pdfPageCount(pdf) : 0;
  if (!pdf || count === 0) return null;
  const file = `${name}.pdf`;
  return { files: { [file]: pdf }, pages: Array.from({ length: count }, (_, at) => ({ file, page: at + 1 })) };
}

/** A stored file as pages of a paper: a picture is one, a PDF as many as it has; null: neither can be read. */
async function drawable(ctx: Ctx, { id, fileType }: { id: string; fileType: string }): Promise<Shown | null> {
  if (fileType === 'application/pdf') return pdfShown(id, await bytesOf(ctx, id));
  const files = await pictureFiles(ctx, [id]);
  const [name] = Object.keys(files);
  return name ? { files, pages: [{ file: name, page: 0 }] } : null;
}
