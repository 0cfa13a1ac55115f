import { dictionaryNames } from '#kernel/dictionary/server/names.ts';
import { BRANCH_TYPES } from '#people/org/rules.ts';
import type { Services, Session } from '#platform/server/context.ts';
import { transact } from '#platform/server/database/db.ts';
import { subtreeRange, workerScope } from '#platform/server/database/scope.ts';
import { notFound } from '#platform/server/errors.ts';
import { sendNotice } from '#platform/server/inbox/notices.ts';
import { writeAudit } from '#platform/server/log/audit.ts';
import type { JobResult, RunningJob } from '#platform/server/module.ts';
import { advance } from '#platform/server/records/batches.ts';
import { decryptLines, type Line } from '#platform/server/spreadsheet/encrypted.ts';
import { homeFinder } from '../homes.ts';
import { type Import, importRows, type SheetRow } from '../importRows.ts';
import * as queries from '../queries/import.ts';

export const IMPORT_JOB = 'member.import';
/** Dictionary 0178. */
const SYSTEM_NOTICE = '5';

/** What the rows of a batch are checked against. */
export async function prepareImport(services: Services, batch: queries.BatchRecord, by: string): Promise<Import> {
  const scope = workerScope(batch.org_code);
  const [names, homes, { today, countedOn }] = await Promise.all([
    dictionaryNames(services),
    queries.listBranches(services.db, scope),
    queries.todayAndCountedOn(services.db),
  ]);
  const isBranch = BRANCH_TYPES.includes(batch.org_type);
  return {
    batchId: batch.id,
    scope,
    fallback: isBranch ? { id: batch.org_id, code: batch.org_code, name: batch.org_name } : null,
    look: { entries: names.entries, home: homeFinder(homes), today },
    names,
    countedOn,
    rewrite: new Set(batch.rewrite),
    by,
  };
}

/** A line's texts at the fields that the mapping gives them. */
function atFields(line: Line, mapping: readonly queries.Column[]): SheetRow {
  const cells: Record<string, string> = {};
  mapping.forEach(({ field }, index) => {
    const text = line.cells[index] ?? '';
    if (field !== null && text !== '') cells[field] = text;
  });
  return { rowNo: line.rowNo, raw: line.cells, cells };
}

/**
 * Checks a batch's lines and writes the good ones, one transaction with one audit row for some hundred
 * lines. Taken up again after a crash it passes over the lines that were done with.
 */
export async function runImport(job: RunningJob): Promise<JobResult> {
  const { services, accountId } = job;
  const batch = await queries.getBatch(
    services.db,
    { ...subtreeRange(job.orgCode), memberId: null },
    accountId ?? '',
    String(job.input.batchId),
  );
  if (!batch?.file_id) throw notFound('导入的文件已过期，请重新上传');
  const actor = await actorOf(job);
  const against = await prepareImport(services, batch, actor.accountName);
  const seen = new Map<string, number>();
  const hash = batch.file_hash.toString('hex');
  let done = 0;
  let rewritten = 0;
  for await (const lines of decryptLines(services, batch.file_id, hash)) {
    await job.progress(done, batch.total, '正在校验并入库');
    await transact(services.db, async (tx) => {
      const known = await queries.knownRows(
        tx,
        batch.id,
        lines.map(({ rowNo }) => rowNo),
      );
      const rows = lines.filter(({ rowNo }) => !known.has(rowNo)).map((line) => atFields(line, batch.mapping));
      if (rows.length === 0) return;
      const { written, bad, rewritten: some } = await importRows(services, tx, against, rows, seen, false);
      rewritten += some;
      await advance(tx, batch.id, { written, bad, skipped: rows.length - written - bad });
      if (written === 0) return;
      await writeAudit(
        tx,
        actor,
        { action: '导入党员', endpoint: `job ${IMPORT_JOB}`, outcome: 'done', ip: '', traceId: `job-${job.id}` },
        [
          {
            type: 'batch',
            id: batch.id,
            name: batch.file_name,
            orgCode: batch.org_code,
            changes: { written: [0, written] },
          },
        ],
      );
    });
    done += lines.length;
  }
  await job.progress(done, batch.total, '正在汇总');
  const { written, bad } = await queries.recountBatch(services.db, batch.id);
  const fixed = rewritten > 0 ? `，按规则改正${rewritten}行` : '';
  const message = `已入库${written}人${fixed}${bad > 0 ? `，待修正${bad}行` : ''}`;
  await sendNotice(services.db, {
    type: SYSTEM_NOTICE,
    orgId: batch.org_id,
    accountIds: [batch.account_id],
    createdBy: '系统',
    title: '党员导入已校验',
    remark: `${batch.file_name}：${message}`,
  });
  return { message, result: { written, bad } };
}

/** Whoever started a job, as the audit names them. */
export async function actorOf(job: RunningJob): Promise<Session> {
  const row = await queries.starterOf(job.services.db, job.id);
  if (!row) throw notFound();
  return {
    accountId: job.accountId ?? '',
    accountName: row.name,
    memberId: null,
    roleId: row.role_id,
    roleName: row.role_name,
    base: row.base,
    grantId: row.grant_id,
    orgId: job.orgId ?? '',
    orgCode: job.orgCode,
    orgName: row.org_name,
    orgType: row.org_type,
    mustChangePassword: false,
    mustEnrol: false,
    rights: new Set(),
  };
}
