/**
 * What a television keeps over a power cut: its programme, what it has played, and pictures and films in parts of four megabytes, so
 * that a torn line goes on where it was. A browser that keeps nothing plays from its memory.
 */
const NAME = 'player';
const STORES = ['facts', 'plays', 'parts'] as const;
type StoreName = (typeof STORES)[number];

let opened: Promise<IDBDatabase | null> | null = null;
const memory: Record<StoreName, Map<string | number, unknown>> = {
  facts: new Map(),
  plays: new Map(),
  parts: new Map(),
};

function open(): Promise<IDBDatabase | null> {
  if (!opened)
    opened = new Promise((resolve) => {
      try {
        const request = indexedDB.open(NAME, 1);
        request.onupgradeneeded = () => {
          for (const store of STORES) request.result.createObjectStore(store);
        };
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => resolve(null);
      } catch {
        resolve(null);
      }
    });
  return opened;
}

function run<T>(
  store: StoreName,
  mode: 'readonly' | 'readwrite',
  act: (of: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined> {
  return open().then(
    (database) =>
      new Promise((resolve, reject) => {
        if (!database) return resolve(undefined);
        const change = database.transaction(store, mode);
        const request = act(change.objectStore(store));
        change.oncomplete = () => resolve(request.result);
        change.onabort = () => reject(change.error || new Error('not kept'));
        change.onerror = () => reject(change.error || new Error('not kept'));
      }),
  );
}

export async function read<T>(store: StoreName, key: string | number): Promise<T | undefined> {
  if (!(await open())) return memory[store].get(key) as T | undefined;
  return (await run(store, 'readonly', (of) => of.get(key))) as T | undefined;
}

export async function keep(store: StoreName, key: string | number, value: unknown): Promise<void> {
  if (!(await open())) memory[store].set(key, value);
  else await run(store, 'readwrite', (of) => of.put(value, key));
}

export async function drop(store: StoreName, key: string | number): Promise<void> {
  if (!(await open())) memory[store].delete(key);
  else await run(store, 'readwrite', (of) => of.delete(key));
}

export async function keysOf(store: StoreName): Promise<(string | number)[]> {
  if (!(await open())) return Array.from(memory[store].keys());
  return ((await run(store, 'readonly', (of) => of.getAllKeys())) || []) as (string | number)[];
}

/** Forgets all: the screen is none of ours any more. */
export async function forget(): Promise<void> {
  for (const store of STORES) {
    memory[store].clear();
    await run(store, 'readwrite', (of) => of.clear()).catch(() => undefined);
  }
}
