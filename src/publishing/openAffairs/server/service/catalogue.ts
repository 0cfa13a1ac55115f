import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { errorCode, todayOf } from '#platform/server/database/db.ts';
import { badInput, conflict, notFound } from '#platform/server/errors.ts';
import { diff } from '#platform/server/log/audit.ts';
import type * as contract from '#publishing/openAffairs/contract.catalogue.ts';
import { type DueState, daysOf, periodsDueIn } from '#publishing/openAffairs/rules.ts';
import * as queries from '../queries/catalogue.ts';
import { placeOf } from './read.ts';
import { isWriter } from './rights.ts';

const TAKEN = '这一类别已有同名的公开项目';
const taken = (error: unknown): never => {
  throw errorCode(error) === '23505' ? badInput({ name: TAKEN }) : error;
};

/** The catalogue; how much is used is told to those who work with it. */
export async function listItems(ctx: Ctx, input: ParsedOf<typeof contract.listItems>): Promise<contract.OpenItem[]> {
  const all = input.all && (isWriter(ctx) || ctx.may('open:catalogue'));
  const rows = await queries.listItems(ctx.db, ctx.scope, { kind: input.kind ?? null, all });
  return isWriter(ctx) ? rows : rows.map((row) => ({ ...row, used: 0 }));
}

const fieldsOf = ({ kind, name, rhythm, dueDays, startsOn, active }: Omit<queries.ItemRecord, 'id' | 'version'>) => ({
  kind,
  name,
  rhythm,
  dueDays,
  startsOn,
  active,
});

/** Adds an item to the catalogue of the deployment. */
export async function addItem(
  ctx: Ctx,
  input: ParsedOf<typeof contract.createItem>,
): Promise<ReplyOf<typeof contract.createItem>> {
  const id = await queries.insertItem(ctx.db, input, ctx.session.accountName).catch(taken);
  const changes = diff<Record<string, unknown>>({}, fieldsOf({ ...input, active: true }));
  ctx.audit({ type: 'openItem', id, name: input.name, changes });
  return { id };
}

/** Writes what is given of an item, also whether it is in use. */
export async function changeItem(
  ctx: Ctx,
  input: ParsedOf<typeof contract.updateItem>,
): Promise<ReplyOf<typeof contract.updateItem>> {
  const row = await queries.findItem(ctx.db, input.id, true);
  if (!row) throw notFound('该公开项目不存在');
  if (row.version !== input.version) {
    throw conflict('该公开项目已被他人修改，请刷新后再试', { current: { version: row.version } });
  }
  const { id: _id, version: _version, ...given } = input;
  const kept = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const next = { ...row, ...kept };
  const changes = diff<Record<string, unknown>>(fieldsOf(row), fieldsOf(next));
  if (Object.keys(changes).length === 0) return { version: row.version };
  const version = await queries.writeItem(ctx.db, next, ctx.session.accountName).catch(taken);
  ctx.audit({ type: 'openItem', id: row.id, name: next.name, changes });
  return { version };
}

/** The periods that are to be published in a month, with their last days. */
export const duePeriods = (month: string): queries.DuePeriod[] =>
  Object.entries(periodsDueIn(month)).map(([rhythm, period]) => ({
    rhythm: rhythm as queries.DuePeriod['rhythm'],
    period,
    last: daysOf(period)?.last ?? '',
  }));

/** What the organisations of a place owe in a month. */
export async function listDueAffairs(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listDue>,
): Promise<ReplyOf<typeof contract.listDue>> {
  const { scope, orgId } = placeOf(ctx, input);
  const month = input.month ?? (await todayOf(ctx.db)).slice(0, 7);
  const filter = { orgId, kind: input.kind ?? null, itemName: input.itemName || null, state: input.state ?? null };
  const offset = (input.pageNum - 1) * input.pageSize;
  const { rows, counts } = await queries.pageOfDue(ctx.db, scope, duePeriods(month), filter, input.pageSize, offset);
  const sum = (states: readonly DueState[]) => states.reduce((total, state) => total + (counts[state] ?? 0), 0);
  return {
    month,
    counts: counts as Record<string, number>,
    total: input.state ? sum([input.state]) : sum(Object.keys(counts) as DueState[]),
    rows: rows.map((row) => ({
      ...row,
      id: `${row.orgId}-${row.itemId}-${row.period}`,
      can: { add: row.affairId === null },
    })),
  };
}
