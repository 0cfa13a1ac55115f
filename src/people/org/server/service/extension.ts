import {
  askAbove,
  type DecisionRequest,
  decideAbove,
  obstacleToDecide,
  registerUrgeable,
  takeBackAbove,
} from '#kernel/permission/server/above.ts';
import type * as contract from '#people/org/contract.extension.ts';
import type { TermDetail } from '#people/org/contract.office.ts';
import { faultOfExtension } from '#people/org/rules.office.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { todayOf } from '#platform/server/database/db.ts';
import { badInput, conflict, notFound, refuse } from '#platform/server/errors.ts';
import { attachFiles, canReadFile, findFile } from '#platform/server/files/fileRights.ts';
import { closeTodos } from '#platform/server/inbox/todos.ts';
import * as queries from '../queries/extension.ts';
import { findTerm, type TermRecord } from '../queries/office.ts';

export const { lapseExtensions } = queries;

const FILES = 'org.termExtension';
const MISSING = '该届次不存在或已被删除';
const DECIDE = 'org:write';
const LEVEL_DIGITS = 4;
const pathOf = (id: string) => `/affairs/organization/office/browse/${id}`;

/** Why no extension may be asked for here; empty where it may. */
function obstacleToAsk(ctx: Ctx, term: TermRecord, waits: boolean): string {
  if (!ctx.may('org:write')) return '当前角色不能申请届期延长';
  if (term.orgId !== ctx.session.orgId) return `应由${term.orgName}的党务工作者申请`;
  if (!term.isCurrent || term.expiresOn === null) return '只有本届选举产生的班子可以申请届期延长';
  return waits ? '已有延期申请在等上级审批' : '';
}

/** An application as the organisation above decides it; at the top of the tree, where nothing is above, the top itself does. */
const above = (ctx: Ctx, term: TermRecord, extension: queries.ExtensionRecord): DecisionRequest => ({
  todo: queries.extensionSubject(term.id),
  isOpen: true,
  askedBy: extension.askedById,
  superior: term.orgId !== ctx.session.orgId || term.orgCode.length === LEVEL_DIGITS,
  deciderName: '',
  right: DECIDE,
  verb: '审批',
});

/** What was asked for a term, and what the session may do about it. */
export async function extensionsOf(
  ctx: Ctx,
  term: TermRecord,
): Promise<Pick<TermDetail, 'extensions' | 'canExtend' | 'canDecide' | 'canWithdraw'>> {
  const found = await queries.extensionsOfTerm(ctx.db, term.id);
  const waiting = found.find(({ state }) => state === 'pending');
  const extensions = await Promise.all(
    found.map(async ({ askedById: _askedById, files, askedAt, decidedAt, ...one }) => ({
      ...one,
      files: (await Promise.all(files.map((file) => findFile(ctx, file)))).flatMap((file) =>
        file ? [{ id: file.id, name: file.name, mime: file.mime, size: file.size }] : [],
      ),
      askedAt: askedAt.toISOString(),
      decidedAt: decidedAt?.toISOString() ?? null,
    })),
  );
  return {
    extensions,
    canExtend: obstacleToAsk(ctx, term, waiting !== undefined) === '',
    canDecide: waiting !== undefined && obstacleToDecide(ctx, above(ctx, term, waiting)) === '',
    canWithdraw: waiting !== undefined && waiting.askedById === ctx.session.accountId,
  };
}

/** The term of the scope, locked, as the caller has read it. */
async function lockTerm(ctx: Ctx, id: string, version: number): Promise<TermRecord> {
  const term = await findTerm(ctx.db, ctx.scope, id, true);
  if (!term) throw notFound(MISSING);
  if (term.version === version) return term;
  throw conflict('该届次已被他人修改，请核对后再办理', {
    current: { version: term.version, updateName: term.updatedBy, updateDate: term.updatedAt.toISOString() },
  });
}

/** The term of the scope, locked, and what waits of it. */
async function lockAsked(ctx: Ctx, id: string) {
  const seen = await findTerm(ctx.db, ctx.scope, id, true);
  if (!seen) throw notFound(MISSING);
  const extension = (await queries.extensionsOfTerm(ctx.db, id)).find(({ state }) => state === 'pending');
  if (!extension) throw refuse('已被处理');
  return { seen, asked: extension };
}

/** Asks the organisation above that the current term may end later. */
export async function askExtension(
  ctx: Ctx,
  { id, version, until, reason, files }: ParsedOf<typeof contract.extendTerm>,
): Promise<ReplyOf<typeof contract.extendTerm>> {
  const term = await lockTerm(ctx, id, version);
  const waits = (await queries.extensionsOfTerm(ctx.db, id)).some(({ state }) => state === 'pending');
  const why = obstacleToAsk(ctx, term, waits);
  if (why) throw refuse(why);
  const fault = faultOfExtension(until, term.expiresOn ?? '', await todayOf(ctx.db));
  if (fault) throw badInput({ until: fault });
  const { accountId, accountName } = ctx.session;
  const { decider } = await askAbove(ctx, {
    orgId: term.orgId,
    right: DECIDE,
    async write() {
      const made = await queries.insertExtension(ctx.db, id, { until, reason }, { id: accountId, name: accountName });
      const owner = { kind: FILES, rowId: made, orgCode: term.orgCode };
      await queries.keepFiles(ctx.db, made, await attachFiles(ctx, 'files', files, owner, { format: 'common' }));
    },
    asked: () => ({
      module: '组织信息',
      title: `审批届期延长：${term.orgName}第${term.number}届`,
      detail: `申请延期至${until}`,
      act: '审批',
      jumpUrl: pathOf(id),
      subject: queries.extensionSubject(id),
    }),
  });
  ctx.audit({
    type: 'org',
    id: term.orgId,
    name: term.orgName,
    orgCode: term.orgCode,
    reason,
    changes: { 'office.extendTo': [null, until] },
  });
  return { version: await queries.touchTerm(ctx.db, id, accountName, null), deciderName: decider.name };
}

/** Agrees, so that the term ends on the day asked for, or returns. Of parallel deciders one wins. */
export async function decideOnExtension(
  ctx: Ctx,
  { id, version, agree, opinion }: ParsedOf<typeof contract.decideExtension>,
): Promise<null> {
  const { seen, asked } = await lockAsked(ctx, id);
  const { accountId, accountName, orgName } = ctx.session;
  const state = agree ? 'approved' : 'returned';
  const term = await decideAbove(ctx, above(ctx, seen, asked), {
    check() {
      if (!agree && opinion === '') throw badInput({ opinion: '请输入退回原因' });
    },
    async carryOut() {
      const held = await lockTerm(ctx, id, version);
      const fault = agree && faultOfExtension(asked.until, held.expiresOn ?? '', await todayOf(ctx.db));
      if (fault) throw refuse(`申请延期至${asked.until}，${fault}，请退回`);
      const by = { id: accountId, name: accountName };
      await queries.closeExtension(ctx.db, asked.id, { state, by, orgName, opinion });
      await queries.touchTerm(ctx.db, id, accountName, agree ? asked.until : null);
      // Reminders of the old day are over; the job opens what is due by the new one.
      if (agree) await closeTodos(ctx.db, [`term:${id}`]);
      return held;
    },
    told: (held) => ({
      title: `${held.orgName}第${held.number}届的延期申请${agree ? '已同意' : '已退回'}`,
      remark: agree ? `${orgName}${accountName}同意延期至${asked.until}。` : `${orgName}${accountName}退回：${opinion}`,
    }),
  });
  ctx.audit({
    type: 'org',
    id: term.orgId,
    name: term.orgName,
    orgCode: term.orgCode,
    reason: opinion,
    changes: {
      'office.extension': ['pending', state],
      ...(agree ? { 'office.expiresOn': [term.expiresOn, asked.until] as [unknown, unknown] } : {}),
    },
  });
  return null;
}

/** Takes back what oneself has asked for and nobody has decided yet. Of a decision at the same time one wins. */
export async function withdrawAskedExtension(
  ctx: Ctx,
  { id, version }: ParsedOf<typeof contract.withdrawExtension>,
): Promise<null> {
  const { seen, asked } = await lockAsked(ctx, id);
  const { orgId, orgName, orgCode } = seen;
  await takeBackAbove(
    ctx,
    above(ctx, seen, asked),
    async () => {
      await lockTerm(ctx, id, version);
      await queries.withdrawExtension(ctx.db, asked.id);
      await queries.touchTerm(ctx.db, id, ctx.session.accountName, null);
    },
    '只有申请人本人可以撤回',
  );
  ctx.audit({
    type: 'org',
    id: orgId,
    name: orgName,
    orgCode,
    changes: { 'office.extension': ['pending', 'withdrawn'] },
  });
  return null;
}

/** Tells the registries of the house what of this belongs to them. */
export function announceExtension(): void {
  registerUrgeable('extension', async (ctx, id) => {
    const { seen, asked } = await lockAsked(ctx, id);
    return {
      row: above(ctx, seen, asked),
      detail: { type: 'org', id: seen.orgId, name: seen.orgName, orgCode: seen.orgCode },
    };
  });
  canReadFile(FILES, async (ctx, file) => {
    if (!ctx.may('org:read') || file.rowId === null) return false;
    const termId = await queries.termOfExtension(ctx.db, file.rowId);
    return termId !== undefined && (await findTerm(ctx.db, ctx.scope, termId)) !== undefined;
  });
}
