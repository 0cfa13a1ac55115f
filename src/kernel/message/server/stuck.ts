import { urgedRecently } from '#house/urging.ts';
import type * as contract from '#kernel/message/contract.stuck.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { notFound } from '#platform/server/errors.ts';
import { sendNotices } from '#platform/server/inbox/notices.ts';
import { noteUrged } from '#platform/server/inbox/todos.ts';
import * as queries from './queries/stuck.ts';

/** 提醒, dictionary 0178. */
const REMINDER = '6';

/** What waits below the own organisation, or what it asked of others, with who holds it. */
export async function pageOfStuck(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listStuck>,
): Promise<ReplyOf<typeof contract.listStuck>> {
  const { rows, total, overdue } = await queries.listStuck(ctx.db, ctx.scope, ctx.session, {
    side: input.side,
    state: input.state ?? null,
    module: input.moduleName || null,
    orgId: input.holderOrgId ?? null,
    days: input.days ? Number(input.days) : null,
    limit: input.pageSize,
    offset: (input.pageNum - 1) * input.pageSize,
  });
  return {
    total,
    overdue,
    rows: rows.map((row) => ({
      id: row.id,
      moduleName: row.module,
      message: row.title,
      act: row.act,
      holderOrgId: row.org_id,
      holderOrgName: row.org_name,
      holders: row.holders,
      phone: row.phone,
      days: row.days,
      dueOn: row.due_on,
      daysLeft: row.days_left,
      state: row.state,
      urgedAt: row.urged_at?.toISOString() ?? null,
      can: { urge: !row.recently && row.holders.length > 0 },
    })),
  };
}

/** What the list can be narrowed to, with numbers. */
export async function choicesOfStuck(
  ctx: Ctx,
  { side }: ParsedOf<typeof contract.stuckChoices>,
): Promise<ReplyOf<typeof contract.stuckChoices>> {
  const { db, scope, session } = ctx;
  const [found, below, above] = await Promise.all([
    queries.stuckChoices(db, scope, session, side),
    queries.countStuck(db, scope, session, 'below'),
    queries.countStuck(db, scope, session, 'above'),
  ]);
  const of = (kind: queries.StuckChoice['kind']) =>
    found.filter((one) => one.kind === kind).map(({ value, label, n }) => ({ value, label, count: n }));
  return { modules: of('module'), orgs: of('org'), counts: { below, above } };
}

/** Why a to-do cannot be urged now; empty: it can. */
function obstacle({ recently, urgedAt, accountIds, orgName }: queries.UrgedTodo): string {
  if (recently && urgedAt) return urgedRecently(urgedAt);
  return accountIds.length === 0 ? `${orgName}现在没有可以办理的人员，请电话联系` : '';
}

/** Reminds whoever holds each of these to-dos, once in two hours; those that cannot be urged are named with the reason. */
export async function urgeMany(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.urgeTodos>,
): Promise<ReplyOf<typeof contract.urgeTodos>> {
  const rows = await queries.lockStuck(ctx.db, ctx.scope, ctx.session, id);
  if (rows.length < id.length) throw notFound('待办已经办结，或不在管理范围内');
  const told = rows.map((row) => ({ row, note: obstacle(row) }));
  const urged = told.filter(({ note }) => note === '').map(({ row }) => row);
  const { orgId, orgName, accountName } = ctx.session;
  await sendNotices(
    ctx.db,
    urged.map((row) => ({
      type: REMINDER,
      title: `催办：${row.title}`,
      remark: `${orgName}${accountName}请您尽快办理，可从待办进入。`,
      orgId,
      createdBy: accountName,
      accountIds: row.accountIds,
      jumpUrl: row.jumpUrl,
    })),
  );
  for (const row of urged) {
    await noteUrged(ctx.db, row.id);
    ctx.audit({ type: 'todo', id: row.id, name: row.shownTitle, orgCode: row.orgCode, reason: `催办${row.orgName}` });
  }
  return {
    urged: urged.length,
    reached: new Set(urged.flatMap(({ accountIds }) => accountIds)).size,
    kept: told.flatMap(({ row, note }) => (note === '' ? [] : [{ id: row.id, name: row.shownTitle, note }])),
  };
}
