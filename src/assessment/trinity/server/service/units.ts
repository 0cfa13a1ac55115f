import type * as contract from '#assessment/trinity/contract.read.ts';
import { resultsOf } from '#assessment/trinity/rules.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { chosenScope } from '#platform/server/database/scope.ts';
import { pageOfOrgs } from '../queries/orgs.ts';
import { countedOf } from '../queries/scores.ts';
import { pageOfUnits, type UnitRecord, unitsOf } from '../queries/units.ts';
import { loadEvaluation } from './common.ts';

/** Units as pages show them: what is closed as it was written, what runs as far as it is decided. */
export async function rowsOf(ctx: Ctx, rows: readonly UnitRecord[]): Promise<contract.UnitRow[]> {
  const running = [
    ...new Set(rows.filter((row) => row.evaluationState === 'open').map(({ evaluationId }) => evaluationId)),
  ];
  const results = new Map<string, number | null>();
  for (const evaluationId of running) {
    const grades = rows.find((row) => row.evaluationId === evaluationId)?.grades ?? [];
    const [all, cells] = await Promise.all([unitsOf(ctx.db, evaluationId), countedOf(ctx.db, evaluationId)]);
    const ranked = all.map((unit) => ({ ...unit, cells: cells.get(unit.id) ?? [] }));
    for (const [id, { total }] of resultsOf(ranked, grades, false)) results.set(id, total);
  }
  return rows.map((row) => {
    const isFinal = row.evaluationState === 'closed';
    const total = isFinal ? row.total : (results.get(row.id) ?? null);
    return {
      ...row,
      total,
      place: isFinal ? row.place : null,
      grade: isFinal && total !== null ? (row.grades[row.grade ?? 0]?.label ?? '') : '',
      isFinal,
    };
  });
}

/** A page of units. */
export async function list(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listUnits>,
): Promise<ReplyOf<typeof contract.listUnits>> {
  if (input.evaluationId) await loadEvaluation(ctx, input.evaluationId);
  const filter = {
    evaluationId: input.evaluationId ?? null,
    own: input.view === 'own',
    words: input.keyWords || null,
    group: input.group || null,
    year: input.year ?? null,
  };
  const offset = (input.pageNum - 1) * input.pageSize;
  const found = await pageOfUnits(ctx.db, ctx.scope, ctx.session.orgId, filter, input.pageSize, offset);
  return { rows: await rowsOf(ctx, found.rows), total: found.total, groups: found.groups };
}

/** A page of the organisations of 三位一体. */
export async function orgs(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listOrgs>,
): Promise<ReplyOf<typeof contract.listOrgs>> {
  const scope = chosenScope(ctx, input.orgId);
  const filter = { words: input.keyWords || null, role: input.role ?? null, year: input.year ?? null };
  return pageOfOrgs(ctx.db, scope, filter, input.pageSize, (input.pageNum - 1) * input.pageSize);
}
