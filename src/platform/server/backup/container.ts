import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Transform } from 'node:stream';
import { deriveKey } from '../secrecy/keys.ts';
import { Damaged, WrongKey } from './faults.ts';
import type { BackupKey } from './key.ts';

/** `PARTYBK1`, eight bytes of key id, sixteen of salt; then pieces, each encrypted (SM4-CTR) and authenticated (HMAC-SM3). */
const MAGIC = Buffer.from('PARTYBK1');
const SALT_BYTES = 16;
const HEAD_BYTES = MAGIC.length + 8 + SALT_BYTES;
const PIECE_BYTES = 256 * 1024;
const TAG_BYTES = 32;

interface Keys {
  cipher: Buffer;
  mac: Buffer;
}

/** Of one file: its name goes in, so that one part cannot be put in the place of another. */
const keysOf = (key: BackupKey, salt: Buffer, name: string): Keys => {
  const own = Buffer.concat([key.bytes, salt]);
  return { cipher: deriveKey(own, `backup-cipher:${name}`, 16), mac: deriveKey(own, `backup-mac:${name}`, 32) };
};

/** The number of a piece, and whether it is the last one: a file that was cut has none. */
function markOf(index: number, last: boolean): { iv: Buffer; mark: Buffer } {
  const iv = Buffer.alloc(16);
  iv.writeBigUInt64BE(BigInt(index));
  return { iv, mark: Buffer.concat([iv, Buffer.from([last ? 1 : 0])]) };
}

const tagOf = (keys: Keys, mark: Buffer, bytes: Buffer) =>
  createHmac('sm3', keys.mac).update(mark).update(bytes).digest();

/** Cuts a stream into pieces of one size; the last one may be shorter, and is told. */
abstract class Pieces extends Transform {
  #held: Buffer[] = [];
  #size = 0;
  #index = 0;
  readonly #most: number;

  constructor(most: number) {
    super();
    this.#most = most;
  }

  protected abstract piece(bytes: Buffer, index: number, last: boolean): Buffer;
  /** Bytes that stand before the first piece; what is left of the given ones. */
  protected before(bytes: Buffer): Buffer | null {
    return bytes;
  }

  override _transform(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    try {
      const rest = this.before(chunk);
      if (rest) {
        this.#held.push(rest);
        this.#size += rest.length;
      }
      // One byte more than a piece, so that this one is known not to be the last.
      while (this.#size > this.#most) this.push(this.piece(this.#take(this.#most), this.#index++, false));
      done();
    } catch (error) {
      done(error as Error);
    }
  }

  #take(bytes: number): Buffer {
    const all = this.#held.length === 1 ? (this.#held[0] ?? Buffer.alloc(0)) : Buffer.concat(this.#held);
    this.#held = [all.subarray(bytes)];
    this.#size = all.length - bytes;
    return all.subarray(0, bytes);
  }

  protected lastPiece(): Buffer {
    return this.piece(this.#take(this.#size), this.#index, true);
  }
}

/** Encrypts and authenticates a stream. @param name by which it is read again */
export class Sealing extends Pieces {
  readonly #keys: Keys;

  constructor(key: BackupKey, name: string) {
    super(PIECE_BYTES);
    const salt = randomBytes(SALT_BYTES);
    this.#keys = keysOf(key, salt, name);
    this.push(Buffer.concat([MAGIC, key.id, salt]));
  }

  protected piece(bytes: Buffer, index: number, last: boolean): Buffer {
    const { iv, mark } = markOf(index, last);
    const sealed = createCipheriv('sm4-ctr', this.#keys.cipher, iv).update(bytes);
    return Buffer.concat([sealed, tagOf(this.#keys, mark, sealed)]);
  }

  override _flush(done: (error?: Error | null) => void): void {
    this.push(this.lastPiece());
    done();
  }
}

/** Opens what `Sealing` wrote. It lets nothing through that was changed, cut or moved: it ends with `Damaged` or `WrongKey` instead. */
export class Opening extends Pieces {
  readonly #key: BackupKey;
  readonly #name: string;
  #head = Buffer.alloc(0);
  #keys: Keys | null = null;

  constructor(key: BackupKey, name: string) {
    super(PIECE_BYTES + TAG_BYTES);
    this.#key = key;
    this.#name = name;
  }

  protected override before(bytes: Buffer): Buffer | null {
    if (this.#keys) return bytes;
    this.#head = Buffer.concat([this.#head, bytes]);
    if (this.#head.length < HEAD_BYTES) return null;
    const id = this.#head.subarray(MAGIC.length, MAGIC.length + 8);
    if (!this.#head.subarray(0, MAGIC.length).equals(MAGIC)) throw new Damaged(this.#name);
    if (!id.equals(this.#key.id)) throw new WrongKey();
    this.#keys = keysOf(this.#key, this.#head.subarray(MAGIC.length + 8, HEAD_BYTES), this.#name);
    return this.#head.subarray(HEAD_BYTES);
  }

  protected piece(bytes: Buffer, index: number, last: boolean): Buffer {
    if (!this.#keys || bytes.length < TAG_BYTES) throw new Damaged(this.#name);
    const { iv, mark } = markOf(index, last);
    const sealed = bytes.subarray(0, bytes.length - TAG_BYTES);
    const tag = tagOf(this.#keys, mark, sealed);
    if (!timingSafeEqual(tag, bytes.subarray(bytes.length - TAG_BYTES))) throw new Damaged(this.#name);
    return createDecipheriv('sm4-ctr', this.#keys.cipher, iv).update(sealed);
  }

  override _flush(done: (error?: Error | null) => void): void {
    try {
      this.push(this.lastPiece());
      done();
    } catch (error) {
      done(error as Error);
    }
  }
}
