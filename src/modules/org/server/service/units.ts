import { type DictNames, dictionaryNames } from '#modules/dictionary/server/names.ts';
import type {
  createUnit,
  getUnit,
  listUnits,
  removeUnit,
  UnitDetail,
  UnitRow,
  updateUnit,
} from '#modules/org/contract.unit.ts';
import { checkUnit } from '#modules/org/rules.unit.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import { diff } from '#platform/server/audit.ts';
import type { Ctx } from '#platform/server/context.ts';
import { addDeltas } from '#platform/server/counters.ts';
import { errorCode } from '#platform/server/db.ts';
import { badInput, conflict, notFound } from '#platform/server/errors.ts';
import { narrow } from '#platform/server/scope.ts';
import * as queries from '../queries/units.ts';

const MISSING = '单位不存在';
const NO_ORG = '组织不存在';

/** A page of the units of an organisation and of those below it. */
export async function readUnits(ctx: Ctx, input: ParsedOf<typeof listUnits>): Promise<ReplyOf<typeof listUnits>> {
  if (input.orgId && !ctx.chosenOrg) throw notFound(NO_ORG);
  const scope = ctx.chosenOrg ? narrow(ctx.scope, ctx.chosenOrg.code) : ctx.scope;
  if (!scope) throw notFound(NO_ORG);
  const offset = (input.pageNum - 1) * input.pageSize;
  const [{ rows, total }, names] = await Promise.all([
    queries.pageOfUnits(ctx.db, scope, input, input.pageSize, offset),
    dictionaryNames(ctx.services),
  ]);
  return { rows: rows.map((unit) => toRow(ctx, unit, names.name('0011', unit.nature))), total };
}

function toRow(ctx: Ctx, unit: queries.UnitRecord, natureName: string): UnitRow {
  return {
    id: unit.id,
    name: unit.name,
    creditCode: unit.creditCode,
    noCode: unit.noCode,
    nature: unit.nature,
    natureName,
    isLegal: unit.isLegal,
    staffCount: unit.staffCount,
    manager: unit.manager,
    phone: unit.phone ?? '',
    orgId: unit.orgId,
    orgName: unit.orgName,
    orgCode: unit.orgCode,
    version: unit.version,
    can: { edit: ctx.may('org:write'), remove: ctx.may('org:remove') },
  };
}

/** One unit with its place and who touched it last. */
export async function readOneUnit(ctx: Ctx, { id }: ParsedOf<typeof getUnit>): Promise<UnitDetail> {
  const unit = await queries.readUnit(ctx.db, ctx.scope, id);
  if (!unit) throw notFound(MISSING);
  const [path, names] = await Promise.all([queries.pathTo(ctx.db, unit.orgCode), dictionaryNames(ctx.services)]);
  return {
    ...toRow(ctx, unit, names.name('0011', unit.nature)),
    establishment: unit.establishment,
    leadingGroup: unit.leadingGroup,
    scale: unit.scale,
    holding: unit.holding,
    affiliation: unit.affiliation,
    industry: unit.industry,
    address: unit.address,
    path,
    createName: unit.createdBy,
    createDate: unit.createdAt.toISOString(),
    updateName: unit.updatedBy,
    updateDate: unit.updatedAt.toISOString(),
  };
}

/** Adds a unit to an organisation of the scope. */
export async function addUnit(ctx: Ctx, unit: ParsedOf<typeof createUnit>): Promise<ReplyOf<typeof createUnit>> {
  const org = await queries.holdOrg(ctx.db, ctx.scope, unit.orgId);
  if (!org) throw notFound(NO_ORG);
  await refuseContradictions(ctx, unit);
  const id = await coded(queries.insertUnit(ctx.db, unit, org.code, ctx.session.accountName));
  await addDeltas(ctx.db, [{ orgCode: org.code, fact: 'unit', value: unit.nature, n: 1 }]);
  const names = await dictionaryNames(ctx.services);
  ctx.audit({
    type: 'unit',
    id,
    name: unit.name,
    orgCode: org.code,
    changes: diff({}, inWords(unit, org.name, names)),
  });
  return { id };
}

/** Writes the changed fields; a stale version is refused with what stands there now. */
export async function editUnit(
  ctx: Ctx,
  { id, version, ...given }: ParsedOf<typeof updateUnit>,
): Promise<ReplyOf<typeof updateUnit>> {
  const before = await queries.readUnit(ctx.db, ctx.scope, id, true);
  if (!before) throw notFound(MISSING);
  const org = given.orgId
    ? await queries.holdOrg(ctx.db, ctx.scope, given.orgId)
    : { code: before.orgCode, name: before.orgName };
  if (!org) throw notFound(NO_ORG);
  const { createdAt, createdBy, updatedAt, updatedBy, version: now, orgName, orgCode, id: _id, ...fields } = before;
  if (now !== version) {
    throw conflict('该单位已被他人修改，请核对后再保存', {
      current: { ...fields, version: now, updateName: updatedBy, updateDate: updatedAt.toISOString() },
    });
  }
  const changed = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const after: queries.UnitFields = { ...fields, ...changed };
  const names = await dictionaryNames(ctx.services);
  const changes = diff(inWords(fields, orgName, names), inWords(after, org.name, names));
  if (Object.keys(changes).length === 0) return { version };
  await refuseContradictions(ctx, after);
  const next = await coded(queries.updateUnitRow(ctx.db, id, after, org.code, ctx.session.accountName));
  if (changes.nature || org.code !== orgCode) {
    await addDeltas(ctx.db, [
      { orgCode, fact: 'unit', value: before.nature, n: -1 },
      { orgCode: org.code, fact: 'unit', value: after.nature, n: 1 },
    ]);
  }
  ctx.audit({ type: 'unit', id, name: after.name, orgCode: org.code, changes });
  return { version: next };
}

/** Puts a unit into the recycle bin. */
export async function dropUnit(ctx: Ctx, { id, deleteReason }: ParsedOf<typeof removeUnit>): Promise<null> {
  const unit = await queries.readUnit(ctx.db, ctx.scope, id, true);
  if (!unit) throw notFound(MISSING);
  await queries.binUnit(ctx.db, id, ctx.session.accountName, deleteReason);
  await addDeltas(ctx.db, [{ orgCode: unit.orgCode, fact: 'unit', value: unit.nature, n: -1 }]);
  ctx.audit({ type: 'unit', id, name: unit.name, orgCode: unit.orgCode, reason: deleteReason });
  return null;
}

const DICTIONARIES = {
  nature: '0011',
  establishment: '0014',
  leadingGroup: '0018',
  scale: '0015',
  holding: '0016',
  affiliation: '0017',
} as const;

/** A unit as the log keeps it: names instead of codes. */
function inWords({ orgId, ...unit }: queries.UnitFields, orgName: string, names: DictNames): Record<string, unknown> {
  const words = Object.entries(DICTIONARIES).map(([field, code]) => [
    field,
    names.name(code, unit[field as keyof typeof DICTIONARIES]),
  ]);
  return { ...unit, ...Object.fromEntries(words), orgName };
}

async function refuseContradictions(ctx: Ctx, unit: queries.UnitFields) {
  const wanted = Object.entries(DICTIONARIES).flatMap(([field, code]) => {
    const value = unit[field as keyof typeof DICTIONARIES];
    return value === null ? [] : [{ field, code, value }];
  });
  const unknown = await queries.unknownItems(ctx.db, wanted);
  const wrong = { ...Object.fromEntries(unknown.map((field) => [field, '字典中没有这一项'])), ...checkUnit(unit) };
  if (Object.keys(wrong).length > 0) throw badInput(wrong);
}

/** A credit code belongs to one unit; the index decides where two are written at once. */
async function coded<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing;
  } catch (error) {
    throw errorCode(error) === '23505' ? badInput({ creditCode: '该统一社会信用代码已被其他单位使用' }) : error;
  }
}
