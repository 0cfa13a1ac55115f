import type * as contract from '#assessment/memberAssessment/contract.ts';
import { findItemExemption, findWholeExemption } from '#assessment/memberAssessment/rules.exempt.ts';
import { isScored, MONTH_STATES, monthTotal, scoreText, suggestionOf } from '#assessment/memberAssessment/rules.ts';
import { ROLE } from '#kernel/session/contract.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { todayOf } from '#platform/server/database/db.ts';
import { personAmong, personIs } from '#platform/server/database/scope.ts';
import { badInput, conflict, notFound, refuse } from '#platform/server/errors.ts';
import { closeTodos, openTodo } from '#platform/server/inbox/todos.ts';
import { ASSESS_KINDS, type AssessKind } from '#platform/time/periods.ts';
import * as queries from '../queries/months.ts';

const NO_PERSON = '党员不存在，或不在管理范围内';
const NO_PLAN = '这一年还没有发布的考核方案，由市级或本级党组织制定';
const OWN = '本人由他人评分';
const CHANGED = '已被他人修改，请核对后再保存';
const subjectOf = (orgId: string, year: number, month: number) => `assessMonth:${orgId}-${year}-${month}`;

export const monthText = (year: number, month: number) => `${year}-${String(month).padStart(2, '0')}`;

/** Why nobody is scored in a month; null: it may be. */
export function reasonLocked(
  person: Pick<queries.Person, 'since' | 'exemptions'>,
  at: string,
  now: string,
): string | null {
  if (at > now) return '还没有到这个月，不能评分';
  if (person.since !== null && at < person.since) return '这名党员当时还没有到本支部，不能评分';
  const whole = findWholeExemption(person.exemptions, at);
  if (whole) return `免考：${whole.reason}（${whole.from}至${whole.to}）`;
  return null;
}

/** A person of the scope who is assessed; throws where there is none. */
export async function personOf(ctx: Ctx, id: string, year: number): Promise<queries.Person> {
  const [person] = await queries.people(ctx.db, personIs(id, ctx.scope), year);
  if (!person) throw notFound(NO_PERSON);
  return person;
}

type Line = Awaited<ReturnType<typeof queries.linesOf>>[number];

/** What is suggested for an item: from the points of its dimension in the month; null: by hand alone. */
function suggested(item: queries.Item, lines: readonly Line[]): number | null {
  if (item.dimension === '') return null;
  const given = lines.filter(({ dimension }) => dimension === item.dimension).reduce((sum, one) => sum + one.given, 0);
  return suggestionOf(item.most, given);
}

/** The plan and the items that count for a person in a month: those of the month's own plan once it was scored. */
async function itemsFor(ctx: Ctx, orgCode: string, planId: string | null, year: number, month: number) {
  const id = planId ?? (await queries.planFor(ctx.db, orgCode, year))?.id;
  const all = id ? await queries.itemsOf(ctx.db, id) : [];
  return { planId: id ?? null, items: all.filter((item) => isScored(item, month)) };
}

/** Items from which somebody is exempt in a month leave: the maxima of the rest are the whole. */
const countedOf = (items: readonly queries.Item[], person: Pick<queries.Person, 'exemptions'>, at: string) =>
  items.filter(({ id }) => findItemExemption(person.exemptions, id, at) === '');

const ALL_EXEMPT = '这个月要评的项目全部免考';

const mayScore = (ctx: Ctx, person: { id: string }, state: number | null) =>
  ctx.may('assess:score') && person.id !== ctx.session.memberId && state !== 2 && state !== 1;

/** One person's month: each item with its suggestion and the evidence for it. */
export async function get(
  ctx: Ctx,
  input: ParsedOf<typeof contract.getMonth>,
): Promise<ReplyOf<typeof contract.getMonth>> {
  const { year, month } = input;
  const person = await personOf(ctx, input.memberId, year);
  const at = monthText(year, month);
  const [now, [row], lines] = await Promise.all([
    todayOf(ctx.db),
    queries.monthsOf(ctx.db, [person.id], year, month),
    queries.linesOf(ctx.db, [person.id], at, at),
  ]);
  const { items: all } = await itemsFor(ctx, person.orgCode, row?.planId ?? null, year, month);
  const items = countedOf(all, person, at);
  const cells = new Map((row ? await queries.cellsOf(ctx.db, [row.id]) : []).map((cell) => [cell.itemId, cell]));
  const why =
    all.length === 0
      ? NO_PLAN
      : (reasonLocked(person, at, now.slice(0, 7)) ?? (items.length === 0 ? ALL_EXEMPT : null));
  return {
    memberId: person.id,
    name: person.name,
    orgName: person.orgName,
    year,
    month,
    monthId: row?.id ?? '',
    state: row && row.version > 0 ? row.state : null,
    stateName: row && row.version > 0 ? MONTH_STATES[row.state] : (why ?? '待评'),
    total: row?.total ?? 0,
    opinion: row?.opinion ?? '',
    scoredName: row?.scoredName ?? '',
    decidedName: row?.decidedName ?? '',
    version: row?.version ?? 0,
    items: items.map((item) => {
      const cell = cells.get(item.id);
      return {
        itemId: item.id,
        name: item.name,
        kindName: ASSESS_KINDS[item.kind as AssessKind],
        standard: item.standard,
        most: item.most,
        dimension: item.dimension,
        suggested: suggested(item, lines),
        score: cell?.score ?? null,
        reason: cell?.reason ?? '',
        evidence: lines
          .filter(({ dimension }) => item.dimension !== '' && dimension === item.dimension)
          .map(({ day, title, given, why: less, link }) => ({ day, title, given, why: less, link })),
      };
    }),
    exempt: all
      .filter((item) => !items.includes(item))
      .map(({ id, name }) => ({ name, reason: findItemExemption(person.exemptions, id, at) })),
    can: {
      score: why === null && mayScore(ctx, person, row?.state ?? null),
      decide: row?.state === 1 && ctx.may('assess:score') && person.id !== ctx.session.memberId,
    },
  };
}

type Cells = ParsedOf<typeof contract.saveMonth>['cells'];

/** Writes cells of one person's month; `whole`: every item has to have its score. Throws what stands against it. */
async function write(
  ctx: Ctx,
  person: queries.Person,
  {
    year,
    month,
    version,
    submit,
    cells,
  }: { year: number; month: number; version: number; submit: boolean; cells: Cells },
): Promise<{ version: number; total: number }> {
  const at = monthText(year, month);
  if (person.id === ctx.session.memberId) throw refuse('不能为本人评分');
  const why = reasonLocked(person, at, (await todayOf(ctx.db)).slice(0, 7));
  if (why) throw refuse(why);
  const plan = await queries.planFor(ctx.db, person.orgCode, year);
  if (!plan) throw refuse(NO_PLAN);
  const row = await queries.holdMonth(ctx.db, person, year, month, plan.id);
  if (row.version !== version) throw conflict(`${person.name}的评分${CHANGED}`);
  if (row.state === 1 || row.state === 2) throw refuse(`${person.name}这个月${MONTH_STATES[row.state]}，不能再改`);
  const { items: all } = await itemsFor(ctx, person.orgCode, row.planId, year, month);
  // Read under the month's lock: who confirms an exemption meanwhile totals anew what stands here.
  const items = countedOf(all, { exemptions: await queries.exemptionsOf(ctx.db, person.id, year) }, at);
  if (all.length > 0 && items.length === 0) throw refuse(ALL_EXEMPT);
  const lines = await queries.linesOf(ctx.db, [person.id], at, at);
  const before = new Map((await queries.cellsOf(ctx.db, [row.id])).map((cell) => [cell.itemId, cell]));
  const faults: Record<string, string> = {};
  for (const [n, cell] of cells.entries()) {
    const item = items.find(({ id }) => id === cell.itemId);
    if (!item && all.some(({ id }) => id === cell.itemId)) throw refuse(`${person.name}有项目已经免考，不用评分`);
    if (!item) throw notFound('考核项目不存在，或这个月不评');
    const hint = suggested(item, lines);
    if (cell.score > item.most) faults[`cells.${n}.score`] = `${item.name}满分${scoreText(item.most)}分`;
    else if (hint !== null && cell.score !== hint && cell.reason === '')
      faults[`cells.${n}.reason`] = `${item.name}与建议分${scoreText(hint)}不同，请写明理由`;
  }
  if (Object.keys(faults).length > 0) throw badInput(faults);
  const { accountId, accountName } = ctx.session;
  for (const cell of cells) {
    const item = items.find(({ id }) => id === cell.itemId);
    const old = before.get(cell.itemId);
    if (!item || (old && old.score === cell.score && old.reason === cell.reason)) continue;
    const next = {
      monthId: row.id,
      itemId: cell.itemId,
      suggested: suggested(item, lines),
      score: cell.score,
      reason: cell.reason,
    };
    await queries.writeCell(ctx.db, next);
    before.set(cell.itemId, next);
    await queries.noteChange(ctx.db, row.id, {
      itemId: cell.itemId,
      act: '评分',
      old: old?.score ?? null,
      new: cell.score,
      reason: cell.reason,
      by: accountName,
    });
  }
  const missing = items.filter(({ id }) => !before.has(id));
  if (submit && missing.length > 0)
    throw refuse(`${person.name}还有项目没有评分：${missing.map(({ name }) => name).join('、')}`);
  const total = monthTotal(items.map((item) => ({ score: before.get(item.id)?.score ?? 0, most: item.most })));
  const next = await queries.writeMonth(ctx.db, row.id, {
    state: submit ? 1 : row.state === 3 ? 3 : 0,
    total,
    scored: { by: accountId, name: accountName },
  });
  if (submit) {
    await queries.noteChange(ctx.db, row.id, {
      itemId: null,
      act: '提交',
      old: null,
      new: total,
      reason: '',
      by: accountName,
    });
    await openTodo(ctx, {
      roleId: ROLE.worker,
      orgId: row.orgId,
      orgCode: row.orgCode,
      accountId: null,
      module: '党员考核',
      title: `确认${month}月党员考核评分`,
      detail: `${person.orgName}，${year}年${month}月`,
      act: '确认',
      jumpUrl: `/affairs/assessment/statistics?year=${year}`,
      dueOn: null,
      subject: subjectOf(row.orgId, year, month),
    });
  }
  ctx.audit({
    type: 'assessMonth',
    id: row.id,
    name: `${person.name} ${at}`,
    orgCode: row.orgCode,
    changes: { total: [row.total, total], ...(submit ? { state: [row.state, 1] } : {}) },
  });
  return { version: next, total };
}

export async function save(
  ctx: Ctx,
  input: ParsedOf<typeof contract.saveMonth>,
): Promise<ReplyOf<typeof contract.saveMonth>> {
  return write(ctx, await personOf(ctx, input.memberId, input.year), input);
}

/** Confirms or returns what was submitted; what is not submitted any more is left and counted. */
export async function decide(
  ctx: Ctx,
  input: ParsedOf<typeof contract.decideMonth>,
): Promise<ReplyOf<typeof contract.decideMonth>> {
  if (!input.agree && input.opinion === '') throw badInput({ opinion: '请写明退回原因' });
  const rows = await queries.lockMonths(ctx.db, ctx.scope, input.ids);
  if (rows.length < input.ids.length) throw notFound('有评分不存在，或不在管理范围内');
  const due = rows.filter(({ state }) => state === 1);
  if (due.length === 0) throw refuse('已被处理，请刷新后再看');
  const name = ctx.session.accountName;
  for (const row of due) {
    await queries.writeMonth(ctx.db, row.id, {
      state: input.agree ? 2 : 3,
      total: row.total,
      decided: { name, opinion: input.opinion },
    });
    await queries.noteChange(ctx.db, row.id, {
      itemId: null,
      act: input.agree ? '确认' : '退回',
      old: null,
      new: row.total,
      reason: input.opinion,
      by: name,
    });
    ctx.audit({
      type: 'assessMonth',
      id: row.id,
      name: `${row.name} ${monthText(row.year, row.month)}`,
      orgCode: row.orgCode,
      reason: input.opinion,
      changes: { state: [1, input.agree ? 2 : 3] },
    });
  }
  for (const { orgId, year, month } of due) {
    if (!(await queries.isWaiting(ctx.db, orgId, year, month)))
      await closeTodos(ctx.db, [subjectOf(orgId, year, month)]);
  }
  return { decided: due.length, skipped: rows.length - due.length };
}

/** Several people in one month: items across, people down. */
export async function grid(ctx: Ctx, input: ParsedOf<typeof contract.grid>): Promise<ReplyOf<typeof contract.grid>> {
  const { year, month } = input;
  if (input.ids.length > 200) throw badInput({ ids: '一次最多200人' });
  const found = await queries.people(ctx.db, personAmong(input.ids, ctx.scope), year);
  if (found.length < input.ids.length) throw notFound('有党员不存在，或不在管理范围内');
  const at = monthText(year, month);
  const now = (await todayOf(ctx.db)).slice(0, 7);
  const ids = found.map(({ id }) => id);
  const [rows, lines] = await Promise.all([
    queries.monthsOf(ctx.db, ids, year, month),
    queries.linesOf(ctx.db, ids, at, at),
  ]);
  const { items } = await itemsFor(ctx, found[0]?.orgCode ?? '', rows[0]?.planId ?? null, year, month);
  const cells = await queries.cellsOf(
    ctx.db,
    rows.map(({ id }) => id),
  );
  return {
    year,
    month,
    items: items.map(({ id, name, most }) => ({ itemId: id, name, most })),
    people: found.map((person) => {
      const row = rows.find(({ memberId }) => memberId === person.id);
      const own = lines.filter(({ memberId }) => memberId === person.id);
      const why = reasonLocked(person, at, now);
      return {
        memberId: person.id,
        name: person.name,
        orgName: person.orgName,
        version: row?.version ?? 0,
        stateName: row ? MONTH_STATES[row.state] : (why ?? (person.id === ctx.session.memberId ? OWN : '待评')),
        can: why === null && mayScore(ctx, person, row?.state ?? null),
        cells: items.map((item) => {
          const cell = cells.find(({ monthId, itemId }) => monthId === row?.id && itemId === item.id);
          if (findItemExemption(person.exemptions, item.id, at))
            return { score: null, suggested: null, reason: '', exempt: true };
          return {
            score: cell?.score ?? null,
            suggested: suggested(item, own),
            reason: cell?.reason ?? '',
            exempt: false,
          };
        }),
      };
    }),
  };
}

/** Writes what was changed of several people; whoever was changed meanwhile is named and left. */
export async function saveGrid(
  ctx: Ctx,
  input: ParsedOf<typeof contract.saveGrid>,
): Promise<ReplyOf<typeof contract.saveGrid>> {
  const ids = input.people.map(({ memberId }) => memberId);
  const found = await queries.people(ctx.db, personAmong(ids, ctx.scope), input.year);
  const by = new Map(found.map((person) => [person.id, person]));
  if (new Set(ids).size !== ids.length || ids.some((id) => !by.has(id)))
    throw notFound('有党员不存在，或不在管理范围内');
  const versions = new Map(
    (await queries.monthsOf(ctx.db, ids, input.year, input.month)).map((row) => [row.memberId, row]),
  );
  const stale: string[] = [];
  let saved = 0;
  for (const one of [...input.people].sort((a, b) => Number(a.memberId) - Number(b.memberId))) {
    const person = by.get(one.memberId);
    if (!person) continue;
    const row = versions.get(one.memberId);
    if ((row?.version ?? 0) !== one.version || row?.state === 1 || row?.state === 2) {
      stale.push(person.name);
      continue;
    }
    await write(ctx, person, { ...one, year: input.year, month: input.month, submit: input.submit });
    saved++;
  }
  return { saved, stale };
}
