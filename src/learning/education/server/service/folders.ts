import type * as contract from '#learning/education/contract.folder.ts';
import { MOST_DEPTH } from '#learning/education/rules.knowledge.ts';
import { AUDIENCES } from '#learning/education/rules.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { inScope } from '#platform/server/database/scope.ts';
import { writeUnique } from '#platform/server/database/unique.ts';
import { badInput, notFound, refuse } from '#platform/server/errors.ts';
import { diff } from '#platform/server/log/audit.ts';
import * as queries from '../queries/folder.ts';
import { mayWrite, NO_FOLDER, sameVersion } from './common.ts';

const TOPIC = 'knowledgeFolder';
const taken = () => badInput({ name: '本组织已有同名的文件夹' });

/** Folders for the reader; a worker's own even while they are empty. */
export async function folders(ctx: Ctx): Promise<ReplyOf<typeof contract.listFolders>> {
  const works = mayWrite(ctx);
  const rows = await queries.foldersFor(ctx.db, ctx.session, works ? ctx.scope : null);
  return rows.map((row) => {
    const mine = works && inScope(ctx.scope, row.orgCode);
    return {
      id: row.id,
      orgName: row.orgName,
      name: row.name,
      intro: row.intro,
      audience: row.audience,
      maySave: row.maySave,
      parentId: row.parentId,
      inherits: row.inherits,
      sort: row.sort,
      documents: row.documents,
      unread: row.unread,
      version: row.version,
      can: { write: mine, remove: mine && !row.held },
    };
  });
}

const shown = ({ name, intro, audience, maySave, sort }: queries.FolderFields) => ({
  name,
  intro,
  audience: AUDIENCES[audience],
  maySave,
  sort,
});

/**
 * Where a folder stands and what it says by that: the folder above is one of its organisation, not within itself, and the tree
 * stays shallow. One that inherits has the rights of the folder above.
 * @param self the folder that moves; left out: a new one
 */
async function placed(
  ctx: Ctx,
  orgId: string,
  input: queries.FolderFields,
  self?: string,
): Promise<queries.FolderFields> {
  if (input.parentId === null) return { ...input, inherits: false };
  const above = await lock(ctx, input.parentId);
  if (above.orgId !== orgId) throw badInput({ parentId: '只能放在同一个组织的文件夹里' });
  const path = await queries.idsAbove(ctx.db, above.id);
  if (self !== undefined && path.includes(self)) throw badInput({ parentId: '不能放进它自己的下级文件夹' });
  const own = self === undefined ? 1 : await queries.depthBelow(ctx.db, self);
  if (path.length + own > MOST_DEPTH) throw badInput({ parentId: `文件夹最多${MOST_DEPTH}层` });
  return input.inherits ? { ...input, audience: above.audience, maySave: above.maySave } : input;
}

/** Adds a folder: of the session's own organisation, or within another one and of that one's. */
export async function create(
  ctx: Ctx,
  input: ParsedOf<typeof contract.createFolder>,
): Promise<ReplyOf<typeof contract.createFolder>> {
  const { accountName } = ctx.session;
  const above = input.parentId === null ? null : await lock(ctx, input.parentId);
  const org = above ? { id: above.orgId, code: above.orgCode } : { id: ctx.session.orgId, code: ctx.session.orgCode };
  const fields = await placed(ctx, org.id, input);
  const id = await writeUnique(() => queries.insertFolder(ctx.db, org, fields, accountName), taken);
  const changes = diff<Record<string, unknown>>({}, shown(fields));
  ctx.audit({ type: TOPIC, id, name: input.name, orgCode: org.code, changes });
  return { id };
}

async function lock(ctx: Ctx, id: string): Promise<queries.FolderRecord> {
  const row = await queries.findFolder(ctx.db, ctx.scope, id, true);
  if (!row) throw notFound(NO_FOLDER);
  return row;
}

export async function update(
  ctx: Ctx,
  input: ParsedOf<typeof contract.updateFolder>,
): Promise<ReplyOf<typeof contract.updateFolder>> {
  const row = await lock(ctx, input.id);
  sameVersion(row, input.version, '这个文件夹');
  const fields = await placed(ctx, row.orgId, input, row.id);
  const version = await writeUnique(() => queries.writeFolder(ctx.db, row.id, fields, ctx.session.accountName), taken);
  const changes = diff<Record<string, unknown>>(shown(row), shown(fields));
  ctx.audit({ type: TOPIC, id: row.id, name: input.name, orgCode: row.orgCode, changes });
  return { version };
}

/** Removes a folder for good; only an empty one, so that nothing is lost with it. */
export async function remove(ctx: Ctx, input: ParsedOf<typeof contract.removeFolder>): Promise<null> {
  const row = await lock(ctx, input.id);
  if (await queries.hasFolders(ctx.db, row.id)) throw refuse('文件夹里还有文件夹，移走或删除后再删');
  const held = await queries.hasDocuments(ctx.db, row.id);
  if (held.shown) throw refuse('文件夹里还有文档，移走或删除后再删文件夹');
  if (held.binned) throw refuse('回收站里还有这个文件夹的文档，不能删除');
  await queries.dropFolder(ctx.db, row.id);
  ctx.audit({ type: TOPIC, id: row.id, name: row.name, orgCode: row.orgCode, reason: input.deleteReason });
  return null;
}
