import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { to } from 'pg-copy-streams';
import {
  copyOut,
  migrationsOf,
  ONE_MOMENT,
  SAME_TEXT,
  sequencesOf,
  sumOf,
  type TableFacts,
  tablesOf,
} from './facts.ts';
import { BackupFault } from './faults.ts';
import { loadInto } from './load.ts';
import type { Step } from './take.ts';

/** What a move came to. */
export interface Moved {
  tables: number;
  rows: number;
  seconds: number;
}

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: 'party-move' });
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** Connections of a server that serves: what is written after the moment of the move would stay behind. */
async function refuseServed(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(
    `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
        and (application_name = 'party-platform' or application_name like 'party %') limit 1`,
  );
  if (rowCount)
    throw new BackupFault(
      '平台服务还在使用原来的数据库，没有开始搬迁；请先停止全部服务。(The platform is running: stop it first.)',
    );
}

/**
 * Copies the whole database in one moment into an empty one, in one transaction: when it fails, or is cut off, the target is as empty
 * as before and it is begun again. Rows and contents of every table are then held against the source, before anything is committed.
 * Nothing is changed at the source.
 * @param targetUrl as the owner of the target
 */
export async function moveDatabase(sourceUrl: string, targetUrl: string, step: Step): Promise<Moved> {
  const began = performance.now();
  const source = await connected(sourceUrl);
  const target = await connected(targetUrl).catch(async (error) => {
    await source.end();
    throw new BackupFault(`连不上目标数据库：${(error as Error).message}。(The target database cannot be reached.)`);
  });
  try {
    await refuseServed(source);
    await source.query(SAME_TEXT);
    await source.query(ONE_MOMENT);
    const facts = await tablesOf(source);
    await target.query('begin');
    await loadInto(target, {
      migrations: await migrationsOf(source),
      tables: facts.map((table) => ({ ...table, rows: null })),
      sequences: await sequencesOf(source),
      fill: (table, into) => pipeline(source.query(to(copyOut(table))), into),
      step,
    });
    const rows = await compare(source, target, facts, step);
    await target.query('commit');
    await target.query('analyze');
    return { tables: facts.length, rows, seconds: (performance.now() - began) / 1000 };
  } finally {
    await Promise.all([source.end(), target.end()]).catch(() => {});
  }
}

/** Holds every table against its source. @returns the rows of all */
async function compare(
  source: pg.Client,
  target: pg.Client,
  facts: readonly TableFacts[],
  step: Step,
): Promise<number> {
  let all = 0;
  for (const [done, table] of facts.entries()) {
    await step(done, facts.length, '正在逐表比对');
    const [there, here] = await Promise.all([sumOf(source, table), sumOf(target, table)]);
    if (there.rows !== here.rows || there.sum !== here.sum)
      throw new BackupFault(
        `“${table.name}”比对不一致（原 ${there.rows} 行，新 ${here.rows} 行），已撤销，目标库没有改动。(${table.name} differs.)`,
      );
    all += there.rows;
  }
  return all;
}
