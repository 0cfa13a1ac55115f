import { dictionaryNames } from '#kernel/dictionary/server/names.ts';
import { writeExport } from '#kernel/job/server/exportFile.ts';
import {
  type exportOrgs,
  ORG_EXPORT_FIELDS,
  type OrgExportKey,
  USUAL_ORG_COLUMNS,
} from '#people/org/contract.export.ts';
import { ORG_TYPES } from '#people/org/contract.ts';
import type { ParsedOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { narrowScope, workerScope } from '#platform/server/database/scope.ts';
import { notFound } from '#platform/server/errors.ts';
import { enqueue } from '#platform/server/jobs/jobs.ts';
import type { JobResult, RunningJob } from '#platform/server/module.ts';
import { redact } from '#platform/server/secrecy/redact.ts';
import { type ExportDetail, exportDetails } from '../queries/export.ts';
import { countRows, listRows, type OrgFilter, type OrgListRow, placeOf } from '../queries/orgs.ts';

export const ORG_EXPORT = 'org.export';
const CHUNK = 500;

type Input = ParsedOf<typeof exportOrgs> & { orgId: string; by: { name: string; org: string } };

/** Queues an export of the filtered organisations for the session's account; answers the job's id. */
export async function startOrgExport(ctx: Ctx, input: ParsedOf<typeof exportOrgs>) {
  const orgId = input.orgId ?? ctx.session.orgId;
  if (!(await placeOf(ctx.db, ctx.scope, orgId))) throw notFound('组织不存在');
  const title = '导出党组织';
  const by = { name: ctx.session.accountName, org: ctx.session.orgName };
  const jobId = await enqueue(ctx, { kind: ORG_EXPORT, title, right: 'org:read', input: { ...input, orgId, by } });
  ctx.audit({ type: 'job', id: jobId, name: title, reason: input.purpose });
  return { jobId };
}

const yesNo = (value: boolean | undefined) => (value ? '是' : '否');

/** Writes the organisations in the order of their codes; stops where its user cancels it or loses the right. */
export async function runOrgExport(job: RunningJob): Promise<JobResult> {
  const { db } = job.services;
  const { orgId, searchRange, name, type, warning, columns, purpose, by } = job.input as unknown as Input;
  const whole = workerScope(job.orgCode);
  const place = await placeOf(db, whole, orgId);
  const scope = place && (searchRange === 'onlyParent' ? whole : narrowScope(whole, place.code));
  const filter: OrgFilter | null = scope ? { scope, orgId, range: searchRange, name, type, warning } : null;
  const total = filter ? await countRows(db, filter) : 0;
  const names = await dictionaryNames(job.services);
  const keys: readonly OrgExportKey[] = columns.length > 0 ? columns : USUAL_ORG_COLUMNS;
  const fields = ORG_EXPORT_FIELDS.filter(({ key }) => keys.includes(key));

  const textsOf = (row: OrgListRow, more: ExportDetail | undefined): Record<OrgExportKey, string> => ({
    name: row.name,
    shortName: row.short_name,
    type: ORG_TYPES[row.type as keyof typeof ORG_TYPES] ?? '',
    orgCode: row.code,
    parentName: row.parent_name ?? '',
    secretaryName: row.secretary ?? '',
    foundedOn: more?.founded_on ?? '',
    unitRelation: names.name('0010', more?.unit_relation),
    canApprove: yesNo(more?.can_approve),
    functional: yesNo(more?.functional),
    contact: row.contact,
    // The organisation's own number, as its list shows it.
    phone: row.contact_phone,
    address: redact(more?.address ?? ''),
    lng: String(more?.lng ?? ''),
    lat: String(more?.lat ?? ''),
    introduction: redact(more?.introduction ?? ''),
    partyNumber: String(row.party),
    childCount: String(row.child_count),
    termExpiresOn: row.expires_on ?? '',
  });

  async function* rows() {
    for (let done = 0; filter; ) {
      await job.progress(done, total, '正在导出');
      const chunk = await listRows(db, filter, 'tree', CHUNK, done);
      const details = await exportDetails(
        db,
        chunk.map(({ id }) => id),
      );
      for (const row of chunk) {
        const texts = textsOf(row, details.get(row.id));
        yield fields.map(({ key }) => texts[key]);
      }
      done += chunk.length;
      if (chunk.length < CHUNK) return;
    }
  }

  return writeExport(job, {
    kind: ORG_EXPORT,
    title: '党组织名册',
    unit: '个',
    columns: fields.map(({ label, width, ...more }) => ({
      head: label,
      width,
      ...('kind' in more && { kind: more.kind }),
    })),
    rows: rows(),
    by,
    purpose,
  });
}
