import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** `npm run new-module <name>`: a room in the right shape, with one list call that works. */
const name = process.argv[2] ?? '';
if (!/^[a-z][A-Za-z]+$/.test(name)) {
  console.error('npm run new-module <name>, in camelCase');
  process.exit(1);
}
const room = join('src/modules', name);
if (existsSync(room)) {
  console.error(`${room} is there already`);
  process.exit(1);
}

const files: Record<string, string> = {
  'README.md': `# ${name}

What it is, its nouns, its states, its tables, and who may do what.

| table | holds |
|---|---|

| call | who |
|---|---|
`,
  'contract.ts': `import { z } from 'zod';
import { endpoint, page, rows } from '#platform/contract.ts';

export const list${upper()} = endpoint({
  method: 'GET',
  path: '/api/${name}/listPage',
  summary: '列表',
  access: '${name}:read',
  scope: 'org',
  input: z.object({ ...page }),
  reply: rows(z.object({ id: z.string(), name: z.string() })),
});

export const ${name}Contract = [list${upper()}] as const;
`,
  'server/queries.ts': `import { sql } from 'kysely';
import type { Db } from '#platform/server/db.ts';
import { type Scope, within } from '#platform/server/scope.ts';

/** One page within a scope, in tree order, and how many there are. */
export async function listPage(db: Db, scope: Scope, page: { limit: number; offset: number }) {
  const { rows } = await sql<{ id: string; name: string; total: number }>\`
    select id, name, (count(*) over ())::int as total from organisation
    where \${within(scope, 'code')} and deleted_at is null
    order by code limit \${page.limit} offset \${page.offset}\`.execute(db);
  return { rows, total: rows[0]?.total ?? 0 };
}
`,
  'server/service.ts': `import type { Ctx } from '#platform/server/context.ts';
import * as queries from './queries.ts';

/** The list within the session's scope. */
export function list(ctx: Ctx, input: { pageNum: number; pageSize: number }) {
  return queries.listPage(ctx.db, ctx.scope, { limit: input.pageSize, offset: (input.pageNum - 1) * input.pageSize });
}
`,
  'server/routes.ts': `import { bind } from '#platform/server/bind.ts';
import type { ServerModule } from '#platform/server/module.ts';
import * as contract from '../contract.ts';
import * as service from './service.ts';

export const ${name}Module: ServerModule = {
  name: '${name}',
  contract: contract.${name}Contract,
  routes: [bind(contract.list${upper()}, service.list)],
};
`,
  'web/index.tsx': `import type { WebModule } from '#platform/web/module.ts';

export const ${name}Pages: WebModule = { name: '${name}', routes: [] };
`,
  [`test/${name}.http.test.ts`]: `import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { list${upper()} } from '../contract.ts';
import { ${name}Module } from '../server/routes.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp({ modules: [${name}Module] });
});
afterAll(() => t.close());

test('a worker lists the own subtree', async () => {
  const { code, total } = await (await t.as('admin')).call(list${upper()}, {});
  expect(code).toBe(200);
  expect(total).toBeGreaterThan(0);
});
`,
};

function upper(): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

for (const [file, text] of Object.entries(files)) {
  mkdirSync(join(room, file, '..'), { recursive: true });
  writeFileSync(join(room, file), text);
}
console.log(`${room} stands. Now: its place in MODULE_ORDER (scripts/check/structure.ts), its line in
src/modules/server.ts and src/modules/web.ts, its right in a migration, npm run docs.`);
