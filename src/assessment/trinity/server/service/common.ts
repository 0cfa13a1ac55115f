import { type EvaluationRecord, findEvaluation } from '#assessment/trinity/server/queries/evaluations.ts';
import type { Ctx } from '#platform/server/context.ts';
import { conflict, notFound, refuse } from '#platform/server/errors.ts';

export const SCORE_FILES = 'trinity.score';
const NO_EVALUATION = '该考评不存在或不在管理范围内';

/** An evaluation of the own organisation, locked. @throws conflict where it has changed since it was read */
export async function lockOwn(ctx: Ctx, id: string, version?: number): Promise<EvaluationRecord> {
  const row = await findEvaluation(ctx.db, ctx.scope, ctx.session.orgId, id, true);
  if (!row) throw notFound(NO_EVALUATION);
  if (row.orgId !== ctx.session.orgId) throw refuse('只有组织考评的党组织可以这样做');
  if (version !== undefined && row.version !== version)
    throw conflict('该考评已有变化，请核对后再操作', { current: { version: row.version } });
  return row;
}

/** An evaluation that the session sees. */
export async function loadEvaluation(ctx: Ctx, id: string): Promise<EvaluationRecord> {
  const row = await findEvaluation(ctx.db, ctx.scope, ctx.session.orgId, id);
  if (!row) throw notFound(NO_EVALUATION);
  return row;
}

export const requireRunning = ({ state }: EvaluationRecord) => {
  if (state !== 'open') throw refuse('该考评不在进行中');
};

/** What the log says of an act on an evaluation. */
export const logEvaluation = (
  ctx: Ctx,
  { id, name, orgCode }: Pick<EvaluationRecord, 'id' | 'name' | 'orgCode'>,
  changes: Record<string, [unknown, unknown]>,
  reason?: string,
) => ctx.audit({ type: 'trinityEvaluation', id, name, orgCode, changes, ...(reason ? { reason } : {}) });
