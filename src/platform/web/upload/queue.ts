import type { UploadedFile } from '../../files/fileCalls.ts';
import { extensionOf, type FormatName, fileFault } from '../../files/fileRules.ts';
import { randomKey } from '../call/randomKey.ts';
import { ApiError } from '../call/request.ts';
import { compressPicture } from './compress.ts';
import { uploadFile } from './transfer.ts';

export type UploadStatus = 'ready' | 'uploading' | 'paused' | 'success' | 'exception';

/** One file of the list (specification 4), with what the page shows beside it. */
export interface UploadRecord {
  uid: string;
  name: string;
  /** MIME type as the browser says it. */
  type: string;
  ext: string;
  status: UploadStatus;
  /** 0 to 100. */
  percentage: number;
  url: string;
  fileType: string;
  /** Bytes. */
  size: number;
  /** Why it stands still. */
  message: string;
  /** Bytes a second over the last seconds; null while unknown. */
  speed: number | null;
  /** Seconds; null while unknown. */
  secondsLeft: number | null;
  file: UploadedFile | null;
}

export interface QueueOptions {
  format: FormatName;
  /** How many files the list takes; by default one (specification 9). */
  count: number;
  /** Bytes; the group's own limit where it is smaller. */
  limit?: number | undefined;
}

/** Files that may wait at once (specification 9). */
const QUEUE = 10;
const SPEED_MS = 5000;

interface Work {
  source: File;
  /** Whether `source` is what is sent: a picture is compressed once, or it would be another file at each try. */
  isReady: boolean;
  expectedMd5: string | undefined;
  stop: AbortController | null;
  marks: { at: number; bytes: number }[];
}

/** A list of uploads, sent one after another. Pages show `records()` and subscribe to changes. */
export class UploadQueue {
  #options: QueueOptions;
  #records: readonly UploadRecord[] = [];
  readonly #work = new Map<string, Work>();
  readonly #listeners = new Set<() => void>();

  constructor(options: QueueOptions, kept: readonly UploadedFile[] = []) {
    this.#options = options;
    this.#records = kept.map((file) => ({ ...blank(file.name, file.fileType, file.size), ...finished(file) }));
  }

  readonly records = (): readonly UploadRecord[] => this.#records;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /**
   * Takes files in and begins to send them. Answers why not, in the words of specification 5: of several files those
   * that are refused are named and the others taken; of several for a list of one, or too many, none is.
   */
  add(files: readonly File[], expectedMd5?: string): string {
    const { format, count, limit } = this.#options;
    if (files.length === 0) return '请选择要上传的文件';
    if (count === 1 && files.length > 1)
      return format === 'image' || format === 'avatar' ? '请选择一张图片' : '请选择一个文件';
    const room = count - this.#records.filter(({ status }) => status !== 'exception').length;
    if (files.length > room) return `文件数量已达上限，最多${count}个`;
    const waiting = this.#records.filter(({ status }) => status === 'ready' || status === 'uploading').length;
    if (waiting + files.length > QUEUE) return `一次最多上传${QUEUE}个文件，请等前面的传完`;
    const judged = files.map((source) => ({ source, fault: fileFault(source.name, source.size, format, limit) }));
    for (const { source, fault } of judged) {
      if (fault) continue;
      const record = blank(source.name, source.type, source.size);
      this.#work.set(record.uid, { source, isReady: false, expectedMd5, stop: null, marks: [] });
      this.#records = [...this.#records, record];
    }
    this.#tell();
    void this.#next();
    const refused = judged.filter(({ fault }) => fault);
    if (refused.length === 0 || files.length === 1) return refused[0]?.fault ?? '';
    return `${refused.length}个文件没有加入：${refused.map(({ source, fault }) => `“${source.name}”${fault}`).join('；')}`;
  }

  /** Stops sending; what has arrived stays on the server. */
  pause(uid: string, message = '已暂停'): void {
    this.#change(uid, { status: 'paused', message, speed: null, secondsLeft: null });
    this.#work.get(uid)?.stop?.abort();
  }

  /** Goes on, or tries a failed one again. */
  resume(uid: string): void {
    this.#change(uid, { status: 'ready', message: '' });
    void this.#next();
  }

  remove(uid: string): void {
    this.#work.get(uid)?.stop?.abort();
    this.#work.delete(uid);
    this.#records = this.#records.filter((record) => record.uid !== uid);
    this.#tell();
  }

  /** Stops everything, e.g. when the page goes: what waits is not begun any more. */
  close(): void {
    for (const { uid, status } of this.#records) {
      if (status === 'ready' || status === 'uploading' || status === 'paused') this.remove(uid);
    }
  }

  async #next(): Promise<void> {
    if (this.#records.some(({ status }) => status === 'uploading')) return;
    const record = this.#records.find(({ status }) => status === 'ready');
    const work = record && this.#work.get(record.uid);
    if (!record || !work) return;
    const stop = new AbortController();
    work.stop = stop;
    work.marks = [];
    this.#change(record.uid, { status: 'uploading', message: '' });
    try {
      // Also of a file that is taken up again: what was begun is the compressed one.
      if (!work.isReady) work.source = await compressPicture(work.source);
      work.isReady = true;
      this.#change(record.uid, { name: work.source.name, size: work.source.size });
      const file = await uploadFile(work.source, {
        format: this.#options.format,
        signal: stop.signal,
        expectedMd5: work.expectedMd5,
        onSent: (bytes) => this.#sent(record.uid, work, bytes),
      });
      this.#change(record.uid, finished(file));
      this.#work.delete(record.uid);
    } catch (error) {
      if (!stop.signal.aborted) this.#fail(record.uid, error);
    }
    void this.#next();
  }

  /** A lost connection pauses and goes on by itself; anything else is shown with its sentence. */
  #fail(uid: string, error: unknown): void {
    const lost = error instanceof ApiError && error.status === 0;
    if (!lost) {
      const message = error instanceof Error ? error.message : '上传失败，请重试';
      this.#change(uid, { status: 'exception', message, speed: null, secondsLeft: null });
      return;
    }
    this.#change(uid, { status: 'paused', message: '网络中断，恢复后继续', speed: null, secondsLeft: null });
    const again = () => {
      if (this.#records.some((record) => record.uid === uid && record.status === 'paused')) this.resume(uid);
    };
    if (navigator.onLine) setTimeout(again, SPEED_MS);
    else addEventListener('online', again, { once: true });
  }

  #sent(uid: string, work: Work, bytes: number): void {
    const now = performance.now();
    work.marks = [...work.marks.filter(({ at }) => now - at < SPEED_MS), { at: now, bytes }];
    const first = work.marks[0];
    const seconds = first ? (now - first.at) / 1000 : 0;
    const speed = first && seconds > 0.2 ? (bytes - first.bytes) / seconds : null;
    const { size } = work.source;
    this.#change(uid, {
      size,
      // The file is there when it is merged, not when its last chunk is.
      percentage: Math.min(99, Math.floor((bytes / size) * 100)),
      speed,
      secondsLeft: speed ? Math.ceil((size - bytes) / speed) : null,
    });
  }

  #change(uid: string, patch: Partial<UploadRecord>): void {
    this.#records = this.#records.map((record) => (record.uid === uid ? { ...record, ...patch } : record));
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

function blank(name: string, type: string, size: number): UploadRecord {
  const base = { uid: randomKey(), name, type, ext: extensionOf(name), status: 'ready', percentage: 0 } as const;
  return { ...base, url: '', fileType: '', size, message: '', speed: null, secondsLeft: null, file: null };
}

const finished = (file: UploadedFile) =>
  ({
    status: 'success',
    percentage: 100,
    name: file.name,
    url: file.url,
    fileType: file.fileType,
    size: file.size,
    message: '',
    speed: null,
    secondsLeft: null,
    file,
  }) as const;
