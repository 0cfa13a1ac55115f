import { ROLE } from '#kernel/session/contract.ts';
import { siteSetup } from '#kernel/session/server/site.ts';
import type { getCondition as call } from '#kernel/system/contract.condition.ts';
import { ALL_HOSTS } from '#kernel/system/contract.site.ts';
import { conditionOf, type EndedRun, type Facts } from '#kernel/system/rules.condition.ts';
import type { ReplyOf } from '#platform/contract.ts';
import { productVersion } from '#platform/server/backup/words.ts';
import type { Ctx, Services } from '#platform/server/context.ts';
import { transact } from '#platform/server/database/db.ts';
import { diskOf, waitingWork } from '#platform/server/watch/figures.ts';
import * as queries from '../queries/condition.ts';
import { BACKUP_JOB } from './backup.ts';

const ended = (run: queries.RunRecord | null): EndedRun | null =>
  run && { succeeded: run.succeeded, outcome: run.outcome, at: run.ended_at.getTime() };

/** Everything that the page judges by. */
async function factsOf(services: Services): Promise<Facts> {
  const { db, config } = services;
  const [{ settings }, row, work, runs, disk] = await Promise.all([
    siteSetup(services, ALL_HOSTS),
    queries.databaseFacts(db),
    waitingWork(db),
    queries.newestRuns(db),
    diskOf(config),
  ]);
  const sum = (list: readonly { n: number }[]) => list.reduce((all, { n }) => all + n, 0);
  const oldest = (list: readonly { seconds: number }[]) => Math.max(0, ...list.map(({ seconds }) => seconds));
  const queued = work.jobs.filter(({ state }) => state === 'queued');
  return {
    version: productVersion,
    node: process.versions.node,
    upSeconds: process.uptime(),
    now: row.now.getTime(),
    production: config.production,
    database: { version: row.version, bytes: row.bytes, embedded: config.databaseUrl === null },
    disk,
    jobs: {
      queued: sum(queued),
      running: sum(work.jobs.filter(({ state }) => state === 'running')),
      failed: row.failed,
      oldestSeconds: oldest(queued),
    },
    outbox: { waiting: sum(work.outbox), oldestSeconds: oldest(work.outbox) },
    counterLag: row.lag,
    faultsToday: row.faults,
    plan: settings.backup,
    lastBackup: ended(runs.backup),
    goodBackupAt: runs.good?.ended_at.getTime() ?? null,
    lastDrill: ended(runs.drill),
  };
}

/** How the platform stands now. */
export async function getCondition(ctx: Ctx): Promise<ReplyOf<typeof call>> {
  const [facts, runs, underWay] = await Promise.all([
    factsOf(ctx.services),
    queries.lastRuns(ctx.db, 10),
    queries.backupUnderWay(ctx.db, BACKUP_JOB),
  ]);
  return {
    groups: conditionOf(facts),
    runs: runs.map(({ id, kind, succeeded, outcome, ended_at }) => ({
      id,
      kind,
      succeeded,
      outcome,
      endTime: ended_at.toISOString(),
    })),
    underWay: underWay === null ? null : underWay || '等待开始',
    can: { backup: ctx.may('condition:write') && facts.plan !== null && underWay === null },
  };
}

/** The system administrator of 三员分立. */
const SYSTEM_ADMINISTRATOR = 8;

/** Whatever stands red is a to-do for the administrators, and closed once it does no more. */
export async function noteCondition(services: Services): Promise<void> {
  const bad = conditionOf(await factsOf(services))
    .flatMap(({ lines }) => lines)
    .filter(({ tone }) => tone === 'bad')
    .map(({ key, label, value, hint }) => ({
      title: `${label}需要处理`,
      detail: `${value}。${hint}`,
      subject: `condition:${key}`,
    }));
  const { settings } = await siteSetup(services, ALL_HOSTS);
  const roleId = settings.separateAdministrators ? SYSTEM_ADMINISTRATOR : ROLE.administrator;
  await transact(services.db, (tx) => queries.keepConditionTodos(tx, roleId, bad));
}
