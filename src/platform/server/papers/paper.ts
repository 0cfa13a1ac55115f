import { type ChildProcess, fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import QRCode from 'qrcode';
import { refuse, tooManyRequests } from '../errors.ts';
import { logFault } from '../log/log.ts';
import { READS_CODE } from '../outside/reader.ts';
import type { PaperResult, PaperTask } from './child.ts';

const CHILD = fileURLToPath(new URL('./child.ts', import.meta.url));

/** What one paper may take. */
export const PAPER_LIMITS = { seconds: 30, megabytes: 1024 };
/** Data and files of one paper, in bytes. */
const MOST_DATA = 16 * 1024 * 1024;
const MOST_FILES = 64 * 1024 * 1024;
/** So many wait for the compiler in a process; more are asked to come again. */
const MOST_WAITING = 20;
/** An idle compiler gives its memory back. */
const IDLE_MS = 5 * 60_000;
/** What the compiler may keep between two papers, before it is started anew. */
const KEPT_MEGABYTES = 400;

/** A paper to be made. */
export interface Paper {
  /** The template: a file `papers/{name}.typ` of the module, as `new URL('../papers/letter.typ', import.meta.url)`, or its text. */
  template: URL | string;
  /** Goes in as JSON and never becomes source: `#`, `$` and `*` in it stay text. */
  data: unknown;
  /** Pictures and PDFs that the template places: `image("/files/{name}")`. Names of letters, digits, dots and dashes. */
  files?: Record<string, Uint8Array>;
}

/** A paper that was made. */
export interface MadePaper {
  pdf: Uint8Array;
  pages: number;
  /** Characters that the font has no form for: an empty box stands in their place. */
  missing: string[];
}

let child: ChildProcess | null = null;
let idle: NodeJS.Timeout | undefined;
let last: Promise<unknown> = Promise.resolve();
let waiting = 0;

/**
 * Makes a PDF with embedded fonts from a template and its data, one after another in a child process. Throws a refusal where it
 * takes too long or too much memory, HTTP 429 where too many wait, and the compiler's message where the template is wrong.
 */
export async function makePaper(paper: Paper, limits = PAPER_LIMITS): Promise<MadePaper> {
  const { template, files = {} } = paper;
  const data = JSON.stringify(paper.data);
  const weight = Object.values(files).reduce((sum, bytes) => sum + bytes.length, 0);
  if (data.length > MOST_DATA || weight > MOST_FILES) throw refuse('内容太多，请分几次打印');
  const wrong = Object.keys(files).find((name) => !/^[\w-]+(\.[\w-]+)*$/.test(name));
  if (wrong !== undefined) throw new Error(`not the name of a paper's file: ${wrong}`);
  if (waiting >= MOST_WAITING) throw tooManyRequests(5);
  const source = typeof template === 'string' ? template : await readFile(template, 'utf8');
  waiting++;
  const mine = last.then(() => set({ template: source, data, files }, limits));
  last = mine.catch(() => {});
  try {
    return await mine;
  } finally {
    waiting--;
  }
}

async function set(task: PaperTask, limits: typeof PAPER_LIMITS): Promise<MadePaper> {
  clearTimeout(idle);
  child ??= await start();
  const result = await ask(child, task, limits);
  idle = setTimeout(stopPaperCompiler, IDLE_MS);
  idle.unref();
  if ('fault' in result) throw new Error(`a paper could not be set: ${result.fault}`);
  return result;
}

/** Ends the compiler of this process; the next paper starts it again. */
export function stopPaperCompiler(): void {
  clearTimeout(idle);
  child?.kill('SIGKILL');
  child = null;
}

function start(): Promise<ChildProcess> {
  return new Promise((resolve, reject) => {
    const started = fork(CHILD, {
      execArgv: [...READS_CODE, '--allow-addons', '--max-old-space-size=256'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      // A proxy's address would be the compiler's way out.
      env: { HTTPS_PROXY: 'http://127.0.0.1:9', HTTP_PROXY: 'http://127.0.0.1:9' },
    });
    let errorText = '';
    started.stderr?.on('data', (piece: Buffer) => {
      if (errorText.length < 2000) errorText += piece.toString();
    });
    const failed = (why: unknown) => {
      logFault('papers: the compiler does not start', why);
      reject(refuse('打印组件没有启动，请联系管理员'));
    };
    started.once('error', failed);
    const early = () => failed(new Error(errorText || 'it ended at once'));
    started.once('exit', early);
    started.once('message', () => {
      started.off('exit', early);
      started.off('error', failed);
      started.once('exit', () => {
        if (child === started) child = null;
      });
      // Neither the process nor its channel keeps the server from ending.
      started.unref();
      started.channel?.unref();
      resolve(started);
    });
  });
}

function ask(worker: ChildProcess, task: PaperTask, { seconds, megabytes }: typeof PAPER_LIMITS): Promise<PaperResult> {
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void) => {
      clearTimeout(timer);
      clearInterval(watch);
      worker.off('exit', gone);
      worker.off('message', answered);
      worker.channel?.unref();
      finish();
    };
    const stop = (sentence: string) =>
      settle(() => {
        if (worker === child) child = null;
        worker.kill('SIGKILL');
        reject(refuse(sentence));
      });
    const timer = setTimeout(() => stop(`文件太复杂，${seconds}秒内没有排完，请分几次打印`), seconds * 1000);
    const watch = setInterval(() => {
      void megabytesOf(worker).then((now) => now > megabytes && stop('文件太大，排版所需的内存超过限制，请分几次打印'));
    }, 100);
    const gone = () => stop('打印组件意外停止，请再试一次');
    const answered = (result: PaperResult) =>
      settle(() => {
        void megabytesOf(worker).then(
          (now) => now > KEPT_MEGABYTES && worker === child && waiting === 0 && stopPaperCompiler(),
        );
        resolve(result);
      });
    worker.once('exit', gone);
    worker.once('message', answered);
    worker.channel?.ref();
    worker.send(task, (error) => error && gone());
  });
}

/** What a process holds, where the system tells (Linux); 0 elsewhere, where time and the size of the data are the bounds. */
async function megabytesOf({ pid }: ChildProcess): Promise<number> {
  const pages = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '');
  return (Number(pages.split(' ')[1] ?? 0) * 4096) / 1e6;
}

/** A QR code as the SVG that `qr(…)` of the kit draws. */
export const qrSvg = (text: string): Promise<string> =>
  QRCode.toString(text, { type: 'svg', margin: 0, errorCorrectionLevel: 'M' });
