import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cellOf, findProgram, isCellMissing, toolOf } from '#platform/server/convert/cell.ts';
import { findMadeFile, runTool } from '#platform/server/convert/tool.ts';
import { createLane } from '#platform/server/outside/lane.ts';
import { cell } from '../support/cell.ts';

test('a program is found by name or path, or not at all', () => {
  expect(findProgram('sh')).toMatch(/\/sh$/);
  expect(findProgram('/bin/sh')).toBe('/bin/sh');
  expect(findProgram('no-such-program')).toBeNull();
  expect(findProgram('/bin/no-such-program')).toBeNull();
});

test('PEER-13 where nothing locks programs in, none is run', () => {
  for (const bwrap of ['off', 'no-such-program', '/bin/true', '/bin/false']) {
    const services = { config: { bwrap, dataDir: '/nowhere', keyFile: '/nowhere/key' } } as never;
    expect(cellOf(services), bwrap).toBeNull();
    expect(toolOf(services, 'sh'), bwrap).toBeNull();
    expect(isCellMissing(services, 'sh'), bwrap).toBe(true);
    expect(isCellMissing(services, 'off'), bwrap).toBe(false);
  }
});

test('one that hangs holds neither the others of its lane nor, when all hang, those who would come', async () => {
  const { run } = createLane(2, 1);
  let end = () => {};
  const hung = run(() => new Promise<void>((resolve) => (end = resolve)));
  expect(await run(async () => 'through')).toBe('through');
  let endOther = () => {};
  const other = run(() => new Promise<void>((resolve) => (endOther = resolve)));
  const waits = run(async () => 'waited');
  await expect(run(async () => 'more')).rejects.toMatchObject({ status: 429 });
  endOther();
  expect(await waits).toBe('waited');
  end();
  await Promise.all([hung, other]);
  await expect(
    run(async () => {
      throw new Error('broken');
    }),
  ).rejects.toThrow('broken');
  expect(await run(async () => 'free again')).toBe('free again');
});

describe.runIf(cell)('a program run on strangers’ files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'party-tool-'));
  const beside = mkdtempSync(join(tmpdir(), 'party-stored-'));
  writeFileSync(join(beside, 'stored'), 'of another organisation');
  afterAll(() => {
    for (const path of [folder, beside]) rmSync(path, { recursive: true, force: true });
  });
  const run = async (args: string[], more: object = {}) => {
    const lines: string[] = [];
    if (!cell) throw new Error('no cell');
    const tool = { program: '/bin/sh', cell };
    const onLine = (line: string) => lines.push(line);
    const ended = await runTool(tool, args, { folder, seconds: 60, memory: 1024, onLine, ...more });
    return { ended, lines };
  };

  test('says its lines, works in its folder, knows nothing of the server’s environment', async () => {
    process.env.SECRET_OF_THE_SERVER = 'geheim';
    const { ended, lines } = await run(['-c', 'pwd; echo "[$SECRET_OF_THE_SERVER]"; echo "$HOME"; touch made']);
    delete process.env.SECRET_OF_THE_SERVER;
    expect(ended).toBe(true);
    expect(lines).toEqual([folder, '[]', folder]);
    expect(readdirSync(folder)).toContain('made');
  });

  test('is nobody, without rights, sees its folder alone, writes nowhere else', async () => {
    const look = `id -u; grep -c 'CapEff:.*[1-9a-f]' /proc/self/status; cat '${beside}/stored'; ls /tmp /home /root /etc/shadow
for place in / /tmp /dev /usr /etc; do (: > "$place/x") && echo "wrote $place"; done; ls /proc | grep -c '^[0-9]'`;
    const { lines } = await run(['-c', look]);
    const [user, rights, ...more] = lines;
    expect([user, rights]).toEqual(['65534', '0']);
    expect(more.filter((line) => line !== '/tmp:' && line !== folder.split('/').at(-1)).slice(0, -1)).toEqual([]);
    // The processes of its own cell.
    expect(Number(more.at(-1))).toBeLessThan(8);
  });

  describe('with a listener', () => {
    let server: Server;
    let asked = 0;
    beforeAll(async () => {
      server = createServer((socket) => {
        asked++;
        socket.destroy();
      });
      await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
    });
    afterAll(() => new Promise((resolve) => server.close(resolve)));

    test.runIf(findProgram('bash'))(
      'PEER-13 has no network: no address of this machine or another answers it',
      async () => {
        const address = server.address();
        const port = typeof address === 'object' && address ? address.port : 0;
        const ask = `exec 3<>/dev/tcp/127.0.0.1/${port}`;
        expect(spawnSync('bash', ['-c', ask]).status).toBe(0);
        await expect.poll(() => asked).toBe(1);
        expect((await run(['-c', `bash -c '${ask}'`])).ended).toBe(false);
        expect((await run(['-c', `bash -c 'exec 3<>/dev/tcp/192.0.2.1/80'`])).ended).toBe(false);
        expect(asked).toBe(1);
      },
    );
  });

  test('what it leaves is a file of its own: the server follows no link that it laid', async () => {
    await run([
      '-c',
      `ln -s '${beside}/stored' link; mkdir -p deep; ln -s '${beside}' away; echo a > deep/made; : > empty`,
    ]);
    expect(await findMadeFile(folder, 'link')).toBeNull();
    expect(await findMadeFile(folder, 'away', 'stored')).toBeNull();
    expect(await findMadeFile(folder, 'empty')).toBeNull();
    expect(await findMadeFile(folder, 'nothing')).toBeNull();
    expect(await findMadeFile(folder, 'deep', 'made')).toBe(join(folder, 'deep/made'));
  });

  test('an argument stays an argument', async () => {
    await run(['-c', 'printf %s "$1" > argument', 'x', '$(touch evil); `touch evil`']);
    expect(readFileSync(join(folder, 'argument'), 'utf8')).toBe('$(touch evil); `touch evil`');
    expect(readdirSync(folder)).not.toContain('evil');
  });

  test('failing is no success; one that hangs is ended with what it started', async () => {
    expect((await run(['-c', 'exit 3'])).ended).toBe(false);
    const mark = `7${process.pid}`;
    const hung = await run(['-c', `sleep ${mark} & sleep ${mark}; wait`], { seconds: 1 });
    expect(hung.ended).toBe(false);
    const left = () =>
      spawnSync('sh', ['-c', `grep -lz '^${mark}$' /proc/[0-9]*/cmdline 2>/dev/null`]).stdout.toString();
    await expect.poll(left, { timeout: 300_000 }).toBe('');
  });

  test('what asks for more memory than it may have fails', async () => {
    const hungry = ['-c', 'x=$(head -c 300000000 /dev/zero | tr "\\0" a); test -n "$x"'];
    expect((await run(hungry, { memory: 64 })).ended).toBe(false);
    expect((await run(hungry, { memory: 4096 })).ended).toBe(true);
  });

  test('a stop from outside ends it', async () => {
    const stop = new AbortController();
    expect(
      await run(['-c', 'echo begun; sleep 300'], { signal: stop.signal, onLine: () => stop.abort() }),
    ).toMatchObject({
      ended: false,
    });
  });
});
