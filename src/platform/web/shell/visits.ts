import { useContext, useEffect } from 'react';
import { useLocation } from 'react-router';
import { roleKeyOf } from '../kept/about.ts';
import { placeOfHash } from '../kept/place.ts';
import { canEncrypt, readEncrypted, removeOldEncrypted, writeEncrypted } from '../session/encryptedStore.ts';
import { type Session, SessionContext } from '../session/session.ts';

/** A page or a record that somebody has looked at. */
export interface Visit {
  /** The address that opens it, without `#`. */
  path: string;
  /** The path and its ids: what tells two visits apart, whatever a list was filtered by. */
  place: string;
  title: string;
  /** Milliseconds. */
  at: number;
}

/** Of each role of an account. */
export const MOST_VISITS = 20;
const PREFIX = 'visits:';
const KEPT_DAYS = 30;
/** Roles in one browser. */
const ROLES = 50;
/** Milliseconds that a page stands before it counts: who only passes has not seen it, and a record has its name by then. */
const SEEN = 800;

const inMemory = new Map<string, readonly Visit[]>();
let isSwept = false;

// The titles are names of people, too: in cipher, as what is typed is (decision 0021).
const nameOf = ({ user }: Session) => `${PREFIX}${user.userId}:${roleKeyOf(user)}`;

/** What was looked at in this role in this browser, the latest first. A browser that refuses storage remembers nothing. */
export async function visitsOf(session: Session): Promise<readonly Visit[]> {
  const name = nameOf(session);
  if (!canEncrypt()) return inMemory.get(name) ?? [];
  return (await readEncrypted<readonly Visit[]>(name).catch(() => null)) ?? [];
}

/**
 * Puts a visit first.
 * @param visits those before, the latest first
 */
export const withVisit = (visits: readonly Visit[], visit: Visit): readonly Visit[] =>
  [visit, ...visits.filter(({ place }) => place !== visit.place)].slice(0, MOST_VISITS);

let work: Promise<unknown> = Promise.resolve();

/** One after the other, so that two visits of a moment do not write over each other. */
function remember(session: Session, visit: Visit): void {
  work = work
    .then(async () => {
      const visits = withVisit(await visitsOf(session), visit);
      if (!canEncrypt()) return void inMemory.set(nameOf(session), visits);
      if (!isSwept) await removeOldEncrypted(PREFIX, KEPT_DAYS, ROLES);
      isSwept = true;
      await writeEncrypted(nameOf(session), visits);
    })
    .catch(() => {});
}

/** Remembers that the page was looked at under this title, once it has stood for a moment and shows something. */
export function useVisit(title: string | undefined): void {
  const session = useContext(SessionContext);
  const { pathname, search } = useLocation();
  useEffect(() => {
    if (!session || !title) return;
    const timer = setTimeout(() => {
      // What is not there, or not for this role, was not seen.
      if (document.querySelector('main .state[role=alert], main .no-right')) return;
      const path = pathname + search;
      remember(session, { path, place: placeOfHash(path), title, at: Date.now() });
    }, SEEN);
    return () => clearTimeout(timer);
  }, [session, title, pathname, search]);
}
