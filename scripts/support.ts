import type pg from 'pg';
import { runningUrl } from '#platform/server/postgres/embedded.ts';
import { openDatabase } from '#platform/server/postgres/pool.ts';
import type { Config } from '#platform/server/start/config.ts';

/**
 * The database of a command that may run beside the server, as somebody who reads all of it: the embedded one that runs, else it is
 * started for as long as the command takes; of an outside one its owner, where one is named.
 */
export async function databaseBeside(
  config: Pick<Config, 'databaseUrl' | 'databaseOwnerUrl' | 'dataDir'>,
): Promise<{ url: string; stop(): Promise<void> }> {
  const running = config.databaseUrl === null ? runningUrl(config.dataDir) : null;
  if (running) return { url: running, stop: async () => {} };
  const { ownerUrl, stop } = await openDatabase(config);
  return { url: ownerUrl, stop };
}

/** Says how far long work is: a line for each new part of it, and each tenth of a part. */
export function teller(): (done: number, total: number, what: string) => Promise<void> {
  let told = '';
  return async (done, total, what) => {
    const tenth = total > 0 ? Math.floor((done / total) * 10) : 0;
    const line = tenth > 0 ? `${what}……${tenth * 10}%` : `${what}……`;
    if (line !== told) console.log(line);
    told = line;
  };
}

/** Runs a command: its fault is one sentence, and the code 1. */
export async function command(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}

/** Arguments of a command: those by name (`--into x`) and the others in their order. */
export function argumentsOf(names: readonly string[]): { named: Record<string, string | undefined>; others: string[] } {
  const named: Record<string, string | undefined> = {};
  const others: string[] = [];
  const given = process.argv.slice(2);
  for (let at = 0; at < given.length; at++) {
    const name = given[at]?.startsWith('--') ? given[at]?.slice(2) : undefined;
    if (name === undefined) others.push(given[at] ?? '');
    else if (names.includes(name) && given[at + 1] !== undefined) named[name] = given[++at];
    else throw new Error(`不认识的参数 --${name}。(Unknown argument --${name}.)`);
  }
  return { named, others };
}

/** A backup holds the sessions of its hour, also those that were ended since: all of them end, with the open tickets. */
export async function endSessions(client: pg.ClientBase): Promise<void> {
  await client.query('delete from login_ticket');
  await client.query('delete from session');
}
