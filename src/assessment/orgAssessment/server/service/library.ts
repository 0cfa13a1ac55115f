import type * as contract from '#assessment/orgAssessment/contract.ts';
import type { ProjectRow } from '#assessment/orgAssessment/contract.ts';
import { METHODS, PLAN_STATES, type PlanState, projectFaults, recordedFault } from '#assessment/orgAssessment/rules.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { badInput, conflict, notFound, refuse } from '#platform/server/errors.ts';
import { diff } from '#platform/server/log/audit.ts';
import { allChecks } from '#platform/server/sums/ruleChecks.ts';
import { ASSESS_KINDS, INSPECTION_TIMES, SUBMIT_FREQUENCIES } from '#platform/time/periods.ts';
import * as queries from '../queries/library.ts';

const NO_TYPE = '该项目类型不存在或不在管理范围内';
export const NO_PROJECT = '该考核项目不存在或不在管理范围内';
const CHANGED = '内容已有变化，请核对后再操作';
const NOT_OWN = '只能维护本组织的项目库';

const own = (ctx: Ctx, orgId: string) => orgId === ctx.session.orgId && ctx.may('integral:manage');

/** The own organisation's types. */
export async function types(ctx: Ctx): Promise<ReplyOf<typeof contract.listTypes>> {
  const rows = await queries.typesOf(ctx.db, ctx.session.orgId);
  return rows.map(({ orgId: _orgId, ...row }) => row);
}

async function holdType(ctx: Ctx, id: string, version?: number) {
  const row = await queries.findType(ctx.db, ctx.scope, id);
  if (!row) throw notFound(NO_TYPE);
  if (!own(ctx, row.orgId)) throw refuse(NOT_OWN);
  if (version !== undefined && row.version !== version) throw conflict(CHANGED);
  return row;
}

export async function addType(
  ctx: Ctx,
  { name, parentId }: ParsedOf<typeof contract.addType>,
): Promise<ReplyOf<typeof contract.addType>> {
  const { orgId, orgCode, accountName } = ctx.session;
  const parent = parentId ? await holdType(ctx, parentId) : null;
  if (parent?.parentId) throw badInput({ parentId: '项目类型只有两级' });
  const id = await queries.insertType(ctx.db, { id: orgId, code: orgCode }, name, parent?.id ?? null, accountName);
  if (!id) throw badInput({ name: '已有同名的项目类型' });
  ctx.audit({ type: 'integralType', id, name });
  return { id };
}

export async function renameType(ctx: Ctx, { id, version, name }: ParsedOf<typeof contract.renameType>): Promise<null> {
  const row = await holdType(ctx, id, version);
  if (await queries.typeNamed(ctx.db, row.orgId, row.parentId, name, id))
    throw badInput({ name: '已有同名的项目类型' });
  await queries.renameType(ctx.db, id, name, ctx.session.accountName);
  ctx.audit({ type: 'integralType', id, name, changes: { name: [row.name, name] } });
  return null;
}

export async function removeType(ctx: Ctx, { id, deleteReason }: ParsedOf<typeof contract.removeType>): Promise<null> {
  const row = await holdType(ctx, id);
  if (row.isUsed) throw refuse('该类型下还有项目或下级类型，请先移走');
  await queries.deleteType(ctx.db, id);
  ctx.audit({ type: 'integralType', id, name: row.name, reason: deleteReason });
  return null;
}

const rowOf = (ctx: Ctx, row: queries.ProjectRecord): ProjectRow => ({
  id: row.id,
  orgName: row.orgName,
  typeId: row.typeId,
  typeName: row.typeName,
  name: row.name,
  kind: row.kind,
  kindName: ASSESS_KINDS[row.kind],
  points: row.points,
  method: row.method,
  methodName: METHODS[row.method],
  submitName: SUBMIT_FREQUENCIES[row.submit],
  inspectionName: INSPECTION_TIMES[row.inspection],
  department: row.department,
  isStopped: row.isStopped,
  sort: row.sort,
  number: row.number,
  version: row.version,
  can: { edit: own(ctx, row.orgId) },
});

export async function projects(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listProjects>,
): Promise<ReplyOf<typeof contract.listProjects>> {
  if (input.typeId && !(await queries.findType(ctx.db, ctx.scope, input.typeId))) throw notFound(NO_TYPE);
  const filter: queries.ProjectFilter = {
    orgId: input.view === 'own' ? ctx.session.orgId : null,
    words: input.keyWords || null,
    typeId: input.typeId ?? null,
    unbound: input.unbound === 'true',
    kind: input.kind ?? null,
    method: input.method ?? null,
    state: input.state ?? null,
  };
  const offset = (input.pageNum - 1) * input.pageSize;
  const page = await queries.pageOfProjects(ctx.db, ctx.scope, filter, input.pageSize, offset);
  return { rows: page.rows.map((row) => rowOf(ctx, row)), total: page.total, sum: page.sum };
}

export async function project(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.getProject>,
): Promise<ReplyOf<typeof contract.getProject>> {
  const row = await queries.findProject(ctx.db, ctx.scope, id);
  if (!row) throw notFound(NO_PROJECT);
  const [versions, plans] = await Promise.all([
    queries.versionsOf(ctx.db, id),
    queries.plansWith(ctx.db, ctx.scope, id),
  ]);
  const check = allChecks(ctx).find(({ code }) => code === row.checkCode);
  return {
    ...rowOf(ctx, row),
    standard: row.standard,
    checkCode: row.checkCode,
    checkLabel: check?.label ?? '',
    clause: check?.clause ?? '',
    breach: row.breach,
    cap: row.cap,
    submit: row.submit,
    inspection: row.inspection,
    updateName: row.updatedBy,
    plans: plans.map(({ state, ...plan }) => ({ ...plan, stateName: PLAN_STATES[state as PlanState] })),
    versions: versions.map(({ number, fields, madeBy, madeAt }) => ({
      number,
      madeBy,
      madeAt: madeAt.toISOString(),
      points: fields.points,
      standard: fields.standard,
    })),
  };
}

/** What a form says, as it is stored; a type of others reads as not there. */
async function fieldsOf(ctx: Ctx, input: ParsedOf<typeof contract.addProject>): Promise<queries.ProjectFields> {
  if (input.typeId) {
    const type = await queries.findType(ctx.db, ctx.scope, input.typeId);
    if (!type) throw notFound(NO_TYPE);
    if (type.orgId !== ctx.session.orgId) throw badInput({ typeId: '请选择本组织的项目类型' });
  }
  const recorded = recordedFault(input);
  const faults = { ...projectFaults(input), ...(recorded && { method: recorded }) };
  if (Object.keys(faults).length > 0) throw badInput(faults);
  const byCheck = input.method === 1;
  if (byCheck && !allChecks(ctx).some(({ code }) => code === input.checkCode))
    throw badInput({ checkCode: '没有这个核查项' });
  return {
    name: input.name,
    typeId: input.typeId ?? null,
    standard: input.standard,
    kind: input.kind,
    points: input.points,
    method: input.method,
    checkCode: byCheck ? input.checkCode : '',
    breach: byCheck ? input.breach : 0,
    cap: byCheck ? input.cap : 0,
    submit: input.submit,
    inspection: input.inspection,
    department: input.department,
  };
}

export async function addProject(
  ctx: Ctx,
  input: ParsedOf<typeof contract.addProject>,
): Promise<ReplyOf<typeof contract.addProject>> {
  const { orgId, orgCode, accountName } = ctx.session;
  const fields = await fieldsOf(ctx, input);
  if (await queries.projectNamed(ctx.db, orgId, fields.name, '0')) throw badInput({ name: '已有同名的考核项目' });
  const id = await queries.insertProject(ctx.db, { id: orgId, code: orgCode }, fields, accountName);
  ctx.audit({
    type: 'integralProject',
    id,
    name: fields.name,
    changes: diff<Record<string, unknown>>({}, { ...fields }),
  });
  return { id };
}

async function lock(ctx: Ctx, id: string, version?: number): Promise<queries.ProjectRecord> {
  const row = await queries.findProject(ctx.db, ctx.scope, id, true);
  if (!row) throw notFound(NO_PROJECT);
  if (!own(ctx, row.orgId)) throw refuse(NOT_OWN);
  if (version !== undefined && row.version !== version) throw conflict(CHANGED, { updateName: row.updatedBy });
  return row;
}

/** What an item measures; the rest of its fields only say where it stands. */
const MEASURES = [
  'standard',
  'kind',
  'points',
  'method',
  'checkCode',
  'breach',
  'cap',
  'submit',
  'inspection',
] as const;

/** Writes an item; what it measured before is kept as its version. Plans have their own copy. */
export async function updateProject(
  ctx: Ctx,
  input: ParsedOf<typeof contract.updateProject>,
): Promise<ReplyOf<typeof contract.updateProject>> {
  const row = await lock(ctx, input.id, input.version);
  const fields = await fieldsOf(ctx, input);
  if (await queries.projectNamed(ctx.db, row.orgId, fields.name, row.id))
    throw badInput({ name: '已有同名的考核项目' });
  const measured = MEASURES.some((name) => row[name] !== fields[name]);
  if (measured) await queries.keepVersion(ctx.db, row, ctx.session.accountName);
  const version = await queries.writeProject(ctx.db, row.id, fields, measured, ctx.session.accountName);
  const before = Object.fromEntries(
    Object.keys(fields).map((name) => [name, row[name as keyof queries.ProjectFields]]),
  );
  ctx.audit({
    type: 'integralProject',
    id: row.id,
    name: fields.name,
    changes: diff<Record<string, unknown>>(before, { ...fields }),
  });
  return { version };
}

export async function stop(ctx: Ctx, input: ParsedOf<typeof contract.stopProject>): Promise<null> {
  const row = await lock(ctx, input.id, input.version);
  if (row.isStopped === input.stopped) throw refuse(input.stopped ? '该项目已经停用' : '该项目没有停用');
  await queries.stopProject(ctx.db, row.id, input.stopped, ctx.session.accountName);
  ctx.audit({
    type: 'integralProject',
    id: row.id,
    name: row.name,
    changes: { isStopped: [row.isStopped, input.stopped] },
  });
  return null;
}

/** The own items of a list of ids; one that is not there or not own refuses all. */
async function allOwn(ctx: Ctx, ids: readonly string[]): Promise<queries.ProjectRecord[]> {
  const found = await queries.projectsById(ctx.db, ctx.scope, ids);
  if (found.length < ids.length) throw notFound(NO_PROJECT);
  if (found.some(({ orgId }) => !own(ctx, orgId))) throw refuse(NOT_OWN);
  return found;
}

export async function order(ctx: Ctx, { ids }: ParsedOf<typeof contract.orderProjects>): Promise<null> {
  await allOwn(ctx, ids);
  await queries.orderProjects(ctx.db, ids);
  ctx.audit({ type: 'integralProject', name: `${ids.length}个项目` });
  return null;
}

export async function bindTo(ctx: Ctx, { typeId, ids }: ParsedOf<typeof contract.bindProjects>): Promise<null> {
  const type = typeId === null ? null : await holdType(ctx, typeId);
  const found = await allOwn(ctx, ids);
  await queries.bindProjects(ctx.db, ids, type?.id ?? null, ctx.session.accountName);
  for (const { id, name, typeName } of found)
    ctx.audit({ type: 'integralProject', id, name, changes: { typeId: [typeName, type?.name ?? ''] } });
  return null;
}

/** The rules that an item can be checked by, of all modules. */
export const checks = async (ctx: Ctx): Promise<ReplyOf<typeof contract.listChecks>> =>
  allChecks(ctx).map(({ code, label, clause }) => ({ code, label, clause }));

/** What those below fill in by hand in plans that run, before somebody adds another item to it. */
export const handLoad = (ctx: Ctx): Promise<ReplyOf<typeof contract.handLoad>> => queries.handLoad(ctx.db, ctx.scope);
