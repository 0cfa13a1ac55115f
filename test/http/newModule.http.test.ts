import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

/** What is not part of the code, or is made of it. */
const LEFT = /^(node_modules|data|dist|\.git|\.cache|test-results)$/;
const KNOWN = '.cache/types.tsbuildinfo';
const copy = mkdtempSync(join(tmpdir(), 'party-slice-'));
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** Runs a command of the copy; answers what it said where it failed, and nothing where it did not. */
function run(command: string, ...args: string[]): Promise<string> {
  const { PATH, HOME } = process.env;
  // Other files run beside it: one checker of types is the least work.
  const child = spawn(command, args, { cwd: copy, env: { PATH, HOME, CHECKERS: '1' } });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (said += piece));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve(code === 0 ? '' : said || `ended with ${code}`));
  });
}

test('a new module, as the generator writes it, passes the checks and its own tests', {
  timeout: 300_000,
}, async () => {
  for (const entry of readdirSync('.').filter((name) => !LEFT.test(name))) {
    cpSync(entry, join(copy, entry), { recursive: true });
  }
  // What the type check found out about the other files holds in the copy too: it knows them by what is in them.
  if (existsSync(KNOWN)) cpSync(KNOWN, join(copy, KNOWN));
  symlinkSync(join(process.cwd(), 'node_modules'), join(copy, 'node_modules'));
  const copied = Date.now();
  expect(await run(process.execPath, 'scripts/new-module.ts', 'life/ferry', 'crossing', '渡口')).toBe('');
  // The other files are linted where they lie (`npm run check`); what one file says of another is for the types and the structure.
  const written = readdirSync(copy, { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      /\.(ts|tsx|css|json)$/.test(file) &&
      !file.startsWith('node_modules') &&
      statSync(join(copy, file)).mtimeMs > copied,
  );
  expect(written.filter((file) => file.startsWith('src/life/ferry/')).length).toBeGreaterThan(5);
  const [lint, checks, tests] = await Promise.all([
    run('node_modules/.bin/biome', 'check', '--error-on-warnings', ...written),
    run(process.execPath, 'scripts/check.ts', 'types', 'structure', 'documents'),
    run('node_modules/.bin/vitest', 'run', '--project', 'http*', 'src/life/ferry'),
  ]);
  expect(lint).toBe('');
  expect(checks).toBe('');
  expect(tests).toBe('');
  // A room that is there already is left as it is.
  expect(await run(process.execPath, 'scripts/new-module.ts', 'life/ferry', 'crossing', '渡口')).toContain(
    'is there already',
  );
});
