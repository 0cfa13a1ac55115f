import { writeExport } from '#kernel/job/server/exportFile.ts';
import type { exportTerms } from '#people/org/contract.office.ts';
import { orgOfSheet } from '#people/org/rules.recordSheet.ts';
import { RECKONED, TERM_COLUMNS } from '#people/org/rules.termSheet.ts';
import type { ParsedOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { notFound } from '#platform/server/errors.ts';
import { enqueue } from '#platform/server/jobs/jobs.ts';
import type { JobResult, RunningJob } from '#platform/server/module.ts';
import { redact } from '#platform/server/secrecy/redact.ts';
import type { CellKind } from '#platform/server/spreadsheet/cells.ts';
import { termsOf } from '../queries/office.ts';
import { placeOf } from '../queries/orgs.ts';
import { exportedOrgs } from './exportedOrgs.ts';

export const TERM_EXPORT = 'org.termExport';
const TITLE = '届次和班子成员';

type Input = ParsedOf<typeof exportTerms> & { by: { name: string; org: string } };

/** Queues an export of the terms of an organisation, and of those below it, for the session's account; answers the job's id. */
export async function startTermExport(ctx: Ctx, input: ParsedOf<typeof exportTerms>) {
  if (!(await placeOf(ctx.db, ctx.scope, input.orgId))) throw notFound('组织不存在');
  const title = `导出${TITLE}`;
  const by = { name: ctx.session.accountName, org: ctx.session.orgName };
  const jobId = await enqueue(ctx, { kind: TERM_EXPORT, title, right: 'org:read', input: { ...input, by } });
  ctx.audit({ type: 'job', id: jobId, name: title, reason: input.purpose });
  return { jobId };
}

/** No id card leaves by this way; a sheet that is read back may name one. */
const COLUMNS = [...orgOfSheet.columns, ...TERM_COLUMNS.filter(({ field }) => field !== 'idCardNo'), ...RECKONED];
const KINDS: Readonly<Record<string, CellKind>> = {
  electedOn: 'day',
  nextElectionOn: 'day',
  entitled: 'whole',
  present: 'whole',
  votes: 'whole',
};
const WIDTHS: Readonly<Record<string, number>> = { orgName: 30, parentName: 30, method: 18, remark: 40 };

/** Writes a line for each of a leadership, organisation by organisation in the order of their codes, the newest term first. */
export async function runTermExport(job: RunningJob): Promise<JobResult> {
  const { orgId, range, terms, name, phase, purpose, by } = job.input as unknown as Input;

  async function* rows() {
    for await (const orgs of exportedOrgs(job, { orgId, range })) {
      const parents = new Map(orgs.map(({ id, parentName }) => [id, parentName]));
      const found = await termsOf(job.services.db, [...parents.keys()], {
        isCurrent: terms === 'current',
        name,
        phase,
      });
      for (const term of found) {
        // A leadership that nobody is named of has its line as well.
        const posts = term.posts.length > 0 ? term.posts : [{ post: '', name: '', votes: null }];
        for (const one of posts) {
          const texts: Readonly<Record<string, string | number | null>> = {
            orgName: term.orgName,
            parentName: parents.get(term.orgId) ?? '',
            number: `第${term.number}届`,
            electedOn: term.electedOn,
            method: term.method,
            entitled: term.entitled,
            present: term.present,
            ...one,
            remark: redact(term.remark),
            years: term.years === null ? '' : `${term.years}年`,
            nextElectionOn: term.expiresOn,
          };
          yield COLUMNS.map(({ field }) => String(texts[field] ?? ''));
        }
      }
    }
  }

  return writeExport(job, {
    kind: TERM_EXPORT,
    title: TITLE,
    unit: '行',
    columns: COLUMNS.map(({ field, label }) => {
      const kind = KINDS[field];
      return { head: label, width: WIDTHS[field] ?? 12, ...(kind ? { kind } : {}) };
    }),
    rows: rows(),
    by,
    purpose,
  });
}
