import type { createOrg, removeOrg, sortOrg, updateOrg, validateOrg } from '#people/org/contract.ts';
import { checkOrg, MAX_LEVELS, mayStandBelow } from '#people/org/rules.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { errorCode, todayOf } from '#platform/server/database/db.ts';
import { badInput, conflict, notFound, refuse } from '#platform/server/errors.ts';
import { diff } from '#platform/server/log/audit.ts';
import { addDeltas } from '#platform/server/sums/counters.ts';
import { belongingsOf, inWords } from '../belongings.ts';
import { placeOf } from '../queries/orgs.ts';
import * as writes from '../queries/writes.ts';

const NAME_TAKEN = '同一上级党组织下已有同名的组织';
const MISSING = '组织不存在';

/** Adds an organisation below one of the scope; the server hands out its code. */
export async function addOrg(
  ctx: Ctx,
  { parentId, ...org }: ParsedOf<typeof createOrg>,
): Promise<ReplyOf<typeof createOrg>> {
  refuseFields(checkOrg(org, await todayOf(ctx.db)));
  const parent = await writes.takeChildCode(ctx.db, ctx.scope, parentId);
  if (!parent) {
    throw (await placeOf(ctx.db, ctx.scope, parentId)) ? refuse('该组织下的编码已用完') : notFound(MISSING);
  }
  if (parent.code.length >= MAX_LEVELS * 4) throw refuse(`组织层级不能超过${MAX_LEVELS}级`);
  if (!mayStandBelow(parent.type, org.type)) throw badInput({ type: '该类别的组织不能设在所选上级之下' });
  if (await writes.nameTaken(ctx.db, parentId, org.name, null)) throw badInput({ name: NAME_TAKEN });
  const code = parent.code + String(parent.number).padStart(4, '0');
  const id = await named(writes.insertOrg(ctx.db, { code, parentId }, org, ctx.session.accountName));
  await addDeltas(ctx.db, [{ orgCode: code, fact: 'org', value: String(org.type), n: 1 }]);
  ctx.audit({
    type: 'org',
    id,
    name: org.name,
    orgCode: code,
    changes: diff<Record<string, unknown>>({}, { code, ...org }),
  });
  return { id, orgCode: code };
}

/** Two siblings that take one name at the same moment: the index lets the first. */
async function named<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing;
  } catch (error) {
    throw errorCode(error) === '23505' ? badInput({ name: NAME_TAKEN }) : error;
  }
}

function refuseFields(wrong: Record<string, string>) {
  if (Object.keys(wrong).length > 0) throw badInput(wrong);
}

/** Writes the changed fields; a stale version is refused with what stands there now. */
export async function editOrg(
  ctx: Ctx,
  { id, version, ...given }: ParsedOf<typeof updateOrg>,
  reason = '',
): Promise<ReplyOf<typeof updateOrg>> {
  const before = await writes.lockOrg(ctx.db, ctx.scope, id);
  if (!before) throw notFound(MISSING);
  const fields = fieldsOf(before);
  if (before.version !== version) {
    throw conflict('该组织已被他人修改，请核对后再保存', {
      current: {
        ...fields,
        version: before.version,
        updateName: before.updatedBy,
        updateDate: before.updatedAt.toISOString(),
      },
    });
  }
  const changed = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const after: writes.OrgFields = { ...fields, ...changed };
  const changes = diff<Record<string, unknown>>({ ...fields }, changed);
  if (Object.keys(changes).length === 0) return { version };
  refuseFields({ ...ownFields(ctx, before.code, changes), ...checkOrg(after, await todayOf(ctx.db)) });
  if (changes.type) await checkType(ctx, before, after.type);
  if (changes.name && before.parentId && (await writes.nameTaken(ctx.db, before.parentId, after.name, id))) {
    throw badInput({ name: NAME_TAKEN });
  }
  const next = await named(writes.updateOrgRow(ctx.db, id, after, ctx.session.accountName));
  if (changes.type) {
    await addDeltas(ctx.db, [
      { orgCode: before.code, fact: 'org', value: String(before.type), n: -1 },
      { orgCode: before.code, fact: 'org', value: String(after.type), n: 1 },
    ]);
  }
  ctx.audit({ type: 'org', id, name: after.name, orgCode: before.code, changes, ...(reason ? { reason } : {}) });
  return { version: next };
}

/** The fields of an organisation that people edit. */
export function fieldsOf(org: writes.LockedOrg): writes.OrgFields {
  const {
    name,
    shortName,
    type,
    foundedOn,
    unitRelation,
    canApprove,
    functional,
    contact,
    phone,
    address,
    introduction,
    lng,
    lat,
  } = org;
  return {
    name,
    shortName,
    type,
    foundedOn,
    unitRelation,
    canApprove,
    functional,
    contact,
    phone,
    address,
    introduction,
    lng,
    lat,
  };
}

/** Nobody widens the powers of the own organisation: its type and its right of approval come from above. */
function ownFields(ctx: Ctx, code: string, changes: Record<string, unknown>): Record<string, string> {
  if (code !== ctx.session.orgCode || ctx.session.roleId === 1) return {};
  return {
    ...(changes.type ? { type: '本级组织的类别由上级党组织修改' } : {}),
    ...(changes.canApprove ? { canApprove: '本级组织的审批权限由上级党组织授予' } : {}),
  };
}

async function checkType(ctx: Ctx, org: writes.LockedOrg, type: number) {
  const below = await writes.childTypes(ctx.db, org.id);
  if (below.some((child) => !mayStandBelow(type, child))) throw badInput({ type: '下级组织不能设在该类别的组织之下' });
  if (org.parentId === null) return;
  const parent = await writes.lockParent(ctx.db, org.parentId);
  if (!mayStandBelow(parent.type, type)) throw badInput({ type: '该类别的组织不能设在现有上级之下' });
}

/** Puts an organisation without children, people and units into the recycle bin. */
export async function moveOrgToBin(ctx: Ctx, { id, deleteReason }: ParsedOf<typeof removeOrg>): Promise<null> {
  const org = await writes.lockOrg(ctx.db, ctx.scope, id);
  if (!org) throw notFound(MISSING);
  if (org.code === ctx.session.orgCode || org.parentId === null)
    throw refuse('不能删除当前所在的组织，请由上级党组织办理');
  if (org.childCount > 0) throw refuse(`该组织下还有${org.childCount}个下级组织，请先撤销或调整下级组织`);
  if (await writes.hasPeople(ctx.db, id)) throw refuse('该组织中还有人员，请先转出或调整人员');
  if (await writes.hasUnits(ctx.db, id)) throw refuse('该组织下还有单位，请先调整到其他党组织或删除');
  const waiting = ((await belongingsOf(ctx.db, [id])).get(id) ?? []).find(({ kind }) => kind.waits);
  const way = waiting?.kind.lasts ? '不能直接删除，请办理组织撤销并选择承接的组织' : '请先办结';
  if (waiting) throw refuse(`该组织还有${inWords(waiting)}，${way}`);
  await writes.binOrg(ctx.db, { id, parentId: org.parentId }, ctx.session.accountName, deleteReason);
  await addDeltas(ctx.db, [{ orgCode: org.code, fact: 'org', value: String(org.type), n: -1 }]);
  ctx.audit({ type: 'org', id, name: org.name, orgCode: org.code, reason: deleteReason });
  return null;
}

/** Moves an organisation among its siblings. */
export async function moveOrg(ctx: Ctx, { id, beforeId }: ParsedOf<typeof sortOrg>): Promise<null> {
  const org = await placeOf(ctx.db, ctx.scope, id);
  const before = beforeId === null ? null : await placeOf(ctx.db, ctx.scope, beforeId);
  if (!org || (beforeId !== null && !before)) throw notFound(MISSING);
  if (org.code === ctx.session.orgCode || org.parent_id === null) throw refuse('本级组织的次序由上级党组织调整');
  if (before && before.parent_id !== org.parent_id) throw badInput({ beforeId: '只能在同级组织之间调整次序' });
  await writes.lockParent(ctx.db, org.parent_id);
  const moved = id === beforeId || (await writes.moveBefore(ctx.db, org.parent_id, id, beforeId));
  if (!moved) throw conflict('同级组织已有变动，请刷新后再调整');
  ctx.audit({ type: 'org', id, orgCode: org.code });
  return null;
}

/** Whether a name is free among the siblings of an organisation, or below a superior. */
export async function checkName(ctx: Ctx, input: ParsedOf<typeof validateOrg>): Promise<ReplyOf<typeof validateOrg>> {
  const org = input.id ? await placeOf(ctx.db, ctx.scope, input.id) : null;
  const parent = input.parentId ? await placeOf(ctx.db, ctx.scope, input.parentId) : null;
  if ((input.id && !org) || (input.parentId && !parent)) throw notFound(MISSING);
  const parentId = parent?.id ?? (org ? org.parent_id : ctx.session.orgId);
  const taken = parentId !== null && (await writes.nameTaken(ctx.db, parentId, input.name, input.id ?? null));
  return { valid: !taken, message: taken ? NAME_TAKEN : '' };
}
