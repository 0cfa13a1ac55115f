import type * as contract from '#people/org/contract.changes.ts';
import { ORG_TYPES } from '#people/org/contract.ts';
import { CHANGE_ACTS, CHANGE_KINDS, CHANGE_STATES } from '#people/org/rules.changes.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { errorCode, todayOf } from '#platform/server/database/db.ts';
import { inScope } from '#platform/server/database/scope.ts';
import { badInput, conflict, notFound, refuse } from '#platform/server/errors.ts';
import { attachFiles, canReadFile, detachFiles, findFile } from '#platform/server/files/fileRights.ts';
import { diff } from '#platform/server/log/audit.ts';
import * as queries from '../queries/changes.ts';
import { childrenOf, lockTree, peopleBelow, peopleOf, treeOrgs } from '../queries/changeTree.ts';
import { planReversal } from './change/back.ts';
import { planChange } from './change/plan.ts';
import { lockSteps, movedCodes, runSteps } from './change/run.ts';
import {
  movedPlanned,
  movedWith,
  movesOf,
  plannedOrgs,
  sizeOf,
  superiorNames,
  wordsOfChanges,
} from './change/shown.ts';

const FILES = 'org.change';
/** Papers of an office: documents, scans, archives; no films. */
const PAPERS = { format: 'common' } as const;
const MISSING = '组织变更文件不存在';
/** People of one organisation that a form can show; more are divided by the module of transfers. */
const MOST_PEOPLE = 2000;

/** Says who may read the papers of a document: whoever may read the document. */
export function announceChangeFiles(): void {
  canReadFile(
    FILES,
    async (ctx, file) =>
      ctx.may('org:read') && file.rowId !== null && (await queries.findChange(ctx.db, ctx.scope, file.rowId)) !== null,
  );
}

function toRow(ctx: Ctx, row: queries.ChangeRecord): contract.ChangeRow {
  const mine = ctx.may('org:change') && inScope(ctx.scope, row.orgCode);
  return {
    id: row.id,
    kind: row.kind,
    kindName: CHANGE_KINDS[row.kind],
    number: row.number,
    issuedOn: row.issuedOn,
    orgId: row.orgId,
    orgName: row.orgName,
    officeName: row.officeName,
    state: row.state,
    stateName: CHANGE_STATES[row.state],
    orgCount: row.orgCount,
    memberCount: row.memberCount,
    carriedAt: row.carriedAt?.toISOString() ?? null,
    version: row.version,
    can: {
      edit: mine && row.state === 'draft',
      remove: mine && row.state === 'draft',
      carryOut: mine && row.state === 'draft',
      reverse: mine && row.state === 'done',
    },
  };
}

/** A page of documents, the latest first. */
export async function readChanges(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listChanges>,
): Promise<ReplyOf<typeof contract.listChanges>> {
  if (input.orgId && !(await treeOrgs(ctx.db, ctx.scope, [input.orgId])).has(input.orgId)) throw notFound('组织不存在');
  const offset = (input.pageNum - 1) * input.pageSize;
  const found = await queries.pageOfChanges(ctx.db, ctx.scope, input, input.pageSize, offset);
  return { total: found.total, rows: found.rows.map((row) => toRow(ctx, row)) };
}

async function find(ctx: Ctx, id: string): Promise<queries.ChangeRecord> {
  const row = await queries.findChange(ctx.db, ctx.scope, id);
  if (!row) throw notFound(MISSING);
  return row;
}

/** What a stored document asks for, in the shape of the form. */
const fieldsOf = (row: queries.ChangeRecord): contract.ChangeFields => ({
  kind: row.kind,
  number: row.number,
  issuedOn: row.issuedOn,
  reason: row.reason,
  files: row.files,
  orgId: row.orgId,
  targetId: row.targetId,
  ...row.plan,
});

/** One document; a draft with what it would do now, one that was carried out with what stands against its reversal. */
export async function readChange(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.getChange>,
): Promise<ReplyOf<typeof contract.getChange>> {
  const row = await find(ctx, id);
  const base = toRow(ctx, row);
  const plan = row.state === 'draft' ? await planChange(ctx, fieldsOf(row)) : null;
  const back = base.can.reverse ? await planReversal(ctx, row) : null;
  const files = await Promise.all(row.files.map((file) => findFile(ctx, file)));
  const sources = await queries.orgNames(ctx.db, row.plan.sourceIds);
  return {
    ...base,
    ...(plan ? await sizeOf(ctx, plan) : {}),
    reason: row.reason,
    files: files.flatMap((file) => (file ? [{ id: file.id, name: file.name, mime: file.mime, size: file.size }] : [])),
    targetId: row.targetId,
    targetName: row.targetName,
    sources: row.plan.sourceIds.map((source) => ({ id: source, name: sources.get(source) ?? '' })),
    name: row.plan.name,
    shortName: row.plan.shortName,
    type: row.plan.type,
    parts: row.plan.parts,
    carriedBy: row.carriedBy,
    reversedAt: row.reversedAt?.toISOString() ?? null,
    reversedBy: row.reversedBy,
    reverseReason: row.reverseReason,
    updateName: row.updatedBy,
    updateDate: row.updatedAt.toISOString(),
    faults: plan ? Object.values(plan.faults) : (back?.faults ?? []),
    warnings: plan?.warnings ?? [],
    ...(plan ? movedPlanned(plan.steps) : await movedWith(ctx, row.id)),
  };
}

/** The organisations of a document with their codes, those first that it names, then those that go along. */
export async function readChangeOrgs(
  ctx: Ctx,
  { id, pageNum, pageSize }: ParsedOf<typeof contract.listChangeOrgs>,
): Promise<ReplyOf<typeof contract.listChangeOrgs>> {
  const row = await find(ctx, id);
  const offset = (pageNum - 1) * pageSize;
  if (row.state !== 'draft') {
    const rows = await queries.pageOfTouched(ctx.db, id, pageSize, offset);
    return {
      total: row.orgCount,
      rows: rows.map(({ orgId, name, act, oldCode, newCode, people, changes }) => ({
        orgId,
        name,
        act,
        actName: CHANGE_ACTS[act],
        oldCode: oldCode ?? '',
        newCode,
        memberCount: people,
        changes: act === 'carried' ? [] : wordsOfChanges(changes),
      })),
    };
  }
  const { steps } = await planChange(ctx, fieldsOf(row));
  const own = plannedOrgs(steps, await superiorNames(ctx, steps));
  const shown = own.slice(offset, offset + pageSize);
  const rest = await queries.pageOfCarried(
    ctx.db,
    movesOf(steps),
    pageSize - shown.length,
    Math.max(0, offset - own.length),
  );
  const carried = rest.rows.map((org) => ({
    ...org,
    act: 'carried' as const,
    actName: CHANGE_ACTS.carried,
    memberCount: 0,
    changes: [],
  }));
  return { total: own.length + rest.total, rows: [...shown, ...carried] };
}

/** Who and what stands in an organisation that is to be divided. */
export async function readContents(
  ctx: Ctx,
  { orgId }: ParsedOf<typeof contract.changeContents>,
): Promise<ReplyOf<typeof contract.changeContents>> {
  const org = (await treeOrgs(ctx.db, ctx.scope, [orgId])).get(orgId);
  if (!org) throw notFound('组织不存在');
  const [people, children] = [await peopleOf(ctx.db, orgId), await childrenOf(ctx.db, [orgId])];
  if (people.length > MOST_PEOPLE) throw refuse(`该组织有超过${MOST_PEOPLE}名人员，请先整理`);
  return {
    type: org.type,
    people,
    orgs: children.map(({ id, name, type }) => ({
      id,
      name,
      typeName: ORG_TYPES[type as keyof typeof ORG_TYPES] ?? '',
    })),
  };
}

/** A form's faults where they stand; a draft is kept only while it could be carried out. */
async function refuseFaults(ctx: Ctx, fields: contract.ChangeFields) {
  const plan = await planChange(ctx, fields);
  if (plan.missing) throw notFound('组织不存在');
  const faults = { ...plan.faults };
  if (fields.issuedOn > (await todayOf(ctx.db))) faults.issuedOn = '发文日期不能晚于今天';
  if (Object.keys(faults).length > 0) throw badInput(faults);
}

async function numbered<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing;
  } catch (error) {
    throw errorCode(error) === '23505' ? badInput({ number: '该文号已登记在另一份组织变更文件' }) : error;
  }
}

/** Prepares a document of the session's organisation. */
export async function draftChange(
  ctx: Ctx,
  input: ParsedOf<typeof contract.createChange>,
): Promise<ReplyOf<typeof contract.createChange>> {
  await refuseFaults(ctx, input);
  const id = await numbered(queries.insertChange(ctx.db, ctx.session, input));
  const { orgCode } = ctx.session;
  await queries.setChangeFiles(
    ctx.db,
    id,
    await attachFiles(ctx, 'files', input.files, { kind: FILES, rowId: id, orgCode }, PAPERS),
  );
  ctx.audit({ type: 'orgChange', id, name: input.number, changes: diff<Record<string, unknown>>({}, shown(input)) });
  return { id };
}

/** What the log shows of a document. */
const shown = ({ kind, number, issuedOn, reason, name }: contract.ChangeFields) => ({
  kind,
  number,
  issuedOn,
  reason,
  ...(name ? { name } : {}),
});

async function lock(ctx: Ctx, id: string, version: number | null): Promise<queries.ChangeRecord> {
  const row = await queries.findChange(ctx.db, ctx.scope, id, true);
  if (!row) throw notFound(MISSING);
  if (version !== null && row.version !== version) {
    throw conflict('这份文件已被他人修改或办理，请核对后再操作', {
      current: { version: row.version, updateName: row.updatedBy, updateDate: row.updatedAt.toISOString() },
    });
  }
  return row;
}

async function lockDraft(ctx: Ctx, id: string, version: number | null): Promise<queries.ChangeRecord> {
  const row = await lock(ctx, id, version);
  if (row.state !== 'draft') throw refuse(`这份文件${CHANGE_STATES[row.state]}，不能再修改或删除`);
  return row;
}

/** Writes a draft anew. */
export async function editChange(
  ctx: Ctx,
  { id, version, ...fields }: ParsedOf<typeof contract.updateChange>,
): Promise<ReplyOf<typeof contract.updateChange>> {
  const row = await lockDraft(ctx, id, version);
  await refuseFaults(ctx, fields);
  const owner = { kind: FILES, rowId: id, orgCode: row.orgCode };
  const files = await attachFiles(ctx, 'files', fields.files, owner, PAPERS);
  await detachFiles(ctx, owner, files);
  const next = await numbered(queries.writeChange(ctx.db, id, fields, files, ctx.session.accountName));
  const changes = diff<Record<string, unknown>>(shown(fieldsOf(row)), shown(fields));
  ctx.audit({ type: 'orgChange', id, name: fields.number, orgCode: row.orgCode, changes });
  return { version: next };
}

/** Puts a draft into the recycle bin. */
export async function dropChange(
  ctx: Ctx,
  { id, deleteReason }: ParsedOf<typeof contract.removeChange>,
): Promise<null> {
  const row = await lockDraft(ctx, id, null);
  await queries.binChange(ctx.db, id, ctx.session.accountName, deleteReason);
  ctx.audit({ type: 'orgChange', id, name: row.number, orgCode: row.orgCode, reason: deleteReason });
  return null;
}

/** Carries a draft out, or takes a document back: one transaction, one change of the tree at a time. */
export async function operate(
  ctx: Ctx,
  { id, version, act, reason }: ParsedOf<typeof contract.operateChange>,
): Promise<ReplyOf<typeof contract.operateChange>> {
  if (act === 'reverse' && reason === '') throw badInput({ reason: '请输入撤回原因' });
  await lockTree(ctx.db);
  const row = await lock(ctx, id, version);
  if (row.state !== (act === 'carryOut' ? 'draft' : 'done')) throw refuse(`这份文件${CHANGE_STATES[row.state]}`);
  const draw = async () => {
    const { steps, faults } = act === 'carryOut' ? await planChange(ctx, fieldsOf(row)) : await planReversal(ctx, row);
    const [fault] = Array.isArray(faults) ? faults : Object.values(faults);
    if (fault) throw refuse(act === 'carryOut' ? `不能执行：${fault}` : `不能撤回：${fault}`);
    return steps;
  };
  await lockSteps(ctx, await draw());
  // What the locks waited for may have changed what is to be done.
  const steps = await draw();
  if (await queries.runningJob(ctx.db, movedCodes(steps))) {
    throw refuse('该组织下有后台任务（导入、导出等）正在进行，请等任务结束后再办理');
  }
  const carriedPeople = await peopleBelow(ctx.db, movedCodes(steps));
  if (act === 'carryOut') await queries.keepNames(ctx.db, id);
  const went = await runSteps(ctx, row, steps, act === 'carryOut');
  const by = ctx.session.accountName;
  const next =
    act === 'carryOut'
      ? await queries.markDone(ctx.db, id, carriedPeople + went, by)
      : await queries.markReversed(ctx.db, id, reason, by);
  const states: [string, string] = act === 'carryOut' ? ['draft', 'done'] : ['done', 'reversed'];
  const detail = { type: 'orgChange', id, name: row.number, orgCode: row.orgCode, changes: { state: states } };
  ctx.audit(act === 'reverse' ? { ...detail, reason } : detail);
  return { version: next };
}
