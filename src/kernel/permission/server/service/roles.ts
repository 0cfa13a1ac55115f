import type {
  createRole,
  Effect,
  Right,
  Role,
  RoleDetail,
  roleEffect,
  updateRole,
} from '#kernel/permission/contract.roles.ts';
import { ROLE_BASES } from '#kernel/permission/contract.roles.ts';
import type { ParsedOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { writeUnique } from '#platform/server/database/unique.ts';
import { badInput, conflict, notFound, refuse } from '#platform/server/errors.ts';
import { diff } from '#platform/server/log/audit.ts';
import { describeFields } from '#platform/server/log/auditFields.ts';
import * as effects from '../queries/rightEffects.ts';
import * as queries from '../queries/roles.ts';
import { assertKeys, mayGive } from './rights.ts';

/** All rights of the platform, each with whether the session may pass it on. */
export async function catalogue(ctx: Ctx): Promise<Right[]> {
  const rows = await queries.allRights(ctx.db);
  return rows.map((row) => ({ ...row, mine: mayGive(ctx, row.key) }));
}

/** All roles with how many people of the scope hold each. */
export async function roles(ctx: Ctx): Promise<{ rows: Role[]; total: number }> {
  const rows = await queries.listRoles(ctx.db, ctx.scope);
  return { rows: rows.map((row) => roleOf(ctx, row)), total: rows.length };
}

/** One role with its rights, since when and by whom each was given. */
export async function role(ctx: Ctx, id: number): Promise<RoleDetail> {
  const row = await queries.findRole(ctx.db, ctx.scope, id);
  if (!row) throw notFound();
  const keys = await queries.keysOf(ctx.db, id);
  return {
    ...roleOf(ctx, row),
    keys: keys.map(({ permission_key, granted_at, granted_by }) => ({
      key: permission_key,
      since: granted_at.toISOString(),
      by: granted_by,
    })),
  };
}

function roleOf(ctx: Ctx, row: queries.RoleRow): Role {
  const edit = whyNot(ctx, row) === '';
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    base: row.base,
    builtIn: row.built_in,
    fixed: row.fixed,
    enabled: row.enabled,
    rights: row.rights,
    accounts: row.accounts,
    updatedAt: row.updated_at.toISOString(),
    updatedBy: row.updated_by,
    version: row.version,
    can: { edit, rename: edit && !row.built_in },
  };
}

/** Why the session may not change a role; empty where it may. */
function whyNot(ctx: Ctx, row: queries.RoleRow): string {
  if (!ctx.may('role:write')) return '当前角色没有“维护角色”的权限';
  if (row.fixed) return `“${row.name}”的权限是固定的，不能修改`;
  // A role is one for the whole deployment: whoever changes it must stand above all who hold it.
  if (row.beyond) return '管理范围以外也有人员使用这个角色，请由上级组织修改';
  return '';
}

/** What a change would do to the people of the scope; nothing is written. */
export async function effectOfRole(ctx: Ctx, input: ParsedOf<typeof roleEffect>): Promise<Effect> {
  const row = await queries.findRole(ctx.db, ctx.scope, input.id);
  if (!row) throw notFound();
  const { add, remove } = await difference(ctx, input);
  const nobody = { accounts: 0, orgs: 0, names: [] };
  if (input.enabled !== undefined && input.enabled !== row.enabled) {
    const all = await effects.roleHolders(ctx.db, ctx.scope, row.id);
    return input.enabled ? { gain: all, lose: nobody } : { gain: nobody, lose: all };
  }
  if (!row.enabled) return { gain: nobody, lose: nobody };
  return {
    gain: add.length > 0 ? await effects.roleDifference(ctx.db, ctx.scope, row.id, add) : nobody,
    lose: remove.length > 0 ? await effects.roleDifference(ctx.db, ctx.scope, row.id, remove) : nobody,
  };
}

/** The keys that are really added and removed. */
async function difference(ctx: Ctx, input: { id: number; add: string[]; remove: string[] }) {
  const held = new Set((await queries.keysOf(ctx.db, input.id)).map(({ permission_key }) => permission_key));
  if (input.add.some((key) => input.remove.includes(key))) throw badInput({ add: '同一项权限不能既增加又减少' });
  return {
    add: [...new Set(input.add)].filter((key) => !held.has(key)),
    remove: [...new Set(input.remove)].filter((key) => held.has(key)),
  };
}

/** Adds a role, with the rights of another one where `copyOf` is given. A name in use is refused at its field. */
export async function create(ctx: Ctx, input: ParsedOf<typeof createRole>): Promise<{ id: number }> {
  const keys =
    input.copyOf === null ? [] : (await queries.keysOf(ctx.db, input.copyOf)).map((row) => row.permission_key);
  await assertKeys(ctx, keys, input.base === 'own');
  const by = ctx.session.accountName;
  const id = await writeUnique(
    () => queries.insertRole(ctx.db, { name: input.name, base: input.base, description: input.description, by }),
    nameTaken,
  );
  await queries.addKeys(ctx.db, id, keys, by);
  ctx.audit({
    type: 'role',
    id: String(id),
    name: input.name,
    changes: {
      base: [null, input.base],
      ...(keys.length > 0 ? { added: [null, await words(ctx, keys)] } : {}),
    },
  });
  return { id };
}

/**
 * Changes a role; its rights are in force at the next request of everybody who holds it. Refuses a stale version
 * (conflict), rights that the session may not give, and rights that the session lacks and would get by the role.
 */
export async function change(ctx: Ctx, input: ParsedOf<typeof updateRole>): Promise<{ version: number }> {
  const row = await queries.findRole(ctx.db, ctx.scope, input.id, true);
  if (!row) throw notFound();
  const why = whyNot(ctx, row);
  if (why !== '') throw refuse(why);
  if (row.version !== input.version) throw conflict('角色已被他人修改，请刷新后重试', { version: row.version });
  const { name = row.name, description = row.description, enabled = row.enabled } = input;
  if (row.built_in && name !== row.name) throw badInput({ name: '平台自带的角色不能改名' });
  if (row.built_in && enabled !== row.enabled) throw badInput({ enabled: '平台自带的角色不能停用' });
  const { add, remove } = await difference(ctx, input);
  await assertKeys(ctx, add, row.base === 'own');
  if (add.some((key) => !ctx.may(key)) && (await queries.holds(ctx.db, ctx.session.accountId, row.id))) {
    throw refuse('您本人也担任这个角色，不能借此给自己授权');
  }
  const by = ctx.session.accountName;
  await writeUnique(() => queries.updateRole(ctx.db, row.id, { name, description, enabled, by }), nameTaken);
  await queries.addKeys(ctx.db, row.id, add, by);
  await queries.removeKeys(ctx.db, row.id, remove);
  const changes: Record<string, [unknown, unknown]> = diff(
    { name: row.name, description: row.description, enabled: row.enabled },
    { name, description, enabled },
  );
  if (add.length > 0) changes.added = [null, await words(ctx, add)];
  if (remove.length > 0) changes.removed = [await words(ctx, remove), null];
  ctx.audit({ type: 'role', id: String(row.id), name, changes });
  return { version: row.version + 1 };
}

const nameTaken = () => badInput({ name: '已有同名的角色' });

async function words(ctx: Ctx, keys: readonly string[]): Promise<string> {
  const names = new Map((await queries.allRights(ctx.db)).map(({ key, name }) => [key, name]));
  return keys.map((key) => names.get(key) ?? key).join('、');
}

/** Tells the registries of the house what of this belongs to them. */
export function announceRoles(): void {
  describeFields('role', {
    name: { label: '角色名称' },
    description: { label: '说明' },
    base: { label: '管理范围', values: ROLE_BASES },
    enabled: { label: '启用', yesNo: true },
    added: { label: '增加权限' },
    removed: { label: '减少权限' },
  });
}
