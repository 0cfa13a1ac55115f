import { expect, test } from 'vitest';
import { piecesOf } from '../../scripts/check/sql/statements.ts';
import { usesOf } from '../../scripts/check/sql/uses.ts';

const TABLES = new Set(['member', 'organisation', 'todo', 'exam']);
const uses = (text: string) =>
  usesOf(
    text,
    (name) => TABLES.has(name),
    (name) => name === 'college_matches',
  ).map(({ table, writes }) => `${writes ? 'writes' : 'reads'} ${table}`);

test.each([
  ['select name from member m join organisation o on o.id = m.org_id', ['reads member', 'reads organisation']],
  ['select 1 from member, lateral (select 1) x, organisation where true', ['reads member', 'reads organisation']],
  ['insert into todo (id) select id from exam on conflict do update set id = 1', ['writes todo', 'reads exam']],
  ['update todo set done_at = now() from exam where todo.id = exam.id', ['writes todo', 'reads exam']],
  ['delete from todo using exam e where e.id = todo.id', ['writes todo', 'reads exam']],
  ['with gone as (delete from todo returning id) select id from gone', ['writes todo']],
  ['with member as (select 1) select * from member', []],
  ['with exam (id) as materialized (select 1) select * from exam', []],
  ['select extract(year from exam) from member for update of member', ['reads member']],
  ['select a is distinct from exam from member', ['reads member']],
  ["select 'from exam' -- from exam\n from member", ['reads member']],
  ['select college_matches($, m.id) from member m', ['reads college_matches', 'reads member']],
])('what a statement reads and writes: %s', (text, expected) => expect(uses(text)).toEqual(expected));

test('SQL is found in templates, in calls of the builder and in texts', () => {
  const source = [
    "import { sql } from 'kysely';",
    `const part = sql<Row>\`from member where id = \${sql\`select id from exam\`}\`;`,
    "db.insertInto('todo').values({});",
    "db.selectFrom(['member as m', 'exam']).innerJoin('organisation as o', 'o.id', 'm.org_id');",
    "client.query('delete from todo where fact = any($1)', []);",
    "const word = 'select one';",
  ].join('\n');
  expect(piecesOf('src/x/y.ts', source).map(({ line, text }) => `${line}: ${text}`)).toEqual([
    '2: from member where id = $',
    '2: select id from exam',
    '3: insert into todo',
    '4: join organisation',
    '4: from member from exam',
    '5: delete from todo where fact = any($1)',
  ]);
});
