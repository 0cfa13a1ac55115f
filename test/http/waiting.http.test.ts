import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dbToday } from '#platform/server/database/db.ts';
import {
  findWaitingWithoutTodo,
  SET,
  syncWaitingTodos,
  waitingState,
  waitingStates,
} from '#platform/server/inbox/waiting.ts';
import { serverModules } from '#rooms/server.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { ORGS } from '../support/fixture.ts';
import { todosOf } from '../support/todos.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const declared = new Map(serverModules.flatMap(({ states = {} }) => Object.entries(states)));

/** Words that somebody wrote, and counts by a state: no states of a row. */
const NO_STATES = [
  'account_request.decision',
  'development_step.decision',
  'id_card_change.decision',
  'life_contest_entry.review',
  'life_topic.decision',
  'member.membership_status',
  'self_edit.decision',
];
const isCount = (column: string) => /^\w+_(sum|sum_delta|tally|tally_delta)\./.test(column);

/** Tables where somebody's decision is written and which have no state: what of them waits is said by another column. */
const BY_ANOTHER: Readonly<Record<string, string>> = {
  account: 'a phone that its holder confirms',
  account_totp: 'a device that its holder confirms',
  archive_reach: 'an announcement that its reader confirms; the round of receipts tells the organisation',
  circle_report: 'before the moderators as circleReport',
  dues_merchant: 'before the city as duesMerchant',
  office_invitee: 'each has a to-do of its own',
  todo: 'asks by itself',
};

test('every state of every table is said to wait for somebody, or why nobody has to act', async () => {
  const { rows } = await sql<{ column: string; checks: string | null }>`
    select c.relname || '.' || a.attname as column, string_agg(pg_get_constraintdef(k.oid), ' ') as checks
      from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      left join pg_constraint k on k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
     where c.relkind in ('r', 'p') and not c.relispartition and a.attname ~ '(^|_)(state|status|decision|review)$'
     group by 1 order by 1`.execute(t.db);
  expect(rows.length).toBeGreaterThan(100);
  const open = rows
    .filter(({ column }) => !NO_STATES.includes(column) && !isCount(column))
    .flatMap(({ column, checks }) => {
      const between = /\w+ >= (-?\d+)\) AND \(\w+ <= (-?\d+)/.exec(checks ?? '');
      const values = between
        ? Array.from({ length: Number(between[2]) - Number(between[1]) + 1 }, (_, at) =>
            String(Number(between[1]) + at),
          )
        : [...(checks ?? '').matchAll(/'(-?\w*)'::|[[ (](-?\d+)(?=[,\])])/g)].map(
            ([, word, number]) => word ?? number ?? '',
          );
      const words = declared.get(column) ?? {};
      if (values.length === 0) return [`${column}: no values are named by a check`];
      return values.filter((value) => words[value] === undefined).map((value) => `${column} ${value}`);
    });
  expect(open).toEqual([]);
});

test('what is declared is there, and every table where somebody decides says what of it waits', async () => {
  const { rows } = await sql<{ column: string; decided: boolean }>`
    select table_name || '.' || column_name as column,
           column_name ~ '^(asked|decided|reviewed|confirmed|answered|accepted|audited)_(at|by|on)$' as decided
      from information_schema.columns where table_schema = 'public'`.execute(t.db);
  const columns = new Set(rows.map(({ column }) => column));
  expect([...declared.keys()].filter((column) => !columns.has(column))).toEqual([]);
  const told = new Set([...declared.keys()].map((column) => column.split('.')[0]));
  const silent = rows.filter(({ column, decided }) => {
    const [table = ''] = column.split('.');
    return decided && !told.has(table) && BY_ANOTHER[table] === undefined;
  });
  expect(silent.map(({ column }) => column)).toEqual([]);
});

test('what waits is asked of whoever has to act, once, and not any more when it is decided', async () => {
  // All of them can be asked; nothing waits in a city without rows.
  await syncWaitingTodos(t.db, serverModules);
  const kinds = waitingStates(serverModules).map(({ waits }) => waits.kind);
  const { rows: left } = await sql<{ subject: string }>`
    select subject from todo where done_at is null and split_part(subject, ':', 1) = any(${kinds}::text[])`.execute(
    t.db,
  );
  expect(left).toEqual([]);

  await sql`create table waiting_thing (id int primary key, org_id bigint, state text, asked date)`.execute(t.db);
  const wants = (state: string) => sql`
    select 3::smallint as role_id, o.id as org_id, o.code as org_code, null::bigint as account_id, '试' as module, '办' || x.id as title,
           '' as detail, '办理' as act, '/news' as url, null::date as due_on, 'thing:' || x.id as subject
      from waiting_thing x join organisation o on o.id = x.org_id where ${state === SET ? sql`x.asked is not null` : sql`x.state = ${state}`}`;
  const modules = [
    {
      states: {
        'waiting_thing.state': { open: waitingState('thing', { asks: wants('open') }), done: 'over' },
        'waiting_thing.asked': { [SET]: waitingState('thing', { asks: wants(SET) }) },
      },
    },
  ];
  await sql`insert into waiting_thing values (1, ${ORGS.countyA.id}, 'open', null), (2, ${ORGS.countyA.id}, 'done', current_date)`.execute(
    t.db,
  );
  expect((await findWaitingWithoutTodo(t.db, modules)).map(({ subject }) => subject)).toEqual(['thing:1', 'thing:2']);
  await syncWaitingTodos(t.db, modules, ['other']);
  expect(await findWaitingWithoutTodo(t.db, modules)).toHaveLength(2);
  await syncWaitingTodos(t.db, modules);
  await syncWaitingTodos(t.db, modules);
  expect(await findWaitingWithoutTodo(t.db, modules)).toEqual([]);
  // A matter without a day of its own is to be answered within the site's term.
  const { rows: week } = await sql<{ day: string }>`select (${dbToday} + 7)::text as day`.execute(t.db);
  const [{ day: due = '' } = {}] = week;
  expect(await todosOf(t, 'thing:1')).toEqual([{ title: '办1', due, done: false }]);
  await sql`update waiting_thing set state = 'done', asked = null`.execute(t.db);
  await syncWaitingTodos(t.db, modules);
  expect(await todosOf(t, 'thing:1')).toEqual([{ title: '办1', due, done: true }]);
  expect(await todosOf(t, 'thing:2')).toMatchObject([{ done: true }]);
});
