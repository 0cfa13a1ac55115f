import type * as contract from '#kernel/permission/contract.groups.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { writeUnique } from '#platform/server/database/unique.ts';
import { badInput, conflict, notFound, refuse } from '#platform/server/errors.ts';
import { diff } from '#platform/server/log/audit.ts';
import { describeFields } from '#platform/server/log/auditFields.ts';
import { rightNames } from '../queries/grants.ts';
import * as queries from '../queries/type.ts';
import { assertMayGrant, mayGive } from './rights.ts';

/** What the session may give: single rights, and roles all of whose rights it may give. */
export async function toGive(ctx: Ctx): Promise<ReplyOf<typeof contract.rightsToGive>> {
  const [rights, roles] = await Promise.all([queries.allRights(ctx.db), queries.allRoles(ctx.db, ctx.session.orgCode)]);
  return {
    rights: rights
      .filter(({ key }) => mayGive(ctx, key))
      .map(({ id, key, name }) => ({ key, name, menu: Number(id) >= 1000 })),
    roles: roles
      .filter(({ keys }) => keys.every((key) => mayGive(ctx, key)))
      .map(({ id, name, base, fixed, keys }) => ({ id, name, takesMore: base === 'subtree' && !fixed, keys })),
  };
}

/** User types by code; the same for the whole deployment. */
export async function listTypes(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listTypes>,
): Promise<ReplyOf<typeof contract.listTypes>> {
  const { rows, total } = await queries.listTypes(ctx.db, {
    name: input.name ?? '',
    limit: input.pageSize,
    offset: (input.pageNum - 1) * input.pageSize,
  });
  const known = new Map((await queries.allRights(ctx.db)).map(({ key, name }) => [key, name]));
  const writes = ctx.may('userType:write');
  return {
    total,
    rows: rows.map((row) => ({
      id: row.id,
      code: row.code,
      name: row.name,
      roleId: row.role_id,
      roleName: row.role_name,
      description: row.description,
      keys: row.keys,
      rights: row.keys.map((key) => known.get(key) ?? key),
      accounts: row.accounts,
      version: row.version,
      updatedBy: row.updated_by,
      updatedAt: row.updated_at.toISOString(),
      can: { edit: writes, remove: writes && row.accounts === 0 },
    })),
  };
}

/** Somebody else took the code or the name between the question below and the write. */
const taken = (index: string) =>
  badInput(index === 'user_type_code' ? { code: '编码已被使用' } : { name: '名称已被使用' });

/** A type offers no more than whoever writes it could give, and no name or code twice. */
async function check(ctx: Ctx, input: ParsedOf<typeof contract.createType>, exceptId: string | null): Promise<void> {
  const found = await queries.takenBy(ctx.db, input, exceptId);
  const faults: Record<string, string> = {};
  if (found.code) faults.code = '编码已被使用';
  if (found.name) faults.name = '名称已被使用';
  if (Object.keys(faults).length > 0) throw badInput(faults);
  await assertMayGrant(ctx, { roleId: input.roleId, orgCode: ctx.session.orgCode, keys: input.keys });
}

async function facts(ctx: Ctx, type: queries.TypeFields & { keys: readonly string[] }) {
  const [roles, rights] = await Promise.all([
    queries.allRoles(ctx.db, ctx.session.orgCode),
    rightNames(ctx.db, type.keys),
  ]);
  return {
    code: type.code,
    name: type.name,
    role: roles.find(({ id }) => id === type.roleId)?.name ?? '',
    description: type.description,
    rights: rights.join('、'),
  };
}

/** Adds a user type. */
export async function addType(
  ctx: Ctx,
  input: ParsedOf<typeof contract.createType>,
): Promise<ReplyOf<typeof contract.createType>> {
  await check(ctx, input, null);
  const id = await writeUnique(() => queries.insertType(ctx.db, input, ctx.session.accountName), taken);
  await queries.setTypeRights(ctx.db, id, input.keys);
  ctx.audit({ type: 'userType', id, name: input.name, changes: diff({}, await facts(ctx, input)) });
  return { id };
}

/** Changes a user type; accounts that are there keep what they were given. */
export async function editType(
  ctx: Ctx,
  input: ParsedOf<typeof contract.updateType>,
): Promise<ReplyOf<typeof contract.updateType>> {
  const row = await queries.lockType(ctx.db, input.id);
  if (!row) throw notFound();
  if (row.version !== input.version) throw conflict('该用户类型刚被别人修改，请刷新后重试', { version: row.version });
  await check(ctx, input, row.id);
  const before = await facts(ctx, { ...row, roleId: row.role_id });
  const version = await writeUnique(() => queries.updateType(ctx.db, row.id, input, ctx.session.accountName), taken);
  await queries.setTypeRights(ctx.db, row.id, input.keys);
  ctx.audit({ type: 'userType', id: row.id, name: input.name, changes: diff(before, await facts(ctx, input)) });
  return { version };
}

/** Moves a user type that no account has to the recycle bin. */
export async function removeType(ctx: Ctx, id: string, reason: string): Promise<null> {
  const row = await queries.lockType(ctx.db, id);
  if (!row) throw notFound();
  if (row.accounts > 0) throw refuse(`还有${row.accounts}个账号是这个类型，不能删除`);
  await queries.removeType(ctx.db, id, ctx.session.accountName, reason);
  ctx.audit({ type: 'userType', id, name: row.name, reason });
  return null;
}

/** Tells the registries of the house what of this belongs to them. */
export function announceType(): void {
  describeFields('userType', {
    code: { label: '编码' },
    name: { label: '名称' },
    role: { label: '基本角色' },
    description: { label: '说明' },
    rights: { label: '默认权限' },
  });
}
