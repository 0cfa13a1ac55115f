import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { platformTables } from '#platform/server/database/platformTables.ts';
import { serverModules } from '#rooms/server.ts';

/** Every table and view, as db/types.ts has them from the migrated schema. */
function schema(): string[] {
  const [, body = ''] = /export interface Database \{\n([^}]*)\}/.exec(readFileSync('db/types.ts', 'utf8')) ?? [];
  return [...body.matchAll(/^ {2}(\w+): /gm)].map(([, name = '']) => name);
}

test('every table has one owner', () => {
  const owners = [{ name: 'platform', tables: platformTables }, ...serverModules];
  const owned = new Map<string, string[]>();
  for (const { name, tables = {} } of owners)
    for (const table of Object.keys(tables)) owned.set(table, [...(owned.get(table) ?? []), name]);
  const tables = schema();
  expect(tables.length).toBeGreaterThan(300);
  expect(tables.filter((table) => !owned.has(table))).toEqual([]);
  expect([...owned].filter(([, names]) => names.length > 1)).toEqual([]);
});
