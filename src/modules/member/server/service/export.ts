import { dictionaryNames } from '#modules/dictionary/server/names.ts';
import { writeExport } from '#modules/job/server/exportFile.ts';
import type { ParsedOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { badInput } from '#platform/server/errors.ts';
import { enqueue } from '#platform/server/jobs.ts';
import type { JobResult, RunningJob } from '#platform/server/module.ts';
import { workerScope } from '#platform/server/scope.ts';
import type { exportMembers as exportContract } from '../../contract.ts';
import * as queries from '../queries/list.ts';
import { EXPORT_COLUMNS, exportedTab, rollSheet, tabSheet, USUAL_COLUMNS } from './exportSheet.ts';
import { checkImport, type FilterInput, select } from './list.ts';

export const EXPORT_JOB = 'member.export';
/** For which names and numbers that an export was sought by are sealed. */
export const SOUGHT_PLACE = 'job.member.export';
const CHUNK = 500;

/** Queues an export of the filtered list, or of one tab of its people, for the session's account; answers the job's id. */
export async function exportMembers(ctx: Ctx, input: ParsedOf<typeof exportContract>) {
  const unknown = input.columns.filter((key) => !Object.hasOwn(EXPORT_COLUMNS, key));
  if (unknown.length > 0) throw badInput({ columns: '所选的列不能导出' });
  const tab = exportedTab(input.content);
  if (input.content !== '' && !tab) throw badInput({ content: '请选择导出的内容' });
  // A foreign organisation or half an id card is refused now, not by the job.
  await checkImport(ctx, input);
  await select(ctx.services, ctx.scope, ctx.session, input);
  const { purpose, columns, content, ...filter } = input;
  const { keyWords, name, idCardNo, ...open } = filter;
  const personal = JSON.stringify({ keyWords, name, idCardNo });
  const title = tab ? `导出${tab.label}` : '导出党员名册';
  const jobId = await enqueue(ctx, {
    kind: EXPORT_JOB,
    title,
    right: 'member:export',
    input: {
      filter: open,
      sought: ctx.vault.seal(SOUGHT_PLACE, personal).toString('base64'),
      columns: columns.length > 0 ? columns : USUAL_COLUMNS,
      content,
      purpose,
      by: { name: ctx.session.accountName, org: ctx.session.orgName },
    },
  });
  ctx.audit({ type: 'job', id: jobId, name: title, reason: purpose });
  return { jobId };
}

interface ExportInput {
  filter: FilterInput;
  /** What was searched by: names and id cards, sealed. */
  sought: string;
  columns: string[];
  /** The kind of the tab; empty: the roll. Exports queued by an older version have none. */
  content?: string;
  purpose: string;
  by: { name: string; org: string };
}

/** Writes the roll or the tab chunk by chunk; stops where its user cancels it or loses the right. */
export async function runExport(job: RunningJob): Promise<JobResult> {
  const { services, orgCode, orgId, accountId } = job;
  if (orgId === null || accountId === null) throw new Error('an export belongs to an account');
  const input = job.input as unknown as ExportInput;
  const sought = JSON.parse(services.vault.open(SOUGHT_PLACE, Buffer.from(input.sought, 'base64')));
  const filter = { ...input.filter, ...sought } as FilterInput;
  const selection = await select(services, workerScope(orgCode), { orgId, orgCode }, filter);
  const total = selection ? await queries.countMembers(services.db, selection.scope, selection.filter, 5_000_000) : 0;
  const names = await dictionaryNames(services);
  const tab = exportedTab(input.content ?? '');
  const sheet = tab ? tabSheet(services, tab, names) : rollSheet(input.columns, names);
  let done = 0;

  async function* rows() {
    let after: queries.Place | null = null;
    for (;;) {
      await job.progress(done, total, '正在导出');
      if (!selection) return;
      const chunk: queries.ExportRecord[] = await queries.exportChunk(
        services.db,
        selection.scope,
        selection.filter,
        after,
        CHUNK,
      );
      yield* await sheet.linesOf(chunk);
      done += chunk.length;
      const last = chunk.at(-1);
      if (!last || chunk.length < CHUNK) return;
      after = { orgCode: last.org_code, sort: last.sort, id: last.id };
    }
  }

  const { title, unit, columns } = sheet;
  const { by, purpose } = input;
  return writeExport(job, { kind: EXPORT_JOB, title, unit, columns, rows: rows(), by, purpose });
}
