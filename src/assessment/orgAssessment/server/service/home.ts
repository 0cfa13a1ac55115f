import type * as contract from '#assessment/orgAssessment/contract.score.ts';
import { itemScore, PLAN_STATES } from '#assessment/orgAssessment/rules.ts';
import type { ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { todayOf } from '#platform/server/database/db.ts';
import { orgExemptions } from '../queries/exemption.ts';
import { pageOfProjects } from '../queries/library.ts';
import { pageOfPlans } from '../queries/plan.ts';
import * as queries from '../queries/score.ts';
import { countedOf, resultsOf } from './results.ts';
import { scoreRowOf } from './score.ts';

const SHOWN = 6;
const NOTHING = { planId: null, words: null, state: null, review: null };

/** How the own organisation stands in the plans that assess it, and what waits for it. */
export async function getHome(ctx: Ctx): Promise<ReplyOf<typeof contract.integralHome>> {
  const { orgId } = ctx.session;
  const { db, scope } = ctx;
  const anyState = { words: null, year: null, state: null, own: false };
  const [today, plans, todo, review, library, drafts, running, waiting] = await Promise.all([
    todayOf(db),
    pageOfPlans(db, scope, orgId, anyState, 20, 0),
    queries.pageOfScores(db, scope, orgId, { ...NOTHING, view: 'todo' }, SHOWN, 0),
    queries.pageOfScores(db, scope, orgId, { ...NOTHING, view: 'review' }, SHOWN, 0),
    pageOfProjects(
      db,
      scope,
      { orgId, words: null, typeId: null, unbound: false, kind: null, method: null, state: 'on' },
      1,
      0,
    ),
    pageOfPlans(db, scope, orgId, { ...anyState, state: 0, own: true }, 1, 0),
    pageOfPlans(db, scope, orgId, { ...anyState, state: 2, own: true }, 1, 0),
    orgExemptions.page(db, scope, { state: 0, words: null }, 1, 0),
  ]);
  const others = plans.rows.filter((plan) => plan.state > 0 && plan.orgId !== orgId).slice(0, 4);
  const standings = await Promise.all(
    others.map(async (plan) => {
      const [targets, scores] = await Promise.all([
        queries.targetsOf(db, scope, plan.id),
        queries.scoresOfPlan(db, scope, plan.id, orgId),
      ]);
      const target = targets.find((one) => one.orgId === orgId);
      if (!target) return null;
      const isFinal = plan.state >= 3;
      const result = isFinal ? target : resultsOf([target], scores, plan.bands, false, today).get(orgId);
      const byItem = [...Map.groupBy(scores, ({ itemId }) => itemId).values()];
      const lost = byItem.map((cells) => {
        const got = itemScore(
          cells.map((cell) => countedOf(cell, today)),
          isFinal,
        );
        return got === null ? 0 : (cells[0]?.points ?? 0) - got;
      });
      return {
        planId: plan.id,
        name: plan.name,
        year: plan.year,
        orgName: plan.orgName,
        state: plan.state,
        stateName: PLAN_STATES[plan.state],
        total: result?.total ?? null,
        grade: result?.grade ?? null,
        place: isFinal ? target.place : null,
        group: target.group,
        of: await queries.groupSize(db, plan.id, target.group),
        cells: scores.length,
        submitted: scores.filter(({ state }) => state === 1).length,
        passed: scores.filter((row) => row.review === 1).length,
        lost: lost.reduce((all, one) => all + one, 0),
      };
    }),
  );
  return {
    standings: standings.filter((one) => one !== null),
    todo: todo.rows.map((row) => scoreRowOf(ctx, row)),
    todoTotal: todo.total,
    review: review.rows.map((row) => scoreRowOf(ctx, row)),
    reviewTotal: review.total,
    projects: library.total,
    drafts: drafts.total,
    running: running.total,
    exemptions: waiting.total,
  };
}
