import { dueDays, suggestedPoints } from '#assessment/orgAssessment/rules.ts';
import { breachesOf } from '#assessment/orgAssessment/server/breaches.ts';
import type * as contract from '#assessment/trinity/contract.ts';
import { itemFaults } from '#assessment/trinity/contract.ts';
import { MAX_ITEMS, MAX_UNITS, openFault, resultsOf } from '#assessment/trinity/rules.ts';
import { tellWorkers } from '#kernel/permission/server/tell.ts';
import { urgeBehind } from '#kernel/permission/server/urgeBehind.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { badInput, notFound, refuse } from '#platform/server/errors.ts';
import { allChecks } from '#platform/server/sums/ruleChecks.ts';
import * as evaluations from '../queries/evaluations.ts';
import * as scores from '../queries/scores.ts';
import { syncTodos } from '../queries/todos.ts';
import * as units from '../queries/units.ts';
import { unitPath } from '../todos.ts';
import { loadEvaluation, lockOwn, logEvaluation, requireRunning } from './common.ts';

type Stepped = Promise<{ version: number }>;
type Row = evaluations.EvaluationRecord;

const step = (ctx: Ctx, row: Row, what: evaluations.EvaluationStep = {}) =>
  evaluations.stepEvaluation(ctx.db, row.id, what, ctx.session.accountName);

/** Tells units of an evaluation; `orgIds` left out: all of them. */
async function tell(
  ctx: Ctx,
  row: Row,
  words: { title: string; remark: string },
  orgIds?: readonly string[],
): Promise<Set<string>> {
  const all = await units.unitsOf(ctx.db, row.id);
  const unitAt = new Map(all.map(({ id, orgId }) => [orgId, id]));
  return tellWorkers(ctx, orgIds ?? all.map(({ orgId }) => orgId), words, (orgId) => unitPath(unitAt.get(orgId) ?? ''));
}

const names = (parts: readonly { title: string; items: readonly unknown[] }[]) =>
  parts.map(({ title, items }) => `${title}${items.length}项`).join('、');

/** Writes the tree of a draft; whoever reviews a part stays with its name. */
export async function setItems(ctx: Ctx, input: ParsedOf<typeof contract.setItems>): Stepped {
  const row = await lockOwn(ctx, input.id, input.version);
  if (row.state !== 'draft') throw refuse('开始后考评指标不能再改');
  const items = input.parts.flatMap((part) => part.items);
  if (items.length > MAX_ITEMS) throw badInput({ parts: `最多${MAX_ITEMS}项指标` });
  const known = new Set(allChecks(ctx).map(({ code }) => code));
  for (const item of items) {
    const [fault] = Object.values(itemFaults(item));
    if (fault) throw badInput({ parts: `“${item.title}”：${fault}` });
    if (item.method === 1 && !known.has(item.checkCode)) throw badInput({ parts: `“${item.title}”：没有这个核查项` });
  }
  const before = (await evaluations.treesOf(ctx.db, [row.id])).get(row.id) ?? [];
  const reviewerOf = new Map(before.map(({ title, reviewerId }) => [title, reviewerId]));
  await evaluations.writeTree(
    ctx.db,
    row.id,
    input.parts.map((part) => ({
      title: part.title,
      reviewerId: reviewerOf.get(part.title) ?? null,
      items: part.items.map((item) => (item.method === 1 ? item : { ...item, checkCode: '', breach: 0, cap: 0 })),
    })),
  );
  logEvaluation(ctx, row, { items: [names(before), names(input.parts)] });
  return { version: await step(ctx, row) };
}

const gradeWords = (grades: Row['grades']) => grades.map(({ label, from }) => `${label}${from / 100}`).join('、');

/** Writes the grades; what is closed keeps those by which it was closed. */
export async function setGrades(ctx: Ctx, { id, version, grades }: ParsedOf<typeof contract.setGrades>): Stepped {
  const row = await lockOwn(ctx, id, version);
  if (row.state === 'closed') throw refuse('考评已结束，等次不能再改');
  logEvaluation(ctx, row, { grades: [gradeWords(row.grades), gradeWords(grades)] });
  return { version: await step(ctx, row, { grades }) };
}

/** Names who reviews a part; what waits already stays where it was put. */
export async function setReviewer(ctx: Ctx, input: ParsedOf<typeof contract.setReviewer>): Stepped {
  const row = await lockOwn(ctx, input.id, input.version);
  if (row.state === 'closed') throw refuse('考评已结束');
  const [place] = input.reviewerId ? await evaluations.placesOf(ctx.db, ctx.scope, [input.reviewerId]) : [];
  if (input.reviewerId && !place) throw notFound('组织不存在');
  const reviewerId = place && place.id !== row.orgId ? place.id : null;
  if (!(await evaluations.setReviewer(ctx.db, row.id, input.partId, reviewerId)))
    throw badInput({ partId: '没有这个板块' });
  logEvaluation(ctx, row, { reviewer: [null, place?.name ?? row.orgName] });
  return { version: await step(ctx, row) };
}

/** Makes what each unit hands in and tells those that are new. @throws where an item has no day within the evaluation */
async function fill(ctx: Ctx, row: Row, tree: readonly evaluations.PartRecord[]): Promise<void> {
  const items = tree.flatMap((part) => part.items);
  const cells = items.flatMap((item) => dueDays(item, row).map((day) => ({ itemId: item.id, ...day })));
  const without = items.find((item) => !cells.some(({ itemId }) => itemId === item.id));
  if (without) throw refuse(`“${without.title}”的考评时间不在考评的起止日期内`);
  await units.fillUnits(ctx.db, row.id, cells);
  await syncTodos(ctx.db, row.id);
}

const begun = (row: Row) => ({
  title: `${row.scheme}考评：${row.name}`,
  remark: `${row.orgName}组织，${row.startsOn}至${row.endsOn}。请按指标报送资料。`,
});

/** Puts organisations among the units, or gives them another group and weight. */
export async function setUnits(
  ctx: Ctx,
  input: ParsedOf<typeof contract.setUnits>,
): Promise<ReplyOf<typeof contract.setUnits>> {
  const row = await lockOwn(ctx, input.id, input.version);
  if (row.state === 'closed') throw refuse('考评已结束，考核单位不能再改');
  const orgIds = [...new Set(input.orgIds)];
  const places = await evaluations.placesOf(ctx.db, ctx.scope, orgIds);
  if (places.length < orgIds.length) throw notFound('组织不存在');
  if (orgIds.includes(row.orgId)) throw badInput({ orgIds: '不能考评本组织' });
  const before = new Set((await units.unitsOf(ctx.db, row.id)).map(({ orgId }) => orgId));
  const fresh = orgIds.filter((id) => !before.has(id));
  if (before.size + fresh.length > MAX_UNITS) throw badInput({ orgIds: `最多${MAX_UNITS}个考核单位` });
  await units.putUnits(ctx.db, row.id, orgIds, input.group, input.weight);
  if (row.state === 'open' && fresh.length > 0) {
    await fill(ctx, row, (await evaluations.treesOf(ctx.db, [row.id])).get(row.id) ?? []);
    await countScores(ctx, row);
    await tell(ctx, row, begun(row), fresh);
  }
  const put = `${places.map(({ name }) => name).join('、')}（${input.group}，系数${input.weight}%）`;
  logEvaluation(ctx, row, { units: [`${before.size}个`, put] });
  return { version: await step(ctx, row), added: fresh.length };
}

/** Takes a unit out again; whoever has handed in something stays. */
export async function dropUnit(ctx: Ctx, input: ParsedOf<typeof contract.dropUnit>): Stepped {
  const row = await lockOwn(ctx, input.id, input.version);
  if (row.state === 'closed') throw refuse('考评已结束，考核单位不能再改');
  const unit = (await units.unitsOf(ctx.db, row.id)).find(({ id }) => id === input.unitId);
  if (!unit) {
    const seen = await units.findUnit(ctx.db, ctx.scope, ctx.session.orgId, input.unitId);
    throw seen ? badInput({ unitId: '不是这项考评的考核单位' }) : notFound('没有这个考核单位');
  }
  if (await units.hasBegun(ctx.db, unit.id)) throw refuse(`${unit.name}已经报过资料或有得分，不能去掉`);
  await units.dropUnit(ctx.db, unit.id);
  await syncTodos(ctx.db, row.id);
  logEvaluation(ctx, row, { units: [unit.name, ''] }, input.reason);
  return { version: await step(ctx, row) };
}

/** Copies an evaluation as the draft of another year. */
export async function copy(
  ctx: Ctx,
  { id, name, year }: ParsedOf<typeof contract.copyEvaluation>,
): Promise<{ id: string }> {
  const row = await loadEvaluation(ctx, id);
  if (row.orgId !== ctx.session.orgId) throw refuse('只能复制本组织的考评');
  if (await evaluations.isNamed(ctx.db, row.orgId, year, name)) throw badInput({ name: '这一年已有同名的考评' });
  const on = (day: string) => {
    const moved = `${Number(day.slice(0, 4)) + year - row.year}${day.slice(4)}`;
    return moved.endsWith('-02-29') ? `${moved.slice(0, 8)}28` : moved;
  };
  const as = { name, year, startsOn: on(row.startsOn), endsOn: on(row.endsOn) };
  const made = await evaluations.copyEvaluation(ctx.db, ctx.scope, row, as, ctx.session.accountName);
  const tree = (await evaluations.treesOf(ctx.db, [row.id])).get(row.id) ?? [];
  await evaluations.writeTree(ctx.db, made, tree);
  logEvaluation(ctx, { id: made, name, orgCode: row.orgCode }, { copyOf: [null, `${row.year}年${row.name}`] });
  return { id: made };
}

/** Opens a draft: each unit gets what it has to hand in, and is told. */
export async function open(ctx: Ctx, input: ParsedOf<typeof contract.openEvaluation>): Stepped {
  const row = await lockOwn(ctx, input.id, input.version);
  if (row.state !== 'draft') throw refuse('已经开始，不用再次开始');
  if (row.endsOn < row.today) throw refuse(`截止日期${row.endsOn}已经过了，请先修改`);
  const [trees, all] = await Promise.all([evaluations.treesOf(ctx.db, [row.id]), units.unitsOf(ctx.db, row.id)]);
  const tree = trees.get(row.id) ?? [];
  const fault = openFault(tree, all.length);
  if (fault) throw refuse(fault);
  // What was chosen may have been moved elsewhere, or dissolved, since.
  const orgIds = all.map(({ orgId }) => orgId);
  if ((await evaluations.placesOf(ctx.db, ctx.scope, orgIds)).length < orgIds.length)
    throw refuse('有考核单位已不在管理范围内，请先去掉');
  const version = await step(ctx, row, { state: 'open' });
  await fill(ctx, row, tree);
  await countScores(ctx, row);
  await tell(ctx, row, begun(row));
  logEvaluation(ctx, row, { state: ['draft', 'open'] });
  return { version };
}

/** Counts what the checks find and writes what it gives; answers how many scores were counted. */
export async function countScores(ctx: Ctx, row: Row): Promise<number> {
  const open = await scores.autoOf(ctx.db, row.id);
  const breachesAt = await breachesOf(ctx, open);
  const found = open.flatMap((one) => {
    const breaches = breachesAt(one);
    return breaches === null ? [] : [{ id: one.id, breaches, suggested: suggestedPoints(one, breaches) }];
  });
  await scores.writeCounted(ctx.db, found);
  return found.length;
}

/** Gives an evaluation another last day; each material keeps its own, and is late after it. */
export async function extend(
  ctx: Ctx,
  { id, version, endsOn, reason }: ParsedOf<typeof contract.extendEvaluation>,
): Stepped {
  const row = await lockOwn(ctx, id, version);
  requireRunning(row);
  if (endsOn <= row.endsOn) throw badInput({ endsOn: `应晚于原来的截止日期${row.endsOn}` });
  if (endsOn < row.today) throw badInput({ endsOn: '新的截止日期不能早于今天' });
  if (Number(endsOn.slice(0, 4)) > row.year + 1) throw badInput({ endsOn: '截止日期不能晚于次年' });
  const next = await step(ctx, row, { endsOn, reason });
  await tell(ctx, row, { title: `考评延长到${endsOn}：${row.name}`, remark: reason });
  logEvaluation(ctx, row, { endsOn: [row.endsOn, endsOn] }, reason);
  return { version: next };
}

/** Urges units that are late or due within three days, each once in two hours. */
export async function urge(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.urgeEvaluation>,
): Promise<ReplyOf<typeof contract.urgeEvaluation>> {
  const row = await lockOwn(ctx, id);
  requireRunning(row);
  const behind = await units.listLateUnits(ctx.db, row.id);
  const words = { title: `催办：${row.name}`, remark: `${row.orgName}请您尽快报送考评资料。` };
  const urged = await urgeBehind(ctx, 'trinity_unit', behind, words, unitPath);
  logEvaluation(ctx, row, { urged: [null, urged.reminded] });
  return urged;
}

/** Writes totals, grades and places of a closed evaluation; after a correction again. */
export async function drawResults(ctx: Ctx, { id, grades }: Pick<Row, 'id' | 'grades'>): Promise<void> {
  const [all, cells] = await Promise.all([units.unitsOf(ctx.db, id), scores.countedOf(ctx.db, id)]);
  const ranked = all.map((unit) => ({ ...unit, cells: cells.get(unit.id) ?? [] }));
  const results = resultsOf(ranked, grades, true);
  await units.freeze(
    ctx.db,
    [...results].map(([unitId, result]) => ({ id: unitId, ...result })),
  );
}

/** Closes an evaluation: what the checks find is counted a last time, what is missing counts 0, results stand. */
export async function close(ctx: Ctx, input: ParsedOf<typeof contract.closeEvaluation>): Stepped {
  const row = await lockOwn(ctx, input.id, input.version);
  requireRunning(row);
  const waiting = await scores.waitingOf(ctx.db, row.id);
  if (waiting > 0) throw refuse(`还有${waiting}份资料待审核，请先审核`);
  await countScores(ctx, row);
  await drawResults(ctx, row);
  const version = await step(ctx, row, { state: 'closed' });
  await syncTodos(ctx.db, row.id);
  await tell(ctx, row, { title: `考评已结束：${row.name}`, remark: '得分、等次和名次已定，可以在考评管理里查看。' });
  logEvaluation(ctx, row, { state: ['open', 'closed'] });
  return { version };
}
