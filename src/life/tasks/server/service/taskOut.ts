import { writeArchive } from '#kernel/job/server/exportFile.ts';
import type * as contract from '#life/tasks/contract.taskOut.ts';
import { MOST_TEMPLATES } from '#life/tasks/contract.taskOut.ts';
import { FREQUENCIES, isToPeople, KINDS, receiverUnit, yearsLater } from '#life/tasks/rules.ts';
import { revealMember } from '#people/member/contract.reveal.ts';
import { membersOf } from '#people/member/server/index.ts';
import { personOf } from '#people/member/server/person.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { todayOf } from '#platform/server/database/db.ts';
import { workerScope } from '#platform/server/database/scope.ts';
import { notFound, refuse } from '#platform/server/errors.ts';
import { markOfDownload } from '#platform/server/export/exportMark.ts';
import { findFile } from '#platform/server/files/fileRights.ts';
import { copyRow, giveToRow, readStored } from '#platform/server/files/files.ts';
import { countHit } from '#platform/server/http/rate.ts';
import { enqueue } from '#platform/server/jobs/jobs.ts';
import type { JobResult, RunningJob } from '#platform/server/module.ts';
import { answerPaper } from '#platform/server/papers/keep.ts';
import { findForm, writeForm } from '../queries/forms.ts';
import { listLateReceivers, markTemplate, reportedFiles, reportedSize, templatesOf } from '../queries/taskOut.ts';
import { findTask, insertTask, setFiles, type TaskRecord } from '../queries/tasks.ts';
import { fileNamePart, isGiver, NO_TASK } from './common.ts';
import { loadVisibleTask } from './forms.ts';
import { localTime } from './meetingCommon.ts';

export const FILES_JOB = 'office.filesExport';
const PAPER = new URL('../../papers/urging.typ', import.meta.url);
/** Lines of one 督办单: what is more is no longer called one by one. */
const PRINTED = 300;
/** An archive holds less than the format's four gigabytes. */
const MOST_BYTES = 2 * 1024 ** 3;

type Late = Awaited<ReturnType<typeof listLateReceivers>>;

/** Who is late, as one paper, personal numbers redacted. */
export async function urging(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.printUrging>,
): Promise<ReplyOf<typeof contract.printUrging>> {
  const { task, rows } = await lateOf(ctx, id);
  return urgingPaper(ctx, task, rows, new Map(), '');
}

/**
 * The same with the whole numbers of those whose record the session reads, each noted in the own history and counted as
 * one of the day's views; 429 beyond their limit.
 */
export async function urgingFull(
  ctx: Ctx,
  { id, reason }: ParsedOf<typeof contract.printUrgingFull>,
): Promise<ReplyOf<typeof contract.printUrgingFull>> {
  if (!ctx.may('task:read')) throw refuse('督办单由查看工作任务的角色打印');
  const { task, rows } = await lateOf(ctx, id);
  const ids = [...new Set(rows.flatMap(({ callId, secretaryPhone }) => (callId && secretaryPhone ? [callId] : [])))];
  const people = ids.length > 0 ? await membersOf(ctx.db, ctx.scope, ids) : [];
  const { path, rate } = revealMember;
  if (rate && people.length > 0)
    await countHit(ctx.services, `${path}:a${ctx.session.accountId}`, rate.hits, rate.seconds, people.length);
  const whole = new Map<string, string>();
  for (const row of people) {
    const { phone } = personOf(row, ctx.vault);
    if (!phone) continue;
    whole.set(row.id, phone);
    ctx.audit({
      type: 'member',
      id: row.id,
      name: row.name,
      orgCode: row.org_code,
      reason: `打印督办单《${task.title}》：${reason}`,
    });
  }
  return urgingPaper(ctx, task, rows, whole, reason);
}

async function lateOf(ctx: Ctx, id: string) {
  const task = await loadVisibleTask(ctx, id);
  const rows = task.state === 2 ? await listLateReceivers(ctx.db, ctx.scope, id, PRINTED) : [];
  if (rows.length === 0) throw refuse(`没有逾期的${isToPeople(task.audience.mode) ? '人员' : '组织'}，不用督办`);
  return { task, rows };
}

async function urgingPaper(
  ctx: Ctx,
  task: TaskRecord,
  rows: Late,
  whole: ReadonlyMap<string, string>,
  reason: string,
): Promise<ReplyOf<typeof contract.printUrging>> {
  const { id } = task;
  const name = `督办单 ${task.title}`;
  const { line } = await markOfDownload(ctx, `打印${name}`, reason);
  ctx.audit({
    type: 'officeTask',
    id,
    name: task.title,
    orgCode: task.orgCode,
    changes: { urged: [null, rows.length] },
  });
  return answerPaper(ctx, {
    name,
    template: PAPER,
    data: {
      mark: line,
      title: task.title,
      giver: task.orgName,
      orgName: ctx.session.orgName,
      day: await todayOf(ctx.db),
      total: rows[0]?.total ?? 0,
      unit: receiverUnit(task.audience.mode),
      rows: rows.map((one) => ({
        org: one.orgName,
        circles: one.circles.filter(Boolean).join('、'),
        due: one.dueOn,
        days: one.days,
        secretary: one.secretary ?? '',
        secretaryPhone: (one.callId && whole.get(one.callId)) || (one.secretaryPhone ?? ''),
        contact: one.contact,
        phone: one.phone,
        urged: one.urgedAt ? localTime(one.urgedAt).slice(5) : '',
      })),
    },
  });
}

/** Queues the archive of what was handed in within the session's scope. */
export async function startFiles(
  ctx: Ctx,
  { id, purpose }: ParsedOf<typeof contract.exportTaskFiles>,
): Promise<ReplyOf<typeof contract.exportTaskFiles>> {
  const task = await loadVisibleTask(ctx, id);
  const { files, bytes } = await reportedSize(ctx.db, ctx.scope, id);
  if (files === 0) throw refuse('各组织没有上报附件');
  if (bytes > MOST_BYTES) throw refuse('附件超过2GB，请由下一级组织分别下载');
  const { accountName: name, orgName, orgId } = ctx.session;
  const title = `${task.title}附件`;
  const jobId = await enqueue(ctx, {
    kind: FILES_JOB,
    title: `打包${title}`,
    right: 'task:read',
    input: { taskId: id, orgId, title, by: { name, org: orgName }, purpose, files },
  });
  ctx.audit({ type: 'job', id: jobId, name: `打包${title}`, orgCode: task.orgCode, reason: purpose });
  return { jobId };
}

/** 组织-周期-文件名, of people 组织-姓名-周期-文件名, each once. */
function entryName(
  { orgName, person, circle, name }: Record<'orgName' | 'person' | 'circle' | 'name', string>,
  taken: Set<string>,
) {
  const whole = [orgName, person, circle, name].filter(Boolean).map(fileNamePart).join('-');
  const dot = whole.lastIndexOf('.');
  const [stem, end] = dot > 0 ? [whole.slice(0, dot), whole.slice(dot)] : [whole, ''];
  let one = whole;
  for (let n = 2; taken.has(one); n++) one = `${stem}（${n}）${end}`;
  taken.add(one);
  return one;
}

/** Packs the papers, one after the other. */
export async function runFiles(job: RunningJob): Promise<JobResult> {
  const { taskId, orgId, title, by, purpose, files } = job.input as {
    taskId: string;
    orgId: string;
    title: string;
    by: { name: string; org: string };
    purpose: string;
    files: number;
  };
  const { services } = job;
  const scope = workerScope(job.orgCode);
  if (!(await findTask(services.db, scope, orgId, taskId))) throw notFound(NO_TASK);
  const taken = new Set<string>();
  async function* entries() {
    for (let after = { code: '', id: '' }; ; ) {
      const some = await reportedFiles(services.db, scope, taskId, after, 100);
      for (const file of some) {
        yield { name: entryName(file, taken), content: readStored(services, file.key) };
        after = { code: file.code, id: file.id };
      }
      await job.progress(taken.size, Math.max(files, taken.size), '正在打包');
      if (some.length < 100) return;
    }
  }
  return writeArchive(job, { kind: FILES_JOB, title, unit: '个附件', by, purpose, entries: entries() });
}

/** What a task of the own organisation says, as a draft of other days. */
async function copyOf(ctx: Ctx, task: TaskRecord, startsOn: string, endsOn: string, reason: string): Promise<string> {
  const { orgId, orgCode, accountName } = ctx.session;
  const made = await insertTask(ctx.db, { id: orgId, code: orgCode }, { ...task, startsOn, endsOn }, null, accountName);
  const files: string[] = [];
  for (const file of task.files) {
    if (!(await findFile(ctx, file, true))) continue;
    const own = await copyRow(ctx.db, file);
    await giveToRow(ctx.db, own, made);
    files.push(own);
  }
  await setFiles(ctx.db, made, files);
  const form = await findForm(ctx.db, task.id);
  // Last time's figures are those of a task that was out, be it copied from there or kept as a template since.
  const previous = task.state === 0 ? (form?.previousId ?? undefined) : task.id;
  if (form) await writeForm(ctx.db, made, form.design, accountName, previous);
  ctx.audit({ type: 'officeTask', id: made, name: task.title, orgCode, reason });
  return made;
}

async function ownTask(ctx: Ctx, id: string): Promise<TaskRecord> {
  const task = await loadVisibleTask(ctx, id);
  if (!isGiver(ctx, task.orgId)) throw refuse('只能复制本组织的任务');
  return task;
}

/** A new draft of the own organisation that says what a task or a template of it said, the years moved so that it begins in this one. */
export async function copy(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.copyTask>,
): Promise<ReplyOf<typeof contract.copyTask>> {
  const task = await ownTask(ctx, id);
  const day = await todayOf(ctx.db);
  const years = Math.max(0, Number(day.slice(0, 4)) - Number(task.startsOn.slice(0, 4)));
  const [startsOn, endsOn] = [yearsLater(task.startsOn, years), yearsLater(task.endsOn, years)];
  return { id: await copyOf(ctx, task, startsOn, endsOn, `复制自${task.startsOn}开始的任务`) };
}

/** Keeps what a task says as a template of the own organisation. */
export async function keepTemplate(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.saveTemplate>,
): Promise<ReplyOf<typeof contract.saveTemplate>> {
  const task = await ownTask(ctx, id);
  const made = await copyOf(ctx, task, task.startsOn, task.endsOn, '存为模板');
  await markTemplate(ctx.db, made);
  return { id: made };
}

/** The templates of the own organisation. */
export async function templates(ctx: Ctx): Promise<ReplyOf<typeof contract.listTemplates>> {
  const rows = await templatesOf(ctx.db, ctx.session.orgId, MOST_TEMPLATES);
  return rows.map(({ kind, frequency, savedAt, ...row }) => ({
    ...row,
    kindName: KINDS[kind],
    frequencyName: FREQUENCIES[frequency],
    savedAt: savedAt.toISOString(),
  }));
}
