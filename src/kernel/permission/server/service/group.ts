import type * as contract from '#kernel/permission/contract.groups.ts';
import { ALL } from '#kernel/permission/rules.rights.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { writeUnique } from '#platform/server/database/unique.ts';
import { badInput, conflict, notFound, refuse } from '#platform/server/errors.ts';
import { diff } from '#platform/server/log/audit.ts';
import { describeFields } from '#platform/server/log/auditFields.ts';
import { knownAccounts } from '../queries/account.ts';
import { rightNames } from '../queries/grants.ts';
import * as queries from '../queries/group.ts';
import { placeOf } from './account.ts';
import { orgCount, orgOf } from './accountGrant.ts';
import { assertMayGrant, mayGive } from './rights.ts';

async function wire(ctx: Ctx, row: queries.GroupRow) {
  const writes = ctx.may('userGroup:write');
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    orgId: row.org_id,
    orgName: row.org_name,
    members: row.members,
    rights: await rightNames(ctx.db, row.keys),
    version: row.version,
    updatedBy: row.updated_by,
    updatedAt: row.updated_at.toISOString(),
    // Whose rights one could not give, one may neither add people to nor take away from.
    can: {
      edit: writes && row.keys.every((key) => mayGive(ctx, key)),
      remove: writes && row.keys.every((key) => mayGive(ctx, key)),
    },
  };
}

/** Groups of the own organisation and below. */
export async function listGroups(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listGroups>,
): Promise<ReplyOf<typeof contract.listGroups>> {
  const { rows, total } = await queries.listGroups(ctx.db, placeOf(ctx, input), {
    name: input.name ?? '',
    limit: input.pageSize,
    offset: (input.pageNum - 1) * input.pageSize,
  });
  return { total, rows: await Promise.all(rows.map((row) => wire(ctx, row))) };
}

const personWire = (row: queries.PersonRow): contract.GroupPerson => ({
  id: row.id,
  name: row.name,
  loginName: row.login_mask,
  roleName: [...new Set(row.grants.map(({ role_name }) => role_name))].join('、'),
  orgName: row.grants.map(({ org_name }) => org_name).join('、'),
});

/** One group with its members of the scope. */
export async function getGroup(ctx: Ctx, id: string): Promise<ReplyOf<typeof contract.getGroup>> {
  const row = await queries.findGroup(ctx.db, ctx.scope, id);
  if (!row) throw notFound();
  const all = await queries.memberIds(ctx.db, id);
  const mine = await knownAccounts(ctx.db, ctx.scope, all);
  const people = await queries.peopleOf(ctx.db, ctx.scope, mine);
  return {
    ...(await wire(ctx, row)),
    keys: row.keys,
    people: people.map(personWire),
    otherPeople: all.length - mine.length,
  };
}

/** Refuses (404) members of whom the scope does not know every one: one foreign id refuses the whole call. */
async function checkMembers(ctx: Ctx, ids: readonly string[]): Promise<void> {
  if ((await knownAccounts(ctx.db, ctx.scope, ids)).length !== ids.length) throw notFound();
}

/** Who the call puts in and takes out; members out of the scope stay as they are. */
async function changeOf(ctx: Ctx, groupId: string | null, wanted: readonly string[]) {
  const all = groupId === null ? [] : await queries.memberIds(ctx.db, groupId);
  const mine = new Set(await knownAccounts(ctx.db, ctx.scope, all));
  return {
    in: wanted.filter((id) => !mine.has(id)),
    out: [...mine].filter((id) => !wanted.includes(id)),
    stay: wanted.filter((id) => mine.has(id)),
    others: all.filter((id) => !mine.has(id)),
  };
}

/** What saving a group would do: who gains or loses which rights at its organisation and below. */
export async function groupEffect(
  ctx: Ctx,
  input: ParsedOf<typeof contract.groupEffect>,
): Promise<ReplyOf<typeof contract.groupEffect>> {
  const org = await orgOf(ctx, input.orgId);
  const row = input.id === null ? null : await queries.findGroup(ctx.db, ctx.scope, input.id);
  if (row === undefined) throw notFound();
  await checkMembers(ctx, input.members);
  const change = await changeOf(ctx, input.id, input.members);
  const ids = [...change.in, ...change.out, ...change.stay, ...change.others];
  const held = new Map(
    (await queries.heldBeside(ctx.db, ids, org.code, input.id)).map((one) => [one.account_id, new Set(one.keys)]),
  );
  const names = new Map((await queries.peopleOf(ctx.db, ctx.scope, ids)).map(({ id, name }) => [id, name]));
  const before = new Set(row?.keys ?? []);
  const after = new Set(input.keys);
  const lines = new Map<string, { people: string[]; gains: string[]; loses: string[] }>();
  for (const id of ids) {
    const own = held.get(id);
    if (!own || own.has(ALL)) continue;
    const had = change.in.includes(id) ? new Set<string>() : before;
    const has = change.out.includes(id) ? new Set<string>() : after;
    const gains = [...has].filter((key) => !had.has(key) && !own.has(key));
    const loses = [...had].filter((key) => !has.has(key) && !own.has(key));
    if (gains.length === 0 && loses.length === 0) continue;
    const line = lines.get(`${gains}|${loses}`) ?? { people: [], gains, loses };
    // Names of people out of the scope are not told.
    line.people.push(change.others.includes(id) ? '其他组织的成员' : (names.get(id) ?? ''));
    lines.set(`${gains}|${loses}`, line);
  }
  return {
    orgName: org.name,
    orgCount: await orgCount(ctx.db, org.code, 'subtree'),
    lines: await Promise.all(
      [...lines.values()].map(async ({ people, gains, loses }) => ({
        people,
        gains: await rightNames(ctx.db, gains),
        loses: await rightNames(ctx.db, loses),
      })),
    ),
  };
}

/** Nobody gives by a group what they could not give, nor to themselves. */
async function checkGiving(ctx: Ctx, orgCode: string, keys: readonly string[], members: readonly string[]) {
  if (members.includes(ctx.session.accountId)) throw refuse('不能把本人加入用户组，请由其他管理人员办理');
  await assertMayGrant(ctx, { orgCode, keys });
}

async function facts(ctx: Ctx, group: { name: string; description: string }, keys: readonly string[]) {
  return { name: group.name, description: group.description, rights: (await rightNames(ctx.db, keys)).join('、') };
}

async function memberChanges(
  ctx: Ctx,
  change: { in: readonly string[]; out: readonly string[] },
): Promise<Record<string, [unknown, unknown]>> {
  if (change.in.length + change.out.length === 0) return {};
  const named = async (ids: readonly string[]) =>
    (await queries.peopleOf(ctx.db, ctx.scope, ids)).map(({ name }) => name).join('、');
  const [left, came] = await Promise.all([named(change.out), named(change.in)]);
  return { members: [left && `移出：${left}`, came && `加入：${came}`] };
}

const nameTaken = () => badInput({ name: '该组织已有同名用户组' });

/** Adds a group with its members and rights. */
export async function addGroup(
  ctx: Ctx,
  input: ParsedOf<typeof contract.createGroup>,
): Promise<ReplyOf<typeof contract.createGroup>> {
  const org = await orgOf(ctx, input.orgId);
  await checkMembers(ctx, input.members);
  await checkGiving(ctx, org.code, input.keys, input.members);
  const id = await writeUnique(() => queries.insertGroup(ctx.db, input, ctx.session.accountName), nameTaken);
  const change = { in: input.members, out: [] };
  await queries.changeMembers(ctx.db, id, change, ctx.session.accountName);
  await queries.setGroupRights(ctx.db, id, input.keys);
  ctx.audit({
    type: 'userGroup',
    id,
    name: input.name,
    orgCode: org.code,
    changes: { ...diff({}, await facts(ctx, input, input.keys)), ...(await memberChanges(ctx, change)) },
  });
  return { id };
}

async function lock(ctx: Ctx, id: string): Promise<queries.GroupRow> {
  const row = await queries.findGroup(ctx.db, ctx.scope, id, true);
  if (!row) throw notFound();
  if (!row.keys.every((key) => mayGive(ctx, key))) throw refuse('该用户组的权限高于您的角色，请由上级管理人员办理');
  return row;
}

/** Changes a group; in force for people already signed in at their next request. */
export async function editGroup(
  ctx: Ctx,
  input: ParsedOf<typeof contract.updateGroup>,
): Promise<ReplyOf<typeof contract.updateGroup>> {
  const row = await lock(ctx, input.id);
  await checkMembers(ctx, input.members);
  if (row.version !== input.version) throw conflict('该用户组刚被别人修改，请刷新后重试', { version: row.version });
  const change = await changeOf(ctx, row.id, input.members);
  if (change.out.includes(ctx.session.accountId)) throw refuse('不能把本人移出用户组，请由其他管理人员办理');
  await checkGiving(ctx, row.org_code, input.keys, input.members);
  const version = await writeUnique(
    () => queries.updateGroup(ctx.db, row.id, input, ctx.session.accountName),
    nameTaken,
  );
  await queries.changeMembers(ctx.db, row.id, change, ctx.session.accountName);
  await queries.setGroupRights(ctx.db, row.id, input.keys);
  ctx.audit({
    type: 'userGroup',
    id: row.id,
    name: input.name,
    orgCode: row.org_code,
    changes: {
      ...diff(await facts(ctx, row, row.keys), await facts(ctx, input, input.keys)),
      ...(await memberChanges(ctx, change)),
    },
  });
  return { version };
}

/** Moves a group to the recycle bin; its members lose its rights at their next request. */
export async function removeGroup(ctx: Ctx, id: string, reason: string): Promise<null> {
  const row = await lock(ctx, id);
  await queries.removeGroup(ctx.db, id, ctx.session.accountName, reason);
  ctx.audit({ type: 'userGroup', id, name: row.name, orgCode: row.org_code, reason });
  return null;
}

/** Tells the registries of the house what of this belongs to them. */
export function announceGroup(): void {
  describeFields('userGroup', {
    name: { label: '名称' },
    description: { label: '说明' },
    rights: { label: '权限' },
    members: { label: '成员' },
  });
}
