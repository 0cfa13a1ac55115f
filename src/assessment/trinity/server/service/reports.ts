import type * as contract from '#assessment/trinity/contract.report.ts';
import { changeOf, type Figure, itemScores, spreadOf, sumOf } from '#assessment/trinity/rules.report.ts';
import { resultsOf } from '#assessment/trinity/rules.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { badInput, refuse } from '#platform/server/errors.ts';
import { type EvaluationRecord, type PartRecord, treesOf } from '../queries/evaluations.ts';
import {
  type FigureRecord,
  figuresOf,
  listMaterialsOfFigure,
  type ReportUnit,
  unitsForReport,
} from '../queries/reports.ts';
import { listSomeScores, pageOfScores, type ScoreFilter } from '../queries/scores.ts';
import { loadEvaluation } from './common.ts';
import { scoreRowOf, unitOf } from './scores.ts';

/** An evaluation that has begun; of drafts nothing is counted. */
async function begun(ctx: Ctx, id: string): Promise<EvaluationRecord> {
  const row = await loadEvaluation(ctx, id);
  if (row.state === 'draft') throw refuse('该考评还没有开始，没有报表');
  return row;
}

const headOf = (row: EvaluationRecord, groups: readonly string[]) => ({
  evaluationId: row.id,
  name: row.name,
  scheme: row.scheme,
  year: row.year,
  state: row.state,
  isFinal: row.state === 'closed',
  endsOn: row.endsOn,
  giverName: row.orgName,
  asOf: new Date().toISOString(),
  groups: [...new Set(groups)].toSorted((a, b) => a.localeCompare(b, 'zh')),
});

const itemsOf = (tree: readonly PartRecord[]) =>
  tree.flatMap((part) => part.items.map((item) => ({ ...item, partTitle: part.title })));

/** Units with their points by item, and their results: frozen once it is closed, else as far as it is decided. */
async function gather(ctx: Ctx, row: EvaluationRecord) {
  const { orgId } = ctx.session;
  const [trees, all] = await Promise.all([treesOf(ctx.db, [row.id]), unitsForReport(ctx.db, ctx.scope, orgId, row.id)]);
  const tree = trees.get(row.id) ?? [];
  const items = itemsOf(tree);
  const closed = row.state === 'closed';
  const pointsOf = new Map(items.map(({ id, points }) => [id, points]));
  const running = closed
    ? null
    : resultsOf(
        all.map((unit) => rankedOf(unit, pointsOf)),
        row.grades,
        false,
      );
  const units = all
    .filter(({ isGone }) => !isGone)
    .map((unit) => {
      const { total, grade, place } = running?.get(unit.id) ?? unit;
      return {
        unit,
        total,
        grade: total === null || grade === null ? '' : (row.grades[grade]?.label ?? ''),
        place,
        decided: new Set(unit.finals.flatMap(([itemId, final]) => (final === null ? [] : [itemId]))).size,
        scores: itemScores(items, unit.finals, closed && unit.isSeen),
      };
    });
  return { tree, items, units };
}

const rankedOf = ({ id, group, weight, finals }: ReportUnit, pointsOf: ReadonlyMap<string, number>) => ({
  id,
  group,
  weight,
  cells: finals.map(([itemId, final]) => ({
    itemId,
    points: pointsOf.get(itemId) ?? 0,
    month: 0,
    final,
    isDue: true,
    isExempt: false,
  })),
});

/** 组织报表: units with points by part, result, and change since the year before. */
export async function org(
  ctx: Ctx,
  { evaluationId }: ParsedOf<typeof contract.orgReport>,
): Promise<ReplyOf<typeof contract.orgReport>> {
  const row = await begun(ctx, evaluationId);
  const { tree, items, units } = await gather(ctx, row);
  const beforeName = units.find(({ unit }) => unit.beforeName)?.unit.beforeName ?? null;
  const partOf = items.map(({ partId }) => partId);
  return {
    ...headOf(
      row,
      units.map(({ unit }) => unit.group),
    ),
    before: beforeName === null ? null : { name: beforeName, year: row.year - 1 },
    parts: tree.map((part) => ({
      id: part.id,
      title: part.title,
      points: part.items.reduce((sum, { points }) => sum + points, 0),
    })),
    total: spreadOf(units.map(({ total }) => total)),
    grades: row.grades.map(({ label }) => ({ label, units: units.filter(({ grade }) => grade === label).length })),
    items: items.length,
    rows: units.map(({ unit, total, grade, place, decided, scores }) => {
      const { beforeGroup, beforeTotal, beforePlace, beforeGrade } = unit;
      const before = beforeGroup === null ? null : { group: beforeGroup, total: beforeTotal, place: beforePlace };
      // What runs is of part of the items, the year before of all.
      const change = changeOf({ group: unit.group, total: row.state === 'closed' ? total : null, place }, before);
      return {
        unitId: unit.id,
        orgId: unit.orgId,
        orgName: unit.orgName,
        group: unit.group,
        weight: unit.weight,
        isSeen: unit.isSeen,
        parts: tree.map(({ id }) => sumOf(scores.filter((_, at) => partOf[at] === id))),
        total,
        grade,
        place,
        decided,
        before: before && { total: before.total, grade: beforeGrade ?? '', place: before.place },
        totalChange: change.total,
        placeChange: change.place,
      };
    }),
  };
}

/** 得分报表: items with their spread and what is lost, and the points of each unit. */
export async function score(
  ctx: Ctx,
  { evaluationId, group }: ParsedOf<typeof contract.scoreReport>,
): Promise<ReplyOf<typeof contract.scoreReport>> {
  const row = await begun(ctx, evaluationId);
  const { items, units } = await gather(ctx, row);
  const seen = units.filter(({ unit }) => unit.isSeen);
  const shown = group ? seen.filter(({ unit }) => unit.group === group) : seen;
  return {
    ...headOf(
      row,
      seen.map(({ unit }) => unit.group),
    ),
    items: items.map(({ id, partTitle, title, points }, at) => {
      const scores = shown.map((one) => one.scores[at] ?? null);
      return {
        id,
        partTitle,
        title,
        points,
        ...spreadOf(scores),
        lost: scores.reduce<number>((sum, one) => sum + (one === null ? 0 : points - one), 0),
      };
    }),
    units: shown.map(({ unit, total, scores }) => ({
      unitId: unit.id,
      orgName: unit.orgName,
      group: unit.group,
      total,
      scores,
    })),
  };
}

const countsOf = ({ all, idle, saved, waiting, passed, failed, late, due, onTime }: FigureRecord) => ({
  all,
  idle,
  saved,
  waiting,
  passed,
  failed,
  late,
  due,
  onTime,
});
const NOTHING = { all: 0, idle: 0, saved: 0, waiting: 0, passed: 0, failed: 0, late: 0, due: 0, onTime: 0 };

/** 资料报表: by unit and by item, how far materials are. */
export async function material(
  ctx: Ctx,
  { evaluationId }: ParsedOf<typeof contract.materialReport>,
): Promise<ReplyOf<typeof contract.materialReport>> {
  const row = await begun(ctx, evaluationId);
  const found = await figuresOf(ctx.db, ctx.scope, ctx.session.orgId, row.id);
  const units = found.filter(({ unitId }) => unitId !== null);
  const items = found.filter(({ itemId }) => itemId !== null);
  const total = found.find(({ unitId, itemId }) => unitId === null && itemId === null);
  return {
    ...headOf(
      row,
      units.map(({ group }) => group),
    ),
    total: total ? countsOf(total) : NOTHING,
    units: units
      .toSorted((a, b) => compare(a.group, b.group) || compare(a.orgCode, b.orgCode))
      .map((one) => ({ id: one.unitId ?? '', name: one.orgName, group: one.group, figures: countsOf(one) })),
    items: items
      .toSorted((a, b) => a.sort - b.sort)
      .map((one) => ({ id: one.itemId ?? '', title: one.title, partTitle: one.partTitle, figures: countsOf(one) })),
  };
}
const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));

/** What the materials behind a figure are of, as far as the session sees it. */
export async function figureScope(
  ctx: Ctx,
  input: { evaluationId: string; unitId?: string | undefined; itemId?: string | undefined },
) {
  const row = await begun(ctx, input.evaluationId);
  const unit = input.unitId ? await unitOf(ctx, input.unitId) : null;
  if (unit && unit.evaluationId !== row.id) throw badInput({ unitId: '不是这项考评的考核单位' });
  const tree = (await treesOf(ctx.db, [row.id])).get(row.id) ?? [];
  const item = input.itemId ? itemsOf(tree).find(({ id }) => id === input.itemId) : null;
  if (item === undefined) throw badInput({ itemId: '不是这项考评的指标' });
  return { row, unit, item, of: { evaluationId: row.id, unitId: unit?.id ?? null, itemId: item?.id ?? null } };
}

/** The same as the list of materials asks for it. */
export const filterBehind = (
  of: { evaluationId: string; unitId: string | null; itemId: string | null },
  figure: Figure,
  words: string | null,
): ScoreFilter => ({
  ...of,
  view: 'all',
  words,
  state: null,
  review: null,
  month: null,
  late: false,
  material: true,
  figure,
});

/** 资料报表详情: the materials behind one figure, as many as it says. */
export async function behind(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listBehind>,
): Promise<ReplyOf<typeof contract.listBehind>> {
  const { row, unit, item, of } = await figureScope(ctx, input);
  const { orgId } = ctx.session;
  const offset = (input.pageNum - 1) * input.pageSize;
  const filter = filterBehind(of, input.view, input.keyWords || null);
  // How many there are the figures say, unless words narrow the list.
  const [found, figures] = await Promise.all([
    filter.words === null
      ? listSomeScores(ctx.db, ctx.scope, orgId, filter, input.pageSize, offset).then((rows) => ({ rows, total: null }))
      : pageOfScores(ctx.db, ctx.scope, orgId, filter, input.pageSize, offset),
    listMaterialsOfFigure(ctx.db, ctx.scope, orgId, of),
  ]);
  return {
    rows: found.rows.map((one) => scoreRowOf(ctx, one)),
    total: found.total ?? figures[input.view],
    evaluationName: row.name,
    unitName: unit?.orgName ?? '',
    itemTitle: item?.title ?? '',
    figures,
  };
}
