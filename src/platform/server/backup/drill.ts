import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { Services } from '../context.ts';
import { openPool } from '../database/db.ts';
import { storeAt } from '../files/fileStore.ts';
import { startEmbedded } from '../postgres/embedded.ts';
import { makeVault } from '../secrecy/crypto.ts';
import { keySource } from '../secrecy/keys.ts';
import { countOf } from './facts.ts';
import { BackupFault } from './faults.ts';
import { type Opened, type Restored, restoreToFolder } from './restore.ts';
import type { Step } from './take.ts';

/** What a restore drill came to. */
export interface Drilled {
  succeeded: boolean;
  /** What did not agree, in words; empty: everything did. */
  faults: string[];
  restored: Restored;
  ledgers: { label: string; backup: string; restored: string }[];
  /** What the verification of the log's seals said. */
  seals: string;
  seconds: number;
}

/** What is asked of the restored copy beside counts and sums: the seals of the log. */
export type VerifySeals = (services: Services) => Promise<{ good: boolean; sentence: string }>;

/**
 * Restores a backup beside the data, with a database of its own, holds it against what the backup says of itself (rows of every
 * table, sums of the ledgers) and the log against its seals, and removes it again.
 * @param services of the deployment: its key file and its modules
 * @param place a folder with room for the copy
 */
export async function drillRestore(
  opened: Opened,
  services: Pick<Services, 'config' | 'modules'>,
  place: string,
  verify: VerifySeals,
  step: Step,
): Promise<Drilled> {
  const began = performance.now();
  const { config, modules } = services;
  const dataDir = join(place, `drill-${randomBytes(4).toString('hex')}`);
  await mkdir(place, { recursive: true });
  const store = (folder: string) => storeAt({ bucket: null, dataDir: folder });
  try {
    const target = { dataDir, keyFile: config.keyFile, store, say: () => {} };
    const restored = await restoreToFolder(opened, target, step);
    await step(0, 1, '正在比对');
    const database = await startEmbedded({ dataDir, keep: 'durable', say: () => {} });
    const { pool, db } = openPool(database.url, { max: 6, statementSeconds: 600 });
    try {
      const faults = await rowFaults(opened, database.url);
      const ledgers: Drilled['ledgers'] = [];
      for (const { label, total } of modules.flatMap((module) => module.ledgers ?? [])) {
        const known = opened.manifest.ledgers.find((ledger) => ledger.label === label);
        // An older program noted none.
        if (!known) continue;
        const found = await total(db);
        ledgers.push({ label, backup: known.total, restored: found });
        if (found !== known.total) faults.push(`${label}应为 ${known.total}，恢复出 ${found}`);
      }
      const vault = makeVault(keySource(config.keyFile));
      const seals = await verify({ db, vault, modules, config: { ...config, dataDir, databaseUrl: database.url } });
      if (!seals.good) faults.push(seals.sentence);
      const seconds = (performance.now() - began) / 1000;
      return { succeeded: faults.length === 0, faults, restored, ledgers, seals: seals.sentence, seconds };
    } finally {
      await pool.end();
      await database.stop();
    }
  } finally {
    await removeCopy(dataDir);
  }
}

/** Tables that have another number of rows than the backup says. */
async function rowFaults({ manifest }: Opened, url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const faults: string[] = [];
    for (const { name, rows } of manifest.tables) {
      const found = await countOf(client, name);
      if (found !== rows) faults.push(`${name} 应有 ${rows} 行，恢复出 ${found} 行`);
    }
    return faults;
  } finally {
    await client.end();
  }
}

async function removeCopy(dataDir: string): Promise<void> {
  const marker = join(dataDir, 'database-folder');
  if (existsSync(marker)) await rm(readFileSync(marker, 'utf8').trim(), { recursive: true, force: true });
  await rm(dataDir, { recursive: true, force: true });
}

/** A drill in words, for the page and for whoever runs it. */
export function drilledText({ succeeded, faults, restored, ledgers, seals, seconds }: Drilled): string {
  if (!succeeded) return `恢复演练发现不一致：${faults.join('；')}。`;
  const sums = ledgers.length > 0 ? `，${ledgers.length} 项金额合计一致` : '';
  return (
    `恢复演练通过，用时 ${Math.max(1, Math.round(seconds))} 秒：` +
    `${restored.tables} 张表、${restored.rows} 行全部一致${sums}，上传的文件 ${restored.files.all} 个；${seals}。`
  );
}

/** The sentence of a drill that could not be done; null: it was no matter of the backup. */
export const drillFault = (error: unknown): string | null => (error instanceof BackupFault ? error.message : null);
