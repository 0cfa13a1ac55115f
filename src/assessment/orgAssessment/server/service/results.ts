import { type Counted, gradeOf, placesOf, totalOf } from '#assessment/orgAssessment/rules.ts';
import type { ScoreRecord, TargetRecord } from '../queries/score.ts';

export const countedOf = (row: ScoreRecord, today: string): Counted => ({
  itemId: row.itemId,
  points: row.points,
  month: row.month,
  final: row.final,
  isDue: row.dueOn < today,
  isExempt: row.isExempt,
});

export interface Result {
  orgId: string;
  total: number | null;
  grade: number | null;
  place: number | null;
}

/**
 * The results of organisations by their scores. `closed`: they are drawn, and what is missing counts 0; else they run,
 * over what is decided so far, and nobody has a grade or a place.
 */
export function resultsOf(
  targets: readonly Pick<TargetRecord, 'orgId' | 'group'>[],
  scores: readonly ScoreRecord[],
  bands: readonly number[],
  closed: boolean,
  today: string,
): Map<string, Result> {
  const by = Map.groupBy(scores, ({ orgId }) => orgId);
  const totals = targets.map(({ orgId, group }) => ({
    id: orgId,
    group,
    total: totalOf(
      (by.get(orgId) ?? []).map((row) => countedOf(row, today)),
      closed,
    ),
  }));
  const places = placesOf(totals, closed);
  return new Map(
    totals.map(({ id, total }) => [
      id,
      {
        orgId: id,
        total,
        grade: total === null || !closed ? null : gradeOf(total, bands),
        place: places.get(id) ?? null,
      },
    ]),
  );
}
