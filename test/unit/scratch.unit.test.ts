import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { scratchFolder, sweepScratch } from '../support/scratch.ts';

const SCRATCH = resolve('test/support/scratch.ts');

/** Starts a run that makes a folder with something in it; answers the folder and the process. */
async function begin(then: string) {
  const script = `
    import { writeFileSync } from 'node:fs';
    import { scratchFolder } from ${JSON.stringify(SCRATCH)};
    const folder = scratchFolder('party-try-');
    writeFileSync(folder + '/a', 'a');
    console.log(folder);
    ${then}`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'ignore'] });
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, folder: said.toString().trim() };
}

test('a run that fails while it starts takes its folder along', async () => {
  const { child, folder } = await begin("throw new Error('no database');");
  if (child.exitCode === null) await once(child, 'exit');
  expect(child.exitCode).not.toBe(0);
  expect(folder).toContain('party-try-');
  expect(existsSync(folder)).toBe(false);
});

test('what a killed run has left is removed by the next, what a running one has stays', async () => {
  const [killed, running] = await Promise.all([
    begin('setInterval(() => {}, 1000);'),
    begin('setInterval(() => {}, 1000);'),
  ]);
  killed.child.kill('SIGKILL');
  await once(killed.child, 'exit');
  expect(existsSync(killed.folder)).toBe(true);

  sweepScratch();
  expect(existsSync(killed.folder)).toBe(false);
  expect(existsSync(running.folder)).toBe(true);

  running.child.kill('SIGKILL');
  await once(running.child, 'exit');
  sweepScratch();
  expect(existsSync(running.folder)).toBe(false);
});

test('a folder that is made for another process outlives the one that made it', async () => {
  const folder = scratchFolder('party-try-', process.ppid);
  writeFileSync(join(folder, 'a'), 'a');
  sweepScratch();
  expect(existsSync(folder)).toBe(true);
  rmSync(folder, { recursive: true });
});
