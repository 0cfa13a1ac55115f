import type * as contract from '#assessment/orgAssessment/contract.report.ts';
import type { PlanReport } from '#assessment/orgAssessment/contract.report.ts';
import { itemScore, PLAN_STATES } from '#assessment/orgAssessment/rules.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { todayOf } from '#platform/server/database/db.ts';
import { badInput, refuse } from '#platform/server/errors.ts';
import { markOfDownload } from '#platform/server/export/exportMark.ts';
import { answerPaper } from '#platform/server/papers/keep.ts';
import { ASSESS_KINDS } from '#platform/time/periods.ts';
import { itemsOf } from '../queries/plan.ts';
import * as queries from '../queries/score.ts';
import { loadPlan } from './plan.ts';
import { gradeName, pointsCell } from './reportCells.ts';
import { countedOf, resultsOf } from './results.ts';

/** Mean (HALF_UP to a hundredth), least and most of what is there. */
function figuresOf(values: readonly (number | null)[]) {
  const there = values.filter((value) => value !== null);
  if (there.length === 0) return { mean: null, least: null, most: null };
  const sum = there.reduce((all, one) => all + one, 0);
  return { mean: Math.round(sum / there.length), least: Math.min(...there), most: Math.max(...there) };
}

/** Organisations by items within the scope. Published results are those that were frozen, running ones what is decided so far. */
export async function report(ctx: Ctx, { id }: ParsedOf<typeof contract.planReport>): Promise<PlanReport> {
  const plan = await loadPlan(ctx, id);
  const [items, targets, scores, today] = await Promise.all([
    itemsOf(ctx.db, id),
    queries.targetsOf(ctx.db, ctx.scope, id),
    queries.scoresOfPlan(ctx.db, ctx.scope, id, null),
    todayOf(ctx.db),
  ]);
  const isFinal = plan.state >= 3;
  const running = resultsOf(targets, scores, plan.bands, isFinal, today);
  const by = Map.groupBy(scores, ({ orgId }) => orgId);
  const rows = targets.map((target) => {
    const mine = Map.groupBy(by.get(target.orgId) ?? [], ({ itemId }) => itemId);
    const result = isFinal ? target : running.get(target.orgId);
    return {
      orgId: target.orgId,
      name: target.name,
      group: target.group,
      parentId: target.parentId,
      parentName: target.parentName,
      total: result?.total ?? null,
      grade: result?.grade ?? null,
      place: result?.place ?? null,
      decided: [...mine.values()].filter((cells) => cells.every(({ final, isExempt }) => isExempt || final !== null))
        .length,
      scores: items.map((item) => {
        const cells = mine.get(item.id) ?? [];
        return {
          points: itemScore(
            cells.map((cell) => countedOf(cell, today)),
            isFinal,
          ),
          isExempt: cells.length > 0 && cells.every(({ isExempt }) => isExempt),
        };
      }),
    };
  });
  const gather = [...Map.groupBy(rows, ({ parentId }) => parentId ?? '0')].map(([orgId, below]) => ({
    orgId,
    name: below[0]?.parentName ?? '',
    orgs: below.length,
    ...figuresOf(below.map(({ total }) => total)),
    grades: [1, 2, 3, 4].map((grade) => below.filter((row) => row.grade === grade).length),
  }));
  return {
    id,
    name: plan.name,
    year: plan.year,
    orgName: plan.orgName,
    stateName: PLAN_STATES[plan.state],
    isFinal,
    asOf: new Date().toISOString(),
    items: items.map((item, at) => {
      const values = rows.map((row) => row.scores[at]?.points ?? null);
      return {
        id: item.id,
        name: item.name,
        kindName: ASSESS_KINDS[item.kind],
        typeName: item.typeName,
        points: item.points,
        lost: values.reduce<number>((all, one) => all + (one === null ? 0 : item.points - one), 0),
        ...figuresOf(values),
      };
    }),
    total: figuresOf(rows.map(({ total }) => total)),
    rows,
    gather,
  };
}

export async function months(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.monthReport>,
): Promise<ReplyOf<typeof contract.monthReport>> {
  const plan = await loadPlan(ctx, id);
  const [items, scores] = await Promise.all([itemsOf(ctx.db, id), queries.scoresOfPlan(ctx.db, ctx.scope, id, null)]);
  return {
    id,
    name: plan.name,
    year: plan.year,
    items: items
      .filter(({ submit }) => submit === 2)
      .map((item) => {
        const mine = scores.filter(({ itemId, isExempt }) => itemId === item.id && !isExempt);
        const months = [...Map.groupBy(mine, ({ month }) => month)].sort(([a], [b]) => a - b);
        return {
          id: item.id,
          name: item.name,
          points: item.points,
          months: months.map(([month, cells]) => ({
            month,
            dueOn: cells[0]?.dueOn ?? '',
            cells: cells.length,
            submitted: cells.filter(({ state, suggested }) => state === 1 || suggested !== null).length,
            passed: cells.filter(({ review }) => review === 1).length,
            late: cells.filter(({ isLate }) => isLate).length,
            mean: figuresOf(cells.map(({ final }) => final)).mean,
          })),
        };
      }),
  };
}

/** 明传电报: one page with level, number, addressees, text and the table of results, best first. */
export async function cable(
  ctx: Ctx,
  input: ParsedOf<typeof contract.printCable>,
): Promise<ReplyOf<typeof contract.printCable>> {
  const full = await report(ctx, { id: input.id });
  if (!/^([1-9]|[1-4]\d|50)$/.test(input.rows)) throw badInput({ rows: '表格行数应为1至50' });
  const best = [...full.rows]
    .sort((a, b) => (b.total ?? -1) - (a.total ?? -1) || a.name.localeCompare(b.name, 'zh'))
    .slice(0, Number(input.rows));
  const { line } = await markOfDownload(ctx, `打印明传电报 ${input.title}`);
  ctx.audit({ type: 'integralPlan', id: full.id, name: input.title });
  const paper = await answerPaper(ctx, {
    name: `明传电报 ${input.title}`,
    template: new URL('../../papers/cable.typ', import.meta.url),
    data: {
      mark: line,
      level: input.level,
      number: input.number,
      to: input.to,
      from: ctx.session.orgName,
      title: input.title,
      text: input.text.split('\n').filter(Boolean),
      day: await todayOf(ctx.db),
      state: full.isFinal ? '' : '（评分尚未结束，为当前得分）',
      rows: best.map((row, at) => ({
        n: String(at + 1),
        name: row.name,
        group: row.group,
        total: pointsCell(row.total) || '—',
        grade: gradeName(row.grade) || '—',
      })),
    },
  });
  if (paper.pages > 1) throw refuse(`明传电报应为一页，现为${paper.pages}页，请减少表格行数或缩短正文`);
  return paper;
}
