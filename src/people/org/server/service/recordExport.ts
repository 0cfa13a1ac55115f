import { dictionaryNames } from '#kernel/dictionary/server/names.ts';
import { writeExport } from '#kernel/job/server/exportFile.ts';
import { ALL_ORG_RECORDS, type exportOrgRecords } from '#people/org/contract.records.ts';
import type { ParsedOf } from '#platform/contract.ts';
import type { RecordType } from '#platform/records/records.ts';
import type { Ctx } from '#platform/server/context.ts';
import { notFound } from '#platform/server/errors.ts';
import { enqueue } from '#platform/server/jobs/jobs.ts';
import type { JobResult, RunningJob } from '#platform/server/module.ts';
import { recordsOfAll } from '#platform/server/records/queries.ts';
import { fieldColumns, fieldTexts } from '#platform/server/records/sheet.ts';
import { placeOf } from '../queries/orgs.ts';
import { exportedOrgs } from './exportedOrgs.ts';

export const ORG_RECORD_EXPORT = 'org.recordExport';

type Input = ParsedOf<typeof exportOrgRecords> & { by: { name: string; org: string } };

function sortOf(kind: string): RecordType {
  const sort = ALL_ORG_RECORDS.find((one) => one.kind === kind);
  if (!sort) throw new Error(`no tab ${kind}`);
  return sort;
}

/** Queues an export of one tab of an organisation, and of those below it, for the session's account; answers the job's id. */
export async function startRecordExport(ctx: Ctx, input: ParsedOf<typeof exportOrgRecords>) {
  if (!(await placeOf(ctx.db, ctx.scope, input.orgId))) throw notFound('组织不存在');
  const title = `导出党组织${sortOf(input.kind).label}`;
  const by = { name: ctx.session.accountName, org: ctx.session.orgName };
  const job = { kind: ORG_RECORD_EXPORT, title, right: 'org:read', input: { ...input, by } };
  const jobId = await enqueue(ctx, job);
  ctx.audit({ type: 'job', id: jobId, name: title, reason: input.purpose });
  return { jobId };
}

/** Writes the rows, organisation by organisation in the order of their codes, each one's in the order of its tab. */
export async function runRecordExport(job: RunningJob): Promise<JobResult> {
  const { orgId, kind, range, purpose, by } = job.input as unknown as Input;
  const sort = sortOf(kind);
  const names = await dictionaryNames(job.services);

  async function* rows() {
    for await (const orgs of exportedOrgs(job, { orgId, range })) {
      const ids = orgs.map(({ id }) => id);
      const found = await recordsOfAll(job.services.db, sort, ids);
      const byOwner = Map.groupBy(found, ({ ownerId }) => ownerId);
      for (const { id, name, parentName } of orgs) {
        for (const { fields } of byOwner.get(id) ?? []) yield [name, parentName, ...fieldTexts(sort, fields, names)];
      }
    }
  }

  return writeExport(job, {
    kind: ORG_RECORD_EXPORT,
    title: `党组织${sort.label}`,
    unit: '条',
    columns: [{ head: '党组织名称', width: 30 }, { head: '上级党组织', width: 30 }, ...fieldColumns(sort)],
    rows: rows(),
    by,
    purpose,
  });
}
