import { writeArchive } from '#kernel/job/server/exportFile.ts';
import type * as contract from '#life/activityPackage/contract.ts';
import { stepsOf } from '#life/activityPackage/rules.ts';
import { announceBelonging, followRows } from '#people/org/server/belongings.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { inScope, workerScope } from '#platform/server/database/scope.ts';
import { conflict, notFound, refuse } from '#platform/server/errors.ts';
import { attachFiles, canReadFile, detachFiles } from '#platform/server/files/fileRights.ts';
import { readStored } from '#platform/server/files/files.ts';
import { enqueue } from '#platform/server/jobs/jobs.ts';
import type { JobResult, RunningJob } from '#platform/server/module.ts';
import { kindOf } from '#platform/server/noun/uploads.ts';
import { plainText } from '#platform/text/richText.ts';
import { activityPackage } from '../nouns/package.ts';
import * as queries from './queries.ts';

/** The kind of the files of a package. */
export const FILES = 'activityPackage.file';
export const PACK_JOB = 'activityPackage.filesExport';
const MISSING = '该活动包不存在，或不提供给本组织';
/** Bytes of one archive. */
const MOST_BYTES = 2 * 1024 ** 3;

async function find(ctx: Ctx, id: string, lock = false): Promise<queries.PackageRecord> {
  const row = await queries.findPackage(ctx.db, ctx.scope, ctx.session.orgCode, id, lock);
  if (!row) throw notFound(MISSING);
  return row;
}

/** Gives a package its files. */
export async function setFiles(
  ctx: Ctx,
  input: ParsedOf<typeof contract.setFiles>,
): Promise<ReplyOf<typeof contract.setFiles>> {
  const row = await find(ctx, input.id, true);
  // What is offered from above is no row of one's own to write.
  if (!inScope(ctx.scope, row.orgCode)) throw notFound(MISSING);
  if (row.orgId !== ctx.session.orgId) throw refuse('只有提供的组织可以修改');
  if (row.version !== input.version)
    throw conflict('该活动包已有变化，请核对后再操作', { current: { version: row.version } });
  const owner = { kind: FILES, rowId: row.id, orgCode: row.orgCode };
  const files = await attachFiles(ctx, 'files', input.files, owner, { format: 'common' });
  await detachFiles(ctx, owner, files);
  ctx.audit({
    type: 'activityPackage',
    id: row.id,
    name: row.title,
    orgCode: row.orgCode,
    changes: { files: [row.files.length, files.length] },
  });
  return { version: await queries.setFiles(ctx.db, row.id, files, ctx.session.accountName) };
}

/** What a meeting begins with, and that the own organisation uses it. */
export async function use(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.usePackage>,
): Promise<ReplyOf<typeof contract.usePackage>> {
  const row = await find(ctx, id);
  if (!row.active) throw refuse('该活动包已停用');
  if (!ctx.may('event:write')) throw refuse('当前角色不能新增组织生活');
  const { orgId, accountName } = ctx.session;
  await queries.noteUse(ctx.db, id, orgId, accountName);
  ctx.audit({
    type: 'activityPackage',
    id,
    name: row.title,
    orgCode: row.orgCode,
    reason: `${ctx.session.orgName}使用`,
  });
  return { title: row.title, note: row.prepare, topics: stepsOf(row.steps), minutes: row.minutes };
}

/** Queues the archive of a package. */
export async function startPack(
  ctx: Ctx,
  { id, purpose }: ParsedOf<typeof contract.packPackage>,
): Promise<ReplyOf<typeof contract.packPackage>> {
  const row = await find(ctx, id);
  const bytes = (await queries.storedFiles(ctx.db, row.files)).reduce((sum, { size }) => sum + size, 0);
  if (bytes > MOST_BYTES) throw refuse('资料超过2GB，请逐个下载');
  const { accountName: name, orgName: org } = ctx.session;
  const title = `打包活动包 ${row.title}`;
  const jobId = await enqueue(ctx, {
    kind: PACK_JOB,
    title,
    right: 'package:read',
    input: { packageId: id, by: { name, org }, purpose },
  });
  ctx.audit({ type: 'job', id: jobId, name: title, orgCode: row.orgCode, reason: purpose });
  return { jobId };
}

/** A package as a plain text, for whoever takes it to the meeting. */
function planOf(row: queries.PackageRecord): string {
  const parts: [string, string][] = [
    ['活动目的', row.aim],
    [
      '活动步骤',
      stepsOf(row.steps)
        .map((step, at) => `${at + 1}. ${step}`)
        .join('\r\n'),
    ],
    ['会前准备', row.prepare],
    ['主持词和讲稿', plainText(row.speech)],
  ];
  const written = parts.filter(([, text]) => text !== '').map(([head, text]) => `【${head}】\r\n${text}\r\n`);
  return [`${row.title}\r\n${row.orgName}提供，建议时长${row.minutes}分钟\r\n`, ...written].join('\r\n');
}

/** A name that the archive has once. */
function onceNamed(name: string, taken: Set<string>): string {
  const dot = name.lastIndexOf('.');
  const [stem, end] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  let one = name;
  for (let n = 2; taken.has(one); n++) one = `${stem}（${n}）${end}`;
  taken.add(one);
  return one;
}

/** Packs the plan and all files, one after the other. */
export async function runPack(job: RunningJob): Promise<JobResult> {
  const { packageId, by, purpose } = job.input as {
    packageId: string;
    by: { name: string; org: string };
    purpose: string;
  };
  const { services } = job;
  const row = await queries.findPackage(services.db, workerScope(job.orgCode), job.orgCode, packageId);
  if (!row) throw notFound(MISSING);
  const files = await queries.storedFiles(services.db, row.files);
  const taken = new Set(['下载说明.txt']);
  async function* entries() {
    // What opens a text in Windows takes it for UTF-8 by its mark.
    yield { name: onceNamed('活动方案.txt', taken), content: [`\uFEFF${planOf(row as queries.PackageRecord)}`] };
    for (const [at, file] of files.entries()) {
      await job.progress(at, files.length, '正在打包');
      yield { name: onceNamed(file.name, taken), content: readStored(services, file.key) };
    }
  }
  return writeArchive(job, { kind: PACK_JOB, title: row.title, unit: '个文件', by, purpose, entries: entries() });
}

/** Announces who reads the files: whoever sees the package. */
export function announceFiles(): void {
  canReadFile(FILES, async (ctx, { rowId }) => {
    if (rowId === null || !ctx.may('package:read')) return false;
    return (await queries.findPackage(ctx.db, ctx.scope, ctx.session.orgCode, rowId)) !== undefined;
  });
}

/** Announces that packages go to the organisation that takes over. */
export function announceHandover(): void {
  announceBelonging({
    subject: 'activityPackage',
    noun: '提供的活动包',
    measure: '个',
    waits: false,
    count: queries.packagesOf,
    async move(ctx, from, to, ids, reason) {
      const rows = await queries.movePackages(ctx.db, from.id, to, ids, [FILES, kindOf(activityPackage)]);
      return followRows(ctx, { from, to, reason }, rows, 'activityPackage');
    },
  });
}
