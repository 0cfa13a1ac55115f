import type * as contract from '#kernel/message/contract.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { runRefusable } from '#platform/server/database/db.ts';
import { badInput, notFound } from '#platform/server/errors.ts';
import type { TogetherActs } from '#platform/server/module.ts';
import * as queries from './queries/todo.ts';

const kindOf = (subject: string) => subject.split(':')[0] ?? '';

/** What can be done with several to-dos of this kind at once, by whoever holds the right of it. */
function actsOf(ctx: Ctx, subject: string): TogetherActs | undefined {
  const kind = kindOf(subject);
  const acts = ctx.services.modules.find(({ together }) => together?.[kind])?.together?.[kind];
  return acts && ctx.may(acts.right) ? acts : undefined;
}

function togetherOf(ctx: Ctx, subject: string): contract.TogetherAct[] {
  const acts = actsOf(ctx, subject);
  return [...(acts?.agree ? (['agree'] as const) : []), ...(acts?.return ? (['return'] as const) : [])];
}

/** The to-dos of the active role and of the account: overdue first, then what falls due. */
export async function pageOfTodos(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listTodos>,
): Promise<ReplyOf<typeof contract.listTodos>> {
  const { rows, ...counts } = await queries.listTodos(ctx.db, ctx.session, {
    part: input.part,
    state: input.state ?? null,
    module: input.moduleName || null,
    fromOrgId: input.fromOrgId ?? null,
    act: input.act || null,
    limit: input.pageSize,
    offset: (input.pageNum - 1) * input.pageSize,
  });
  return {
    ...counts,
    rows: rows.map((row) => ({
      id: row.id,
      roleId: row.role_id,
      createTime: row.created_at.toISOString(),
      orgName: row.org_name,
      orgId: row.org_id,
      moduleName: row.module,
      message: row.title,
      detail: row.detail,
      act: row.act,
      jumpUrl: row.jump_url,
      askedBy: row.asked_by,
      fromOrgName: row.from_org_name,
      dueOn: row.due_on,
      daysLeft: row.days_left,
      state: row.state,
      laterUntil: row.later_until,
      latest: row.latest,
      doneAt: row.done_at?.toISOString() ?? null,
      kind: kindOf(row.subject),
      together: input.part === 'open' ? togetherOf(ctx, row.subject) : [],
    })),
  };
}

/** What the list can be narrowed to, with numbers, and what is said where it is empty. */
export async function choicesOfTodos(
  ctx: Ctx,
  { part }: ParsedOf<typeof contract.todoChoices>,
): Promise<ReplyOf<typeof contract.todoChoices>> {
  const [found, { open, later, done, back_on: backOn, due_on: dueOn }] = await Promise.all([
    queries.todoChoices(ctx.db, ctx.session, part),
    queries.todoSums(ctx.db, ctx.session),
  ]);
  const of = (kind: queries.TodoChoice['kind']) =>
    found.filter((one) => one.kind === kind).map(({ value, label, n }) => ({ value, label, count: n }));
  return {
    modules: of('module'),
    orgs: of('org'),
    acts: of('act'),
    counts: { open, later, done },
    backOn,
    dueOn,
  };
}

/** Puts own to-dos off until a day, all of them or none; none beyond its term, so that nothing is forgotten over it. */
export async function putOff(ctx: Ctx, { id, until }: ParsedOf<typeof contract.putOffTodo>): Promise<null> {
  const rows = await queries.lockTodos(ctx.db, ctx.session, id);
  if (rows.length < new Set(id).size) throw notFound('待办已经办结，或不是您的');
  for (const { title, latest, today } of rows) {
    if (until <= today) throw badInput({ until: '请选择今天以后的一天' });
    if (until > latest) throw badInput({ until: `“${title}”最晚推到${latest}` });
  }
  await queries.saveLater(ctx.db, ctx.session.accountId, id, until);
  for (const row of rows) {
    ctx.audit({ type: 'todo', id: row.id, name: row.title, orgCode: row.org_code, reason: `推到${until}` });
  }
  return null;
}

/** Takes own to-dos up again that were put off. */
export async function takeUp(ctx: Ctx, { id }: ParsedOf<typeof contract.takeUpTodo>): Promise<null> {
  const rows = await queries.lockTodos(ctx.db, ctx.session, id);
  if (rows.length < new Set(id).size) throw notFound('待办已经办结，或不是您的');
  await queries.saveLater(ctx.db, ctx.session.accountId, id, null);
  for (const row of rows) ctx.audit({ type: 'todo', id: row.id, name: row.title, orgCode: row.org_code });
  return null;
}

/** Does several to-dos of one kind, each as if it were done alone; those that cannot be done are named with the reason. */
export async function doTogether(
  ctx: Ctx,
  { id, act, reason }: ParsedOf<typeof contract.doTogether>,
): Promise<ReplyOf<typeof contract.doTogether>> {
  const why = reason.trim();
  if (act === 'return' && why === '') throw badInput({ reason: '请写明退回的原因' });
  const rows = await queries.lockTodos(ctx.db, ctx.session, id);
  if (rows.length < id.length) throw notFound('待办已经办结，或不是您的');
  if (new Set(rows.map(({ subject }) => kindOf(subject))).size > 1) throw badInput({ id: '请选择同一类的待办' });
  const kept: { id: string; name: string; note: string }[] = [];
  for (const row of rows) {
    const run = actsOf(ctx, row.subject)?.[act];
    const about = row.subject.slice(kindOf(row.subject).length + 1);
    const note = run ? await runRefusable(ctx.db, () => run(ctx, about, why)) : '这一类要逐件打开办理';
    if (note !== '') kept.push({ id: row.id, name: row.title, note });
  }
  return { done: rows.length - kept.length, kept };
}
