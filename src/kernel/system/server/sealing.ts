import { createHash } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Services } from '#platform/server/context.ts';
import { transact } from '#platform/server/database/db.ts';
import { NOTHING, sealBatch, sealText, sm3 } from './chain.ts';
import * as queries from './queries/seals.ts';

/** Rows a seal; a verification reads as many at once. */
const BATCH = 5000;
const WAIT_MS = 200;
const WAIT_TIMES = 50;

/**
 * Seals every row of the log that is there for good; answers how many. Rows come with numbers that
 * were handed out before their transaction ended, so it waits (ten seconds at most, then until the next
 * time) for those that were writing when it looked: no number below the last sealed one appears later.
 */
export async function sealLogs(services: Services): Promise<number> {
  const upTo = await settled(services);
  if (upTo === null) return 0;
  let sealed = 0;
  for (;;) {
    const n = await sealNext(services, upTo);
    sealed += n;
    if (n < BATCH) break;
  }
  await copySeals(services);
  return sealed;
}

async function settled({ db }: Services): Promise<string | null> {
  const { id, writers } = await queries.newestRow(db);
  for (let times = 0; writers.length > 0 && (await queries.stillWriting(db, writers)); times++) {
    if (times === WAIT_TIMES) return null;
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
  }
  return id;
}

async function sealNext({ db, vault }: Services, upTo: string): Promise<number> {
  return transact(db, async (tx) => {
    await queries.lockSealing(tx);
    const last = await queries.lastSeal(tx);
    const rows = await queries.rowTexts(tx, last?.last_id ?? null, upTo, BATCH);
    const [first, end] = [rows[0], rows.at(-1)];
    if (!first || !end) return 0;
    const { root, leaves } = sealBatch(rows);
    const facts = {
      id: String(BigInt(last?.id ?? 0) + 1n),
      first_id: first.id,
      last_id: end.id,
      n: rows.length,
      root,
      leaves_hash: createHash('sha256').update(leaves).digest(),
      prev_hash: last?.hash ?? NOTHING,
      sealed_at: await queries.microseconds(tx),
    };
    const hash = sm3(sealText(facts));
    await queries.insertSeal(tx, { ...facts, leaves, hash, signature: vault.sealKey.sign(hash) });
    return rows.length;
  });
}

/** The second place: one line of JSON a seal, beside the data and apart from the database. */
const copyPath = (services: Services) => join(services.config.dataDir, 'audit-seals.jsonl');

/** A seal as its copy tells it. */
export interface CopiedSeal {
  id: string;
  hash: string;
}

/** The copies on this machine, in their order; a line that cannot be read has id ''. Nothing where there is no file. */
export async function* readSealCopies(services: Services): AsyncGenerator<CopiedSeal> {
  const file = createReadStream(copyPath(services), 'utf8');
  try {
    for await (const line of createInterface({ input: file, crlfDelay: Number.POSITIVE_INFINITY })) {
      if (line !== '') yield readCopy(line);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  } finally {
    file.destroy();
  }
}

function readCopy(line: string): CopiedSeal {
  try {
    const { id, hash } = JSON.parse(line) as Partial<CopiedSeal>;
    if (typeof id === 'string' && /^\d{1,18}$/.test(id) && typeof hash === 'string') return { id, hash };
  } catch {
    // Said by the empty id.
  }
  return { id: '', hash: '' };
}

/** Longer than two lines of the copy. */
const TAIL_BYTES = 4096;

/**
 * Where the copy ends: its length up to the last whole line (a process may have died while it wrote the
 * next), and the seal of that line.
 */
async function endOfCopy(file: FileHandle): Promise<{ length: number; id: string }> {
  const { size } = await file.stat();
  const start = Math.max(0, size - TAIL_BYTES);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(TAIL_BYTES), 0, TAIL_BYTES, start);
  const whole = buffer.subarray(0, bytesRead).lastIndexOf(10) + 1;
  const lines = buffer.toString('utf8', 0, whole).split('\n');
  return { length: start + whole, id: readCopy(lines.at(-2) ?? '').id || '0' };
}

/** Appends the seals that the copy lacks, flushed to the disk. */
async function copySeals(services: Services): Promise<void> {
  await mkdir(services.config.dataDir, { recursive: true });
  const file = await open(copyPath(services), constants.O_RDWR | constants.O_CREAT, 0o600);
  try {
    let { length, id } = await endOfCopy(file);
    await file.truncate(length);
    for (;;) {
      const seals = await queries.sealsAfter(services.db, id, 500);
      const end = seals.at(-1);
      if (!end) break;
      const lines = Buffer.from(seals.map(copyLine).join(''));
      await file.write(lines, 0, lines.length, length);
      length += lines.length;
      id = end.id;
    }
    await file.sync();
  } finally {
    await file.close();
  }
}

const copyLine = (seal: queries.Seal) =>
  `${JSON.stringify({
    id: seal.id,
    last: seal.last_id,
    n: seal.n,
    root: seal.root.toString('hex'),
    hash: seal.hash.toString('hex'),
    signature: seal.signature.toString('hex'),
  })}\n`;
