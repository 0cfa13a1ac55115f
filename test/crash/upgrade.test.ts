import { randomUUID } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Embedded, startEmbedded } from '#platform/server/postgres/embedded.ts';
import { scratchFolder } from '../support/scratch.ts';
import { ask, encrypt, type Running, signIn, startServer } from './server.ts';

/** Processes are replaced one after another over one database, as docs/deployment.md says, while people read and write. */
const PASSWORD = 'Crash2026x';
const PEOPLE = 6;

let folder: string;
let database: Embedded;
const running = new Set<Running>();

beforeAll(async () => {
  folder = scratchFolder('party-upgrade-');
  database = await startEmbedded({ dataDir: folder, keep: 'fleeting', say: () => {} });
  writeFileSync(join(folder, 'master.key'), Buffer.from(Array.from({ length: 32 }, (_, at) => at * 7)), {
    mode: 0o600,
  });
});

afterAll(async () => {
  await Promise.all([...running].map(end));
  await database.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function start(): Promise<Running> {
  const server = await startServer(folder, 0, {
    DATABASE_URL: database.url,
    DATABASE_OWNER_URL: database.ownerUrl,
    KEY_FILE: join(folder, 'master.key'),
  });
  if ('exited' in server) throw new Error(`the server ended: ${server.printed}`);
  running.add(server);
  return server;
}

/** SIGTERM, and the code with which it ended. */
async function end(server: Running): Promise<number | null> {
  running.delete(server);
  return new Promise((resolve) => {
    server.child.once('exit', resolve);
    server.child.kill('SIGTERM');
  });
}

/** What an additive migration does, to every table at once: what an old process reads is still there, and more beside it. */
async function expand(): Promise<void> {
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  const { rows } = await owner.query<{ name: string }>(
    `select format('%I', relname) as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`,
  );
  for (const { name } of rows)
    await owner.query(`alter table ${name} add column of_the_new_program int not null default 0`);
  await owner.end();
  expect(rows.length).toBeGreaterThan(100);
}

test('P38 a new process migrates and takes over from the old one under work: no call fails, no write is lost', {
  timeout: 900_000,
}, async () => {
  const old = await start();
  const first = /初始密码 (\S+?)（/.exec(old.printed)?.[1] ?? '';
  const token = await signIn(old.base, first);
  const encrypted = { oldPassword: await encrypt(old.base, first), password: await encrypt(old.base, PASSWORD) };
  expect(await ask(old.base, 'POST', '/api/sys/user/changeCurrentPwd', encrypted, token)).toMatchObject({ code: 200 });
  const signedIn = await signIn(old.base, PASSWORD);
  const tree = await ask(old.base, 'GET', '/api/common/getOrgTree/all', undefined, signedIn);
  const root = (tree as { data: { id: string }[] } | null)?.data[0]?.id ?? '';

  /** The processes that a proxy sends to; one that is told to end is taken out first. */
  let open = [old];
  let stop = false;
  let asked = 0;
  const faults: string[] = [];
  const written = new Map<string, string>();
  const work = async (who: number) => {
    for (let turn = who; !stop; turn++) {
      const base = open[turn % open.length]?.base ?? '';
      const name = `党支部${randomUUID().slice(0, 18)}`;
      const answer =
        turn % 3 === 0
          ? await ask(base, 'POST', '/api/zzxx/org', { parentId: root, name, type: 46 }, signedIn, randomUUID())
          : await ask(base, 'GET', turn % 3 === 1 ? '/api/zzxx/org/listPage' : '/api/getInfo', undefined, signedIn);
      asked++;
      if (answer?.code !== 200) faults.push(`${turn % 3}: ${answer?.status} ${answer?.code} ${answer?.msg}`);
      else if (turn % 3 === 0) written.set((answer.data as unknown as { id: string }).id, name);
    }
  };
  const people = Array.from({ length: PEOPLE }, (_, who) => work(who));
  const answered = async (more: number) => {
    const from = asked;
    await expect.poll(() => asked - from, { timeout: 300_000 }).toBeGreaterThan(more);
  };

  await answered(60);
  await expand();
  await answered(60);
  const fresh = await start();
  open = [old, fresh];
  await answered(60);
  open = [fresh];
  expect(await end(old), old.printed).toBe(0);
  await answered(60);
  stop = true;
  await Promise.all(people);

  expect(faults).toEqual([]);
  const reader = new pg.Client({ connectionString: database.ownerUrl });
  await reader.connect();
  const { rows } = await reader.query<{ id: string; name: string }>(
    'select id, name from organisation where id = any($1)',
    [[...written.keys()]],
  );
  await reader.end();
  expect(new Map(rows.map(({ id, name }) => [id, name]))).toEqual(written);
  expect(written.size).toBeGreaterThan(20);
});
