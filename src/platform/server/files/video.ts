import { isPlayable, WRONG_CODEC } from '../../files/videoRules.ts';
import type { Ctx } from '../context.ts';
import { filmProgram } from '../convert/film.ts';
import { findFile, mayReadFile } from './fileRights.ts';
import { readStored } from './files.ts';
import { type Mp4, readMp4 } from './mp4.ts';

/**
 * Length and codecs of an uploaded file of the session, read from its index; a sentence where browsers cannot play it.
 * @param mayConvert accept a video that browsers cannot play, where ffmpeg is installed
 */
export async function videoFacts(ctx: Ctx, fileId: string, mayConvert = false): Promise<Mp4 | string> {
  const file = await findFile(ctx, fileId);
  if (!file || !(await mayReadFile(ctx, file))) return '视频不存在或已过期，请重新上传';
  const piece = async (from: number, length: number) => {
    const parts: Uint8Array[] = [];
    const range = { start: from, end: Math.min(file.size, from + length) - 1 };
    for await (const part of readStored(ctx.services, file.bytesOf, range)) parts.push(part as Uint8Array);
    return Buffer.concat(parts);
  };
  const facts = await readMp4(piece, file.size);
  if (!facts) return '不能读取这个视频的长度，文件可能没有传完或已损坏';
  const convertible = mayConvert && filmProgram(ctx.services) !== null;
  return convertible || isPlayable(facts.picture, facts.sound) ? facts : WRONG_CODEC;
}
