import { narrowScope, workerScope } from '#platform/server/database/scope.ts';
import type { RunningJob } from '#platform/server/module.ts';
import { placeOf } from '../queries/orgs.ts';
import { type ExportedOrg, orgsAfter } from '../queries/recordExport.ts';

const CHUNK = 1000;

/** The organisations that an export is of, in pieces by the order of their codes; tells how many are done. */
export async function* exportedOrgs(
  job: RunningJob,
  { orgId, range }: { orgId: string; range: string },
): AsyncGenerator<ExportedOrg[]> {
  const { db } = job.services;
  const whole = workerScope(job.orgCode);
  const place = await placeOf(db, whole, orgId);
  const scope = place && narrowScope(whole, place.code);
  if (!scope) return;
  let after = '';
  for (let done = 0; ; ) {
    await job.progress(done, done, '正在导出');
    const orgs = await orgsAfter(db, scope, range === 'onlySelf' ? place.code : null, after, CHUNK);
    yield orgs;
    done += orgs.length;
    const last = orgs.at(-1);
    if (!last || orgs.length < CHUNK) return;
    after = last.code;
  }
}
