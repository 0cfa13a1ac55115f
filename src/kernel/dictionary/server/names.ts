import type { Services } from '#platform/server/context.ts';
import { namedEntries } from './queries.ts';

/** One entry of a dictionary; `parentId` is null at the top. */
export interface DictEntry {
  id: string;
  parentId: string | null;
  name: string;
  value: string;
}

/** All dictionaries as they were at most five seconds ago. */
export interface DictNames {
  /** Chinese name of a value; an unknown value stands for itself, no value is the empty text. */
  name(code: string, value: string | number | null | undefined): string;
  /** Enabled entries of a dictionary in their order; none for an unknown code. */
  entries(code: string): readonly DictEntry[];
}

const FRESH_MS = 5000;
/** By database, since one process of the tests serves several. */
const caches = new WeakMap<Services['db'], { until: number; names: Promise<DictNames> }>();

/** The dictionaries, read at most every five seconds: lists name thousands of values by them. */
export function dictionaryNames(services: Services): Promise<DictNames> {
  const cached = caches.get(services.db);
  if (cached && performance.now() < cached.until) return cached.names;
  const names = load(services);
  caches.set(services.db, { until: performance.now() + FRESH_MS, names });
  names.catch(() => caches.delete(services.db));
  return names;
}

/** After a change of an entry: this process reads anew at once, others within five seconds. */
export function forgetNames(services: Services): void {
  caches.delete(services.db);
}

async function load(services: Services): Promise<DictNames> {
  const rows = await namedEntries(services.db);
  const dictionaries = new Map<string, DictEntry[]>();
  const names = new Map<string, string>();
  for (const row of rows) {
    const entries = dictionaries.get(row.dictionary_code) ?? [];
    if (row.enabled) entries.push({ id: row.id, parentId: row.parent_id, name: row.name, value: row.value });
    dictionaries.set(row.dictionary_code, entries);
    // A disabled value is not chosen any more, yet rows that hold it keep its name.
    names.set(`${row.dictionary_code} ${row.value}`, row.name);
  }
  return {
    name: (code, value) =>
      value === null || value === undefined ? '' : (names.get(`${code} ${value}`) ?? String(value)),
    entries: (code) => dictionaries.get(code) ?? [],
  };
}
