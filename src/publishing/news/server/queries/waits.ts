import { sql } from 'kysely';
import { nearestDecider } from '#kernel/permission/server/index.ts';
import { restingStates, type StateWords, waitingState } from '#platform/server/inbox/waiting.ts';

const DESK = sql`case when a.kind = 'notice' then '/archive/announcement/manage/' when a.kind = 'video' then '/archive/video/view/' else '/archive/article/view/' end || a.id`;

/** What waits in the states of this module, and why nothing does in the others. */
export const archiveStates: StateWords = {
  'archive_article.state': {
    1: waitingState('archiveDecide', {
      when: sql`x.instance_id is null and x.deleted_at is null`,
      asks: sql`
        select d.role_id, d.id as org_id, d.code as org_code, null::bigint as account_id, '资讯' as module,
               '审核资讯：' || a.title as title, o.name as detail, '审核' as act, ${DESK} as url,
               null::date as due_on, 'archiveDecide:' || a.id as subject, a.org_id as from_org_id
          from archive_article a join organisation o on o.id = a.org_id
          cross join lateral ${nearestDecider(sql`a.org_code`, 'archive:audit', { but: sql`a.submitted_by` })} d
         where a.state = 1 and a.instance_id is null and a.deleted_at is null`,
    }),
    2: waitingState('archiveMend', {
      when: sql`x.instance_id is null and x.deleted_at is null`,
      asks: sql`
        select 3::smallint as role_id, a.org_id, a.org_code, null::bigint as account_id, '资讯' as module,
               '修改后重新送审：' || a.title as title, a.opinion as detail, '修改' as act, ${DESK} as url,
               null::date as due_on, 'archiveMend:' || a.id as subject
          from archive_article a where a.state = 2 and a.instance_id is null and a.deleted_at is null`,
    }),
    3: 'goes out by itself at its time',
    ...restingStates('the own work of whoever writes it', 0, 4, 5),
  },
  'archive_comment.state': {
    waiting: waitingState('archiveComment', {
      id: sql`x.article_id`,
      when: sql`x.deleted_at is null and exists (select from archive_article a where a.id = x.article_id and a.deleted_at is null)`,
      asks: sql`
        select 3::smallint as role_id, a.org_id, a.org_code, null::bigint as account_id, '资讯' as module,
               '审核评论：' || a.title as title, count(*) || '条评论审核后才显示' as detail, '审核' as act,
               '/archive/article/view/' || a.id as url, null::date as due_on, 'archiveComment:' || a.id as subject
          from archive_comment c join archive_article a on a.id = c.article_id and a.deleted_at is null
         where c.state = 'waiting' and c.deleted_at is null group by a.id`,
    }),
    ...restingStates('decided', 'shown', 'hidden'),
  },
  'circle_post.help_state': restingStates('everybody may help; the branch is told where nobody answers', 0, 1, 2, 3),
  'circle_post.is_waiting': { true: waitingState('circleReview', { when: sql`x.deleted_at is null` }), false: 'shown' },
  'circle_post.objection_open': {
    true: waitingState('circleObject', { when: sql`x.deleted_at is null` }),
    false: 'none',
  },
};
