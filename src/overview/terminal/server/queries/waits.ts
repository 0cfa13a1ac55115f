import { sql } from 'kysely';
import { nearestDecider } from '#kernel/permission/server/index.ts';
import { restingStates, type StateWords, waitingState } from '#platform/server/inbox/waiting.ts';

/** What waits in the states of this module, and why nothing does in the others. */
export const boxStates: StateWords = {
  'box_insert.state': {
    asked: waitingState('boxInsert', {
      when: sql`x.to_at > now()`,
      asks: sql`
        select d.role_id, d.id as org_id, d.code as org_code, null::bigint as account_id, '智慧终端' as module,
               '发布插播：' || i.words as title, o.name || i.written_name || '请您核对后发布' as detail, '发布' as act,
               '/box/insertDetails?id=' || i.id as url, null::date as due_on, 'boxInsert:' || i.id as subject,
               i.written_name as asked_by, i.org_id as from_org_id
          from box_insert i join organisation o on o.id = i.org_id and o.deleted_at is null
          cross join lateral ${nearestDecider(sql`i.org_code`, 'box:insert', { but: sql`i.written_by`, fromHere: true })} d
         where i.state = 'asked' and i.to_at > now()`,
    }),
    ...restingStates('it is on the screens until its time', 'released'),
    ...restingStates('decided', 'returned', 'ended'),
  },
  'box_publicity.state': restingStates('the own work of whoever writes it', 'draft', 'published'),
  'box_honor.state': restingStates('the own work of whoever writes it', 'draft', 'published'),
  'box_event.state': restingStates('the own work of whoever writes it', 'draft', 'published'),
  'box_media.state': restingStates('the own work of whoever writes it', 'draft', 'published'),
  'box_study.state': restingStates('the own work of whoever writes it', 'draft', 'published'),
  'box_book.state': restingStates('the own work of whoever writes it', 'draft', 'published'),
};
