import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { type Redrawn, redrawPicture } from '#kernel/files/server/pictures.ts';
import type { Services } from '#platform/server/context.ts';
import { filmPicture, filmProgram, playableFilm } from '#platform/server/convert/film.ts';
import { Refusal, refuse } from '#platform/server/errors.ts';
import { receivingFolder } from '#platform/server/files/fileStore.ts';
import { storeFile } from '#platform/server/files/files.ts';
import { logFault } from '#platform/server/log/log.ts';
import type { JobResult, RunningJob } from '#platform/server/module.ts';
import * as queries from '../queries/conversion.ts';
import { VIDEO_FILES } from './common.ts';

export const CONVERT_JOB = 'education.convert';
const GONE = '视频已删除或换了文件';
const FAILED = '视频没有转换成功，文件可能已损坏，请转换为H.264后重新上传';
/** Between two words of progress. */
const EVERY_MS = 2000;

/** Makes H.264/AAC of a video that waits for it. Taken up again after a crash it begins anew. */
export async function runConversion(job: RunningJob): Promise<JobResult> {
  const { videoId, fileId } = job.input as { videoId: string; fileId: string };
  const { services } = job;
  const source = await queries.sourceOf(services.db, videoId, fileId);
  if (!source) return { message: GONE, result: {} };
  const stop = new AbortController();
  let part = 0;
  let told: Promise<void> = Promise.resolve();
  let why: unknown = null;
  const tell = () => {
    told = told
      .then(() => job.progress(Math.round(part * 100), 100, '正在转换视频'))
      .catch((error: unknown) => {
        why = error;
        stop.abort();
      });
  };
  tell();
  const timer = setInterval(tell, EVERY_MS);
  const watch = {
    onPart: (done: number) => {
      part = done;
    },
    signal: stop.signal,
  };
  const film = await playableFilm(services, source, watch).finally(() => clearInterval(timer));
  await told;
  if (why instanceof Error) {
    // Cancelled or without the right any more; where this process ends the job is taken up again.
    if (why instanceof Refusal)
      await queries.endConversion(services.db, videoId, fileId, '转换已取消，请转换为H.264后重新上传');
    throw why;
  }
  if (!film) {
    await queries.endConversion(services.db, videoId, fileId, FAILED);
    throw refuse(FAILED);
  }
  const facts = {
    kind: VIDEO_FILES,
    rowId: videoId,
    orgCode: source.orgCode,
    accountId: source.accountId,
    days: null,
  };
  await services.db.transaction().execute(async (tx) => {
    const made = await storeFile(services, tx, { ...facts, name: source.name, mime: 'video/mp4' }, film.received);
    const codec = [film.facts.picture, film.facts.sound].filter(Boolean).join(' ');
    await queries.takeFilm(tx, { videoId, fileId, made, seconds: film.facts.seconds, codec });
  });
  return { message: '视频已转换，可以发布', result: {} };
}

/** Films that one run draws a cover of; the rest waits for the next. */
const COVERS_AT_ONCE = 5;

/** Draws covers of videos that have none out of the films themselves, where ffmpeg is installed; each is tried once. */
export async function makeCovers(services: Services): Promise<void> {
  if (filmProgram(services) === null) return;
  for (const { id, orgCode, accountId, bytesOf, seconds } of await queries.listVideosWithoutCover(
    services.db,
    COVERS_AT_ONCE,
  )) {
    // Beside the other files on their way in, so that the store can take its sizes over.
    const path = join(receivingFolder(services.config), randomBytes(16).toString('hex'));
    let drawn: Redrawn | null = null;
    try {
      if (await filmPicture(services, { bytesOf, seconds }, path)) drawn = await redrawPicture(services, path, 'jpg');
    } catch (error) {
      // Its bytes are gone or the store is away: the video does without.
      logFault(`education.covers ${id}`, error);
    }
    const picture = drawn;
    const facts = {
      kind: VIDEO_FILES,
      rowId: id,
      orgCode,
      accountId,
      name: '封面.jpg',
      mime: 'image/jpeg',
      days: null,
    };
    await services.db.transaction().execute(async (tx) => {
      await queries.setCover(
        tx,
        id,
        picture ? await storeFile(services, tx, facts, picture.received, picture.sizes) : '',
      );
    });
  }
}
