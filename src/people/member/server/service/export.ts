import { dictionaryNames } from '#kernel/dictionary/server/names.ts';
import { writeExport } from '#kernel/job/server/exportFile.ts';
import { EXPORT_FIELDS, USUAL_COLUMNS } from '#people/member/rules/exportColumns.ts';
import type { ParsedOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { transact } from '#platform/server/database/db.ts';
import { workerScope } from '#platform/server/database/scope.ts';
import { badInput, forbidden } from '#platform/server/errors.ts';
import { countHit } from '#platform/server/http/rate.ts';
import { enqueue } from '#platform/server/jobs/jobs.ts';
import { writeAudit } from '#platform/server/log/audit.ts';
import type { JobResult, RunningJob } from '#platform/server/module.ts';
import { revealMember } from '../../contract.reveal.ts';
import type { exportMembers as exportContract } from '../../contract.ts';
import { personOf } from '../person.ts';
import * as queries from '../queries/list.ts';
import { membersOf } from '../queries/record.ts';
import { exportedTab, type FullNumbers, rollSheet, tabSheet } from './exportSheet.ts';
import { actorOf } from './importRun.ts';
import { checkChosen, type FilterInput, selectMembers } from './list.ts';

export const EXPORT_JOB = 'member.export';
/** For which names and numbers that an export was sought by are encrypted. */
export const SOUGHT_PLACE = 'job.member.export';
const CHUNK = 500;
const MOST_FULL = revealMember.rate?.hits ?? 0;
const KEYS = new Set(EXPORT_FIELDS.map(({ key }) => key));

/** Queues an export of the filtered list, or of one tab of its people, for the session's account; answers the job's id. */
export async function exportMembers(ctx: Ctx, input: ParsedOf<typeof exportContract>) {
  const unknown = input.columns.filter((key) => !KEYS.has(key));
  if (unknown.length > 0) throw badInput({ columns: '所选的列不能导出' });
  const tab = exportedTab(input.content);
  if (input.content !== '' && !tab) throw badInput({ content: '请选择导出的内容' });
  // A foreign organisation or half an id card is refused now, not by the job.
  await checkChosen(ctx, input);
  const selection = await selectMembers(ctx.services, ctx.scope, ctx.session, input);
  const { purpose, columns, content, full, ...filter } = input;
  if (full) {
    if (!ctx.may(revealMember.access)) throw forbidden();
    const people = selection ? await queries.countMembers(ctx.db, selection.scope, selection.filter, MOST_FULL + 1) : 0;
    if (people > MOST_FULL) throw badInput({ full: `完整号码一次最多导出${MOST_FULL}人，请缩小范围` });
  }
  const { keyWords, name, idCardNo, ...open } = filter;
  const personal = JSON.stringify({ keyWords, name, idCardNo });
  const title = `导出${tab?.label ?? '党员名册'}${full ? '（完整号码）' : ''}`;
  const jobId = await enqueue(ctx, {
    kind: EXPORT_JOB,
    title,
    // With full numbers it is theirs who may see them: the job stops, and its file stays shut, without that right.
    right: full ? revealMember.access : 'member:export',
    input: {
      filter: open,
      sought: ctx.vault.encrypt(SOUGHT_PLACE, personal).toString('base64'),
      columns: columns.length > 0 ? columns : USUAL_COLUMNS,
      content,
      full,
      purpose,
      by: { name: ctx.session.accountName, org: ctx.session.orgName },
    },
  });
  ctx.audit({ type: 'job', id: jobId, name: title, reason: purpose });
  return { jobId };
}

interface ExportInput {
  filter: FilterInput;
  /** What was searched by: names and id cards, encrypted. */
  sought: string;
  columns: string[];
  /** The kind of the tab; empty: the roll. Exports queued by an older version have none. */
  content?: string;
  /** With full numbers. */
  full?: boolean;
  purpose: string;
  by: { name: string; org: string };
}

/** Writes the roll or the tab chunk by chunk; stops where its user cancels it or loses the right. */
export async function runExport(job: RunningJob): Promise<JobResult> {
  const { services, orgCode, orgId, accountId } = job;
  if (orgId === null || accountId === null) throw new Error('an export belongs to an account');
  const input = job.input as unknown as ExportInput;
  const sought = JSON.parse(services.vault.decrypt(SOUGHT_PLACE, Buffer.from(input.sought, 'base64')));
  const filter = { ...input.filter, ...sought } as FilterInput;
  const { by, purpose } = input;
  const selection = await selectMembers(services, workerScope(orgCode), { orgId, orgCode }, filter);
  const total = selection ? await queries.countMembers(services.db, selection.scope, selection.filter, 5_000_000) : 0;
  const names = await dictionaryNames(services);
  const tab = exportedTab(input.content ?? '');
  const sheet = tab ? tabSheet(services, tab, names) : rollSheet(input.columns, names);
  if (input.full && job.attempt === 1) await countViews(job, total);
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
      yield* await sheet.linesOf(chunk, input.full ? await fullNumbers(job, chunk, purpose) : undefined);
      done += chunk.length;
      const last = chunk.at(-1);
      if (!last || chunk.length < CHUNK) return;
      after = { orgCode: last.org_code, sort: last.sort, id: last.id };
    }
  }

  const { title, unit, columns } = sheet;
  return writeExport(job, { kind: EXPORT_JOB, title, unit, columns, rows: rows(), by, purpose });
}

/** Every person counts as one of the day's views, as those whose sheets are printed do; refuses beyond the day's limit. */
async function countViews({ services, accountId }: RunningJob, people: number): Promise<void> {
  const { path, rate } = revealMember;
  if (rate && people > 0) await countHit(services, `${path}:a${accountId}`, rate.hits, rate.seconds, people);
}

/** The full numbers of some people, each with a line in the own history before it leaves. */
async function fullNumbers(
  job: RunningJob,
  people: readonly queries.ExportRecord[],
  purpose: string,
): Promise<FullNumbers> {
  const { services } = job;
  const ids = people.map(({ id }) => id);
  const found = await membersOf(services.db, workerScope(job.orgCode), ids);
  const actor = await actorOf(job);
  const act = { action: '导出完整证件号和手机号', endpoint: `job ${EXPORT_JOB}`, ip: '', traceId: `job-${job.id}` };
  const seen = found.map(({ id, name, org_code }) => ({
    type: 'member',
    id,
    name,
    orgCode: org_code,
    reason: `导出：${purpose}`,
  }));
  await transact(services.db, (tx) => writeAudit(tx, actor, { ...act, outcome: 'done' }, seen));
  return new Map(
    found.map((row) => {
      const { idCard, phone } = personOf(row, services.vault);
      return [row.id, { idCardNo: idCard ?? '', phonenumber: phone ?? '' }];
    }),
  );
}
