import { APPEAL_STATES, type AppealState, pointsText, signedText } from '#assessment/points/rules.ts';
import { path } from '#kernel/workflow/rules.definition.ts';
import { tasksOf, usableProcesses } from '#kernel/workflow/server/index.ts';
import { lockReturned, resubmit, startInstance } from '#kernel/workflow/server/service/start.ts';
import { factsOf, placeFacts, type Subject, workflowSubject } from '#kernel/workflow/server/subjects.ts';
import type { Ctx } from '#platform/server/context.ts';
import { wholeScope } from '#platform/server/database/scope.ts';
import { notFound, refuse } from '#platform/server/errors.ts';
import * as queries from '../queries/hands.ts';

/** The kind of appeals among the approval processes. */
export const POINTS_APPEAL = 'pointsAppeal';
const MISSING = '这件申诉不存在，或不在管理范围内';
const OWN_PAGE = '/partyMember/points';

const kindOf = (row: Pick<queries.AppealRecord, 'lineId'>) => (row.lineId === null ? 'missed' : 'line');
const facts = (row: queries.AppealRecord) => ({
  kind: kindOf(row),
  points: row.points / 100,
  level: row.level,
  itemName: row.itemName,
});

const subject: Subject = {
  label: '积分申诉',
  fields: [
    {
      key: 'kind',
      label: '类别',
      kind: 'choice',
      options: [
        { value: 'line', label: '申诉' },
        { value: 'missed', label: '补记申请' },
      ],
    },
    { key: 'points', label: '请求补记（分）', kind: 'number' },
    { key: 'level', label: '第几次申诉', kind: 'number' },
    { key: 'itemName', label: '积分项目', kind: 'text' },
  ],
  // The working page shows all of it.
  url: () => '',
  resubmitUrl: () => OWN_PAGE,
  // Who takes part reads it, wherever they work: the engine has seen to it.
  async view(ctx, id) {
    const row = await queries.findAppeal(ctx.db, wholeScope, id);
    if (!row) throw notFound(MISSING);
    const lines = [
      { label: '党员', value: `${row.memberName}（${row.orgName}）` },
      { label: '类别', value: `${row.lineId === null ? '补记申请' : '申诉'}${row.level === 2 ? '，再次申诉' : ''}` },
      { label: '项目', value: row.itemName },
      { label: '日期', value: row.day },
      { label: '请求', value: `${signedText(row.points)}分` },
    ];
    const before = row.firstId === null ? undefined : await queries.findAppeal(ctx.db, wholeScope, row.firstId);
    if (before) lines.push({ label: '第一次答复', value: `${APPEAL_STATES[before.state]}：${before.opinion}` });
    return { lines, text: row.text, files: [], checks: [] };
  },
  async onEnd(ctx, id, outcome) {
    const row = await queries.findAppeal(ctx.db, wholeScope, id, true);
    if (!row) throw notFound(MISSING);
    const state: AppealState = outcome === 'approved' ? 2 : outcome === 'rejected' ? 3 : 4;
    const { accountId: by, accountName: name } = ctx.session;
    const refused =
      outcome === 'rejected' && row.instanceId !== null
        ? (await tasksOf(ctx.db, row.instanceId)).findLast((task) => task.state === 'rejected')
        : undefined;
    const who = outcome === 'withdrawn' ? { by: null, name: '' } : { by, name };
    await queries.writeAppeal(ctx.db, id, state, { ...who, opinion: refused?.opinion ?? '' });
    ctx.audit({
      type: 'pointAppeal',
      id,
      name: row.memberName,
      orgCode: row.orgCode,
      changes: { state: [row.state, state] },
    });
  },
};

/** Announces appeals as what runs on approval processes. */
export const announceAppeals = (): void => workflowSubject(POINTS_APPEAL, subject);

const titleOf = (row: queries.AppealRecord) => `${row.memberName}：${row.itemName}补记${pointsText(row.points)}分`;

/**
 * Puts an appeal on its way where a process is published at the organisation that answers or above it; false: there is none, and that
 * organisation answers by itself. Whoever entered or confirmed the line, or answered before, never decides.
 */
export async function sendIn(ctx: Ctx, id: string): Promise<boolean> {
  const row = await queries.findAppeal(ctx.db, wholeScope, id, true);
  if (!row) throw notFound(MISSING);
  const [process] = await usableProcesses(ctx.db, POINTS_APPEAL, row.handlerCode);
  if (!process) return false;
  const at = { orgId: row.handlerId, orgCode: row.handlerCode, orgType: row.handlerType };
  const { steps } = path(process.definition, factsOf(subject, facts(row), placeFacts(at)));
  if (steps.some((step) => step.kind === 'approver' && step.who.kind === 'chosen'))
    throw refuse(`审批流程“${process.name}”要由发起人自选审批人，积分申诉不能用，请联系流程管理员改为固定审批人`);
  const before = row.firstId === null ? undefined : await queries.findAppeal(ctx.db, wholeScope, row.firstId);
  const barred = [row.enteredBy, row.confirmedBy, before?.decidedBy].filter((one) => one !== null && one !== undefined);
  const started = await startInstance(ctx, {
    kind: POINTS_APPEAL,
    processId: process.id,
    subjectId: row.id,
    title: titleOf(row),
    facts: facts(row),
    chosen: {},
    at,
    barred,
  });
  await queries.setAppealInstance(ctx.db, row.id, started.id);
  return true;
}

/** Sends a returned appeal on with another text; by whoever made it. */
export async function sendAgain(ctx: Ctx, row: queries.AppealRecord, text: string): Promise<number> {
  const instance = await lockReturned(ctx, row.instanceId ?? '0', row.instanceVersion ?? 0);
  const version = await queries.writeAppealText(ctx.db, row.id, text);
  await resubmit(ctx, instance, { title: titleOf(row), facts: facts(row), chosen: {} });
  return version;
}
