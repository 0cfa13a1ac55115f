import { uploadedFiles } from '#kernel/files/server/accept.ts';
import type * as contract from '#learning/education/contract.ts';
import { type DeskVideo, stateName } from '#learning/education/contract.ts';
import { AUDIENCES, chapterFault, videoTimeText } from '#learning/education/rules.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import { isPlayableCodec, WRONG_CODEC } from '#platform/files/videoRules.ts';
import type { Ctx } from '#platform/server/context.ts';
import { badInput, notFound, refuse } from '#platform/server/errors.ts';
import { attachFiles, detachFiles } from '#platform/server/files/fileRights.ts';
import { videoFacts } from '#platform/server/files/video.ts';
import { enqueue } from '#platform/server/jobs/jobs.ts';
import { diff } from '#platform/server/log/audit.ts';
import { findUnit, type UnitRecord } from '../queries/unit.ts';
import * as queries from '../queries/video.ts';
import { refusePending, sendIn } from './approval.ts';
import { NO_UNIT, NO_VIDEO, sameVersion, VIDEO_FILES } from './common.ts';
import { CONVERT_JOB } from './conversion.ts';

const TOPIC = 'video';

const canOf = (row: queries.VideoRecord): DeskVideo['can'] => ({
  edit: row.state !== 3 && row.state !== 4,
  publish: row.state === 0 || row.state === 2,
  withdraw: row.state === 1,
  remove: (row.state === 0 || row.state === 4) && row.publishedAt === null,
});

const rowOf = (row: queries.VideoRecord): DeskVideo => ({
  id: row.id,
  title: row.title,
  cover: row.cover,
  unitId: row.unitId,
  unitName: row.unitName,
  isRequired: row.isRequired,
  orgName: row.orgName,
  speaker: row.speaker,
  seconds: row.seconds,
  sort: row.sort,
  state: row.state,
  stateName: stateName(row.state),
  withdrawnFor: row.withdrawnFor,
  countsHours: row.countsHours,
  viewers: row.viewers,
  learned: row.learned,
  publishedAt: row.publishedAt?.toISOString() ?? null,
  updateName: row.updatedBy,
  updateDate: row.updatedAt.toISOString(),
  version: row.version,
  can: canOf(row),
});

/** The desk: videos of the scope in every state. */
export async function videos(
  ctx: Ctx,
  input: ParsedOf<typeof contract.manageVideos>,
): Promise<ReplyOf<typeof contract.manageVideos>> {
  const filter = { unitId: input.unitId ?? null, state: input.state ?? null, words: input.keyWords || null };
  const offset = (input.pageNum - 1) * input.pageSize;
  const found = await queries.pageOfVideos(ctx.db, ctx.scope, filter, input.pageSize, offset);
  return { rows: found.rows.map(rowOf), total: found.total };
}

/** One video as it is worked on. */
export async function video(ctx: Ctx, id: string): Promise<ReplyOf<typeof contract.getVideo>> {
  const row = await queries.findVideo(ctx.db, ctx.scope, id);
  if (!row) throw notFound(NO_VIDEO);
  const [file] = await uploadedFiles(ctx.db, [row.fileId]);
  return {
    ...rowOf(row),
    intro: row.intro,
    year: row.year,
    fileId: row.fileId,
    fileName: file?.name ?? '',
    fileSize: file?.size ?? 0,
    codec: row.codec,
    chapters: row.chapters,
    subtitles: row.subtitles,
    labels: row.labels,
    audience: row.audience,
    share: row.share,
  };
}

/** Length and codec of an uploaded file, by its own index. */
async function readFacts(ctx: Ctx, fileId: string): Promise<{ seconds: number; codec: string }> {
  const facts = await videoFacts(ctx, fileId, true);
  if (typeof facts === 'string') throw badInput({ fileId: facts });
  return { seconds: facts.seconds, codec: [facts.picture, facts.sound].filter(Boolean).join(' ') };
}

type Form = Omit<ParsedOf<typeof contract.createVideo>, 'unitId'>;

async function fieldsOf(ctx: Ctx, input: Form, before: queries.VideoRecord | null): Promise<queries.VideoFields> {
  const facts =
    before && before.fileId === input.fileId
      ? { seconds: before.seconds, codec: before.codec }
      : await readFacts(ctx, input.fileId);
  const fault = chapterFault(input.chapters, facts.seconds);
  if (fault) throw badInput({ chapters: fault });
  return { ...input, ...facts, subtitles: input.subtitles.trim(), labels: [...new Set(input.labels)] };
}

/** Gives uploaded files to their video; answers their ids. */
async function takeFiles(ctx: Ctx, id: string, orgCode: string, of: { fileId: string; cover: string }) {
  const place = { kind: VIDEO_FILES, rowId: id, orgCode };
  const [fileId = ''] = await attachFiles(ctx, 'fileId', [of.fileId], place, { format: 'video' });
  const [cover = ''] = await attachFiles(ctx, 'cover', of.cover ? [of.cover] : [], place, { format: 'image' });
  await detachFiles(ctx, place, [fileId, cover].filter(Boolean));
  return { fileId, cover };
}

/** What browsers do not play is converted by a job; until then it is 处理中. */
async function convert(ctx: Ctx, id: string, of: { title: string; fileId: string; codec: string }): Promise<boolean> {
  if (isPlayableCodec(of.codec)) return false;
  await queries.startWork(ctx.db, id);
  const input = { videoId: id, fileId: of.fileId };
  await enqueue(ctx, { kind: CONVERT_JOB, title: `转换视频 ${of.title}`, right: 'edu:write', input });
  return true;
}

/** What the log shows of a video. */
const shown = (of: queries.VideoFields, unitName: string) => ({
  unitName,
  title: of.title,
  intro: of.intro,
  speaker: of.speaker,
  year: of.year,
  seconds: videoTimeText(of.seconds),
  chapters: of.chapters.length,
  subtitles: of.subtitles !== '',
  labels: of.labels.join('、'),
  audience: AUDIENCES[of.audience],
  countsHours: of.countsHours,
  share: of.share,
  sort: of.sort,
});

async function unitOf(ctx: Ctx, id: string): Promise<UnitRecord> {
  const unit = await findUnit(ctx.db, ctx.scope, id);
  if (!unit) throw notFound(NO_UNIT);
  return unit;
}

/** Drafts a video in a unit of the scope. */
export async function create(
  ctx: Ctx,
  input: ParsedOf<typeof contract.createVideo>,
): Promise<ReplyOf<typeof contract.createVideo>> {
  const unit = await unitOf(ctx, input.unitId);
  const fields = await fieldsOf(ctx, input, null);
  const id = await queries.insertVideo(ctx.db, unit, fields, ctx.session.accountName);
  const taken = await takeFiles(ctx, id, unit.orgCode, fields);
  await queries.setVideoFiles(ctx.db, id, taken);
  const isConverted = await convert(ctx, id, { ...fields, ...taken });
  const changes = diff<Record<string, unknown>>({}, shown(fields, unit.name));
  ctx.audit({ type: TOPIC, id, name: fields.title, orgCode: unit.orgCode, changes });
  return { id, isConverted };
}

export async function update(
  ctx: Ctx,
  input: ParsedOf<typeof contract.updateVideo>,
): Promise<ReplyOf<typeof contract.updateVideo>> {
  const row = await queries.findVideo(ctx.db, ctx.scope, input.id, true);
  if (!row) throw notFound(NO_VIDEO);
  const unit = await unitOf(ctx, input.unitId);
  sameVersion(row, input.version, '这个视频');
  refusePending(row);
  if (row.viewers > 0 && row.fileId !== input.fileId) {
    throw badInput({ fileId: `已有${row.viewers}人看过，不能更换文件；请下架后另建一个视频` });
  }
  const fields = await fieldsOf(ctx, input, row);
  const taken = await takeFiles(ctx, row.id, unit.orgCode, fields);
  const next = { ...fields, ...taken };
  const version = await queries.writeVideo(ctx.db, row.id, unit, next, ctx.session.accountName);
  const isConverted = next.fileId !== row.fileId && (await convert(ctx, row.id, next));
  const changes = diff<Record<string, unknown>>(shown(row, row.unitName), shown(next, unit.name));
  ctx.audit({ type: TOPIC, id: row.id, name: next.title, orgCode: unit.orgCode, changes });
  return { version, isConverted };
}

/** Puts a draft that was never published into the recycle bin. */
export async function remove(ctx: Ctx, input: ParsedOf<typeof contract.removeVideo>): Promise<null> {
  const row = await queries.findVideo(ctx.db, ctx.scope, input.id, true);
  if (!row) throw notFound(NO_VIDEO);
  if (!canOf(row).remove) throw refuse('发布过的视频不能删除，可以下架');
  await queries.binVideo(ctx.db, row.id, ctx.session.accountName, input.deleteReason);
  ctx.audit({ type: TOPIC, id: row.id, name: row.title, orgCode: row.orgCode, reason: input.deleteReason });
  return null;
}

async function holdAll(ctx: Ctx, ids: readonly string[]): Promise<queries.VideoRecord[]> {
  const rows = await queries.lockVideos(ctx.db, ctx.scope, ids);
  if (rows.length < ids.length) throw notFound(NO_VIDEO);
  return rows;
}

/** Publishes drafts, or what was taken down; where a process of the kind is in use they are sent in instead. */
export async function publish(
  ctx: Ctx,
  { ids }: ParsedOf<typeof contract.publishVideos>,
): Promise<ReplyOf<typeof contract.publishVideos>> {
  const rows = (await holdAll(ctx, ids)).filter((row) => canOf(row).publish);
  if (rows.length === 0) throw refuse('所选视频都已发布、待审或在处理中');
  const unplayed = rows.find(({ codec }) => !isPlayableCodec(codec));
  if (unplayed) throw refuse(`《${unplayed.title}》：${WRONG_CODEC}`);
  const waiting = await sendIn(ctx, rows);
  if (waiting !== null) {
    for (const { id, title, orgCode, state } of rows)
      ctx.audit({ type: TOPIC, id, name: title, orgCode, changes: { state: [state, 3] } });
    return { count: rows.length - waiting, waiting };
  }
  await queries.publishAll(
    ctx.db,
    rows.map(({ id }) => id),
    ctx.session.accountName,
  );
  for (const { id, title, orgCode, state } of rows) {
    ctx.audit({ type: TOPIC, id, name: title, orgCode, changes: { state: [state, 1] } });
  }
  return { count: rows.length, waiting: 0 };
}

/** Takes videos down at once; what people have seen of them stays. */
export async function withdraw(
  ctx: Ctx,
  { ids, reason }: ParsedOf<typeof contract.withdrawVideos>,
): Promise<ReplyOf<typeof contract.withdrawVideos>> {
  const rows = (await holdAll(ctx, ids)).filter(({ state }) => state === 1);
  if (rows.length === 0) throw refuse('所选视频没有在发布的');
  await queries.withdrawAll(
    ctx.db,
    rows.map(({ id }) => id),
    reason,
    ctx.session.accountName,
  );
  for (const { id, title, orgCode } of rows) {
    ctx.audit({ type: TOPIC, id, name: title, orgCode, changes: { state: [1, 2] }, reason });
  }
  return { count: rows.length };
}
