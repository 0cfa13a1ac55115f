import type { PlayedItem } from '../../contract.device.ts';
import { drop, keep, keysOf, read } from './store.ts';

export type PlayerFile = PlayedItem['files'][number];

/** Bytes of one part. */
const PART = 4 * 1024 * 1024;
const partsOf = (file: PlayerFile) => Math.max(1, Math.ceil(file.size / PART));
const keyOf = (file: PlayerFile, at: number) => `${file.id}:${at}`;
const addresses = new Map<string, string>();

/** Where a whole file plays from; null: it is not here yet. */
export const addressOf = (file: PlayerFile): string | null => addresses.get(file.id) || null;

const isPlayed = ({ fileType }: PlayerFile) => /^(image|video|audio)\//.test(fileType);
/** What of an item is shown as picture, film or sound; papers are for those who touch a screen. */
export const playedOf = (item: PlayedItem): PlayerFile[] => item.files.filter(isPlayed);

async function hashOf(bytes: Blob): Promise<string | null> {
  // Without https a browser has none: the length has been checked then.
  if (!crypto.subtle) return null;
  const hash = await crypto.subtle.digest('SHA-256', await new Response(bytes).arrayBuffer());
  return Array.from(new Uint8Array(hash), (byte) => (byte < 16 ? '0' : '') + byte.toString(16)).join('');
}

/**
 * Fetches what is missing of a file, part by part; what came before a cut is not fetched again.
 * @throws where the line is away, or the bytes are not those that were promised (they are fetched anew next time)
 */
export async function fetchFile(file: PlayerFile): Promise<void> {
  if (addresses.has(file.id)) return;
  const parts: Blob[] = [];
  for (let at = 0; at < partsOf(file); at++) {
    const kept = await read<Blob>('parts', keyOf(file, at));
    const end = Math.min(file.size, (at + 1) * PART);
    if (kept && kept.size === end - at * PART) {
      parts.push(kept);
      continue;
    }
    const answer = await fetch(`/api/terminal/box/file?fileName=${file.id}`, {
      headers: { range: `bytes=${at * PART}-${end - 1}` },
      cache: 'no-store',
    });
    if (answer.status !== 206 && answer.status !== 200) throw new Error(`文件${file.name}没有读到`);
    const whole = await answer.blob();
    const part = answer.status === 200 && whole.size === file.size ? whole.slice(at * PART, end) : whole;
    if (part.size !== end - at * PART) throw new Error(`文件${file.name}没有读完整`);
    await keep('parts', keyOf(file, at), part);
    parts.push(part);
  }
  const bytes = new Blob(parts, { type: file.fileType });
  const hash = await hashOf(bytes);
  if (hash !== null && hash !== file.sha256) {
    for (let at = 0; at < partsOf(file); at++) await drop('parts', keyOf(file, at));
    throw new Error(`文件${file.name}与原件不同`);
  }
  addresses.set(file.id, URL.createObjectURL(bytes));
}

/** Lets go of what no programme shows any more. */
export async function dropOthers(files: readonly PlayerFile[]): Promise<void> {
  const wanted = new Set(files.map(({ id }) => id));
  for (const key of await keysOf('parts')) {
    const id = String(key).split(':')[0] || '';
    if (!wanted.has(id)) await drop('parts', key);
  }
  addresses.forEach((address, id) => {
    if (wanted.has(id)) return;
    URL.revokeObjectURL(address);
    addresses.delete(id);
  });
}
