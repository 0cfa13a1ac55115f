import { findOrg } from '#house/server/findOrg.ts';
import type * as contract from '#overview/dataCheck/contract.ts';
import { MOST_FOUND, RUN_STATES } from '#overview/dataCheck/rules.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { transact } from '#platform/server/database/db.ts';
import { exactScope, narrowScope, type Scope, workerScope } from '#platform/server/database/scope.ts';
import { writeUnique } from '#platform/server/database/unique.ts';
import { notFound, refuse } from '#platform/server/errors.ts';
import { closeTodos } from '#platform/server/inbox/todos.ts';
import { enqueue } from '#platform/server/jobs/jobs.ts';
import type { JobResult, RuleCheck, RuleChecks, RunningJob } from '#platform/server/module.ts';
import { allChecks, houseContext, rulesFor } from '#platform/server/sums/ruleChecks.ts';
import { countGivenTo } from '../queries/rows.ts';
import * as queries from '../queries/run.ts';
import { checkSubject } from '../todos.ts';

export const RUN_JOB = 'dataManage.check';
export const NO_ORG = '没有这个党组织，或不在管理范围内';
const GOING = '这个组织正在核查，请等它完成';
/** Organisations of one length that are counted at once. */
const AT_ONCE = 500;
/** Rows of one page of a rule. */
const CHUNK = 200;

/** The organisation asked for, the own one where none is named. */
export async function placeOf(ctx: Ctx, orgId: string | undefined) {
  const { orgId: own, orgCode, orgName } = ctx.session;
  if (orgId === undefined) return { id: own, code: orgCode, name: orgName };
  const found = ctx.chosenOrg;
  if (!found) throw notFound(NO_ORG);
  const org = await findOrg(ctx.db, ctx.scope, orgId);
  if (!org) throw notFound(NO_ORG);
  return { id: org.id, code: org.code, name: org.name };
}

/** The rules that the session may read, by their codes. */
export const readableChecks = (ctx: Ctx): Map<string, RuleCheck> =>
  new Map(rulesFor(ctx).flatMap(({ checks }) => checks.map((check) => [check.code, check] as const)));

const wire = (run: queries.RunRecord): contract.RunRow => ({ ...run, stateName: RUN_STATES[run.state] });

/** The runs of an organisation. */
export async function runs(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listRuns>,
): Promise<ReplyOf<typeof contract.listRuns>> {
  const org = await placeOf(ctx, input.orgId);
  const page = await queries.pageOfRuns(
    ctx.db,
    ctx.scope,
    org.id,
    input.pageSize,
    (input.pageNum - 1) * input.pageSize,
  );
  return { rows: page.rows.map(wire), total: page.total };
}

/** The last run with its numbers by rule; of rules that the session may not read none. */
export async function last(
  ctx: Ctx,
  { orgId }: ParsedOf<typeof contract.lastRun>,
): Promise<ReplyOf<typeof contract.lastRun>> {
  const org = await placeOf(ctx, orgId);
  const [run, going, givenHere] = await Promise.all([
    queries.lastDone(ctx.db, org.id),
    queries.goingRun(ctx.db, org.id),
    countGivenTo(ctx.db, ctx.session.orgId),
  ]);
  const rules = readableChecks(ctx);
  return {
    orgName: org.name,
    run: run ? wire(run) : null,
    going: going !== undefined,
    rules: (run?.rules ?? []).flatMap((code) => {
      const check = rules.get(code);
      if (!check) return [];
      const [found, fresh, solved] = run?.counts[code] ?? [0, 0, 0];
      const { label, detail, clause, unit } = check;
      return [{ code, label, detail, clause, unit, found, fresh, solved }];
    }),
    givenHere,
    can: { start: ctx.may('check:write') && going === undefined },
  };
}

/** Queues a run by the rules that the session may read. */
export async function start(
  ctx: Ctx,
  { orgId }: ParsedOf<typeof contract.startRun>,
): Promise<{ id: string; jobId: string }> {
  const org = await placeOf(ctx, orgId);
  const rules = [...readableChecks(ctx).keys()];
  await queries.closeLost(ctx.db, org.id);
  const id = await writeUnique(
    () => queries.insertRun(ctx.db, org, rules, ctx.session.accountName),
    () => refuse(GOING),
  );
  const title = `核查数据 ${org.name}`;
  const jobId = await enqueue(ctx, {
    kind: RUN_JOB,
    title,
    right: 'check:write',
    input: { runId: id, org, rules, href: '/dataManage/dataCheck' },
  });
  await queries.setJob(ctx.db, id, jobId);
  ctx.audit({ type: 'dataCheck', id, name: title, orgCode: org.code });
  return { id, jobId };
}

interface Input {
  runId: string;
  org: { id: string; code: string; name: string };
  rules: readonly string[];
}

const chunksOf = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));

/**
 * Goes down the tree: organisations of a level whose subtree breaks nothing are left out with all below them, the others are read
 * row by row, each by itself.
 */
export async function run(job: RunningJob): Promise<JobResult> {
  const { runId, org, rules } = job.input as unknown as Input;
  const { services } = job;
  const { db } = services;
  const scope = narrowScope(workerScope(job.orgCode), org.code);
  if (!scope) {
    await queries.failRun(db, runId, NO_ORG);
    throw refuse(NO_ORG);
  }
  const wanted = new Set(rules);
  const groups = services.modules
    .flatMap(({ ruleChecks = [] }) => ruleChecks)
    .map((group) => ({ group, codes: group.checks.map(({ code }) => code).filter((code) => wanted.has(code)) }))
    .filter(({ codes }) => codes.length > 0);
  try {
    const { found, cut } = await search(job, scope, org, groups);
    const left = await transact(db, async (inside) => {
      for (const some of chunksOf(found, 1000)) await queries.writeFound(inside, runId, org.id, some);
      const freed = await queries.finishRun(inside, runId, org.id, rules, cut);
      for (const orgId of freed) await closeTodos(inside, [checkSubject(org.id)], orgId);
      return freed;
    });
    return {
      message: `${found.length}条${cut ? `，只保留前${MOST_FOUND}条，请按下级组织分别核查` : ''}`,
      result: { found: found.length, freed: left.length },
    };
  } catch (error) {
    // A process that ends takes the job up again; whatever else stopped it is said on the page.
    if (job.attempt >= 3) await queries.failRun(db, runId, '任务没有完成，请重新核查');
    throw error;
  }
}

type Wanted = { group: RuleChecks; codes: string[] };

async function search(job: RunningJob, scope: Scope, org: Input['org'], groups: readonly Wanted[]) {
  const { services } = job;
  const { db } = services;
  const house = (place: Input['org'], of: Scope) => houseContext(services, db, place, of);
  const orgs = await queries.orgsBelow(db, scope);
  const levels = [...Map.groupBy(orgs, ({ code }) => code.length).entries()].sort(([a], [b]) => a - b);
  const found: queries.Found[] = [];
  const known = new Set<string>();
  let looked = 0;
  const say = (n: number) => {
    looked += n;
    return job.progress(looked, groups.length * orgs.length, `已核查${looked}，发现${found.length}条`);
  };
  for (const { group, codes } of groups) {
    const places: Input['org'][] = [];
    // Codes of organisations below which something was found; the first level is asked whole.
    let above: ReadonlySet<string> | null = null;
    for (const [length, level] of levels) {
      const parents: ReadonlySet<string> | null = above;
      const wantedOrgs = parents === null ? level : level.filter(({ code }) => parents.has(code.slice(0, length - 4)));
      const broken = new Set<string>();
      for (const some of chunksOf(wantedOrgs, AT_ONCE)) {
        const counts = await group.countBelow(
          house(org, scope),
          some.map(({ code }) => code),
        );
        for (const one of some) {
          const own = counts.get(one.code);
          if (own && codes.some((code) => (own[code] ?? 0) > 0)) broken.add(one.code);
        }
      }
      places.push(...wantedOrgs.filter(({ code }) => broken.has(code)));
      above = broken;
      await say(wantedOrgs.length);
    }
    // The lowest first: of a rule that answers an organisation with all below it, what stands below is known by then.
    for (const place of places.reverse()) {
      const here = house(place, exactScope([place.code]));
      const own = await group.count(here);
      for (const rule of codes.filter((code) => (own[code] ?? 0) > 0)) {
        for (let pageNum = 1; ; pageNum++) {
          const rows = await group.rows(here, rule, { pageNum, pageSize: CHUNK });
          for (const { id: key, title, detail, href, orgName } of rows) {
            const mark = `${rule} ${key} ${orgName}`;
            if (known.has(mark)) continue;
            known.add(mark);
            found.push({ orgId: place.id, orgCode: place.code, rule, key, title, detail, href });
          }
          if (found.length >= MOST_FOUND) return { found: found.slice(0, MOST_FOUND), cut: true };
          if (rows.length < CHUNK) break;
        }
      }
      await say(0);
    }
  }
  return { found, cut: false };
}

/** What the rules are called, whoever reads them. */
export const namesOf = (ctx: Pick<Ctx, 'services'>): Map<string, string> =>
  new Map(allChecks(ctx).map(({ code, label }) => [code, label]));
