import { decideAbove, registerUrgeable } from '#kernel/permission/server/above.ts';
import { ROLE } from '#kernel/session/contract.ts';
import { withdraw as withdrawInstance } from '#kernel/workflow/server/service/act.ts';
import { lockReturned, resubmit } from '#kernel/workflow/server/service/start.ts';
import { submitForApproval } from '#kernel/workflow/server/service/submit.ts';
import { type Subject, workflowSubject } from '#kernel/workflow/server/subjects.ts';
import type { ParsedOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { wholeScope } from '#platform/server/database/scope.ts';
import { badInput, conflict, notFound, refuse } from '#platform/server/errors.ts';
import { askDecider, closeTodos } from '#platform/server/inbox/todos.ts';
import { plainText } from '#platform/text/richText.ts';
import type * as contract from '#publishing/openAffairs/contract.ts';
import { findPersonalNumbers, KINDS, OPEN_AFFAIR } from '#publishing/openAffairs/rules.ts';
import { periodText } from '../../rules.ts';
import * as queries from '../queries/affair.ts';
import { versionsOf } from '../queries/shown.ts';
import { decideSubject, detailPath, fixSubject, MODULE } from '../todos.ts';
import { MISSING } from './read.ts';
import { decisionRequestOf } from './rights.ts';
import { lockRow } from './write.ts';

type Affair = queries.AffairRecord;
type Stepped = Promise<{ version: number }>;

const facts = ({ kind, itemName, publicDays, title }: Affair) => ({ kind, itemName, publicDays, title });

const subject: Subject = {
  label: MODULE,
  fields: [
    {
      key: 'kind',
      label: '公开类别',
      kind: 'choice',
      options: Object.entries(KINDS).map(([value, label]) => ({ value, label })),
    },
    { key: 'itemName', label: '公开项目', kind: 'text' },
    { key: 'publicDays', label: '公开天数', kind: 'number' },
    { key: 'title', label: '标题', kind: 'text' },
  ],
  url: detailPath,
  // Who takes part reads it, wherever they work: the engine has seen to it.
  async view(ctx, id) {
    const row = await queries.findAffair(ctx.db, wholeScope, id);
    if (!row) throw notFound(MISSING);
    const lines = [
      { label: '公开组织', value: row.orgName },
      { label: '公开类别', value: KINDS[row.kind] },
      { label: '公开项目', value: row.itemName },
      { label: '期次', value: periodText(row.period) },
      { label: '公开天数', value: `${row.publicDays}天` },
    ];
    if (row.note) lines.push({ label: '更正说明', value: row.note });
    const found = findPersonalNumbers(row);
    const checks = found.map((title) => ({
      ok: false,
      title,
      detail: row.despite === '' ? '没有说明仍要公开的原因，不能同意' : `送审人说明仍要公开：${row.despite}`,
      basis: '',
    }));
    return { lines, text: plainText(row.content), files: row.files, checks };
  },
  async onEnd(ctx, id, outcome) {
    const row = await queries.findAffair(ctx.db, wholeScope, id, true);
    if (!row) throw notFound(MISSING);
    if (outcome === 'approved') stopNumbers(row, row.despite);
    if (outcome === 'approved') await queries.publish(ctx.db, id, ctx.session.accountName);
    else
      await queries.takeStep(ctx.db, id, { state: 'draft', opinion: outcome === 'rejected' ? '审批不同意公开' : '' });
    const state = outcome === 'approved' ? 'published' : 'draft';
    log(ctx, row, { state: [row.state, state] });
  },
};

/** Refuses what tells everybody a personal number, unless somebody has said why it is published all the same. */
function stopNumbers(row: Affair, despite: string) {
  const found = findPersonalNumbers(row);
  if (found.length === 0 || despite !== '') return;
  throw refuse(found[0] ?? '', { personal: found, fields: { despite: '请删除或遮盖，或写明仍要公开的原因' } });
}

/** Announces 三务公开 as what runs on approval processes, and what may be urged where none decides. */
export function announceAffairs(): void {
  workflowSubject(OPEN_AFFAIR, subject);
  registerUrgeable('openAffair', async (ctx, id) => {
    const row = await lockRow(ctx, id);
    const before = decisionRequestOf(ctx, row);
    return {
      row: { ...before, isOpen: before.isOpen && row.instanceId === null },
      detail: { type: 'openAffair', id, name: row.title, orgCode: row.orgCode },
    };
  });
}

function log(ctx: Ctx, row: Affair, changes: Record<string, [unknown, unknown]>, reason?: string) {
  const detail = { type: 'openAffair', id: row.id, name: row.title, orgCode: row.orgCode, changes };
  ctx.audit(reason ? { ...detail, reason } : detail);
}

/** Sends an affair in: on the nearest process, or to the superior where there is none; a returned one goes on its way again. */
export async function submit(
  ctx: Ctx,
  input: ParsedOf<typeof contract.submitAffair>,
): Promise<{ version: number; decider?: string }> {
  const row = await lockRow(ctx, input.id, input.version);
  if (row.state === 'pending' && row.phase !== 'returned') throw refuse('已经送审，正在等待审批');
  if (row.state === 'published') throw refuse('这个版本已经公开，修改后再送审更正');
  if (row.state === 'withdrawn') throw refuse('已撤下的事项可以恢复公开，或修改后重新送审');
  stopNumbers(row, input.despite);
  if (input.despite !== '') {
    await queries.takeStep(ctx.db, row.id, { state: row.state, despite: input.despite });
    log(ctx, row, { despite: [row.despite, input.despite] });
  }
  await closeTodos(ctx.db, [fixSubject(row.id)]);
  if (row.state === 'pending') return sendAgain(ctx, row);
  const by = ctx.session.accountId;
  const sent = (instanceId: string | null) =>
    queries.takeStep(ctx.db, row.id, { state: 'pending', sent: { by, instanceId } });
  const { instanceId, decider } = await submitForApproval(ctx, {
    kind: OPEN_AFFAIR,
    subjectId: row.id,
    title: `${row.orgName}：${row.title}`,
    facts: facts(row),
    what: MODULE,
    waits: () => sent(null),
    above: {
      decider: async () => ({ ...(await queries.superiorOf(ctx.db, row.orgId, by)), roleId: ROLE.worker }),
      asked: {
        module: MODULE,
        title: `审批公开事项：${row.title}`,
        detail: `${row.orgName}，${ctx.session.accountName}送审`,
        act: '审批',
        jumpUrl: detailPath(row.id),
        subject: decideSubject(row.id),
      },
    },
  });
  const now = await lockRow(ctx, row.id);
  log(ctx, row, { state: [row.state, now.state] });
  if (decider) return { version: now.version, decider: decider.name };
  return { version: now.state === 'pending' ? await sent(instanceId) : now.version };
}

async function sendAgain(ctx: Ctx, row: Affair): Stepped {
  if (row.submittedBy !== ctx.session.accountId) throw refuse(`由${row.submitName}送审，请由本人重新送审或撤回`);
  const instance = await lockReturned(ctx, row.instanceId ?? '0', row.instanceVersion ?? 0);
  await resubmit(ctx, instance, { title: `${row.orgName}：${row.title}`, facts: facts(row), chosen: {} });
  const now = await lockRow(ctx, row.id);
  log(ctx, row, { phase: [row.phase, now.phase] });
  return { version: now.version };
}

/** Takes back what was sent in, by whoever sent it. */
export async function recall(ctx: Ctx, id: string): Stepped {
  const row = await lockRow(ctx, id);
  if (row.state !== 'pending') throw refuse('没有在审批，不需要撤回');
  if (row.submittedBy !== ctx.session.accountId) throw refuse(`由${row.submitName}送审，只能由本人撤回`);
  if (row.instanceId !== null) {
    await withdrawInstance(ctx, { id: row.instanceId, reason: '撤回送审' });
    return { version: (await lockRow(ctx, id)).version };
  }
  await closeTodos(ctx.db, [decideSubject(id)]);
  log(ctx, row, { state: [row.state, 'draft'] });
  return { version: await queries.takeStep(ctx.db, id, { state: 'draft' }) };
}

/** The superior's decision where no process decides; of two at once one wins. */
export async function decide(ctx: Ctx, input: ParsedOf<typeof contract.decideAffair>): Stepped {
  const row = await lockRow(ctx, input.id);
  if (row.state === 'pending' && row.instanceId !== null) throw refuse('该事项按审批流程办理，请到“待我审批”中审批');
  const agreed = input.decision === 'agree';
  const version = await decideAbove(ctx, decisionRequestOf(ctx, row), {
    check: () => {
      if (row.version !== input.version)
        throw conflict('该公开事项已有变化，请核对后再审批', { current: { version: row.version } });
      if (!agreed && input.opinion === '') throw badInput({ opinion: '请写明要怎样修改' });
      if (agreed) stopNumbers(row, row.despite || input.despite);
    },
    carryOut: async () => {
      if (agreed && input.despite !== '') log(ctx, row, { despite: [row.despite, input.despite] });
      if (agreed) return queries.publish(ctx.db, row.id, ctx.session.accountName);
      await openFixTodo(ctx, row, input.opinion);
      return queries.takeStep(ctx.db, row.id, { state: 'draft', opinion: input.opinion });
    },
    told: () => ({
      title: `${agreed ? '已同意公开' : '已退回'}：${row.title}`,
      remark: input.opinion === '' ? '上级党组织同意，从今天起公开。' : `意见：${input.opinion}`,
      orgId: row.orgId,
    }),
  });
  log(ctx, row, { state: [row.state, agreed ? 'published' : 'draft'] }, input.opinion);
  return { version };
}

const openFixTodo = (ctx: Ctx, row: Affair, opinion: string) =>
  askDecider(
    ctx,
    { id: row.orgId, code: row.orgCode, roleId: ROLE.worker },
    {
      module: MODULE,
      title: `修改后重新送审：${row.title}`,
      detail: opinion,
      act: '修改',
      jumpUrl: detailPath(row.id),
      subject: fixSubject(row.id),
    },
  );

/** Takes down what is shown; a correction that is on its way goes on. */
export async function takeDown(ctx: Ctx, input: ParsedOf<typeof contract.withdrawAffair>): Stepped {
  const row = await lockRow(ctx, input.id, input.version);
  if (row.shownNumber === null) throw refuse('该事项没有公开，不需要撤下');
  const state = row.state === 'published' ? 'withdrawn' : row.state;
  log(ctx, row, { shown: [true, false] }, input.reason);
  const version = await queries.takeStep(ctx.db, row.id, { state, shownNumber: null, withdrawnFor: input.reason });
  return { version };
}

/** Shows again what was taken down and not changed since: its text was approved. */
export async function putBack(ctx: Ctx, id: string): Stepped {
  const row = await lockRow(ctx, id);
  const [latest] = await versionsOf(ctx.db, id);
  if (row.state !== 'withdrawn' || !latest) throw refuse('只有撤下后没有改过的事项可以恢复公开');
  log(ctx, row, { shown: [false, true] });
  const step = { state: 'published', shownNumber: latest.number, withdrawnFor: '' } as const;
  return { version: await queries.takeStep(ctx.db, id, step) };
}
