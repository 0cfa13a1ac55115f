import type * as contract from '#learning/education/contract.unit.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { inScope } from '#platform/server/database/scope.ts';
import { writeUnique } from '#platform/server/database/unique.ts';
import { badInput, notFound, refuse } from '#platform/server/errors.ts';
import { attachFiles, detachFiles } from '#platform/server/files/fileRights.ts';
import { diff } from '#platform/server/log/audit.ts';
import * as queries from '../queries/unit.ts';
import { mayWrite, NO_UNIT, sameVersion, UNIT_FILES } from './common.ts';

const TOPIC = 'videoUnit';
const taken = () => badInput({ name: '本组织已有同名的单元' });

/** Units for the reader; a worker's own even while they are empty. */
export async function units(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listUnits>,
): Promise<ReplyOf<typeof contract.listUnits>> {
  const filter = { words: input.keyWords || null, isRequired: input.isRequired ?? null };
  const works = mayWrite(ctx);
  const offset = (input.pageNum - 1) * input.pageSize;
  const scope = works ? ctx.scope : null;
  const found = await queries.pageOfUnits(ctx.db, ctx.session, scope, filter, input.pageSize, offset);
  return {
    rows: found.rows.map((row) => ({
      id: row.id,
      orgName: row.orgName,
      name: row.name,
      intro: row.intro,
      cover: row.cover,
      isRequired: row.isRequired,
      sort: row.sort,
      videos: row.videos,
      learned: row.learned,
      seconds: row.seconds,
      version: row.version,
      can: {
        edit: works && inScope(ctx.scope, row.orgCode),
        remove: works && inScope(ctx.scope, row.orgCode) && row.held === 0,
      },
    })),
    total: found.total,
  };
}

/** The units into which the session may put videos. */
export async function writable(ctx: Ctx): Promise<ReplyOf<typeof contract.writableUnits>> {
  return (await queries.unitsOf(ctx.db, ctx.scope)).map(({ id, name, orgName, isRequired }) => ({
    id,
    name,
    orgName,
    isRequired,
  }));
}

const shown = ({ name, intro, isRequired, sort }: Omit<queries.UnitFields, 'cover'>) => ({
  name,
  intro,
  isRequired,
  sort,
});

async function takeCover(ctx: Ctx, id: string, orgCode: string, cover: string): Promise<string> {
  const place = { kind: UNIT_FILES, rowId: id, orgCode };
  const [kept = ''] = await attachFiles(ctx, 'cover', cover ? [cover] : [], place, { format: 'image' });
  await detachFiles(ctx, place, kept ? [kept] : []);
  return kept;
}

/** Adds a unit of the session's own organisation. */
export async function create(
  ctx: Ctx,
  input: ParsedOf<typeof contract.createUnit>,
): Promise<ReplyOf<typeof contract.createUnit>> {
  const { orgId, orgCode, accountName } = ctx.session;
  const org = { id: orgId, code: orgCode };
  const id = await writeUnique(() => queries.insertUnit(ctx.db, org, input, accountName), taken);
  if (input.cover) await queries.setUnitCover(ctx.db, id, await takeCover(ctx, id, orgCode, input.cover));
  ctx.audit({ type: TOPIC, id, name: input.name, orgCode, changes: diff<Record<string, unknown>>({}, shown(input)) });
  return { id };
}

async function lock(ctx: Ctx, id: string): Promise<queries.UnitRecord> {
  const row = await queries.findUnit(ctx.db, ctx.scope, id, true);
  if (!row) throw notFound(NO_UNIT);
  return row;
}

export async function update(
  ctx: Ctx,
  input: ParsedOf<typeof contract.updateUnit>,
): Promise<ReplyOf<typeof contract.updateUnit>> {
  const row = await lock(ctx, input.id);
  sameVersion(row, input.version, '这个单元');
  const cover = await takeCover(ctx, row.id, row.orgCode, input.cover);
  const fields = { ...input, cover };
  const version = await writeUnique(() => queries.writeUnit(ctx.db, row.id, fields, ctx.session.accountName), taken);
  const changes = diff<Record<string, unknown>>(shown(row), shown(input));
  ctx.audit({ type: TOPIC, id: row.id, name: input.name, orgCode: row.orgCode, changes });
  return { version };
}

/** Removes a unit for good; only an empty one, so that nothing is lost with it. */
export async function remove(ctx: Ctx, input: ParsedOf<typeof contract.removeUnit>): Promise<null> {
  const row = await lock(ctx, input.id);
  const held = await queries.hasVideos(ctx.db, row.id);
  if (held.shown) throw refuse('单元里还有视频，移走或删除后再删单元');
  if (held.binned) throw refuse('回收站里还有这个单元的视频，不能删除');
  await detachFiles(ctx, { kind: UNIT_FILES, rowId: row.id }, []);
  await queries.dropUnit(ctx.db, row.id);
  ctx.audit({ type: TOPIC, id: row.id, name: row.name, orgCode: row.orgCode, reason: input.deleteReason });
  return null;
}
