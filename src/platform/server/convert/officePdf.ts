import { createReadStream } from 'node:fs';
import { mkdir, open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { extensionOf } from '#platform/files/fileRules.ts';
import type { Services } from '../context.ts';
import { type Received, readStored, receiveBytes } from '../files/files.ts';
import { createLane } from '../outside/lane.ts';
import { type Tool, toolOf } from './cell.ts';
import { isOffice, officeFault } from './inspect/inspect.ts';
import { findMadeFile, runTool, withTemporaryFolder } from './tool.ts';

export { isOffice };

const SECONDS = 120;
const MEMORY_MB = 4096;
/** Bytes of a file that is laid out at most. */
const MOST = 100 * 1024 ** 2;

/** LibreOffice is started anew for each file or set of files: so many run side by side in a process. */
const runs = createLane(2, 20);

/** LibreOffice of this machine; null where it is not installed or switched off (`SOFFICE=off`), or nothing locks it in (`cellOf`). */
export const officeProgram = (services: Services): Tool | null => toolOf(services, services.config.soffice);

/**
 * A stored office file as PDF.
 * @param file where its bytes lie, its name and its size
 * @returns the bytes received, or why there are none
 */
export async function officePdf(
  services: Services,
  file: { bytesOf: string; name: string; size: number },
): Promise<Received | string> {
  const program = officeProgram(services);
  if (program === null) return '服务器没有安装文档转换程序';
  if (!isOffice(file.name)) return '这种格式不能转换';
  if (file.size > MOST) return '文件太大，没有转换';
  const fault = await officeFault(readStored(services, file.bytesOf), file.name);
  if (fault !== '') return `${fault}，没有转换。可以改好后重新上传，或下载查看`;
  const work = async (folder: string) => {
    const source = join(folder, `document.${extensionOf(file.name)}`);
    await writeFile(source, readStored(services, file.bytesOf), { mode: 0o600 });
    const out = await mkdirIn(folder);
    const done = await runTool(program, layOutArgs(folder, out, [source]), {
      folder,
      seconds: SECONDS,
      memory: MEMORY_MB,
    });
    const path = done ? await findMadeFile(folder, 'out', 'document.pdf') : null;
    if (path === null || !(await isPdf(path))) return '文件没有转换成功，可能已损坏或有密码';
    return receiveBytes(services, createReadStream(path));
  };
  return runs.run(() => withTemporaryFolder(work));
}

/**
 * Converts several office documents to PDF in one run of LibreOffice, since starting it takes seconds.
 * @param documents each with its bytes and its name, whose ending gives the kind
 * @param seconds for all of them together
 * @returns one PDF for each document, in order; null where it was refused (`officeFault`) or not converted, and for all where
 *   LibreOffice is not installed
 */
export async function officePdfs(
  services: Services,
  documents: readonly { name: string; body: Uint8Array }[],
  seconds = SECONDS,
): Promise<(Buffer | null)[]> {
  const program = officeProgram(services);
  if (program === null || documents.length === 0) return documents.map(() => null);
  const faults = await Promise.all(documents.map(({ body, name }) => officeFault(body, name)));
  if (faults.every((fault) => fault !== '')) return documents.map(() => null);
  const work = async (folder: string) => {
    const sources: string[] = [];
    for (const [at, { name, body }] of documents.entries()) {
      if (faults[at] !== '') continue;
      const source = join(folder, `document${at}.${extensionOf(name)}`);
      await writeFile(source, body, { mode: 0o600 });
      sources.push(source);
    }
    const out = await mkdirIn(folder);
    // One that is broken leaves the others; what was cut short by the end of the time lacks its last line.
    await runTool(program, layOutArgs(folder, out, sources), { folder, seconds, memory: MEMORY_MB });
    return Promise.all(
      documents.map(async (_, at) => {
        const path = await findMadeFile(folder, 'out', `document${at}.pdf`);
        const pdf = path === null ? null : await readFile(path);
        const isWhole = pdf?.subarray(0, 5).toString('latin1') === '%PDF-' && pdf.subarray(-32).includes('%%EOF');
        return isWhole ? pdf : null;
      }),
    );
  };
  return runs.run(() => withTemporaryFolder(work));
}

async function mkdirIn(folder: string): Promise<string> {
  const out = join(folder, 'out');
  await mkdir(out);
  return out;
}

/** What LibreOffice is called with. */
const layOutArgs = (folder: string, out: string, sources: readonly string[]): string[] => [
  // A profile of its own: none of another run, and no setting of a person of this machine.
  `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`,
  '--headless',
  '--norestore',
  '--nolockcheck',
  '--nodefault',
  '--convert-to',
  'pdf',
  '--outdir',
  out,
  ...sources,
];

async function isPdf(path: string): Promise<boolean> {
  const handle = await open(path);
  try {
    const { buffer } = await handle.read(Buffer.alloc(5), 0, 5, 0);
    return buffer.toString('latin1') === '%PDF-';
  } finally {
    await handle.close();
  }
}
