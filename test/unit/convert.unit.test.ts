import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { findProgram, runTool } from '#platform/server/convert/tool.ts';

const folder = mkdtempSync(join(tmpdir(), 'party-tool-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const run = (args: string[], more: object = {}) =>
  runTool('/bin/sh', args, { folder, seconds: 60, memory: 1024, ...more });

describe('a program run on strangers’ files', () => {
  test('is found by name or path, or not at all', () => {
    expect(findProgram('sh')).toMatch(/\/sh$/);
    expect(findProgram('/bin/sh')).toBe('/bin/sh');
    expect(findProgram('no-such-program')).toBeNull();
    expect(findProgram('/bin/no-such-program')).toBeNull();
  });

  test('says its lines, works in its folder, knows nothing of the server’s environment', async () => {
    process.env.SECRET_OF_THE_SERVER = 'geheim';
    const lines: string[] = [];
    const said = await run(['-c', 'pwd; echo "[$SECRET_OF_THE_SERVER]"; echo "$HOME"; touch made'], {
      onLine: (line: string) => lines.push(line),
    });
    delete process.env.SECRET_OF_THE_SERVER;
    expect(said).toBe(true);
    expect(lines).toEqual([folder, '[]', folder]);
    expect(readdirSync(folder)).toContain('made');
  });

  test('an argument stays an argument', async () => {
    await run(['-c', 'printf %s "$1" > argument', 'x', '$(touch evil); `touch evil`']);
    expect(readFileSync(join(folder, 'argument'), 'utf8')).toBe('$(touch evil); `touch evil`');
    expect(readdirSync(folder)).not.toContain('evil');
  });

  test('failing is no success; one that hangs is ended with what it started', async () => {
    expect(await run(['-c', 'exit 3'])).toBe(false);
    const begun = Date.now();
    const lines: string[] = [];
    expect(
      await run(['-c', 'sleep 300 & echo $!; wait'], { seconds: 1, onLine: (line: string) => lines.push(line) }),
    ).toBe(false);
    expect(Date.now() - begun).toBeLessThan(60_000);
    // Gone, or dead and not yet collected.
    const left = spawnSync('ps', ['-o', 'stat=', '-p', lines[0] ?? ''])
      .stdout.toString()
      .trim();
    expect(left).toMatch(/^(Z.*)?$/);
  });

  test('what asks for more memory than it may have fails', async () => {
    const hungry = ['-c', 'x=$(head -c 300000000 /dev/zero | tr "\\0" a); test -n "$x"'];
    expect(await run(hungry, { memory: 64 })).toBe(false);
    expect(await run(hungry, { memory: 4096 })).toBe(true);
  });

  test('a stop from outside ends it', async () => {
    const stop = new AbortController();
    const done = run(['-c', 'echo begun; sleep 300'], { signal: stop.signal, onLine: () => stop.abort() });
    expect(await done).toBe(false);
  });
});
