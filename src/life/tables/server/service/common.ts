import { dictionaryNames } from '#kernel/dictionary/server/names.ts';
import { isChoice, type TableDesign } from '#life/tables/rules.design.ts';
import type { Ctx } from '#platform/server/context.ts';
import type { Scope } from '#platform/server/database/scope.ts';
import { narrowScope } from '#platform/server/database/scope.ts';
import { conflict, notFound, refuse } from '#platform/server/errors.ts';
import { findTable, placesOf, readableTable, type TableRecord } from '../queries/tables.ts';

export const NO_TABLE = '该数据表不存在或不在管理范围内';
export const NO_ROUND = '没有这一期';
export const NO_ORG = '组织不存在';

/** A table of the own organisation, locked. @throws conflict where it has changed since it was read */
export async function lockOwn(ctx: Ctx, id: string, version?: number): Promise<TableRecord> {
  const row = await findTable(ctx.db, ctx.scope, id, true);
  if (!row) throw notFound(NO_TABLE);
  if (row.orgId !== ctx.session.orgId) throw refuse('只有制表的组织可以这样做');
  if (version !== undefined && row.version !== version)
    throw conflict('该数据表已有变化，请核对后再操作', { current: { version: row.version } });
  return row;
}

/** A table that the session reads: of the scope, or given to somebody of it. */
export async function readTable(ctx: Ctx, id: string): Promise<TableRecord> {
  const row = await readableTable(ctx.db, ctx.scope, id);
  if (!row) throw notFound(NO_TABLE);
  return row;
}

/** The scope of an organisation that is asked for, read by the call itself; the own one unless told. */
export async function placeOfOrg(
  ctx: Ctx,
  orgId: string | undefined,
): Promise<{ id: string; code: string; name: string; scope: Scope }> {
  const [org] = await placesOf(ctx.db, ctx.scope, [orgId ?? ctx.session.orgId]);
  const scope = org && narrowScope(ctx.scope, org.code);
  if (!scope) throw notFound(NO_ORG);
  return { ...org, scope };
}

/** The choices of each field that offers some: its own, or the names of its dictionary. */
export async function choicesOf(
  { services }: Pick<Ctx, 'services'>,
  { fields }: TableDesign,
): Promise<Record<string, string[]>> {
  const names = await dictionaryNames(services);
  return Object.fromEntries(
    fields
      .filter(isChoice)
      .map(({ id, kind, dict, choices }) => [
        id,
        kind === 'dict' ? names.entries(dict).map(({ name }) => name) : choices,
      ]),
  );
}

/** What the log says of an act on a table. */
export const logTable = (
  ctx: Ctx,
  { id, title, orgCode }: Pick<TableRecord, 'id' | 'title' | 'orgCode'>,
  changes: Record<string, [unknown, unknown]>,
  reason?: string,
) => ctx.audit({ type: 'dataCentreTable', id, name: title, orgCode, changes, ...(reason ? { reason } : {}) });
