/**
 * What a list keeps outside its address: filters by name, id card or phone, which must never stand in a URL.
 * Kept for this window (sessionStorage, cleared with the session), by the list's path, and forgotten when its module is left.
 */
type Values = Readonly<Record<string, string>>;

const LIST = 'list:';
const PLACE = 'place:';
/** Lists below this path keep their search parameters wherever the user goes (specification, section 2). */
const KEPT = '/archive/article';

/** The module of a path: its first segment, and the second below /affairs. */
export function moduleOfPath(path: string): string {
  const [first = '', second = ''] = path.split('/').filter(Boolean);
  return first === 'affairs' ? `/affairs/${second}` : `/${first}`;
}

/** The remembered private filters of the list at `path`. */
export function getListMemory(path: string): Values {
  try {
    return JSON.parse(sessionStorage.getItem(LIST + path) ?? '{}') as Values;
  } catch {
    return {};
  }
}

/** Remembers the private filters of the list at `path`; an empty object forgets them. */
export function setListMemory(path: string, values: Values): void {
  store(LIST + path, Object.keys(values).length > 0 ? JSON.stringify(values) : null);
}

/** Remembers with which search part a page was last seen, for the way back to it. */
export function rememberPlace(path: string, search: string): void {
  store(PLACE + path, search || null);
}

/** The address of a page as it was last seen in this module: links back to a list keep its filters. */
export function placeOf(path: string): string {
  try {
    return path + (sessionStorage.getItem(PLACE + path) ?? '');
  } catch {
    return path;
  }
}

/** Forgets what the lists of all modules but that of `path` keep. Called at each change of the page. */
export function clearOtherModules(path: string): void {
  const here = moduleOfPath(path);
  forget((place) => !place.startsWith(KEPT) && moduleOfPath(place) !== here);
}

/** Forgets what all lists keep: another role must not see the filters of the last one. */
export function clearListMemory(): void {
  forget(() => true);
}

function forget(gone: (place: string) => boolean): void {
  try {
    for (const key of Object.keys(sessionStorage)) {
      const place = /^(?:list|place):(.*)$/.exec(key)?.[1];
      if (place !== undefined && gone(place)) sessionStorage.removeItem(key);
    }
  } catch {
    // Without storage nothing was kept.
  }
}

function store(key: string, value: string | null): void {
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, value);
  } catch {
    // The filters live as long as the page.
  }
}
