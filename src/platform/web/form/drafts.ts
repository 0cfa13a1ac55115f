import { useEffect, useRef, useState } from 'react';
import type { Form, FormValues } from './useForm.ts';

/**
 * Drafts of long forms in IndexedDB, encrypted by AES-GCM under a key of this browser that script cannot export, so that no
 * id card rests in clear. Without TLS on a foreign host the browser has no crypto.subtle: then there are no drafts.
 */
const DATABASE = 'drafts';
const STORE = 'drafts';
const KEY = 'key';
const SAVE_EVERY = 2000;
const KEPT_HOURS = 24;

interface Stored {
  at: number;
  version: string;
  iv: Uint8Array<ArrayBuffer>;
  data: ArrayBuffer;
}

function database(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(STORE);
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

async function cipherKey(): Promise<CryptoKey> {
  const kept = await run<CryptoKey | undefined>(KEY, 'readonly', (store) => store.get('key'));
  if (kept) return kept;
  const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
  await run(KEY, 'readwrite', (store) => store.put(made, 'key'));
  return made;
}

async function write(name: string, version: string, values: FormValues): Promise<void> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const text = new TextEncoder().encode(JSON.stringify(values));
  const data = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await cipherKey(), text);
  const stored: Stored = { at: Date.now(), version, iv, data };
  await run(STORE, 'readwrite', (store) => store.put(stored, name));
}

async function read(name: string): Promise<{ at: number; version: string; values: FormValues } | null> {
  const stored = await run<Stored | undefined>(STORE, 'readonly', (store) => store.get(name));
  if (!stored) return null;
  if (Date.now() - stored.at > KEPT_HOURS * 3_600_000) {
    await remove(name);
    return null;
  }
  const text = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: stored.iv }, await cipherKey(), stored.data);
  return { at: stored.at, version: stored.version, values: JSON.parse(new TextDecoder().decode(text)) as FormValues };
}

const never = () => false;

async function remove(name: string): Promise<void> {
  await run(STORE, 'readwrite', (store) => store.delete(name));
}

const clock = (time: number) =>
  new Date(time).toLocaleString('zh-CN', { month: 'numeric', day: 'numeric', hour: '2-digit', minute: '2-digit' });

/**
 * Keeps a form's changes as a draft, at most every 2 seconds. `name` tells user and record apart; `version` is the record's:
 * a draft of an older version says so, since its fields stand over what somebody else has saved in between.
 * @param isSecret fields that no draft holds, however it is encrypted: keys and passwords
 */
export function useDraft(name: string, version: string, form: Form, isSecret: (field: string) => boolean = never) {
  const [found, setFound] = useState<{ when: string; until: string; outdated: boolean; values: FormValues } | null>(
    null,
  );
  const [savedAt, setSavedAt] = useState('');
  const able = typeof crypto.subtle !== 'undefined' && typeof indexedDB !== 'undefined';
  // Merging with somebody's changes gives the record a new version; the draft was looked for with the first one.
  const [opened] = useState(version);

  useEffect(() => {
    if (!able) return;
    let gone = false;
    // A browser that refuses storage has no drafts; the form works without.
    read(name).then(
      (draft) => {
        if (!draft || gone) return;
        setFound({
          when: clock(draft.at),
          until: clock(draft.at + KEPT_HOURS * 3_600_000),
          outdated: draft.version !== opened,
          values: draft.values,
        });
      },
      () => {},
    );
    return () => {
      gone = true;
    };
  }, [name, able, opened]);

  const kept = form.dirty.filter((field) => !isSecret(field));
  const changed = JSON.stringify(Object.fromEntries(kept.map((field) => [field, form.values[field]])));
  const latest = useRef(changed);
  latest.current = changed;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    // Whoever types without a pause is kept all the same: a timer that runs is not started anew.
    if (!able || found || changed === '{}' || timer.current !== undefined) return;
    timer.current = setTimeout(() => {
      timer.current = undefined;
      write(name, version, JSON.parse(latest.current)).then(
        () => setSavedAt(new Date().toLocaleTimeString('zh-CN', { hour: '2-digit', minute: '2-digit' })),
        () => setSavedAt(''),
      );
    }, SAVE_EVERY);
  }, [changed, able, found, name, version]);
  const stop = () => {
    clearTimeout(timer.current);
    timer.current = undefined;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: another form, or none
  useEffect(() => stop, [name]);

  const drop = () => {
    stop();
    setFound(null);
    setSavedAt('');
    // Nothing is lost when it stays: it expires.
    if (able) void remove(name).catch(() => {});
  };
  return {
    found,
    savedAt,
    restore: () => {
      if (found) form.set(found.values);
      setFound(null);
    },
    discard: drop,
    /** After saving: the draft has served. */
    done: drop,
  };
}

export type Draft = ReturnType<typeof useDraft>;
