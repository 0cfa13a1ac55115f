import { deciderOf } from '#kernel/permission/server/index.ts';
import { obstacleToTouchAccount } from '#kernel/permission/server/service/accountState.ts';
import { ROLE } from '#kernel/session/contract.ts';
import { findHome } from '#people/member/server/index.ts';
import { BRANCH_TYPES } from '#people/org/rules.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx, Services } from '#platform/server/context.ts';
import type { Db } from '#platform/server/database/db.ts';
import { dbNow } from '#platform/server/database/db.ts';
import { chosenScope, inScope, wholeScope } from '#platform/server/database/scope.ts';
import { writeUnique } from '#platform/server/database/unique.ts';
import { badInput, conflict, notFound, Refusal, refuse } from '#platform/server/errors.ts';
import { attachFiles } from '#platform/server/files/fileRights.ts';
import { sendNotice } from '#platform/server/inbox/notices.ts';
import { askDecider, closeTodos } from '#platform/server/inbox/todos.ts';
import { addDays } from '#platform/time/days.ts';
import type * as contract from '#procedures/departure/contract.ts';
import { GROUNDS, KINDS, meetingFaults, STATES, type VariationKind } from '#procedures/departure/rules.ts';
import { findFloater } from '#procedures/floating/server/index.ts';
import { carryOutVariation, reverseVariation } from './effect.ts';
import { groundOf, refuseCorrection } from './grounds.ts';
import { CLOCKS } from './queries/drafts.ts';
import * as queries from './queries.ts';
import { draftSubject, MODULE, subjectOf, workPath } from './todos.ts';

/** The kind of the papers among the stored files. */
export const PAPERS = 'member.variation';
const GONE = '没有这件异动，或不在管理范围内';
const NOBODY = '没有这名党员，或不在管理范围内';
/** How far ahead a variation may be dated, in days. */
const AHEAD = 31;
/** Dictionary 0178: 系统. */
const NOTICE = '5';
const WAYS: Readonly<Record<string, string>> = {
  revoked: '取消资格',
  transferredOut: '转出',
  transferredOutWhole: '整建制转出',
};

/** What a kind is called; ways of the 增减台账 that other modules bring about among them. */
export const kindName = (kind: string): string =>
  kind in KINDS ? KINDS[kind as VariationKind].label : (WAYS[kind] ?? '');

const actorOf = ({ session }: Ctx) => ({ id: session.accountId, name: session.accountName });
const log = (ctx: Ctx, row: { id: string; name: string; orgCode: string }, changes: object, reason = '') =>
  ctx.audit({
    type: 'memberVariation',
    id: row.id,
    name: row.name,
    orgCode: row.orgCode,
    changes: changes as Record<string, [unknown, unknown]>,
    ...(reason ? { reason } : {}),
  });

/** Why the session may not decide; empty where it may. */
function whyNot(ctx: Ctx, row: queries.Variation): string {
  if (row.memberId === ctx.session.memberId) return '不能审批本人的异动';
  if (row.askedBy === ctx.session.accountId) return '登记人不能审批自己登记的异动';
  if (row.deciderCode !== null && !row.deciderCode.startsWith(ctx.session.orgCode)) return `由${row.deciderName}审批`;
  return '';
}

/** The list with the counts of its views. */
export async function list(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listVariations>,
): Promise<ReplyOf<typeof contract.listVariations>> {
  const scope = chosenScope(ctx, input.orgId, '没有这个党组织，或不在管理范围内');
  const offset = (input.pageNum - 1) * input.pageSize;
  const [page, counts] = await Promise.all([
    queries.pageOfVariations(ctx.db, scope, input.view, input.keyWords ?? '', input.pageSize, offset),
    queries.countVariations(ctx.db, scope),
  ]);
  const isOurs = input.view !== 'elsewhere';
  return {
    total: page.total,
    counts: { ...counts },
    rows: page.rows.map(({ kind, askedBy, deciderCode, rowId, ...row }) => ({
      ...row,
      id: isOurs ? rowId : `ledger-${rowId}`,
      rowId: isOurs ? rowId : null,
      kindName: kindName(kind),
      stateName: row.state === null ? '' : STATES[row.state],
      can: {
        decide:
          row.state === 'pending' &&
          ctx.may('variation:approve') &&
          askedBy !== ctx.session.accountId &&
          row.memberId !== ctx.session.memberId &&
          (deciderCode?.startsWith(ctx.session.orgCode) ?? false),
      },
    })),
  };
}

/** One variation with its papers and what followed. */
export async function read(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.getVariation>,
): Promise<ReplyOf<typeof contract.getVariation>> {
  const row = await queries.findVariation(ctx.db, ctx.scope, id);
  if (!row) throw notFound(GONE);
  const kind = KINDS[row.kind];
  const waits = row.state === 'pending' && ctx.may('variation:approve');
  const why = waits ? whyNot(ctx, row) : '';
  const { accountId, posts = [], outflowId, transfer, dues = 0, monthsLost } = row.outcome;
  return {
    ...row,
    id: row.id,
    rowId: row.id,
    kindName: kind.label,
    papers: kind.papers,
    clause: row.ground === null ? kind.clause : GROUNDS[row.ground].clause,
    groundName: row.ground === null ? '' : GROUNDS[row.ground].label,
    groundSince: row.ground === null ? '' : GROUNDS[row.ground].since,
    stateName: STATES[row.state],
    followed: [
      ...(accountId ? ['登录账号已停用，角色已收回'] : []),
      ...posts.map((post) => `班子任职已结束：${post}`),
      ...(outflowId ? ['流动登记已结束'] : []),
      ...(transfer ? ['正在办理的组织关系转接已撤销'] : []),
      ...(dues > 0 ? [`以后的${dues}个月党费已作废`] : []),
      ...(monthsLost ? [`党龄扣减${monthsLost}个月；账号请重新启用`] : []),
    ],
    can: {
      decide: waits && why === '',
      withdraw:
        ctx.may('variation:write') &&
        (row.state === 'pending' || row.state === 'approved') &&
        row.askedBy === ctx.session.accountId,
      undo:
        row.state === 'effective' &&
        KINDS[row.kind].status !== 1 &&
        ctx.may('variation:approve') &&
        whyNot(ctx, row) === '',
      restore:
        row.kind === 'suspended' &&
        row.state === 'effective' &&
        row.memberStatus === KINDS.suspended.status &&
        ctx.may('variation:write'),
      whyNot: why,
    },
  };
}

type Meeting = Pick<ParsedOf<typeof contract.addVariation>, 'meetingOn' | 'due' | 'present' | 'agree'>;

/** The count of the branch meeting, complete and passed where the kind asks for one. */
function meetingOf(kind: VariationKind, input: Meeting, today: string): Meeting {
  if (!KINDS[kind].meeting) return { meetingOn: null, due: null, present: null, agree: null };
  const { meetingOn, due, present, agree } = input;
  const lacks: Record<string, string> = {};
  if (meetingOn === null) lacks.meetingOn = '请填写支部大会日期';
  else if (meetingOn > today) lacks.meetingOn = '支部大会日期不能晚于今天';
  if (due === null) lacks.due = '请填写应到人数';
  if (present === null) lacks.present = '请填写实到人数';
  if (agree === null) lacks.agree = '请填写赞成票数';
  const faults = due !== null && present !== null && agree !== null ? meetingFaults({ due, present, agree }) : {};
  if (Object.keys({ ...faults, ...lacks }).length > 0) throw badInput({ ...faults, ...lacks });
  return { meetingOn, due, present, agree };
}

async function insert(
  ctx: Ctx,
  one: Omit<queries.NewVariation, 'askedBy' | 'askedName'>,
  files: string[],
  name: string,
) {
  const id = await writeUnique(
    () =>
      queries.insertVariation(ctx.db, { ...one, askedBy: ctx.session.accountId, askedName: ctx.session.accountName }),
    () => badInput({ memberId: `${name}已有一件异动正在办理` }),
  );
  const owner = { kind: PAPERS, rowId: id, orgCode: one.orgCode };
  const kept = await attachFiles(ctx, 'files', files, owner, { format: 'common' });
  await queries.setVariation(ctx.db, id, { files: kept });
  return id;
}

async function ask(db: Db, row: queries.Variation, decider: { id: string; code: string; roleId: number }) {
  await askDecider(db, decider, {
    module: MODULE,
    title: `审批${row.name}${KINDS[row.kind].label}`,
    detail: row.orgName,
    act: '审批',
    jumpUrl: workPath(row.id),
    subject: subjectOf(row.id),
  });
}

async function lockRow(ctx: Ctx, id: string, version?: number): Promise<queries.Variation> {
  const row = await queries.findVariation(ctx.db, ctx.scope, id, true);
  if (!row) throw notFound(GONE);
  if (version !== undefined && row.version !== version) throw conflict('这件异动已有变化，请核对后再操作');
  return row;
}

/** Nobody's account is stopped by whoever could not act upon it: the organisation above registers it. */
async function refuseAbove(ctx: Ctx, memberId: string) {
  const why = await obstacleToTouchAccount(ctx, memberId);
  if (why) throw refuse(`${why}，请由上级组织办理`);
}

/** Registers that somebody leaves; a death counts at once, everything else is decided above. */
export async function add(ctx: Ctx, input: ParsedOf<typeof contract.addVariation>) {
  const person = await findFloater(ctx.db, ctx.scope, input.memberId);
  if (!person) throw notFound(NOBODY);
  const kind = KINDS[input.kind];
  if (person.category > 2) throw badInput({ memberId: `${person.name}还不是党员，请办理终止培养` });
  if (input.kind === 'corrected') await refuseCorrection(ctx.db, person);
  else if (person.status !== 1 && person.status !== 2) throw badInput({ memberId: `${person.name}已不在册` });
  else if (person.status === kind.status) throw badInput({ kind: `${person.name}已经是${kind.label}` });
  if (person.id === ctx.session.memberId) throw badInput({ memberId: '不能登记本人的异动' });
  if (input.effectiveOn > (kind.approval ? addDays(person.today, AHEAD) : person.today)) {
    throw badInput({ effectiveOn: kind.approval ? `生效日期最多晚于今天${AHEAD}天` : '日期不能晚于今天' });
  }
  const meeting = meetingOf(input.kind, input, person.today);
  const ground = await groundOf(ctx.db, person, { ...input, ...meeting });
  const { accountId } = ctx.session;
  const decider = kind.approval ? await deciderOf(ctx.db, person.orgId, accountId, 'variation:approve') : null;
  if (!decider) await refuseAbove(ctx, person.id);
  const one = {
    memberId: person.id,
    orgId: person.orgId,
    orgCode: person.orgCode,
    kind: input.kind,
    effectiveOn: input.effectiveOn,
    reason: input.reason,
    ...ground,
    ...meeting,
    suspendedId: null,
    toOrgId: null,
    deciderId: decider?.id ?? null,
  };
  const id = await insert(ctx, one, input.files, person.name);
  const row = await lockRow(ctx, id);
  log(ctx, row, { kind: [null, kind.label], effectiveOn: [null, input.effectiveOn] }, input.reason);
  await closeTodos(
    ctx.db,
    CLOCKS.map((which) => draftSubject(which, person.id)),
  );
  if (decider) {
    await ask(ctx.db, row, decider);
    return { id, state: 'pending' as const, deciderName: decider.name };
  }
  await carryOutVariation(ctx.db, ctx.vault, row, actorOf(ctx));
  return { id, state: 'effective' as const, deciderName: '' };
}

/** Asks that a suspended membership is restored, in this branch or another of the scope. */
export async function restore(ctx: Ctx, input: ParsedOf<typeof contract.restoreVariation>) {
  const suspended = await lockRow(ctx, input.id);
  const home = await findHome(ctx.db, ctx.scope, input.orgId);
  if (!home) throw notFound('所选党组织不存在，或不在管理范围内');
  if (suspended.kind !== 'suspended' || suspended.state !== 'effective' || suspended.memberStatus !== 2) {
    throw refuse('只有停止党籍的党员可以恢复党籍');
  }
  if (!BRANCH_TYPES.includes(home.type)) throw badInput({ orgId: '党员须编入党支部，请选到党支部' });
  if (input.effectiveOn <= suspended.effectiveOn) {
    throw badInput({ effectiveOn: `要晚于停止党籍的${suspended.effectiveOn}` });
  }
  if (input.effectiveOn > addDays(suspended.today, AHEAD)) throw badInput({ effectiveOn: `最多晚于今天${AHEAD}天` });
  const meeting = meetingOf('restored', input, suspended.today);
  const decider = await deciderOf(ctx.db, home.id, ctx.session.accountId, 'variation:approve');
  const one = {
    memberId: suspended.memberId,
    orgId: suspended.orgId,
    orgCode: suspended.orgCode,
    kind: 'restored' as const,
    effectiveOn: input.effectiveOn,
    reason: input.reason,
    ground: null,
    groundOn: null,
    ...meeting,
    suspendedId: suspended.id,
    toOrgId: home.id,
    deciderId: decider.id,
  };
  const id = await insert(ctx, one, input.files, suspended.name);
  const row = await lockRow(ctx, id);
  await ask(ctx.db, row, decider);
  log(ctx, row, { kind: [null, KINDS.restored.label], toOrg: [null, home.name] }, input.reason);
  return { id, state: 'pending' as const, deciderName: decider.name };
}

/** Approves, at once or for the day that was named, or does not. */
export async function decide(ctx: Ctx, input: ParsedOf<typeof contract.decideVariation>) {
  const row = await lockRow(ctx, input.id, input.version);
  if (row.state !== 'pending') throw refuse('已被处理，请刷新后再看');
  const why = whyNot(ctx, row);
  if (why) throw refuse(why);
  if (!input.agree && input.opinion === '') throw badInput({ opinion: '不批准请写明理由' });
  if (input.agree) await refuseAbove(ctx, row.memberId);
  const state = input.agree ? 'approved' : 'refused';
  const columns = { state, opinion: input.opinion, decided_name: ctx.session.accountName, decided_at: dbNow };
  let version = await queries.setVariation(ctx.db, row.id, columns);
  await closeTodos(ctx.db, [subjectOf(row.id)]);
  const isDue = input.agree && row.effectiveOn <= row.today;
  if (isDue) version = await carryOutVariation(ctx.db, ctx.vault, row, actorOf(ctx));
  log(ctx, row, { state: [STATES.pending, isDue ? STATES.effective : STATES[state]] }, input.opinion);
  if (row.askedBy !== null) {
    await sendNotice(ctx.db, {
      type: NOTICE,
      title: `${row.name}${KINDS[row.kind].label}${input.agree ? '已批准' : '未批准'}`,
      remark: input.opinion,
      orgId: ctx.session.orgId,
      createdBy: ctx.session.accountName,
      accountIds: [row.askedBy],
    });
  }
  return { version, state: isDue ? ('effective' as const) : (state as 'approved' | 'refused') };
}

/** Takes back what has not come into effect yet. */
export async function withdraw(ctx: Ctx, input: ParsedOf<typeof contract.withdrawVariation>) {
  const row = await lockRow(ctx, input.id, input.version);
  if (row.state !== 'pending' && row.state !== 'approved') throw refuse('已被处理，不能撤回');
  if (row.askedBy !== ctx.session.accountId) throw refuse('只有登记人可以撤回');
  const version = await queries.setVariation(ctx.db, row.id, { state: 'withdrawn' });
  await closeTodos(ctx.db, [subjectOf(row.id)]);
  log(ctx, row, { state: [STATES[row.state], STATES.withdrawn] });
  return { version };
}

/** Takes a wrongly filed one back, with the consent of the organisation above, whose act this is. */
export async function undo(ctx: Ctx, input: ParsedOf<typeof contract.undoVariation>) {
  const row = await lockRow(ctx, input.id, input.version);
  if (row.state !== 'effective' || KINDS[row.kind].status === 1) throw refuse('只有已生效的减少可以撤销');
  const why = whyNot(ctx, row);
  if (why) throw refuse(why);
  if (ctx.session.orgCode.length >= row.orgCode.length) throw refuse('须由上级组织撤销');
  if (row.memberStatus !== KINDS[row.kind].status) throw refuse('党籍状态后来又有变化，不能撤销');
  const done = await reverseVariation(ctx.db, ctx.vault, row, input.reason, actorOf(ctx));
  log(ctx, row, { state: [STATES.effective, STATES.undone] }, input.reason);
  return done;
}

/** Carries out what was approved for a day that has come; one that cannot be carried out any more stays, with a to-do. */
export async function carryOutDue(services: Services): Promise<void> {
  for (const id of await queries.dueVariations(services.db)) {
    try {
      await services.db.transaction().execute(async (db) => {
        const row = await queries.findVariation(db, wholeScope, id, true);
        if (row?.state !== 'approved') return;
        await carryOutVariation(db, services.vault, row, { id: null, name: row.decidedName || '系统' });
      });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const row = await queries.findVariation(services.db, wholeScope, id);
      if (row && row.deciderId !== null && row.deciderCode !== null) {
        await ask(services.db, row, { id: row.deciderId, code: row.deciderCode, roleId: ROLE.worker });
      }
    }
  }
}

/** Whether somebody may read a paper of a variation: whoever reads variations where it lies. */
export const mayReadPaper = (ctx: Ctx, file: { orgCode: string }) =>
  ctx.may('variation:read') && ctx.scope.memberId === null && inScope(ctx.scope, file.orgCode);
