import { ROLE } from '#kernel/session/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import type { Db } from '#platform/server/database/db.ts';
import { openTodo } from '#platform/server/inbox/todos.ts';

const MODULE = '党员圈';
export const reportSubject = (id: string) => `circleReport:${id}`;
export const reviewSubject = (id: string) => `circleReview:${id}`;
export const objectSubject = (id: string) => `circleObject:${id}`;
export const helpSubject = (id: string) => `circleHelp:${id}`;
/** What a moderator's decision settles. */
export const decisionSubjects = (id: string) => [reportSubject(id), reviewSubject(id), objectSubject(id)];
/** Everything that may wait because of a post. */
export const careSubjects = (id: string) => [...decisionSubjects(id), helpSubject(id)];
export const viewPath = (id: string) => `/archive/circleFriendsView/${id}`;

/** What a moderator of a place is to do about a post. Titles name who, never what was said: it may be hidden tomorrow. */
export const openModeratorTodo = (
  db: Db,
  at: { id: string; code: string },
  todo: { subject: string; postId: string; title: string; detail: string; act: string },
) =>
  openTodo(db, {
    roleId: ROLE.worker,
    orgId: at.id,
    orgCode: at.code,
    accountId: null,
    module: MODULE,
    title: todo.title,
    detail: todo.detail,
    act: todo.act,
    jumpUrl: viewPath(todo.postId),
    dueOn: null,
    subject: todo.subject,
  });

/** A post waits for its moderators (先审后发). */
export const openReviewTodo = (ctx: Ctx, post: { id: string; orgId: string; orgCode: string; name: string }) =>
  openModeratorTodo(
    ctx.db,
    { id: post.orgId, code: post.orgCode },
    {
      subject: reviewSubject(post.id),
      postId: post.id,
      title: `审核${post.name}发布的动态`,
      detail: '本组织的党员圈先审后发，审核后大家才能看到',
      act: '审核',
    },
  );
