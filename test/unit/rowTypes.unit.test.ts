import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { API } from 'typescript/unstable/sync';
import { afterAll, expect, test } from 'vitest';
import { RowTypes } from '../../scripts/check/rows/compare.ts';
import { placesOf } from '../support/rowPlaces.ts';
import { addValue, type ColumnSeen, emptyShape, mergePlaces, type PlaceSeen } from '../support/rowShapes.ts';

const [INT8, INT4, TEXT, DAY, TIME, JSON_B] = [20, 23, 25, 1082, 1184, 3802];
const folder = mkdtempSync(join(tmpdir(), 'party-rows-'));
const SOURCE = `export declare const row: {
  id: string; n: number; day: string; at: Date | null; state: 'open' | 'closed'; parts: { name: string; age?: number }[]; late?: boolean;
};`;
writeFileSync(join(folder, 'row.ts'), SOURCE);
writeFileSync(
  join(folder, 'tsconfig.json'),
  '{ "compilerOptions": { "strict": true, "types": [] }, "files": ["row.ts"] }',
);
const api = new API({ cwd: folder });
afterAll(() => {
  api.close();
  rmSync(folder, { recursive: true });
});

const column = (type: number, ...values: unknown[]): ColumnSeen => {
  const shape = emptyShape();
  for (const value of values) addValue(shape, value);
  return { type, isAlways: true, shape };
};
const good = (): PlaceSeen => ({
  id: column(INT8, '1'),
  n: column(INT4, 3),
  day: column(DAY, '2026-01-31'),
  at: column(TIME, null, new Date()),
  state: column(TEXT, 'open'),
  parts: column(JSON_B, [{ name: '江北' }, { name: '江南', age: 3 }]),
});

/** What is wrong with the row type of SOURCE when a statement answered the good columns but for these. */
function faultsOf(changed: Record<string, ColumnSeen | undefined>): string[] {
  const project = api.updateSnapshot({ openProjects: [join(folder, 'tsconfig.json')] }).getProjects()[0];
  if (!project) throw new Error('no project');
  const { checker } = project;
  const symbol = checker.getSymbolAtPosition(join(folder, 'row.ts'), SOURCE.indexOf('row:'));
  const type = symbol && checker.getTypeOfSymbol(symbol);
  if (!type) throw new Error('no type');
  const seen = Object.entries({ ...good(), ...changed }).filter((pair): pair is [string, ColumnSeen] => !!pair[1]);
  return new RowTypes(checker).faultsOf(type, Object.fromEntries(seen));
}

test.each([
  ['nothing', {}, []],
  ['a column that is not selected', { n: undefined }, ['n is not selected']],
  ['one that is not always there', { n: { ...column(INT4), isAlways: false } }, ['n is not always selected']],
  ['a bigint declared as a number', { n: column(INT8) }, ['n is string (PostgreSQL type 20), declared number']],
  ['a time declared as text', { day: column(TIME) }, ['day is date (PostgreSQL type 1184), declared string']],
  ['a null that is not declared', { id: column(INT8, null) }, ['id was null, declared string']],
  ['a text outside of the words', { state: column(TEXT, 'gone') }, ['state was gone, declared "closed" | "open"']],
  ['a part of json that is missing', { parts: column(JSON_B, [{}]) }, ['parts[].name was not always there']],
  ['another kind within json', { parts: column(JSON_B, [{ name: 3 }]) }, ['parts[].name was number, declared string']],
])('a row type is held against its rows: %s', (_what, changed, faults) => {
  expect(faultsOf(changed)).toEqual(faults);
});

test('what two processes saw of a place is one', () => {
  const one = { id: column(INT8, '1'), n: column(INT4, 1) };
  mergePlaces(one, { id: column(INT8, null) });
  expect(one.id.shape.kinds).toEqual(['string', 'null']);
  expect(one.n.isAlways).toBe(false);
});

test('a place keeps its name while its text stays the same', () => {
  const [first, second] = placesOf(
    'a.ts',
    "import { sql } from 'kysely';\nsql<A>`select 1`; sql`select 1`; type B = typeof sql<A>;",
  );
  const moved = placesOf('a.ts', "import { sql } from 'kysely';\n// more\nconst x = sql<A & B>`select 1`;");
  expect(first?.place).not.toBe(second?.place);
  expect(moved.map(({ place }) => place)).toEqual([first?.place]);
});
