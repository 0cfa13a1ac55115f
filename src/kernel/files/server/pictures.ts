import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { MAX_PIXELS } from '#platform/files/fileRules.ts';
import type { Services } from '#platform/server/context.ts';
import { isDiskFull } from '#platform/server/errors.ts';
import { type Received, receiveBytes } from '#platform/server/files/files.ts';
import { sharp } from '#platform/server/files/sharp.ts';

/** Longest edges in pixels of the two sizes beside the picture itself. */
const EDGES = { thumbnail: 240, zoom: 1600 } as const;
const SECONDS = 20;

const FORMATS = { jpg: 'jpeg', jpeg: 'jpeg', png: 'png', gif: 'gif', webp: 'webp' } as const;
type Extension = keyof typeof FORMATS;

/** A picture drawn anew: itself, and the local files of its other sizes. */
export interface Redrawn {
  received: Received;
  sizes: { thumbnail: string; zoom: string };
}

let turn: Promise<unknown> = Promise.resolve();

/**
 * Draws a picture anew from its pixels, upright, without anything that was not drawn (place, camera, hidden bytes),
 * with its two sizes. Answers null where it cannot be read, is another format than its extension says, or has more
 * pixels than are allowed. The local file that it came in is removed in either case.
 */
export function redrawPicture(services: Services, path: string, extension: string): Promise<Redrawn | null> {
  const mine = turn.then(() => draw(services, path, extension as Extension));
  turn = mine.catch(() => {});
  return mine;
}

async function draw(services: Services, path: string, extension: Extension): Promise<Redrawn | null> {
  const at = () => join(dirname(path), randomBytes(16).toString('hex'));
  const made = { own: at(), thumbnail: at(), zoom: at() };
  const drop = () => Promise.all(Object.values(made).map((file) => rm(file, { force: true })));
  try {
    const format = FORMATS[extension];
    const moving = format === 'gif' || format === 'webp';
    const options = { limitInputPixels: MAX_PIXELS, unlimited: false, failOn: 'error', sequentialRead: true } as const;
    const { format: real, pages = 1, width = 0, height = 0 } = await sharp(path, options).metadata();
    if (real !== format || width * height > MAX_PIXELS || width * height * pages > MAX_PIXELS * 2) return null;
    const source = (animated: boolean) => sharp(path, { ...options, animated }).timeout({ seconds: SECONDS });
    // Colours are turned to sRGB; a moving picture has no orientation of its own.
    const own = moving && pages > 1 ? source(true) : source(false).rotate();
    await (format === 'jpeg' ? own.jpeg({ quality: 88 }) : own.toFormat(format)).toFile(made.own);
    for (const size of ['thumbnail', 'zoom'] as const) {
      const edge = EDGES[size];
      await source(false)
        .rotate()
        .resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true })
        .toFormat(format)
        .toFile(made[size]);
    }
    const received = await receiveBytes(services, createReadStream(made.own));
    await rm(made.own, { force: true });
    return { received, sizes: { thumbnail: made.thumbnail, zoom: made.zoom } };
  } catch (error) {
    await drop();
    if (isDiskFull(error)) throw error;
    // The library's own message may quote what was sent.
    return null;
  } finally {
    await rm(path, { force: true });
  }
}
