import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

/** What is not part of the code, or is made of it. */
const LEFT = /^(node_modules|data|dist|\.git|\.cache|test-results)$/;
const KNOWN = '.cache/types.tsbuildinfo';
const copy = mkdtempSync(join(tmpdir(), 'party-slice-'));
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** Every file of the copy that is part of the code, with what it says. */
const contents = () =>
  new Map(
    readdirSync(copy, { recursive: true, encoding: 'utf8' })
      .filter((file) => !file.startsWith('node_modules') && !file.startsWith('.cache'))
      .filter((file) => statSync(join(copy, file)).isFile())
      .map((file) => [
        file,
        createHash('sha256')
          .update(readFileSync(join(copy, file)))
          .digest('hex'),
      ]),
  );

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

/** What is made anew by a command, from what is written by hand. */
const GENERATED = /^(db\/types\.ts|docs\/(architecture|calls|messages|security|tables)\.md|src\/.*yllables\.ts)$/;

/** Where whoever adds a room writes: its own folder counts once, so does the list of its ring, which is one for each side and for who reads. */
const placeOf = (file: string, room: string, ring: string) =>
  file.startsWith(`src/${room}/`)
    ? `src/${room}`
    : /^src\/\w+\/(server\.ts|web\.ts|README\.md)$/.test(file)
      ? `list of ${ring}`
      : file;

test('a new room is written at five places at most, passes the checks and its own tests', {
  timeout: 900_000,
}, async () => {
  for (const entry of readdirSync('.').filter((name) => !LEFT.test(name))) {
    cpSync(entry, join(copy, entry), { recursive: true });
  }
  // What the type check found out about the other files holds in the copy too: it knows them by what is in them.
  if (existsSync(KNOWN)) cpSync(KNOWN, join(copy, KNOWN));
  symlinkSync(join(process.cwd(), 'node_modules'), join(copy, 'node_modules'));
  const before = contents();
  const copied = Date.now();
  expect(await run(process.execPath, 'scripts/new-module.ts', 'life/ferry', 'crossing', '渡口')).toBe('');
  const changed = [...contents()].filter(([file, text]) => before.get(file) !== text).map(([file]) => file);
  const places = new Set(
    changed.filter((file) => !GENERATED.test(file)).map((file) => placeOf(file, 'life/ferry', 'life')),
  );
  // Its line in CHANGELOG.md is written by hand.
  expect([...places, 'CHANGELOG.md'].length, [...places].join('\n')).toBeLessThanOrEqual(5);
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
