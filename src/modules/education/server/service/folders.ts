import type * as contract from '#modules/education/contract.folder.ts';
import { AUDIENCES } from '#modules/education/rules.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import { diff } from '#platform/server/audit.ts';
import type { Ctx } from '#platform/server/context.ts';
import { badInput, notFound, refuse } from '#platform/server/errors.ts';
import { inScope } from '#platform/server/scope.ts';
import { unlessTaken } from '#platform/server/unique.ts';
import * as queries from '../queries/folder.ts';
import { NO_FOLDER, sameVersion, writes } from './common.ts';

const TOPIC = 'knowledgeFolder';
const taken = () => badInput({ name: '本组织已有同名的文件夹' });

/** Folders for the reader; a worker's own even while they are empty. */
export async function folders(ctx: Ctx): Promise<ReplyOf<typeof contract.listFolders>> {
  const works = writes(ctx);
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

/** Adds a folder of the session's own organisation. */
export async function create(
  ctx: Ctx,
  input: ParsedOf<typeof contract.createFolder>,
): Promise<ReplyOf<typeof contract.createFolder>> {
  const { orgId, orgCode, accountName } = ctx.session;
  const org = { id: orgId, code: orgCode };
  const id = await unlessTaken(() => queries.insertFolder(ctx.db, org, input, accountName), taken);
  ctx.audit({ type: TOPIC, id, name: input.name, orgCode, changes: diff<Record<string, unknown>>({}, shown(input)) });
  return { id };
}

async function hold(ctx: Ctx, id: string): Promise<queries.FolderRecord> {
  const row = await queries.findFolder(ctx.db, ctx.scope, id, true);
  if (!row) throw notFound(NO_FOLDER);
  return row;
}

export async function update(
  ctx: Ctx,
  input: ParsedOf<typeof contract.updateFolder>,
): Promise<ReplyOf<typeof contract.updateFolder>> {
  const row = await hold(ctx, input.id);
  sameVersion(row, input.version, '这个文件夹');
  const version = await unlessTaken(() => queries.writeFolder(ctx.db, row.id, input, ctx.session.accountName), taken);
  const changes = diff<Record<string, unknown>>(shown(row), shown(input));
  ctx.audit({ type: TOPIC, id: row.id, name: input.name, orgCode: row.orgCode, changes });
  return { version };
}

/** Removes a folder for good; only an empty one, so that nothing is lost with it. */
export async function remove(ctx: Ctx, input: ParsedOf<typeof contract.removeFolder>): Promise<null> {
  const row = await hold(ctx, input.id);
  const held = await queries.hasDocuments(ctx.db, row.id);
  if (held.shown) throw refuse('文件夹里还有文档，移走或删除后再删文件夹');
  if (held.binned) throw refuse('回收站里还有这个文件夹的文档，不能删除');
  await queries.dropFolder(ctx.db, row.id);
  ctx.audit({ type: TOPIC, id: row.id, name: row.name, orgCode: row.orgCode, reason: input.deleteReason });
  return null;
}
