import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { redraw } from '#modules/files/server/pictures.ts';
import { filmPicture, playableFilm } from '#platform/server/convert/film.ts';
import { Refusal, refuse } from '#platform/server/errors.ts';
import { receivingFolder } from '#platform/server/fileStore.ts';
import { keepFile } from '#platform/server/files.ts';
import type { JobResult, RunningJob } from '#platform/server/module.ts';
import * as queries from '../queries/conversion.ts';
import { VIDEO_FILES } from './common.ts';

export const CONVERT_JOB = 'education.convert';
const GONE = '视频已删除或换了文件';
const FAILED = '视频没有转换成功，文件可能已损坏，请转换为H.264后重新上传';
/** Between two words of progress. */
const EVERY_MS = 2000;

/** Makes H.264/AAC of a video that waits for it, and a cover where it has none. Taken up again after a crash it begins anew. */
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
      await queries.giveUp(services.db, videoId, fileId, '转换已取消，请转换为H.264后重新上传');
    throw why;
  }
  if (!film) {
    await queries.giveUp(services.db, videoId, fileId, FAILED);
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
    const made = await keepFile(services, tx, { ...facts, name: source.name, mime: 'video/mp4' }, film.received);
    const codec = [film.facts.picture, film.facts.sound].filter(Boolean).join(' ');
    await queries.takeFilm(tx, { videoId, fileId, made, seconds: film.facts.seconds, codec });
  });
  if (source.cover === '') await makeCover(job, videoId, { ...facts, name: '封面.jpg', mime: 'image/jpeg' });
  return { message: '视频已转换，可以发布', result: {} };
}

type CoverFacts = Parameters<typeof keepFile>[2];

/** A cover out of the film itself; a film without one is no fault. */
async function makeCover({ services }: RunningJob, videoId: string, facts: CoverFacts): Promise<void> {
  const film = await queries.coverless(services.db, videoId);
  if (!film) return;
  // Beside the other files on their way in, so that the store can take its sizes over.
  const path = join(receivingFolder(services.config), randomBytes(16).toString('hex'));
  if (!(await filmPicture(services, film, path))) return;
  const drawn = await redraw(services, path, 'jpg');
  if (!drawn) return;
  await services.db.transaction().execute(async (tx) => {
    await queries.setCover(tx, videoId, await keepFile(services, tx, facts, drawn.received, drawn.sizes));
  });
}
