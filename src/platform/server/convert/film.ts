import { createReadStream } from 'node:fs';
import { copyFile, open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isPlayable } from '../../files/videoRules.ts';
import type { Services } from '../context.ts';
import { type Received, readStored, receiveBytes } from '../files/files.ts';
import { type Mp4, readMp4 } from '../files/mp4.ts';
import { type Tool, toolOf } from './cell.ts';
import { findMadeFile, runTool, withTemporaryFolder } from './tool.ts';

/** Twice the longest film that fits into an upload of 1 GB would play. */
const SECONDS = 6 * 3600;
const MEMORY_MB = 4096;

/** ffmpeg of this machine; null where it is not installed or switched off (`FFMPEG=off`), or nothing locks it in (`cellOf`). */
export const filmProgram = (services: Services): Tool | null => toolOf(services, services.config.ffmpeg);

export interface Film {
  received: Received;
  facts: Mp4;
}

interface Source {
  bytesOf: string;
  /** What its index says; for the progress. */
  seconds: number;
}

interface Watch {
  /** Told how much of the film is done, 0 to 1. */
  onPart(part: number): void;
  signal: AbortSignal;
}

// Nothing but the file that was given: it is read as a film and as nothing else, names no other, and no address of the network.
const ONLY_THIS = [
  ...['-protocol_whitelist', 'file', '-format_whitelist', 'mov', '-f', 'mov'],
  ...['-enable_drefs', '0', '-use_absolute_path', '0'],
];
const QUIET = ['-hide_banner', '-nostdin', '-loglevel', 'error', '-y'];

/**
 * A stored video as H.264 and AAC, at most 1080 lines, its index first so that it starts at once.
 * @returns null where ffmpeg does not come to an end with it
 */
export const playableFilm = (services: Services, source: Source, watch: Watch): Promise<Film | null> =>
  withTemporaryFolder((folder) => convert(services, source, watch, folder));

async function convert(
  services: Services,
  { bytesOf, seconds }: Source,
  { onPart, signal }: Watch,
  folder: string,
): Promise<Film | null> {
  const program = filmProgram(services);
  if (program === null) return null;
  const source = join(folder, 'source.mp4');
  const out = join(folder, 'film.mp4');
  await writeFile(source, readStored(services, bytesOf), { mode: 0o600 });
  const how = [
    ...['-map', '0:v:0', '-map', '0:a:0?', '-map_metadata', '-1'],
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23', '-pix_fmt', 'yuv420p'],
    ...['-vf', "scale=w='trunc(iw*min(1,1080/ih)/2)*2':h='trunc(min(1080,ih)/2)*2'"],
    ...['-c:a', 'aac', '-b:a', '128k', '-ac', '2', '-movflags', '+faststart', '-threads', '2'],
    ...['-progress', 'pipe:1', out],
  ];
  const done = await runTool(program, [...QUIET, ...ONLY_THIS, '-i', source, ...how], {
    folder,
    seconds: SECONDS,
    memory: MEMORY_MB,
    signal,
    onLine(line) {
      const [, micros] = /^out_time_us=(\d+)$/.exec(line) ?? [];
      if (micros) onPart(Math.min(1, Number(micros) / 1e6 / Math.max(1, seconds)));
    },
  });
  const made = done ? await findMadeFile(folder, 'film.mp4') : null;
  const facts = made === null ? null : await factsOf(made);
  if (!facts || !isPlayable(facts.picture, facts.sound)) return null;
  return { received: await receiveBytes(services, createReadStream(out)), facts };
}

/** A picture of a stored video, from its first tenth, as a JPEG at `path`; false where none could be made. */
export async function filmPicture(services: Services, { bytesOf, seconds }: Source, path: string): Promise<boolean> {
  const program = filmProgram(services);
  if (program === null) return false;
  return withTemporaryFolder(async (folder) => {
    const source = join(folder, 'source.mp4');
    await writeFile(source, readStored(services, bytesOf), { mode: 0o600 });
    const at = String(Math.min(30, Math.floor(seconds / 10)));
    const drawn = join(folder, 'cover.jpg');
    const how = ['-frames:v', '1', '-vf', 'scale=1280:-2', '-q:v', '3', '-f', 'image2', drawn];
    const done = await runTool(program, [...QUIET, '-ss', at, ...ONLY_THIS, '-i', source, ...how], {
      folder,
      seconds: 300,
      memory: MEMORY_MB,
    });
    const made = done ? await findMadeFile(folder, 'cover.jpg') : null;
    if (made !== null) await copyFile(made, path);
    return made !== null;
  });
}

async function factsOf(path: string): Promise<Mp4 | null> {
  const handle = await open(path).catch(() => null);
  if (!handle) return null;
  try {
    const { size } = await handle.stat();
    const read = async (from: number, length: number) => {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, from);
      return buffer.subarray(0, bytesRead);
    };
    return await readMp4(read, size);
  } finally {
    await handle.close();
  }
}
