import { createECDH, createHash, type KeyObject, randomBytes } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Services } from '../context.ts';
import { type Db, transact, withoutCommitWait } from '../database/db.ts';
import { encryptedColumn } from './encryptedColumns.ts';
import { decryptSm2, openingKey } from './sm2Decrypt.ts';

const MILLISECONDS_GOOD = 5 * 60 * 1000;
/** Any number, the same in every process: only one of them makes a key at a time. */
const KEY_LOCK = 7_010_001;

/** What a client encrypts: the password, its clock, and a nonce that is used once. */
const envelope = z.object({
  p: z.string().min(1).max(64),
  t: z.int(),
  n: z.string().min(8).max(64),
});
export type Envelope = z.infer<typeof envelope>;

/** The public half by which passwords travel; a new pair is made each month, the first at the first call. */
export async function transportKey(services: Services): Promise<{ keyId: string; publicKey: string }> {
  return (await current(services.db)) ?? (await transact(services.db, (tx) => rotate(tx, services)));
}

async function current(db: Db) {
  const row = await db
    .selectFrom('crypto_key')
    .select(['id', 'public_hex'])
    .where('kind', '=', 'sm2')
    .where('retired_at', 'is', null)
    .where('created_at', '>', ago('30 days'))
    .executeTakeFirst();
  return row ? { keyId: row.id, publicKey: row.public_hex } : null;
}

async function rotate(tx: Db, services: Services) {
  await sql`select pg_advisory_xact_lock(${KEY_LOCK})`.execute(tx);
  const made = await current(tx);
  if (made) return made;
  // The pair comes from OpenSSL: its random numbers are the system's.
  const pair = createECDH('SM2');
  pair.generateKeys();
  const key = { keyId: randomBytes(8).toString('hex'), publicKey: pair.getPublicKey('hex') };
  await tx.updateTable('crypto_key').set({ retired_at: sql<Date>`now()` }).where('retired_at', 'is', null).execute();
  await tx
    .insertInto('crypto_key')
    .values({
      id: key.keyId,
      kind: 'sm2',
      public_hex: key.publicKey,
      private_enc: services.vault.encrypt(place(key.keyId), pair.getPrivateKey('hex').padStart(64, '0')),
    })
    .execute();
  return key;
}

/** Where the private halves rest. */
export const encryptedTransportKeys = encryptedColumn('crypto_key', 'private_enc', (id) => place(id), {
  key: { id: 'text' },
});

const place = (keyId: string) => `crypto_key.private.${keyId}`;
const ago = (interval: string): RawBuilder<Date> => sql<Date>`now() - ${interval}::interval`;

/** The private halves that may still be needed: the present one, and what was replaced a day ago at most; newest first. */
export async function openingKeys({ db, vault }: Services): Promise<KeyObject[]> {
  const { rows } = await sql<{ id: string; private_enc: Buffer }>`/* prepared */
    select id, private_enc from crypto_key
     where kind = 'sm2' and (retired_at is null or retired_at > now() - interval '1 day')
     order by created_at desc`.execute(db);
  return rows.map(({ id, private_enc }) => {
    const key = opening.get(id) ?? openingKey(Buffer.from(vault.decrypt(place(id), private_enc), 'hex'));
    if (opening.size >= MOST_OPENING) opening.clear();
    opening.set(id, key);
    return key;
  });
}

/** To make one takes as long as to open with it; which may be used the database says each time. */
const opening = new Map<string, KeyObject>();
const MOST_OPENING = 10;

/**
 * The content of a hex SM2 ciphertext of `{"p": password, "t": epoch ms, "n": nonce}`, with or without the leading 04. Null, without
 * a reason, for anything else. The content is only valid if `consumeNonce` accepts it.
 */
export function openEnvelope(keys: readonly KeyObject[], encrypted: string): Envelope | null {
  if (!/^(?:[\da-f]{2})+$/i.test(encrypted)) return null;
  // A point may begin with 04 by itself, so the text with 04 is tried in both readings.
  const readings = encrypted.startsWith('04') ? [encrypted.slice(2), encrypted] : [encrypted];
  for (const key of keys) {
    for (const reading of readings) {
      const plain = decryptSm2(Buffer.from(reading, 'hex'), key);
      const parsed = plain && envelope.safeParse(jsonOf(plain));
      if (parsed?.success) return parsed.data;
    }
  }
  return null;
}

/**
 * The password inside an encrypted envelope. Null, without a reason, for anything that is no envelope, is more than five minutes
 * from the database's clock, or was used before. It is used up at once, also when the caller refuses later.
 */
export async function openPassword(services: Services, encrypted: string): Promise<string | null> {
  const content = openEnvelope(await openingKeys(services), encrypted);
  return content && (await consumeNonce(services.db, content)) ? content.p : null;
}

function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return null;
  }
}

/** Uses an envelope up. False where it is more than five minutes from the database's clock, or was used before. */
export async function consumeNonce(db: Db, { t, n }: Envelope): Promise<boolean> {
  const hash = createHash('sha256').update(n).digest();
  const { rows } = await sql`/* prepared */
    insert into used_nonce (nonce, expires_at)
    select ${hash}, now() + interval '1 hour' from ${withoutCommitWait}
     where abs(extract(epoch from now()) * 1000 - ${t}::float8) <= ${MILLISECONDS_GOOD}
    on conflict do nothing
    returning 1`.execute(db);
  return rows.length === 1;
}
