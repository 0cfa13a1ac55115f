import { workYears, writeWorkYear } from '#house/server/workCalendar.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { badInput, conflict, notFound, refuse } from '#platform/server/errors.ts';
import type * as contract from '#procedures/recruitment/contract.plan.ts';
import { calendarFaults, readDays } from '#procedures/recruitment/rules/calendar.ts';
import * as queries from '../queries/plan.ts';
import { refuseFaults } from './facts.ts';

const NO_ORG = '所选党组织不存在';

/** A number is handed down by the organisation directly above; the highest one writes down its own. */
const maySet = (ctx: Ctx, row: { orgId: string; parentId: string | null }) =>
  ctx.may('recruit:approve') &&
  ctx.scope.memberId === null &&
  (row.parentId === null ? row.orgId === ctx.session.orgId : row.parentId === ctx.session.orgId);

/** The plan of an organisation and of those directly below. */
export async function plan(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listPlan>,
): Promise<ReplyOf<typeof contract.listPlan>> {
  if (input.orgId && !ctx.chosenOrg) throw notFound(NO_ORG);
  const year = input.year ?? (await queries.thisYear(ctx.db));
  const rows = await queries.planAround(ctx.db, ctx.scope, ctx.chosenOrg?.id ?? ctx.session.orgId, year);
  const [own, ...below] = rows.map(({ parentId, orgCode: _, ...row }) => ({
    ...row,
    can: { set: maySet(ctx, { orgId: row.orgId, parentId }) },
  }));
  if (!own) throw notFound(NO_ORG);
  return { year, own, below };
}

/** Hands a number down; the sum below stays within the own number, and above what is handed on already. */
export async function set(ctx: Ctx, input: ParsedOf<typeof contract.setPlan>): Promise<null> {
  const [row] = await queries.planAround(ctx.db, ctx.scope, input.orgId, input.year);
  if (row?.orgId !== input.orgId) throw notFound(NO_ORG);
  if (!maySet(ctx, row)) throw refuse('发展计划由直接上级下达');
  await queries.lockPlan(ctx.db, row.parentId ?? row.orgId, input.year);
  await queries.lockPlan(ctx.db, row.orgId, input.year);
  const [now] = await queries.planAround(ctx.db, ctx.scope, input.orgId, input.year);
  if (input.given < (now?.handedDown ?? 0)) {
    throw badInput({ given: `${row.orgName}已向下级分配${now?.handedDown}名，不能少于这个数` });
  }
  if (row.parentId !== null) {
    const [own] = await queries.planAround(ctx.db, ctx.scope, row.parentId, input.year);
    if (!own || own.given === null) throw refuse(`${input.year}年还没有给本级下达计划，不能向下级分配`);
    const others = own.handedDown - (now?.given ?? 0);
    if (others + input.given > own.given) {
      throw badInput({
        given: `本级计划${own.given}名，已分配其他下级${others}名，最多还可分配${own.given - others}名`,
      });
    }
  }
  const { orgId, year, given, note, version } = input;
  const by = ctx.session.accountName;
  if (!(await queries.writePlan(ctx.db, { orgId, orgCode: row.orgCode, year, given, note, version, by }))) {
    throw conflict('这个计划已被处理，请刷新后再改');
  }
  ctx.audit({
    type: 'developmentPlan',
    id: `${orgId}.${year}`,
    name: `${row.orgName}${year}年发展计划`,
    orgCode: row.orgCode,
    changes: { given: [now?.given ?? null, given] },
  });
  return null;
}

/** The tables of working days that are known. */
export async function calendars(ctx: Ctx): Promise<ReplyOf<typeof contract.listCalendars>> {
  return { rows: await workYears(ctx.db), can: { edit: ctx.may('recruit:template') } };
}

/** Writes a year's days off and worked weekends. */
export async function saveYear(ctx: Ctx, input: ParsedOf<typeof contract.saveCalendar>): Promise<null> {
  const faults: Record<string, string> = {};
  const read = (field: 'off' | 'work') => {
    const days = readDays(input[field], input.year);
    if (!(days instanceof Error)) return days;
    faults[field] = days.message;
    return [];
  };
  const [off, work] = [read('off'), read('work')];
  refuseFaults(faults);
  refuseFaults(calendarFaults(off, work));
  const table = { year: input.year, off, work, version: input.version, by: ctx.session.accountName };
  if (!(await writeWorkYear(ctx.db, table))) throw conflict('这一年的工作日历已被处理，请刷新后再改');
  ctx.audit({
    type: 'workCalendar',
    id: String(input.year),
    name: `${input.year}年工作日历`,
    changes: { off: [null, `${off.length}天`], work: [null, `${work.length}天`] },
  });
  return null;
}
