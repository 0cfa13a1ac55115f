import { ask, encrypt, signIn, startServer } from './server.ts';

/** Of the administrator in a prepared folder. */
export const PASSWORD = 'Crash2026x';

/** Makes the database of an empty folder, by a server that starts there, takes the administrator's own password, and ends. */
export async function prepare(folder: string): Promise<void> {
  const server = await startServer(folder);
  if ('exited' in server) throw new Error(`the server ended: ${server.printed}`);
  const first = /初始密码 (\S+?)（/.exec(server.printed)?.[1] ?? '';
  const token = await signIn(server.base, first);
  const passwords = { oldPassword: await encrypt(server.base, first), password: await encrypt(server.base, PASSWORD) };
  const changed = await ask(server.base, 'POST', '/api/sys/user/changeCurrentPwd', passwords, token);
  if (changed?.code !== 200) throw new Error(`the first password stays: ${JSON.stringify(changed)}`);
  const ended = new Promise((resolve) => server.child.once('exit', resolve));
  server.child.kill('SIGTERM');
  await ended;
}
