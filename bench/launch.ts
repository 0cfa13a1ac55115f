import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { hashToken, makeToken } from '#platform/server/secrecy/crypto.ts';

/** An administrator's session at the root, made as a sign-in makes it; answers the token. */
export async function openAdministrator(client: pg.Client, role = 1): Promise<string> {
  const made = makeToken();
  const { rows } = await client.query<{ id: string }>(
    `insert into account (login_index, login_mask, name) values ($1, 'bench', 'bench')
     on conflict (login_index) do update set name = excluded.name returning id`,
    [Buffer.from('bench-account-00')],
  );
  const account = rows[0]?.id;
  await client.query(
    `insert into account_role (account_id, role_id, org_id) select $1, $2, id from organisation where code = '0001' on conflict do nothing`,
    [account, role],
  );
  await client.query(
    `insert into session (token_hash, sign_in, account_id, grant_id, expires_at)
     select $1, $1, $2, id, now() + interval '12 hours' from account_role where account_id = $2 and role_id = $3 and revoked_at is null`,
    [hashToken(made), account, role],
  );
  return made;
}

/** The key of the seeded data where it is embedded; else the one that the environment names. */
export function keyFile(dataDir: string): string {
  const path = process.env.KEY_FILE ?? join(dataDir, 'master.key');
  if (!existsSync(path)) writeFileSync(path, randomBytes(32), { mode: 0o600 });
  return path;
}

/** Starts a server as a child and waits until it has printed its port; it ends with this process. */
export function launch(
  script: string,
  env: Record<string, string>,
  ready: RegExp,
): Promise<{ child: ChildProcess; port: number }> {
  const child = spawn(process.execPath, [script], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  process.once('exit', () => child.kill());
  return new Promise((resolve, reject) => {
    let printed = '';
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      const found = ready.exec(printed);
      if (found) resolve({ child, port: Number(found[1]) });
    });
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code}: ${printed}`)));
  });
}
