import { siteSetup } from '#kernel/session/server/site.ts';
import { ALL_HOSTS } from '#kernel/system/contract.site.ts';
import { BackupFault } from '#platform/server/backup/faults.ts';
import { readBackupKey } from '#platform/server/backup/key.ts';
import { dropOld } from '#platform/server/backup/stock.ts';
import { takeBackup } from '#platform/server/backup/take.ts';
import { productVersion, takenText } from '#platform/server/backup/words.ts';
import type { Ctx, Services } from '#platform/server/context.ts';
import { type Db, transact } from '#platform/server/database/db.ts';
import { refuse } from '#platform/server/errors.ts';
import { fileStore } from '#platform/server/files/fileStore.ts';
import { enqueue, enqueueOwn } from '#platform/server/jobs/jobs.ts';
import type { JobResult, RunningJob } from '#platform/server/module.ts';
import { runningUrl } from '#platform/server/postgres/embedded.ts';
import * as queries from '../queries/condition.ts';
import { lastSeal } from '../queries/seals.ts';

export const BACKUP_JOB = 'system.backup';
const TITLE = '备份';

/** Queues the day's backup once its hour has come. */
export async function backUpWhenDue(services: Services): Promise<void> {
  const { settings } = await siteSetup(services, ALL_HOSTS);
  const { backup: plan } = settings;
  if (!plan) return;
  await transact(services.db, async (tx) => {
    if ((await queries.backupUnderWay(tx, BACKUP_JOB)) !== null || !(await queries.isBackupDue(tx, plan.hour))) return;
    await enqueueOwn(tx, BACKUP_JOB, TITLE);
  });
}

/** Queues a backup of now; one at a time. */
export async function startBackup(ctx: Ctx): Promise<{ jobId: string }> {
  const { settings } = await siteSetup({ ...ctx.services, db: ctx.db }, ALL_HOSTS);
  if (!settings.backup) throw refuse('还没有设置备份文件夹，请先在站点配置里启用自动备份');
  if ((await queries.backupUnderWay(ctx.db, BACKUP_JOB)) !== null) throw refuse('正在备份，请等待完成');
  const jobId = await enqueue(ctx, { kind: BACKUP_JOB, title: TITLE, right: 'condition:write', input: {} });
  ctx.audit({ type: 'job', id: jobId, name: TITLE });
  return { jobId };
}

/** The number of the last seal; 0: there is none. */
export const lastSealNumber = async (db: Db): Promise<number> => Number((await lastSeal(db))?.id ?? 0);

/** Takes the backup that the settings ask for, removes those that are too old, and notes what came of it. */
export async function runBackup(job: RunningJob): Promise<JobResult> {
  const { services } = job;
  const { config, db, modules } = services;
  const plan = (await siteSetup(services, ALL_HOSTS)).settings.backup;
  if (!plan) throw refuse('自动备份已停用');
  const began = performance.now();
  let isStopped = false;
  const step = async (done: number, total: number, what: string) => {
    await job.progress(done, total, what).catch((error: unknown) => {
      isStopped = true;
      throw error;
    });
  };
  const note = (succeeded: boolean, name: string, outcome: string, facts: Record<string, unknown>) =>
    queries.noteRun(db, {
      kind: 'backup',
      succeeded,
      name,
      outcome,
      facts,
      seconds: (performance.now() - began) / 1000,
    });
  try {
    const url = config.databaseUrl ?? runningUrl(config.dataDir);
    if (url === null) throw new Error('the embedded database does not run');
    const key = readBackupKey(config.backupKeyFile, { made: () => {} });
    const ledgers = modules.flatMap((module) => module.ledgers ?? []);
    const source = {
      url,
      dataDir: config.dataDir,
      store: fileStore(services),
      ledgers,
      lastSeal: lastSealNumber,
      version: productVersion,
    };
    const taken = await takeBackup(source, plan.folder, key, step);
    const gone = await dropOld(plan.folder, plan.days, new Date());
    const message = takenText(taken) + (gone.backups > 0 ? `已删除${gone.backups}份过期的备份。` : '');
    await note(true, taken.name, message, { ...taken, gone });
    return { message };
  } catch (error) {
    if (isStopped) throw error;
    const outcome = error instanceof BackupFault ? error.message : '备份没有完成，原因见服务输出';
    await note(false, '', outcome, {});
    throw error instanceof BackupFault ? refuse(outcome) : error;
  }
}
