import { submitForApproval } from '#kernel/workflow/server/service/submit.ts';
import { type Subject, workflowSubject } from '#kernel/workflow/server/subjects.ts';
import { AUDIENCES, VIDEO_APPROVAL, VIDEO_STATES, videoTimeText } from '#learning/education/rules.ts';
import type { Ctx } from '#platform/server/context.ts';
import { wholeScope } from '#platform/server/database/scope.ts';
import { notFound, refuse } from '#platform/server/errors.ts';
import * as queries from '../queries/video.ts';
import { NO_VIDEO } from './common.ts';

const facts = (row: queries.VideoRecord) => ({
  minutes: Math.ceil(row.seconds / 60),
  audience: row.audience,
  title: row.title,
});

const subject: Subject = {
  label: '视频发布',
  fields: [
    { key: 'minutes', label: '时长（分钟）', kind: 'number' },
    {
      key: 'audience',
      label: '公开范围',
      kind: 'choice',
      options: Object.entries(AUDIENCES).map(([value, label]) => ({ value, label })),
    },
    { key: 'title', label: '标题', kind: 'text' },
  ],
  // The working page shows all of it, the file included.
  url: () => '',
  // Who takes part reads it, wherever they work: the engine has seen to it.
  async view(ctx, id) {
    const row = await queries.findVideo(ctx.db, wholeScope, id);
    if (!row) throw notFound(NO_VIDEO);
    const lines = [
      { label: '视频', value: row.title },
      { label: '发布组织', value: row.orgName },
      { label: '视频单元', value: `${row.unitName}（${row.isRequired ? '必修' : '选修'}）` },
      { label: '主讲人', value: row.speaker },
      { label: '时长', value: `${videoTimeText(row.seconds)}${row.countsHours ? '，计学时' : ''}` },
      { label: '公开范围', value: AUDIENCES[row.audience] },
      { label: '章节', value: row.chapters.map(({ at, title }) => `${videoTimeText(at)} ${title}`).join('；') },
    ];
    return { lines: lines.filter(({ value }) => value !== ''), text: row.intro, files: [row.fileId], checks: [] };
  },
  async onEnd(ctx, id, outcome) {
    const row = await queries.findVideo(ctx.db, wholeScope, id, true);
    if (!row) throw notFound(NO_VIDEO);
    const by = ctx.session.accountName;
    if (outcome === 'approved') await queries.publishAll(ctx.db, [id], by);
    else await queries.sendBack(ctx.db, id, outcome === 'rejected' ? '审批不同意发布' : '', by);
    const state = outcome === 'approved' ? 1 : row.publishedAt ? 2 : 0;
    ctx.audit({ type: 'video', id, name: row.title, orgCode: row.orgCode, changes: { state: [row.state, state] } });
  },
};

/** Announces videos as what runs on approval processes. */
export const announceVideos = (): void => workflowSubject(VIDEO_APPROVAL, subject);

/**
 * Sends locked videos in where a process of the kind is published at the session's place or above; answers how many wait.
 * Null: there is none, and they may be published at once.
 */
export async function sendIn(ctx: Ctx, rows: readonly queries.VideoRecord[]): Promise<number | null> {
  let waiting = 0;
  for (const row of rows) {
    const sent = await submitForApproval(ctx, {
      kind: VIDEO_APPROVAL,
      subjectId: row.id,
      title: `${row.unitName}：${row.title}`,
      facts: facts(row),
      what: '视频',
      waits: () => queries.setWaiting(ctx.db, row.id, ctx.session.accountName),
      above: null,
    });
    if (!sent) return null;
    if (sent.state === 'running') waiting += 1;
  }
  return waiting;
}

/** Refuses a change of what approvers are looking at. */
export function refusePending({ state }: { state: number }): void {
  if (state === 3) throw refuse(`视频${VIDEO_STATES[3]}，撤回审批或办结后再修改`);
  if (state === 4) throw refuse(`视频${VIDEO_STATES[4]}，转换好后再修改`);
}
