import { sql } from 'kysely';
import { restingStates, type StateWords, waitingState } from '#platform/server/inbox/waiting.ts';

const OF = {
  colour: ['colour_rectification', 0, '四色整改', '报整改情况', '验收'],
  weak: ['weak_org', 1, '软弱涣散整顿', '申请销号', '验收销号'],
} as const;
const pathOf = (kind: keyof typeof OF) =>
  kind === 'weak'
    ? sql`'/affairs/villageAndcity/weak?id=' || r.id`
    : sql`'/affairs/villageAndcity/index?org=' || r.org_id`;

/** What an organisation has to put right, before itself. */
const mending = (kind: keyof typeof OF) => {
  const [table, state, title, act] = OF[kind];
  return sql`
    select 3::smallint as role_id, r.org_id, r.org_code, null::bigint as account_id, '四色管理' as module,
           ${title}::text || '：' || o.name as title, r.problems as detail, ${act}::text as act, ${pathOf(kind)} as url, r.due_on,
           ${`${kind}Mend:`}::text || r.id as subject, o.parent_id as from_org_id
      from ${sql.table(table)} r join organisation o on o.id = r.org_id where r.state = ${state}`;
};

/** What it says is put right, before the organisation above. */
const accepting = (kind: keyof typeof OF) => {
  const [table, state, title, , act] = OF[kind];
  return sql`
    select 3::smallint as role_id, up.id as org_id, up.code as org_code, null::bigint as account_id, '四色管理' as module,
           ${title}::text || '待验收：' || o.name as title, '' as detail, ${act}::text as act, ${pathOf(kind)} as url, r.due_on,
           ${`${kind}Accept:`}::text || r.id as subject, r.org_id as from_org_id
      from ${sql.table(table)} r join organisation o on o.id = r.org_id join organisation up on up.id = o.parent_id
     where r.state = ${state + 1}`;
};

/** What waits in the states of this module, and why nothing does in the others. */
export const fourColourStates: StateWords = {
  'colour_hand.state': { 0: waitingState('colourHand'), ...restingStates('decided', 1, 2, 3) },
  'colour_rectification.state': {
    0: waitingState('colourMend', { asks: mending('colour') }),
    1: waitingState('colourAccept', { asks: accepting('colour') }),
    2: 'over',
  },
  'weak_org.state': {
    0: waitingState('weakStart', {
      asks: sql`
        select 3::smallint as role_id, up.id as org_id, up.code as org_code, null::bigint as account_id, '四色管理' as module,
               '制定整顿措施：' || o.name as title, w.year || '年列为软弱涣散基层党组织' as detail, '整顿' as act,
               '/affairs/villageAndcity/weak?id=' || w.id as url, w.due_on, 'weakStart:' || w.id as subject
          from weak_org w join organisation o on o.id = w.org_id join organisation up on up.id = o.parent_id where w.state in (0, 4)`,
    }),
    4: waitingState('weakStart'),
    1: waitingState('weakMend', { asks: mending('weak') }),
    2: waitingState('weakAccept', { asks: accepting('weak') }),
    3: 'over',
  },
};
