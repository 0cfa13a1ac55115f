import { randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { tooManyRequests } from '../errors.ts';

/** OWASP ASVS 5.0, appendix C: argon2id (the library's default) with 46 MiB, one pass, one lane. */
const SETTINGS = { memoryCost: 47_104, timeCost: 1, parallelism: 1 };

const THREADS = Number(process.env.UV_THREADPOOL_SIZE ?? 4);
/** At most so many hashes at once: it bounds the memory and leaves Node a thread for its files. */
const AT_ONCE = Math.max(1, Math.min(8, availableParallelism(), THREADS - 1));
const MAY_WAIT = 200;

let running = 0;
const waiting: (() => void)[] = [];

/** Refuses with 429 while 200 wait for their hash. Call it before any other work for a password. */
export function assertRoom(): void {
  if (waiting.length >= MAY_WAIT) throw tooManyRequests(5);
}

/**
 * Does expensive work for a password when its turn comes, so that a flood of them is a queue and the event loop stays
 * free for the others. Refuses with 429 when 200 already wait.
 */
export async function queuePasswordWork<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    assertRoom();
    // The one who leaves hands over the place, so that `running` never drops in between.
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    running++;
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

/** Argon2id of a password, as text with its settings and salt. Refuses with 429 when 200 already wait. */
export const hashPassword = (password: string) => queuePasswordWork(() => hash(password, SETTINGS));

let nobody: Promise<string> | null = null;

/**
 * Whether the password belongs to the hash. Without a hash (no such account) it computes one anyway, so that both cases take equally
 * long. Call it only in a turn of the lane.
 */
export async function verifyNow(stored: string | null, password: string): Promise<boolean> {
  if (stored === null) nobody ??= hash('nobody', SETTINGS);
  const good = await verify(stored ?? (await nobody) ?? '', password);
  return good && stored !== null;
}

/** The same in its turn. Refuses with 429 when 200 already wait. */
export const verifyPassword = (stored: string | null, password: string) =>
  queuePasswordWork(() => verifyNow(stored, password));

/** Without what is easily misread: 0 o 1 l i. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ';
const DIGITS = '23456789';
const pick = (from: string, length: number) =>
  Array.from({ length }, () => from.charAt(randomInt(from.length))).join('');

/** A random password for one sign-in: 8 letters of 46 and 4 digits of 8, 56 bits within the specification's 12 characters. */
export const makePassword = () => pick(LETTERS, 8) + pick(DIGITS, 4);
