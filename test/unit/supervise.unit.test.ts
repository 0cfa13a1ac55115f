import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pauseAfter } from '../../scripts/supervise.mjs';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'party-supervise-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

let runs = 0;
/** Supervises a server whose starts end as the plan says; a start beyond it serves. */
function run(...plan: string[]) {
  const file = join(folder, String(runs++));
  const child = spawn(process.execPath, ['test/support/supervised.mjs', file, ...plan], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const state = { said: '' };
  child.stdout.on('data', (piece: Buffer) => {
    state.said += piece.toString();
  });
  child.stderr.on('data', (piece: Buffer) => {
    state.said += piece.toString();
  });
  return { child, state, starts: () => readFileSync(file, 'utf8').length };
}

test('a fallen server is started again, and the fall is said', { timeout: 300_000 }, async () => {
  const { child, state } = run('kill', 'exit');
  await expect.poll(() => state.said, { timeout: 300_000 }).toContain('start 3');
  expect(state.said).toContain('服务意外退出（SIGKILL），正在重新启动');
  expect(state.said).toContain('服务意外退出（exit 1），正在重新启动');
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('one that never served, or ended in order, is not', { timeout: 300_000 }, async () => {
  for (const [act, code] of [
    ['unready', 3],
    ['end', 0],
  ] as const) {
    const { child, starts } = run(act);
    expect([act, await once(child, 'exit'), starts()]).toEqual([act, [code, null], 1]);
  }
});

test('asked to end between two starts it ends', { timeout: 300_000 }, async () => {
  const { child, state, starts } = run('exit', 'exit', 'exit', 'exit');
  await expect.poll(() => state.said, { timeout: 300_000 }).toMatch(/start 2[\s\S]*正在重新启动/);
  child.kill('SIGTERM');
  expect((await once(child, 'exit'))[0]).toBe(0);
  expect(starts()).toBeLessThan(4);
});

test('one that computes and hears nothing is cut off in time, and its database is asked to end', {
  timeout: 300_000,
}, async () => {
  const { child, state } = run('deaf');
  await expect.poll(() => state.said, { timeout: 300_000 }).toContain('start 1');
  await new Promise((resolve) => setTimeout(resolve, 300));
  child.kill('SIGTERM');
  // The server itself would compute for a minute.
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(state.said).toContain('cut off');
  expect(state.said).not.toContain('正在重新启动');
});

test('the pause grows to half a minute, to ten seconds behind a run that was ready, and begins anew behind a steady one', () => {
  const pauses = (ready: boolean) => {
    let last = 0;
    return Array.from({ length: 9 }, () => (last = pauseAfter(last, { ready, ms: 3000 })));
  };
  expect(pauses(true)).toEqual([500, 1000, 2000, 4000, 8000, 10_000, 10_000, 10_000, 10_000]);
  expect(pauses(false).slice(5)).toEqual([16_000, 30_000, 30_000, 30_000]);
  expect(pauseAfter(30_000, { ready: true, ms: 1000 })).toBe(10_000);
  expect(pauseAfter(30_000, { ready: false, ms: 61_000 })).toBe(500);
});
