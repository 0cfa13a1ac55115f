import type * as contract from '#overview/report/contract.own.ts';
import { columnFaults, keptColumns, MOST_REPORTS, type OwnColumn } from '#overview/report/rules.own.ts';
import { readConditions } from '#people/member/server/service/query.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx, Services } from '#platform/server/context.ts';
import type { Scope } from '#platform/server/database/scope.ts';
import { badInput, conflict, notFound, refuse } from '#platform/server/errors.ts';
import { linesOf, type Report } from './kit.ts';
import * as queries from './queries/own.ts';
import { type CountedColumn, peopleReport } from './queries/reports/own.ts';
import { questionOf } from './question.ts';

const GONE = '没有这个自定义报表，或本组织不能使用';

/** Columns with their conditions looked up; faults by their places, e.g. `columns.0.query.1`. */
async function readColumns(services: Services, scope: Scope, columns: readonly OwnColumn[]) {
  const faults = columnFaults(columns);
  const names: Record<string, string> = {};
  const read = await Promise.all(
    columns.map(async (column, at): Promise<CountedColumn> => {
      if (column.kind === 'share') return column;
      const conditions = await readConditions(services, scope, column.query);
      Object.assign(names, conditions.names);
      for (const [path, fault] of Object.entries(conditions.faults))
        faults[path ? `columns.${at}.query.${path}` : `columns.${at}.query`] ??= fault;
      return { kind: 'count', title: column.title, text: conditions.text, condition: conditions.condition };
    }),
  );
  return { read, faults, names };
}

const UNREADABLE = '这个报表是其他版本保存的，现在的版本读不懂，请重新设计';

/** The design of a stored report; a sentence where it cannot be read any more. */
function storedColumns(json: unknown): OwnColumn[] | string {
  const read = keptColumns.safeParse(json);
  return read.success ? read.data.columns : UNREADABLE;
}

/**
 * An own report as the kit counts it, for whoever stands at an organisation.
 * @throws notFound where the organisation has none of that id; refuse where its conditions do not hold any more
 */
export async function ownReport(
  { services, scope, orgCode }: { services: Services; scope: Scope; orgCode: string },
  id: string,
): Promise<{ report: Report; title: string; isShared: boolean }> {
  const record = await queries.findOwnReport(services.db, orgCode, id);
  if (!record) throw notFound(GONE);
  const columns = storedColumns(record.columns);
  if (typeof columns === 'string') throw refuse(columns);
  const { read, faults } = await readColumns(services, scope, columns);
  const [place, fault] = Object.entries(faults)[0] ?? [];
  if (place !== undefined) {
    const at = Number(place.split('.')[1] ?? 0);
    throw refuse(`“${columns[at]?.title ?? ''}”一栏现在不能统计：${fault}`);
  }
  return { report: peopleReport(record.id, record.people, read), title: record.title, isShared: record.isShared };
}

const rowOf = (record: queries.OwnRecord, orgId: string) => ({
  id: record.id,
  title: record.title,
  about: record.about,
  orgName: record.orgName,
  isOwn: record.orgId === orgId,
  isShared: record.isShared,
  updatedAt: record.updatedAt,
  updatedBy: record.updatedBy,
});

/** What the session's organisation has, and what is offered from above. They name people, so that they are for whoever reads them. */
export async function listOwnReports(ctx: Ctx): Promise<ReplyOf<typeof contract.listOwnReports>> {
  const { orgId, orgCode } = ctx.session;
  const may = ctx.scope.memberId === null && ctx.may('member:read');
  const records = may ? await queries.ownReports(ctx.db, orgCode) : [];
  return { reports: records.map((record) => rowOf(record, orgId)), can: { design: may && ctx.may('report:design') } };
}

/** The design of one, with what is wrong with it by now. */
export async function getOwnReport(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.getOwnReport>,
): Promise<ReplyOf<typeof contract.getOwnReport>> {
  const { orgId, orgCode } = ctx.session;
  const may = ctx.scope.memberId === null && ctx.may('member:read');
  const record = may ? await queries.findOwnReport(ctx.db, orgCode, id) : undefined;
  if (!record) throw notFound(GONE);
  const columns = storedColumns(record.columns);
  const unread = typeof columns === 'string';
  const { faults, names } = unread
    ? { faults: { '': columns }, names: {} }
    : await readColumns(ctx.services, ctx.scope, columns);
  return {
    ...rowOf(record, orgId),
    people: record.people,
    version: record.version,
    columns: unread ? [] : columns,
    names,
    fault: Object.values(faults)[0] ?? '',
    can: { edit: record.orgId === orgId && ctx.may('report:design') },
  };
}

/** The columns of a design counted for the session's organisation, with their conditions in words. */
export async function previewOwnReport(
  ctx: Ctx,
  { people, columns }: ParsedOf<typeof contract.previewOwnReport>,
): Promise<ReplyOf<typeof contract.previewOwnReport>> {
  const { read, faults } = await readColumns(ctx.services, ctx.scope, columns);
  if (Object.keys(faults).length > 0) throw badInput(faults);
  const report = peopleReport('0', people, read);
  const question = await questionOf(ctx, report, { orgId: ctx.session.orgId });
  const { total } = linesOf(report, question, await report.count(question));
  return {
    columns: report.columns.map(({ key }, at) => {
      const column = read[at];
      return { value: total[key] ?? null, text: column?.kind === 'count' ? column.text : '' };
    }),
  };
}

/** Keeps a design. @throws badInput at the field; conflict where somebody else saved it meanwhile */
export async function saveOwnReport(ctx: Ctx, input: ParsedOf<typeof contract.saveOwnReport>) {
  const { orgId, orgCode, accountName } = ctx.session;
  const { id, version, ...design } = input;
  const { faults } = await readColumns(ctx.services, ctx.scope, design.columns);
  if (Object.keys(faults).length > 0) throw badInput(faults);
  const before = id === null ? null : await queries.lockOwnReport(ctx.db, ctx.scope, orgId, id, false);
  if (before === undefined) throw notFound(GONE);
  if (before && before.version !== version) throw conflict('这个报表已被别人修改，请刷新后再改');
  const titles = await queries.titlesOf(ctx.db, orgId, id);
  if (titles.includes(design.title)) throw badInput({ title: '本组织已有同名的自定义报表' });
  if (before === null && titles.length >= MOST_REPORTS) throw refuse(`最多${MOST_REPORTS}个自定义报表，请先删除不用的`);
  if (before) await queries.updateOwnReport(ctx.db, before.id, design, accountName);
  const saved =
    before?.id ?? (await queries.insertOwnReport(ctx.db, { id: orgId, code: orgCode }, design, accountName));
  ctx.audit({
    type: 'ownReport',
    id: saved,
    name: design.title,
    ...(before && before.title !== design.title ? { changes: { title: [before.title, design.title] } } : {}),
  });
  return { id: saved, version: (before?.version ?? 0) + 1 };
}

/** Takes one away. */
export async function removeOwnReport(ctx: Ctx, { id }: ParsedOf<typeof contract.removeOwnReport>): Promise<null> {
  const row = await queries.lockOwnReport(ctx.db, ctx.scope, ctx.session.orgId, id, false);
  if (!row) throw notFound(GONE);
  await queries.markOwnReport(ctx.db, id, true, ctx.session.accountName);
  ctx.audit({ type: 'ownReport', id, name: row.title });
  return null;
}

/** Brings one back under its title. @throws refuse where another one has the title by now */
export async function restoreOwnReport(ctx: Ctx, { id }: ParsedOf<typeof contract.restoreOwnReport>): Promise<null> {
  const { orgId, accountName } = ctx.session;
  const row = await queries.lockOwnReport(ctx.db, ctx.scope, orgId, id, true);
  if (!row && (await queries.lockOwnReport(ctx.db, ctx.scope, orgId, id, false))) throw refuse('这份报表没有被删除');
  if (!row) throw notFound(GONE);
  if ((await queries.titlesOf(ctx.db, orgId, id)).includes(row.title))
    throw refuse('本组织已有同名的自定义报表，请先改名');
  await queries.markOwnReport(ctx.db, id, false, accountName);
  ctx.audit({ type: 'ownReport', id, name: row.title });
  return null;
}
