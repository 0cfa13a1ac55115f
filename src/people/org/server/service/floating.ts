import { askAbove } from '#kernel/permission/server/above.ts';
import { deciderOf } from '#kernel/permission/server/index.ts';
import { ROLE } from '#kernel/session/contract.ts';
import type * as contract from '#people/org/contract.floating.ts';
import { checkFloating, FLOATING_TYPE, SETTINGS } from '#people/org/rules.floating.ts';
import { BRANCH_TYPES, mayStandBelow } from '#people/org/rules.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { errorCode } from '#platform/server/database/db.ts';
import { inScope, wholeScope } from '#platform/server/database/scope.ts';
import { badInput, conflict, notFound, refuse } from '#platform/server/errors.ts';
import { attachFiles, detachFiles } from '#platform/server/files/fileRights.ts';
import { type Asked, askDecider, closeTodos, openTodo } from '#platform/server/inbox/todos.ts';
import { diff } from '#platform/server/log/audit.ts';
import * as queries from '../queries/floating.ts';
import { fullMembers, peopleByName } from '../queries/office.ts';
import { nameTaken } from '../queries/writes.ts';
import { moveOrgToBin } from './write.ts';

/** Files of an application belong to it under this kind. */
export const FLOATING_FILES = 'org.floating';
export const FLOATING_MISSING = '该流动党组织申请不存在或已被删除';
/** What somebody must hold who decides an application. */
export const AUDIT = 'org:floatingAudit';
const PATH = '/affairs/organization/mobileOrgDetails';
const MODULE = '组织信息';
const CANDIDATES = 20;
const SAME = '同一上级党组织下已有同名的组织，或同名的申请';

/** What the to-dos of an application bear. */
export const floatingSubject = (id: string) => `floatingOrg:${id}`;

/** People who may be named, by a part of the name: full members, or those registered as floating. */
export async function findFloatingPeople(
  ctx: Ctx,
  { of, name }: ParsedOf<typeof contract.floatingPeople>,
): Promise<ReplyOf<typeof contract.floatingPeople>> {
  return peopleByName(ctx.db, ctx.scope, name, of === 'floating' ? 'floating' : 'full', CANDIDATES);
}

/** Asks for an organisation of floating members; the organisation above the asking one decides. */
export async function askFloating(
  ctx: Ctx,
  { files = [], memberIds = [], parentId = '', address = '', ...form }: ParsedOf<typeof contract.addFloating>,
): Promise<ReplyOf<typeof contract.addFloating>> {
  const parent = await parentOf(ctx, parentId);
  const fields = { ...form, address, parentId: parent.id };
  const secretaryName = await checkPeople(ctx, fields, memberIds);
  await checkPlace(ctx, fields, parent.type);
  const { row: id, decider } = await askAbove(ctx, {
    orgId: ctx.session.orgId,
    right: AUDIT,
    async write(decider) {
      const made = await unique(queries.insertFloating(ctx.db, fields, askingOf(ctx, decider)));
      const kept = await attachFiles(ctx, 'files', files, ownerOf(ctx.session.orgCode, made), { format: 'common' });
      await queries.writeNamed(ctx.db, made, memberIds, kept);
      return made;
    },
    asked: (made) => asked(ctx, made, fields.name),
  });
  ctx.audit({
    type: 'floatingOrg',
    id,
    name: fields.name,
    changes: diff({}, inWords({ ...fields, parentName: parent.name, secretaryName, named: memberIds.length })),
  });
  return { id, deciderName: decider.name };
}

/** Writes an application that is not decided, or was returned, and puts it before the deciders again. */
export async function resubmitFloating(
  ctx: Ctx,
  { id, version, files, memberIds: given, parentId, ...form }: ParsedOf<typeof contract.editFloating>,
): Promise<ReplyOf<typeof contract.editFloating>> {
  const before = await lockFloating(ctx, id);
  // The superior of a branch lies out of its scope and is found anew.
  const kept = inScope(ctx.scope, before.parent_code) ? before.parent_id : '';
  const parent = await parentOf(ctx, parentId ?? kept);
  if (before.asking_org_id !== ctx.session.orgId) throw refuse(`应由提出申请的党组织（${before.asking_name}）修改`);
  if (before.state !== 'pending' && before.state !== 'returned') throw refuse('已设立的不再修改申请，请修改组织信息');
  checkVersion(before, version);
  const old = fieldsOf(before);
  const changed = Object.fromEntries(Object.entries(form).filter(([, value]) => value !== undefined));
  const fields: queries.FloatingFields = { ...old, ...changed, parentId: parent.id };
  const named = (await queries.membersOf(ctx.db, id)).map(({ memberId }) => memberId);
  const memberIds = given ?? named;
  const secretaryName = await checkPeople(ctx, fields, memberIds);
  await checkPlace(ctx, fields, parent.type);
  const { row: next, decider } = await askAbove(ctx, {
    orgId: ctx.session.orgId,
    right: AUDIT,
    async write(decider) {
      const written = await unique(queries.updateFloating(ctx.db, id, fields, askingOf(ctx, decider)));
      const owner = ownerOf(before.asking_code, id);
      const stored = await attachFiles(ctx, 'files', files ?? before.files, owner, { format: 'common' });
      await detachFiles(ctx, owner, stored);
      await queries.writeNamed(ctx.db, id, memberIds, stored);
      await closeTodos(ctx.db, [floatingSubject(id)]);
      return written;
    },
    asked: () => asked(ctx, id, fields.name),
  });
  const was = {
    ...old,
    parentName: before.parent_name,
    secretaryName: before.secretary_candidate,
    named: named.length,
    state: before.state,
  };
  const is = { ...fields, parentName: parent.name, secretaryName, named: memberIds.length, state: 'pending' };
  ctx.audit({ type: 'floatingOrg', id, name: fields.name, changes: diff(inWords(was), inWords(is)) });
  return { version: next, deciderName: decider.name };
}

/**
 * Deletes: an application goes into the bin as such; what was established is deleted as the organisation that it is,
 * by the same rules.
 */
export async function removeFloating(
  ctx: Ctx,
  { id, deleteReason }: ParsedOf<typeof contract.removeFloating>,
): Promise<ReplyOf<typeof contract.removeFloating>> {
  const row = await lockFloating(ctx, id);
  if (row.state === 'dissolved') throw refuse('该流动党组织已经撤销');
  if (row.org_id !== null) {
    if (!ctx.may('org:remove')) throw refuse('当前角色不能撤销党组织');
    await moveOrgToBin(ctx, { id: row.org_id, deleteReason });
    return { kind: 'org', id: row.org_id };
  }
  if (row.asking_org_id !== ctx.session.orgId) throw refuse(`应由提出申请的党组织（${row.asking_name}）删除`);
  await queries.binFloating(ctx.db, id, ctx.session.accountName, deleteReason);
  await closeTodos(ctx.db, [floatingSubject(id)]);
  ctx.audit({ type: 'floatingOrg', id, name: row.name, orgCode: row.asking_code, reason: deleteReason });
  return { kind: 'floatingOrg', id };
}

/** Brings a locked application back from the bin; one that waited waits again. */
export async function restoreFloating(ctx: Ctx, id: string): Promise<void> {
  await unique(queries.bringBackFloating(ctx.db, id)).catch((error) => {
    throw errorCode(error) === '23505' ? refuse(`${SAME}，不能恢复`) : error;
  });
  const row = await lockFloating(ctx, id);
  if (!(await queries.lockFloatingParent(ctx.db, wholeScope, row.parent_id))) {
    throw refuse('拟隶属的上级党组织已被撤销，请先恢复上级党组织');
  }
  if (row.state !== 'pending') return;
  const decider = await deciderOf(ctx.db, row.asking_org_id, row.asked_by, AUDIT);
  await askDecider(ctx, decider, asked(ctx, id, row.name));
}

/** One application of the scope, locked; a refusal where there is none. */
export async function lockFloating(ctx: Ctx, id: string): Promise<queries.FloatingRecord> {
  const row = await queries.findFloating(ctx.db, ctx.scope, ctx.session, id, true);
  if (!row) throw notFound(FLOATING_MISSING);
  return row;
}

/** A stale version is refused: whoever decides or corrects has read something else. */
export function checkVersion(row: queries.FloatingRecord, version: number): void {
  if (row.version === version) return;
  throw conflict('该申请已被他人修改或处理，请刷新后再操作', {
    current: { version: row.version, updateName: row.asked_by_name, updateDate: row.asked_at?.toISOString() },
  });
}

const ownerOf = (orgCode: string, rowId: string) => ({ kind: FLOATING_FILES, rowId, orgCode });

async function parentOf(ctx: Ctx, parentId: string) {
  const parent = parentId
    ? await queries.lockFloatingParent(ctx.db, ctx.scope, parentId)
    : await queries.lockOwnFloatingParent(ctx.db, ctx.session.orgId, BRANCH_TYPES);
  if (!parent) throw notFound('组织不存在');
  return parent;
}

/** Answers the name of who is to be secretary. */
async function checkPeople(ctx: Ctx, fields: queries.FloatingFields, memberIds: readonly string[]): Promise<string> {
  const wrong = checkFloating({ memberCount: fields.memberCount, memberIds });
  if (Object.keys(wrong).length > 0) throw badInput(wrong);
  const secretaryName = (await fullMembers(ctx.db, ctx.scope, [fields.secretaryId])).get(fields.secretaryId);
  if (secretaryName === undefined) throw badInput({ secretaryId: '书记人选应为本组织范围内的正式党员' });
  const floating = await queries.floatingMembers(ctx.db, ctx.scope, memberIds);
  if (memberIds.some((id) => !floating.has(id))) {
    throw badInput({ memberIds: '登记的人员应为本组织范围内的流动党员' });
  }
  return secretaryName;
}

async function checkPlace(ctx: Ctx, { parentId, name }: queries.FloatingFields, parentType: number): Promise<void> {
  if (!mayStandBelow(parentType, FLOATING_TYPE)) throw badInput({ parentId: '党支部下不能再设党支部' });
  if (await nameTaken(ctx.db, parentId, name, null)) throw badInput({ name: '同一上级党组织下已有同名的组织' });
}

const askingOf = ({ session: { accountId, accountName, orgId } }: Ctx, decider: { id: string }) => ({
  by: { id: accountId, name: accountName },
  askingOrgId: orgId,
  deciderOrgId: decider.id,
});

const asked = (ctx: Ctx, id: string, name: string): Asked => ({
  module: MODULE,
  title: `审核设立流动党员党组织：${name}`,
  detail: `${ctx.session.orgName}申请`,
  act: '审核',
  jumpUrl: `${PATH}?id=${id}`,
  subject: floatingSubject(id),
});

/** Opens a to-do for the organisation that has to fix its application. */
export const openFixing = (ctx: Ctx, row: queries.FloatingRecord, opinion: string) =>
  openTodo(ctx, {
    roleId: ROLE.worker,
    orgId: row.asking_org_id,
    orgCode: row.asking_code,
    accountId: null,
    module: MODULE,
    title: `修改退回的流动党员党组织申请：${row.name}`,
    detail: opinion,
    act: '修改',
    jumpUrl: `${PATH}?id=${row.application_id}`,
    dueOn: null,
    subject: floatingSubject(row.application_id),
  });

const fieldsOf = (row: queries.FloatingRecord): queries.FloatingFields => ({
  parentId: row.parent_id,
  name: row.asked_name,
  setting: row.setting,
  region: row.region,
  address: row.address,
  contact: row.contact,
  phone: row.phone,
  secretaryId: row.secretary_id,
  memberCount: row.member_count,
  reason: row.reason,
});

/** An application as the log keeps it: names instead of ids. */
function inWords({
  parentId: _parentId,
  secretaryId: _secretaryId,
  setting,
  ...words
}: queries.FloatingFields & { parentName: string; secretaryName: string; named: number; state?: string }): Record<
  string,
  unknown
> {
  return { ...words, setting: SETTINGS[setting] };
}

/** Two applications for one name at the same moment: the index lets the first. */
async function unique<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing;
  } catch (error) {
    throw errorCode(error) === '23505' ? badInput({ name: SAME }) : error;
  }
}
