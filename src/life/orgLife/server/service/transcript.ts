import { siteSetup } from '#kernel/session/server/site.ts';
import type * as contract from '#life/orgLife/contract.speech.ts';
import { hasMatter } from '#life/orgLife/rules.life.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { writeUnique } from '#platform/server/database/unique.ts';
import { badInput, Refusal, refuse } from '#platform/server/errors.ts';
import { findFile } from '#platform/server/files/fileRights.ts';
import { readStored } from '#platform/server/files/files.ts';
import { enqueue } from '#platform/server/jobs/jobs.ts';
import type { JobResult, RunningJob } from '#platform/server/module.ts';
import type { MeetingRecord } from '../queries/meeting.ts';
import * as queries from '../queries/transcript.ts';
import { recogniseSpeech } from '../speech.ts';
import { canOf, loadMeeting } from './meeting.ts';

export const TRANSCRIBE = 'event.transcribe';
/** A recording travels whole. */
const MOST_MB = 60;

/** The recordings of a meeting. */
async function recordingsOf(ctx: Ctx, row: MeetingRecord) {
  const files = await Promise.all(row.files.map((id) => findFile(ctx, id)));
  return files.flatMap((file) => (file?.mime === 'audio/mpeg' ? [file] : []));
}

const setup = (ctx: Ctx) => siteSetup({ ...ctx.services, db: ctx.db }, ctx.request.host);

/** The recordings with the text of each, for whoever writes the minutes. */
export async function list(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.listTranscripts>,
): Promise<ReplyOf<typeof contract.listTranscripts>> {
  const row = await loadMeeting(ctx, id);
  const { settings } = await setup(ctx);
  if (settings.speech === null || !canOf(ctx, row).run || hasMatter(row.type)) return { on: false, recordings: [] };
  const [files, transcripts] = await Promise.all([recordingsOf(ctx, row), queries.transcriptsOf(ctx.db, id)]);
  return {
    on: true,
    recordings: files.map((file) => {
      const one = transcripts.find(({ fileId }) => fileId === file.id);
      const state = !one ? 'none' : one.state === 0 ? 'running' : one.state === 1 ? 'done' : 'failed';
      return {
        fileId: file.id,
        name: file.name,
        state,
        message:
          state === 'failed' ? one?.fault || '转写中断，可以再试一次' : state === 'running' ? (one?.message ?? '') : '',
        text: one?.text ?? '',
        at: one?.createdAt.toISOString() ?? null,
      };
    }),
  };
}

/** Sends a recording on its way. What is said of people by name at types 6 and 7 never leaves the platform. */
export async function start(ctx: Ctx, { id, fileId }: ParsedOf<typeof contract.transcribe>): Promise<null> {
  const row = await loadMeeting(ctx, id, true);
  if (!canOf(ctx, row).run) throw refuse('现在不能填写会议记录');
  if (hasMatter(row.type)) throw refuse('组织生活会和民主生活会的录音不外发');
  if ((await setup(ctx)).settings.speech === null) throw refuse('没有启用语音转文字，请联系管理员');
  const file = (await recordingsOf(ctx, row)).find((one) => one.id === fileId);
  if (!file) throw badInput({ fileId: '请选择这次会议的MP3录音' });
  if (file.size > MOST_MB * 1024 * 1024) throw badInput({ fileId: `录音超过${MOST_MB}MB，请分段上传` });
  const transcriptId = await writeUnique(
    () => queries.insertTranscript(ctx.db, id, fileId, ctx.session.accountName),
    () => refuse('这段录音正在转写'),
  );
  const title = `录音转文字：${file.name}`.slice(0, 60);
  const input = { transcriptId, host: ctx.request.host };
  const jobId = await enqueue(ctx, { kind: TRANSCRIBE, title, right: 'event:write', input });
  await queries.setJob(ctx.db, transcriptId, jobId);
  ctx.audit({
    type: 'lifeMeeting',
    id,
    name: row.title,
    orgCode: row.orgCode,
    reason: `录音${file.name}发到语音转文字服务`,
  });
  return null;
}

/** Asks the service; what it says, or why it does not, stands with the recording. */
export async function run(job: RunningJob): Promise<JobResult> {
  const { transcriptId, host } = job.input as { transcriptId: string; host: string };
  const { db } = job.services;
  const recording = await queries.recordingOf(db, transcriptId);
  if (!recording) return { message: '会议记录已经提交，不再转写' };
  try {
    const { settings, secrets } = await siteSetup(job.services, host);
    if (settings.speech === null) throw refuse('没有启用语音转文字，请联系管理员');
    const chunks: Buffer[] = [];
    for await (const chunk of readStored(job.services, recording.key)) chunks.push(chunk as Buffer);
    const service = { url: settings.speech.url, key: secrets.speechKey ?? '' };
    const text = await recogniseSpeech(service, { name: recording.name, bytes: Buffer.concat(chunks) }, (ms) =>
      job.progress(0, null, `正在转写，已等待${Math.floor(ms / 60_000)}分${Math.floor((ms % 60_000) / 1000)}秒`),
    );
    if (text === '') throw refuse('录音里没有听出文字');
    await queries.endTranscript(db, transcriptId, { text });
    return { message: `转出${text.length}字，到会议记录页核对采用` };
  } catch (error) {
    if (error instanceof Refusal) await queries.endTranscript(db, transcriptId, { fault: error.message });
    throw error;
  }
}
