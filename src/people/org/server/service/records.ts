import { dictionaryNames } from '#kernel/dictionary/server/names.ts';
import type { updateExtension } from '#people/org/contract.records.ts';
import { orgext, reward } from '#people/org/rules.records.ts';
import type { ParsedOf } from '#platform/contract.ts';
import type { RecordRow, RecordType } from '#platform/records/records.ts';
import type { Ctx } from '#platform/server/context.ts';
import { conflict, notFound } from '#platform/server/errors.ts';
import { addRecord, allRecords, editRecord, type Rules } from '#platform/server/records/bind.ts';
import { lockOwner } from '#platform/server/records/queries.ts';
import { placeOf } from '../queries/orgs.ts';

const MISSING = '组织不存在';

/** Who may do what with the rows of an organisation's tabs. */
export const orgRecordRules: Rules = {
  read: 'org:read',
  write: 'org:write',
  names: (ctx) => dictionaryNames(ctx.services),
  missing: MISSING,
};

const rowsOf = async (ctx: Ctx, sort: RecordType, id: string): Promise<RecordRow[]> =>
  (await allRecords(ctx, [sort], id, () => orgRecordRules))[sort.kind] ?? [];

/** All rewards of an organisation. */
export const readRewards = (ctx: Ctx, orgId: string) => rowsOf(ctx, reward, orgId);

/** What every module knows against an award to an organisation. */
export async function awardDoubts(ctx: Ctx, orgId: string): Promise<string[]> {
  if (!(await placeOf(ctx.db, ctx.scope, orgId))) throw notFound(MISSING);
  const doubtSources = ctx.services.modules.flatMap(({ awardDoubts: doubts }) => (doubts ? [doubts(ctx, orgId)] : []));
  return (await Promise.all(doubtSources)).flat();
}

/** The further facts of an organisation under its id; of version 0 while there are none. */
export async function readExtension(ctx: Ctx, id: string): Promise<RecordRow> {
  const [row] = await rowsOf(ctx, orgext, id);
  const able = ctx.may(orgRecordRules.write);
  const nothing = {
    title: '',
    version: 0,
    can: { edit: able, remove: able },
    files: [],
    updateName: '',
    updateDate: '',
  };
  const empty = orgext.fields.flatMap(({ name, kind }) => [
    [name, null],
    ...(kind === 'choice' ? [[`${name}Name`, '']] : []),
  ]);
  return { ...Object.fromEntries(empty), ...nothing, ...row, id };
}

/** Writes further facts: the first time adds the row, then its version must be the one that was read. */
export async function writeExtension(ctx: Ctx, { id: of, version, ...fields }: ParsedOf<typeof updateExtension>) {
  const id = String(of);
  if (!(await lockOwner(ctx.db, ctx.scope, 'org', id))) throw notFound(MISSING);
  const [row] = await rowsOf(ctx, orgext, id);
  if (row) return editRecord(ctx, orgext, orgRecordRules, { ...fields, id: row.id, version });
  if (version !== 0) throw conflict('扩展信息已被他人删除，请重新打开', { current: { version: 0 } });
  await addRecord(ctx, orgext, orgRecordRules, { ...fields, orgId: id });
  return { version: 1 };
}
