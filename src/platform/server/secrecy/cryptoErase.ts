import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../database/db.ts';

/**
 * The person whose values in the log can be destroyed. Rows of the log are never rewritten: each such value is encrypted with the
 * person's key, and erasing the person destroys the key (security promise 57).
 */
export interface Owner {
  type: 'member' | 'record';
  id: string;
}
/** `{field: [before, after]}`. */
export type Changes = Record<string, [unknown, unknown]>;
/** The same as it is stored: of an owner, `type:id:base64` in place of each pair. */
export type StoredChanges = Record<string, [unknown, unknown] | string>;

/** Stands in place of a value whose key was destroyed. */
export const DESTROYED = '（已彻底删除）';

const IV_BYTES = 16;
const nameOf = ({ type, id }: Owner) => `${type}:${id}`;
const ownerOf = (encrypted: string): Owner => {
  const [type, id] = encrypted.split(':');
  return { type: type === 'record' ? 'record' : 'member', id: id ?? '0' };
};

/** Encrypts the pairs of each entry with its owner's key, which is made at the first entry. Of an owner who was erased nothing is kept. */
export async function encryptChanges(
  db: Db,
  entries: readonly { owner: Owner; changes: Changes }[],
): Promise<StoredChanges[]> {
  const keys = await keysOf(
    db,
    entries.map(({ owner }) => owner),
    true,
  );
  return entries.map(({ owner, changes }) => {
    const key = keys.get(nameOf(owner)) ?? null;
    return Object.fromEntries(
      Object.entries(changes).map(([field, pair]) => [field, `${nameOf(owner)}:${key ? encrypt(key, pair) : ''}`]),
    );
  });
}

/** Rows of the log with their values as they were written, or `DESTROYED` in place of what is no more. */
export async function openChanges<T extends { changes: StoredChanges | null }>(
  db: Db,
  rows: readonly T[],
): Promise<(Omit<T, 'changes'> & { changes: Changes | null })[]> {
  const encrypted = rows
    .flatMap(({ changes }) => Object.values(changes ?? {}))
    .filter((value) => typeof value === 'string');
  const keys = await keysOf(db, encrypted.map(ownerOf), false);
  const pairOf = (value: [unknown, unknown] | string): [unknown, unknown] => {
    if (typeof value !== 'string') return value;
    const key = keys.get(nameOf(ownerOf(value)));
    const body = value.slice(value.lastIndexOf(':') + 1);
    return key && body ? open(key, body) : [DESTROYED, DESTROYED];
  };
  return rows.map((row) => ({
    ...row,
    changes:
      row.changes &&
      Object.fromEntries(Object.entries(row.changes).map(([field, value]) => [field, pairOf(value)] as const)),
  }));
}

/** Destroys the keys of these owners; their values in the log cannot be read any more. */
export async function cryptoErase(db: Db, type: Owner['type'], ids: readonly string[]): Promise<void> {
  await sql`
    insert into shred_key (owner_type, owner_id, key) select ${type}, unnest(${ids}::bigint[]), null
    on conflict (owner_type, owner_id) do update set key = null`.execute(db);
}

function encrypt(key: Buffer, pair: [unknown, unknown]): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('sm4-ctr', key, iv);
  return Buffer.concat([iv, cipher.update(JSON.stringify(pair), 'utf8'), cipher.final()]).toString('base64');
}

function open(key: Buffer, body: string): [unknown, unknown] {
  const bytes = Buffer.from(body, 'base64');
  const cipher = createDecipheriv('sm4-ctr', key, bytes.subarray(0, IV_BYTES));
  return JSON.parse(cipher.update(bytes.subarray(IV_BYTES), undefined, 'utf8') + cipher.final('utf8'));
}

/** The keys by owner; null for an owner who was erased. `make`: those that are missing are made. */
async function keysOf(db: Db, owners: readonly Owner[], make: boolean): Promise<Map<string, Buffer | null>> {
  // In one order, so that two transactions that make keys for the same people wait and do not lock each other out.
  const names = [...new Set(owners.map(nameOf))].sort();
  if (names.length === 0) return new Map();
  const wanted = names.map(ownerOf);
  const types = wanted.map(({ type }) => type);
  const ids = wanted.map(({ id }) => id);
  const find = async () => {
    const { rows } = await sql<{ name: string; key: Buffer | null }>`
      select owner_type || ':' || owner_id as name, key
        from shred_key join unnest(${types}::text[], ${ids}::bigint[]) as w (t, i) on owner_type = w.t and owner_id = w.i`.execute(
      db,
    );
    return new Map(rows.map(({ name, key }) => [name, key] as const));
  };
  const keys = await find();
  if (!make || keys.size === names.length) return keys;
  await sql`
    insert into shred_key (owner_type, owner_id, key)
    select t, i, k from unnest(${types}::text[], ${ids}::bigint[], ${names.map(() => randomBytes(16))}::bytea[]) as w (t, i, k)
    on conflict (owner_type, owner_id) do nothing`.execute(db);
  return find();
}
