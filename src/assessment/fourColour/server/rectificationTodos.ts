import { ROLE } from '#kernel/session/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { sendNotice } from '#platform/server/inbox/notices.ts';
import { closeTodos, openTodo } from '#platform/server/inbox/todos.ts';
import { findParentOrg } from './queries/hand.ts';

const MODULE = '四色管理';
/** Dictionary 0178: 通知. */
const NOTICE = '1';

/** What is put right, and by whom: a rectification (`colour`) or a 软弱涣散 file (`weak`). */
export interface Rectification {
  kind: 'colour' | 'weak';
  id: string;
  orgId: string;
  orgCode: string;
  orgName: string;
  dueOn: string | null;
}
const WORDS = { colour: ['四色整改', '报整改情况', '验收'], weak: ['软弱涣散整顿', '申请销号', '验收销号'] } as const;
const pathOf = ({ kind, id, orgId }: Rectification) =>
  kind === 'weak' ? `/affairs/villageAndcity/weak?id=${id}` : `/affairs/villageAndcity/index?org=${orgId}`;
const mine = ({ kind, id }: Rectification) => `${kind}Mend:${id}`;
const theirs = ({ kind, id }: Rectification) => `${kind}Accept:${id}`;

/** The organisation has to put it right by its day; whatever waited above is over. */
export async function openRectifyTodo(ctx: Ctx, one: Rectification, detail: string): Promise<void> {
  const [title, act] = WORDS[one.kind];
  await closeTodos(ctx.db, [theirs(one)]);
  await openTodo(ctx, {
    roleId: ROLE.worker,
    orgId: one.orgId,
    orgCode: one.orgCode,
    accountId: null,
    module: MODULE,
    title: `${title}：${one.orgName}`,
    detail,
    act,
    jumpUrl: pathOf(one),
    dueOn: one.dueOn,
    subject: mine(one),
  });
}

/** It was reported: the organisation above has to look at it. */
export async function openAcceptTodo(ctx: Ctx, one: Rectification): Promise<void> {
  const [title, , act] = WORDS[one.kind];
  await closeTodos(ctx.db, [mine(one)]);
  const at = await findParentOrg(ctx.db, one.orgId);
  if (!at) return;
  await openTodo(ctx, {
    roleId: ROLE.worker,
    orgId: at.id,
    orgCode: at.code,
    accountId: null,
    module: MODULE,
    title: `${title}待验收：${one.orgName}`,
    detail: '',
    act,
    jumpUrl: pathOf(one),
    dueOn: one.dueOn,
    subject: theirs(one),
  });
}

/** It was decided: whoever reported is told; what was sent back has to be put right again. */
export async function notifyDecided(
  ctx: Ctx,
  one: Rectification,
  decided: { agree: boolean; opinion: string; reportedId: string | null },
): Promise<void> {
  const [title] = WORDS[one.kind];
  if (decided.agree) await closeTodos(ctx.db, [mine(one), theirs(one)]);
  else await openRectifyTodo(ctx, one, decided.opinion);
  if (decided.reportedId === null) return;
  await sendNotice(ctx.db, {
    type: NOTICE,
    title: `${title}${decided.agree ? '已验收' : '退回'}：${one.orgName}`,
    remark: decided.opinion,
    orgId: one.orgId,
    createdBy: ctx.session.accountName,
    accountIds: [decided.reportedId],
  });
}
