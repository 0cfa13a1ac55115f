import type * as contract from '#assessment/trinity/contract.case.ts';
import type { CaseRow } from '#assessment/trinity/contract.case.ts';
import { type CaseState, caseFault } from '#assessment/trinity/rules.case.ts';
import { uploadedFiles } from '#kernel/files/server/accept.ts';
import {
  askAbove,
  type DecisionRequest,
  decideAbove,
  obstacleToDecide,
  registerUrgeable,
  takeBackAbove,
} from '#kernel/permission/server/above.ts';
import { tellWorkers } from '#kernel/permission/server/tell.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { badInput, conflict, notFound, refuse } from '#platform/server/errors.ts';
import * as queries from '../queries/cases.ts';
import { findScore, type ScoreRecord } from '../queries/scores.ts';
import { casePath, caseSubject, MODULE } from '../todos.ts';
import { scoreOf } from './scores.ts';

type Case = queries.CaseRecord;
const NO_CASE = '该优秀案例不存在或不在管理范围内';
const OWN_CASE = '不能审核本人推荐的案例';

/** A case as it is put before whoever evaluates: never before whoever proposed it, nor before its own organisation. */
const decisionRequestOf = (ctx: Ctx, one: Case): DecisionRequest => ({
  todo: caseSubject(one.id),
  isOpen: one.state === 'asked',
  askedBy: one.askedBy,
  ownRefusal: OWN_CASE,
  superior: ctx.session.orgId !== one.orgId && [one.giverId, one.deciderOrgId].includes(ctx.session.orgId),
  superiorRefusal: `由${one.deciderName || one.giverName}审核`,
  deciderName: one.deciderName,
  right: 'trinity:review',
  verb: '审核',
});

/** Whoever evaluates withdraws what is published. */
const mayWithdraw = (ctx: Ctx, one: Case): boolean =>
  one.state === 'published' &&
  ctx.session.orgId === one.giverId &&
  ctx.session.orgId !== one.orgId &&
  ctx.may('trinity:review');

const rowOf = (one: Case): CaseRow => ({
  id: one.id,
  title: one.title,
  summary: one.summary,
  state: one.state,
  evaluationId: one.evaluationId,
  evaluationName: one.evaluationName,
  year: one.year,
  partTitle: one.partTitle,
  itemTitle: one.itemTitle,
  orgName: one.orgName,
  giverName: one.giverName,
  files: one.files.length,
  publishedOn: one.publishedOn,
  version: one.version,
});

/** A page of cases. */
export async function list(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listCases>,
): Promise<ReplyOf<typeof contract.listCases>> {
  const filter = {
    view: input.view,
    words: input.keyWords || null,
    year: input.year ?? null,
    part: input.part || null,
  };
  const offset = (input.pageNum - 1) * input.pageSize;
  const found = await queries.pageOfCases(ctx.db, ctx.scope, ctx.session, filter, input.pageSize, offset);
  return { ...found, rows: found.rows.map(rowOf) };
}

/** A case that the session sees. @param lock keeps it for this transaction */
async function see(ctx: Ctx, id: string, lock = false): Promise<Case> {
  const one = await queries.findCase(ctx.db, ctx.scope, ctx.session, id, lock);
  if (!one) throw notFound(NO_CASE);
  return one;
}

/** One case with its files and how it came about. */
export async function detail(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.getCase>,
): Promise<ReplyOf<typeof contract.getCase>> {
  const one = await see(ctx, id);
  const [papers, score] = await Promise.all([
    uploadedFiles(ctx.db, one.files),
    findScore(ctx.db, ctx.scope, ctx.session.orgId, one.scoreId),
  ]);
  const waits = one.state === 'asked';
  const obstacle = waits ? obstacleToDecide(ctx, decisionRequestOf(ctx, one)) : '';
  return {
    ...rowOf(one),
    scoreId: score ? one.scoreId : null,
    papers,
    askedByName: one.askedByName,
    askedAt: one.askedAt.toISOString(),
    decidedBy: one.decidedBy,
    decidedAt: one.decidedAt?.toISOString() ?? null,
    reason: one.reason,
    deciderName: waits ? one.deciderName : '',
    obstacle,
    can: {
      decide: waits && obstacle === '',
      recall: waits && one.askedBy === ctx.session.accountId,
      withdraw: mayWithdraw(ctx, one),
    },
  };
}

const log = (
  ctx: Ctx,
  one: Pick<Case, 'id' | 'title' | 'orgCode'>,
  state: [CaseState | null, CaseState],
  reason = '',
) =>
  ctx.audit({
    type: 'trinityCase',
    id: one.id,
    name: one.title,
    orgCode: one.orgCode,
    changes: { state },
    ...(reason ? { reason } : {}),
  });

/** The locked material of a case that may be written now, with the files of it that are named. */
async function material(ctx: Ctx, input: { scoreId: string; files: readonly string[] }) {
  const score = await scoreOf(ctx, input.scoreId, true);
  const before = (await queries.caseOf(ctx.db, score.id))?.state ?? null;
  const fault = caseFault({ ...score, caseState: before });
  if (fault) throw refuse(fault);
  if (input.files.some((file) => !score.files.includes(file))) throw badInput({ files: '只能选这份资料的附件' });
  return { score, before };
}

/** Proposes the own passed material, which then waits before whoever evaluates. */
export async function propose(
  ctx: Ctx,
  input: ParsedOf<typeof contract.proposeCase>,
): Promise<ReplyOf<typeof contract.proposeCase>> {
  const { accountId: by, accountName: name, orgId } = ctx.session;
  const seen = await scoreOf(ctx, input.scoreId);
  if (seen.orgId !== orgId) throw refuse('由资料所属的考核单位推荐');
  const { score, before } = await material(ctx, input);
  const { row: id, decider } = await askAbove(ctx, {
    orgId: score.giverId,
    right: 'trinity:review',
    isFromHere: score.giverId !== score.orgId,
    write: ({ id: deciderOrgId }) =>
      queries.writeCase(ctx.db, { ...input, ...placeOf(score), asked: { by, name, deciderOrgId }, by: name }),
    asked: (made) => ({
      module: MODULE,
      title: `审核优秀案例：${input.title}`,
      detail: `${score.orgName} ${score.itemTitle}`,
      act: '审核',
      jumpUrl: casePath(made),
      subject: caseSubject(made),
    }),
  });
  log(ctx, { id, title: input.title, orgCode: score.orgCode }, [before, 'asked']);
  return { id, decider: decider.name };
}

const placeOf = ({ id, evaluationId, orgId }: ScoreRecord) => ({ scoreId: id, evaluationId, orgId });

/** Takes a passed material of an organisation that the own one evaluates, published at once. */
export async function takeCase(
  ctx: Ctx,
  input: ParsedOf<typeof contract.takeCase>,
): Promise<ReplyOf<typeof contract.takeCase>> {
  const seen = await scoreOf(ctx, input.scoreId);
  const { orgId, accountName: by } = ctx.session;
  if (seen.orgId === orgId) throw refuse('不能发布本组织的案例');
  if (seen.giverId !== orgId) throw refuse(`由${seen.giverName}发布`);
  const { score, before } = await material(ctx, input);
  const id = await queries.writeCase(ctx.db, { ...input, ...placeOf(score), asked: null, by });
  await tell(ctx, { ...score, id, title: input.title }, `列为优秀案例：${input.title}`, '组织考评的党组织已发布。');
  log(ctx, { id, title: input.title, orgCode: score.orgCode }, [before, 'published']);
  return { id, decider: '' };
}

const tell = (ctx: Ctx, one: { id: string; orgId: string; title: string }, title: string, remark: string) =>
  tellWorkers(ctx, [one.orgId], { title, remark }, () => casePath(one.id));

/** Publishes a proposed case, or returns it with the reason; of two at once one wins. */
export async function decide(ctx: Ctx, input: ParsedOf<typeof contract.decideCase>): Promise<{ version: number }> {
  const one = await see(ctx, input.id, true);
  const { agree, reason } = input;
  const to = agree ? 'published' : 'returned';
  const version = await decideAbove(ctx, decisionRequestOf(ctx, one), {
    check: () => {
      if (one.version !== input.version) throw changed(one);
      if (!agree && reason === '') throw badInput({ reason: '请写明不采用的原因' });
    },
    carryOut: () => queries.stepCase(ctx.db, one.id, to, ctx.session.accountName, reason),
    told: () => ({
      title: `${agree ? '优秀案例已发布' : '优秀案例未采用'}：${one.title}`,
      remark: reason === '' ? '可以在“优秀案例”里查看。' : reason,
    }),
  });
  log(ctx, one, [one.state, to], reason);
  return { version };
}

const changed = ({ version }: Case) => conflict('该案例已有变化，请核对后再操作', { current: { version } });

/** Takes a proposal back while nobody has decided it, by whoever made it. */
export async function recall(ctx: Ctx, { id }: ParsedOf<typeof contract.recallCase>): Promise<{ version: number }> {
  const one = await see(ctx, id, true);
  let { version } = one;
  await takeBackAbove(
    ctx,
    decisionRequestOf(ctx, one),
    async () => {
      version = await queries.stepCase(ctx.db, one.id, 'recalled', '', '');
    },
    '只能由推荐的人撤回',
  );
  log(ctx, one, [one.state, 'recalled']);
  return { version };
}

/** Withdraws a published case with the reason; its organisation is told. */
export async function withdraw(ctx: Ctx, input: ParsedOf<typeof contract.withdrawCase>): Promise<{ version: number }> {
  const one = await see(ctx, input.id, true);
  if (one.state !== 'published') throw refuse('该案例没有发布');
  if (!mayWithdraw(ctx, one)) throw refuse(`由${one.giverName}撤下`);
  if (one.version !== input.version) throw changed(one);
  const version = await queries.stepCase(ctx.db, one.id, 'withdrawn', ctx.session.accountName, input.reason);
  await tell(ctx, one, `优秀案例已撤下：${one.title}`, input.reason);
  log(ctx, one, [one.state, 'withdrawn'], input.reason);
  return { version };
}

/** Announces that whoever proposed a case may urge the decision. */
export function announceCases(): void {
  registerUrgeable('trinityCase', async (ctx, id) => {
    const one = await see(ctx, id, true);
    return {
      row: decisionRequestOf(ctx, one),
      detail: { type: 'trinityCase', id, name: one.title, orgCode: one.orgCode },
    };
  });
}
