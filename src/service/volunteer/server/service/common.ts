import { dictionaryNames } from '#kernel/dictionary/server/names.ts';
import { ROLE } from '#kernel/session/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { narrowScope, type Scope } from '#platform/server/database/scope.ts';
import { conflict, notFound, refuse } from '#platform/server/errors.ts';
import { sendNotice } from '#platform/server/inbox/notices.ts';
import { closeTodos, openTodo } from '#platform/server/inbox/todos.ts';
import { POSTS } from '#service/dualReport/rules.ts';
import { AUDIENCES, HOURS_STATES, KINDS, PHASES } from '#service/volunteer/rules.ts';
import { type ActivityRecord, findActivity } from '../queries/activity.ts';
import { accountsOf } from '../queries/signup.ts';
import { MODULE, signupSubject, signupsPath } from '../todos.ts';

export const NO_ACTIVITY = '没有这个活动，或不在管理范围内';
export const NO_ORG = '没有这个党组织，或不在管理范围内';
/** 工作提醒 of dictionary 0178. */
export const NOTICE = '5';

/** The scope of the organisation asked for, the own one where none is named; out of scope reads as not found. */
export function scopeOf(ctx: Ctx, orgId: string | undefined): Scope {
  const scope = orgId === undefined ? ctx.scope : ctx.chosenOrg && narrowScope(ctx.scope, ctx.chosenOrg.code);
  if (!scope) throw notFound(NO_ORG);
  return scope;
}

/** An activity of the scope. */
export async function readActivity(ctx: Ctx, id: string): Promise<ActivityRecord> {
  const row = await findActivity(ctx.db, ctx.scope, id);
  if (!row) throw notFound(NO_ACTIVITY);
  return row;
}

/** An activity that the own organisation runs, held. @throws conflict where it has changed since it was read */
export async function lockOwn(ctx: Ctx, id: string, version?: number): Promise<ActivityRecord> {
  const row = await findActivity(ctx.db, ctx.scope, id, true);
  if (!row) throw notFound(NO_ACTIVITY);
  if (row.orgId !== ctx.session.orgId) throw refuse('只有发布活动的组织可以这样做');
  if (version !== undefined && row.version !== version) {
    throw conflict('这个活动已有变化，请核对后再操作', { current: { version: row.version } });
  }
  return row;
}

/** The words of an activity's values. */
export async function wordsOf(ctx: Ctx, row: ActivityRecord) {
  const names = await dictionaryNames(ctx.services);
  return {
    kindName: KINDS[row.kind],
    phaseName: PHASES[row.phase],
    postName: names.name(POSTS, row.post),
    audienceName: AUDIENCES[row.audience],
    hoursStateName: HOURS_STATES[row.hoursState],
  };
}

/** What the log says of an act on an activity. */
export const logActivityChange = (
  ctx: Ctx,
  { id, title, orgCode }: Pick<ActivityRecord, 'id' | 'title' | 'orgCode'>,
  changes: Record<string, [unknown, unknown]> = {},
  reason = '',
) => ctx.audit({ type: 'serviceActivity', id, name: title, orgCode, changes, ...(reason ? { reason } : {}) });

/** Tells people by their accounts, but for whoever does it. */
export async function notifyPeople(
  ctx: Ctx,
  memberIds: readonly string[],
  words: { title: string; remark: string; jumpUrl: string },
): Promise<void> {
  const accountIds = (await accountsOf(ctx.db, memberIds)).filter((id) => id !== ctx.session.accountId);
  if (accountIds.length === 0) return;
  const { orgId, accountName: createdBy } = ctx.session;
  await sendNotice(ctx.db, { ...words, type: NOTICE, orgId, createdBy, accountIds });
}

/** Keeps the organiser's to-do in step: open while somebody waits for an answer before the activity begins. */
export async function syncSignupTodo(
  ctx: Ctx,
  row: Pick<ActivityRecord, 'id' | 'title' | 'orgId' | 'orgCode' | 'startsAt'>,
  waits: boolean,
): Promise<void> {
  if (!waits) return closeTodos(ctx.db, [signupSubject(row.id)]);
  await openTodo(ctx, {
    roleId: ROLE.worker,
    orgId: row.orgId,
    orgCode: row.orgCode,
    accountId: null,
    module: MODULE,
    title: `审核“${row.title}”的报名`,
    detail: `活动时间${row.startsAt}`,
    act: '审核',
    jumpUrl: signupsPath(row.id),
    dueOn: row.startsAt.slice(0, 10),
    subject: signupSubject(row.id),
  });
}
