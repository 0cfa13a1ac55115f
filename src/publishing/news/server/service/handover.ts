import { announceBelonging, followRows } from '#people/org/server/belongings.ts';
import { moveTodos } from '#platform/server/inbox/todos.ts';
import * as queries from '../queries/handover.ts';
import { careSubjects } from './circleTodos.ts';
import { fixSubject, TOPIC, wordSubject } from './common.ts';

/**
 * Announces what of 资讯 and 党员圈 belongs to an organisation. What is before its deciders is decided first; the rest goes to the
 * organisation that takes over, and keeps the name under which it was published.
 */
export function announceHandover(): void {
  announceBelonging({
    subject: 'archiveWaiting',
    noun: '待审核的资讯',
    measure: '篇',
    waits: true,
    count: queries.countUndecided,
  });
  announceBelonging({
    subject: TOPIC,
    noun: '资讯和公告',
    measure: '篇',
    waits: false,
    count: queries.textsOf,
    async move(ctx, from, to, ids, reason) {
      const went = await queries.moveTexts(ctx.db, from, to, ids);
      return followRows(ctx, { from, to, reason }, went, TOPIC, (id) => [fixSubject(id), wordSubject(id)]);
    },
  });
  announceBelonging({
    subject: 'circlePost',
    noun: '党员圈动态',
    measure: '条',
    waits: false,
    count: queries.postsOf,
    async move(ctx, from, to, ids) {
      const went = await queries.movePosts(ctx.db, from, to, ids);
      await moveTodos(ctx.db, from.id, to, went.flatMap(careSubjects));
      return went;
    },
  });
}
