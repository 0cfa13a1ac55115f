import type { Finding, sealStatus } from '#kernel/system/contract.ts';
import type { ReplyOf } from '#platform/contract.ts';
import type { Ctx, Services } from '#platform/server/context.ts';
import type { Db } from '#platform/server/database/db.ts';
import { refuse } from '#platform/server/errors.ts';
import { enqueue } from '#platform/server/jobs/jobs.ts';
import { writeAudit } from '#platform/server/log/audit.ts';
import type { JobResult, RunningJob } from '#platform/server/module.ts';
import { firstFault, NOTHING, sealText, sm3 } from '../chain.ts';
import * as queries from '../queries/seals.ts';
import { readSealCopies } from '../sealing.ts';

export const VERIFY_JOB = 'system.verify';
const RIGHT = 'log:verify';
const SEALS_AT_ONCE = 200;
const ROWS_AT_ONCE = 5000;
/** Batches that the database reads side by side. */
const READERS = 4;
const ACTION = '核验日志';

/** What a verification came to. */
export interface Verdict {
  rows: number;
  seals: number;
  /** Rows that no seal covers yet: those of the last minute. */
  unsealed: number;
  /** False: this machine has no copy of the seals, so nobody can say whether the newest were taken away. */
  copied: boolean;
  /** Seals with something wrong. */
  faults: number;
  finding: Finding | null;
}

/**
 * Reads every sealed row again and every seal, in their order, and compares the seals with their copies.
 * @param progress is told the seals done and their number, before each batch
 */
export async function verifySeals(
  services: Services,
  progress: (done: number, total: number) => Promise<void>,
): Promise<Verdict> {
  const { db } = services;
  // The copies first: a seal that is made meanwhile is in the database by then.
  const known = new Map<string, string>();
  for await (const { id, hash } of readSealCopies(services)) if (!known.has(id)) known.set(id, hash);
  const total = Math.max(Number((await queries.lastSeal(db))?.id ?? 0), ...[...known.keys()].map(Number));
  const verdict: Verdict = { rows: 0, seals: 0, unsealed: 0, copied: known.size > 0, faults: 0, finding: null };
  const note = (finding: Finding | null) => {
    if (!finding) return;
    verdict.faults++;
    verdict.finding ??= finding;
  };

  let before: queries.Seal | null = null;
  let expected = 1;
  for await (const { seal, batch } of sealedRows(db)) {
    await progress(verdict.seals, total);
    for (; expected < Number(seal.id); expected++) note(lost(expected));
    note(
      sealFault(services, seal, before) ?? copyFault(seal, known) ?? (await rowFault(services, seal, before, batch)),
    );
    verdict.rows += batch.n;
    verdict.seals++;
    before = seal;
    expected = Number(seal.id) + 1;
  }
  for (; expected <= total; expected++) note(lost(expected));
  if (known.has('')) note({ seal: 0, rowId: null, sentence: '封存副本中有无法识别的内容' });
  verdict.unsealed = await queries.unsealed(db, before?.last_id ?? null);
  return verdict;
}

interface SealedBatch {
  seal: queries.Seal;
  batch: queries.BatchText;
}

/** Every seal with the rows that stand there now; some batches are read ahead while one is worked on. */
async function* sealedRows(db: Db): AsyncGenerator<SealedBatch> {
  const coming: Promise<SealedBatch[]>[] = [];
  for await (const { seals, after } of groups(db)) {
    const reading = readRows(db, seals, after);
    // Awaited later; until then its failure is nobody's.
    reading.catch(() => {});
    coming.push(reading);
    if (coming.length === READERS) yield* (await coming.shift()) ?? [];
  }
  for (const reading of coming) yield* await reading;
}

interface Group {
  seals: queries.Seal[];
  /** The last row of the seal before them. */
  after: string | null;
}

/** All seals in their order, so many at once as hold some thousand rows, at least one. */
async function* groups(db: Db): AsyncGenerator<Group> {
  let last: queries.Seal | null = null;
  for (;;) {
    const page: queries.Seal[] = await queries.sealsAfter(db, last?.id ?? '0', SEALS_AT_ONCE);
    if (page.length === 0) return;
    let group: Group = { seals: [], after: last?.last_id ?? null };
    let rows = 0;
    for (const seal of page) {
      if (group.seals.length > 0 && rows + seal.n > ROWS_AT_ONCE) {
        yield group;
        group = { seals: [], after: last?.last_id ?? null };
        rows = 0;
      }
      group.seals.push(seal);
      rows += seal.n;
      last = seal;
    }
    yield group;
  }
}

async function readRows(db: Db, seals: readonly queries.Seal[], after: string | null): Promise<SealedBatch[]> {
  const ranges = seals.map((seal, at) => ({
    after: at === 0 ? after : (seals[at - 1]?.last_id ?? null),
    upTo: seal.last_id,
  }));
  const batches = await queries.batchTexts(db, ranges);
  return seals.map((seal, at) => ({ seal, batch: batches[at] ?? { n: 0, text: '' } }));
}

const lost = (seal: number): Finding => ({ seal, rowId: null, sentence: `第${seal}号封存记录被删除` });

function sealFault({ vault }: Services, seal: queries.Seal, before: queries.Seal | null): Finding | null {
  const fault = (sentence: string) => ({ seal: Number(seal.id), rowId: null, sentence });
  if (!sm3(sealText(seal)).equals(seal.hash)) return fault(`第${seal.id}号封存记录被改动`);
  if (!vault.sealKey.verify(seal.hash, seal.signature)) return fault(`第${seal.id}号封存记录的签名不正确`);
  if (!seal.prev_hash.equals(before?.hash ?? NOTHING)) return fault(`第${seal.id}号封存记录与前一号不衔接`);
  return null;
}

function copyFault(seal: queries.Seal, known: ReadonlyMap<string, string>): Finding | null {
  const copy = known.get(seal.id);
  if (copy === undefined || copy === seal.hash.toString('hex')) return null;
  return { seal: Number(seal.id), rowId: null, sentence: `第${seal.id}号封存记录与副本不一致` };
}

async function rowFault(
  { db }: Services,
  seal: queries.Seal,
  before: queries.Seal | null,
  batch: queries.BatchText,
): Promise<Finding | null> {
  if (batch.n === seal.n && sm3(batch.text).equals(seal.root)) return null;
  const rows = await queries.rowTexts(db, before?.last_id ?? null, seal.last_id, Math.max(batch.n, 1));
  const fault = firstFault(rows, await queries.leavesOf(db, seal.id));
  if (!fault) return { seal: Number(seal.id), rowId: null, sentence: `第${seal.id}号封存的日志被改动` };
  const words = { changed: '被改动', added: '是后来添加的', removed: '被删除' }[fault.what];
  const at = fault.what === 'removed' ? '' : await queries.timeOf(db, fault.rowId);
  return {
    seal: Number(seal.id),
    rowId: fault.rowId,
    sentence: `编号${fault.rowId}的日志${at ? `（${at}）` : ''}${words}`,
  };
}

/** Queues a verification; one at a time is enough. */
export async function startVerify(ctx: Ctx): Promise<{ jobId: string }> {
  const latest = await queries.latestJob(ctx.db, VERIFY_JOB);
  if (latest?.state === 'queued' || latest?.state === 'running') throw refuse('正在核验，请等待完成');
  const jobId = await enqueue(ctx, { kind: VERIFY_JOB, title: ACTION, right: RIGHT, input: {} });
  ctx.audit({ type: 'job', id: jobId, name: ACTION });
  return { jobId };
}

/** Carries out a verification; what it found stands in the log itself. */
export async function runVerify(job: RunningJob): Promise<JobResult> {
  const { services } = job;
  let lastReported = 0;
  const verdict = await verifySeals(services, async (done, total) => {
    // Seals of a quiet minute are small: how far it is, is said twice a second.
    if (lastReported !== 0 && performance.now() - lastReported < 500) return;
    lastReported = performance.now();
    await job.progress(done, total, '正在核验');
  });
  const message = verdictText(verdict);
  await writeAudit(
    services.db,
    null,
    {
      action: `${ACTION}结果`,
      endpoint: VERIFY_JOB,
      outcome: verdict.finding ? 'failed' : 'done',
      ip: '',
      traceId: `job-${job.id}`,
      reason: message,
    },
    [{ type: 'job', id: job.id, name: ACTION, orgCode: job.orgCode }],
  );
  return { message, result: { ...verdict } };
}

/** What a verification came to, as a sentence without its full stop. */
export function verdictText(verdict: Verdict): string {
  const extent = `共核验${verdict.rows}条日志、${verdict.seals}次封存`;
  const others = verdict.faults > 1 ? `，另有${verdict.faults - 1}处异常` : '';
  if (verdict.finding) return `${extent}，发现异常：${verdict.finding.sentence}${others}`;
  return verdict.copied
    ? `${extent}，未发现改动`
    : `${extent}，未发现改动；本机没有封存副本，未能核对最新几次封存是否被删除`;
}

/** How far the log is sealed, and what the last verification came to. */
export async function getSealStatus(ctx: Ctx): Promise<ReplyOf<typeof sealStatus>> {
  const [totals, latest] = await Promise.all([queries.totals(ctx.db), queries.latestJob(ctx.db, VERIFY_JOB)]);
  return {
    seals: totals.seals,
    sealedRows: totals.sealed_rows,
    sealedAt: totals.sealed_at?.toISOString() ?? null,
    publicKey: ctx.vault.sealKey.publicHex,
    latest: latest
      ? {
          jobId: latest.id,
          state: latest.state,
          progress: latest.progress,
          total: latest.total,
          message: latest.message,
          finishTime: latest.finished_at?.toISOString() ?? null,
          finding: ((latest.result as Verdict | null)?.finding as Finding | null) ?? null,
        }
      : null,
  };
}
