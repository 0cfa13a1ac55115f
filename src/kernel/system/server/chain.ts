import { createHash } from 'node:crypto';
import type { RowText, Seal } from './queries/seals.ts';

const HASH_BYTES = 8;
const ID_BYTES = 8;
const LEAF_BYTES = ID_BYTES + HASH_BYTES;

/** Before the first seal. */
export const NOTHING = Buffer.alloc(32);

export const sm3 = (text: string | Buffer): Buffer => createHash('sm3').update(text).digest();

/** What a batch is sealed by: SM3 over its rows, each ended by a line feed, and for each row its id and half its SM3. */
export function sealBatch(rows: readonly RowText[]): { root: Buffer; leaves: Buffer } {
  const root = createHash('sm3');
  const leaves = Buffer.alloc(rows.length * LEAF_BYTES);
  rows.forEach(({ id, text }, at) => {
    root.update(text).update('\n');
    leaf(id, text).copy(leaves, at * LEAF_BYTES);
  });
  return { root: root.digest(), leaves };
}

function leaf(id: string, text: string): Buffer {
  const bytes = Buffer.alloc(LEAF_BYTES);
  bytes.writeBigInt64BE(BigInt(id));
  sm3(text).copy(bytes, ID_BYTES, 0, HASH_BYTES);
  return bytes;
}

/** The text whose SM3 is a seal's hash: all of the seal, and the one before. */
export const sealText = (
  seal: Pick<Seal, 'id' | 'first_id' | 'last_id' | 'n' | 'root' | 'leaves_hash' | 'prev_hash' | 'sealed_at'>,
): string =>
  [
    'audit-seal-1',
    seal.id,
    seal.first_id,
    seal.last_id,
    seal.n,
    seal.root.toString('hex'),
    seal.leaves_hash.toString('hex'),
    seal.prev_hash.toString('hex'),
    seal.sealed_at,
  ].join('|');

export type RowFault = { rowId: string; what: 'changed' | 'added' | 'removed' };

/**
 * The first row that is not what was sealed. Null where every row fits its leaf, which then is not
 * what was sealed itself.
 */
export function firstFault(rows: readonly RowText[], leaves: Buffer): RowFault | null {
  const sealed = leaves.length / LEAF_BYTES;
  for (let at = 0; at < Math.max(rows.length, sealed); at++) {
    const row = rows[at];
    const kept = at < sealed ? leaves.subarray(at * LEAF_BYTES, (at + 1) * LEAF_BYTES) : null;
    const keptId = kept?.readBigInt64BE();
    if (row && (keptId === undefined || BigInt(row.id) < keptId)) return { rowId: row.id, what: 'added' };
    if (keptId !== undefined && (!row || BigInt(row.id) > keptId)) return { rowId: String(keptId), what: 'removed' };
    if (row && kept && !leaf(row.id, row.text).equals(kept)) return { rowId: row.id, what: 'changed' };
  }
  return null;
}
