/**
 * Values in IndexedDB, encrypted by AES-GCM under a key of this browser that script cannot export, so that no id card rests
 * in clear. Without TLS on a foreign host the browser has no crypto.subtle, and nothing is kept (`canEncrypt`).
 */
const DATABASE = 'sealed';
const VALUES = 'values';
const KEY = 'key';

interface Stored {
  iv: Uint8Array<ArrayBuffer>;
  data: ArrayBuffer;
  /** When it was written, in milliseconds; absent where an earlier version of the product did. */
  at?: number;
}

function database(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(VALUES);
      request.result.createObjectStore(KEY);
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

async function run<T>(
  store: string,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const db = await database();
  try {
    return await new Promise<T>((resolve, reject) => {
      const request = work(db.transaction(store, mode).objectStore(store));
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  } finally {
    db.close();
  }
}

const keptKey = () => run<CryptoKey | undefined>(KEY, 'readonly', (store) => store.get(KEY));

async function cipherKey(): Promise<CryptoKey> {
  const kept = await keptKey();
  if (kept) return kept;
  const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
  // Another tab may have been quicker: its key is the browser's.
  await run(KEY, 'readwrite', (store) => store.add(made, KEY)).catch(() => {});
  return (await keptKey()) ?? made;
}

/** Whether this browser can keep an encrypted value here. */
export const canEncrypt = () => typeof crypto.subtle !== 'undefined' && typeof indexedDB !== 'undefined';

/** Keeps a value that JSON can hold. Rejects where the browser refuses storage. */
export async function writeEncrypted(name: string, value: unknown): Promise<void> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const text = new TextEncoder().encode(JSON.stringify(value));
  const data = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await cipherKey(), text);
  const stored: Stored = { iv, data, at: Date.now() };
  await run(VALUES, 'readwrite', (store) => store.put(stored, name));
}

/** The value kept under the name; null where there is none. Rejects where storage is refused or the value cannot be decrypted. */
export async function readEncrypted<T>(name: string): Promise<T | null> {
  const stored = await run<Stored | undefined>(VALUES, 'readonly', (store) => store.get(name));
  if (!stored) return null;
  const text = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: stored.iv }, await cipherKey(), stored.data);
  return JSON.parse(new TextDecoder().decode(text)) as T;
}

/** Removes the value kept under the name. */
export async function removeEncrypted(name: string): Promise<void> {
  await run(VALUES, 'readwrite', (store) => store.delete(name));
}

/** The names that begin so. Rejects where the browser refuses storage. */
export async function encryptedNames(beginning: string): Promise<readonly string[]> {
  const range = IDBKeyRange.bound(beginning, `${beginning}\uffff`);
  return (await run(VALUES, 'readonly', (store) => store.getAllKeys(range))).map(String);
}

/** Removes values whose names have this beginning: those older than so many days, and of the others the oldest beyond a number. */
export async function removeOldEncrypted(prefix: string, days: number, most: number): Promise<void> {
  const names = await encryptedNames(prefix);
  const since = Date.now() - days * 86_400_000;
  const fresh: { name: string; at: number }[] = [];
  for (const name of names) {
    const at = (await run<Stored | undefined>(VALUES, 'readonly', (store) => store.get(name)))?.at ?? 0;
    if (at >= since) fresh.push({ name, at });
    else await run(VALUES, 'readwrite', (store) => store.delete(name));
  }
  const old = fresh.sort((one, next) => next.at - one.at).slice(most);
  for (const { name } of old) await run(VALUES, 'readwrite', (store) => store.delete(name));
}
