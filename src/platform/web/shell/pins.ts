import { useCallback, useMemo } from 'react';
import { useTableMemory } from '../list/tableMemory.ts';
import { type Session, useSession } from '../session/session.ts';
import { type Entry, useMenu } from './menu.ts';

/** A tab that stands in 常用. */
export interface Pin {
  title: string;
  path: string;
  icon: Entry['icon'];
}

/** So many are kept; so many stand there while nobody has chosen. */
export const MOST_PINS = 8;
const OFFERED = 4;
/** So often somebody opens a page before it counts as used more than what the role usually uses. */
const OFTEN = 3;

/** What a role uses most, by its landing page, until its own use says otherwise. */
const USUAL: Readonly<Record<string, readonly string[]>> = {
  '/partyBranch': ['/affairs/event?tab=meetings', '/affairs/dues', '/affairs/member', '/affairs/task/list'],
  '/partyCommittee': ['/affairs/member', '/affairs/relation', '/affairs/task/list', '/affairs/recruitment/overview'],
  '/countyCity': [
    '/affairs/organization',
    '/decisionSupport/dataReport/overview',
    '/affairs/cockpit',
    '/affairs/task/list',
  ],
  '/partyMember': ['/partyMember/orgLife', '/partyMember/duesSearch', '/partyMember/learning', '/archive/announcement'],
};

/** For each role of each account of its own; paths of the menu and numbers alone. */
const keyOf = ({ user }: Session) => `tab-uses:${user.userId}:${user.roleId}:${user.workOrgId}`;

function usesOf(session: Session): Record<string, number> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(session)) ?? '{}');
    return typeof stored === 'object' && stored !== null ? { ...stored } : {};
  } catch {
    return {};
  }
}

/** Counts that a tab was opened. */
export function countUse(session: Session, path: string): void {
  const uses = usesOf(session);
  try {
    localStorage.setItem(keyOf(session), JSON.stringify({ ...uses, [path]: (Number(uses[path]) || 0) + 1 }));
  } catch {
    // Without storage the usual tabs of the role stay.
  }
}

/** What stands in 常用 while nothing is pinned: what is used most here, then what the role uses most. */
export function offeredOf(uses: Readonly<Record<string, number>>, roleUrl: string): string[] {
  const often = Object.entries(uses)
    .filter(([, count]) => count >= OFTEN)
    .toSorted((a, b) => b[1] - a[1])
    .map(([path]) => path);
  return [...new Set([...often, ...(USUAL[roleUrl] ?? [])])];
}

/** 常用 of the session: what was pinned, kept with the account for each role, else what is used most. */
export function usePins() {
  const session = useSession();
  const menu = useMenu();
  const { memory, ready, keep } = useTableMemory(`menu/${session.user.roleId}`);
  // Once a visit: what is offered must not move under the hand.
  const offered = useMemo(() => offeredOf(usesOf(session), session.user.roleUrl), [session]);
  const chosen = memory.pins;
  const pins = useMemo(() => {
    const all = menu.flatMap(({ icon, tabs }) => tabs.map(({ title, path }): Pin => ({ title, path, icon })));
    const known = (chosen ?? offered).flatMap((path) => all.find((tab) => tab.path === path) ?? []);
    return chosen ? known : known.slice(0, OFFERED);
  }, [menu, chosen, offered]);
  const toggle = useCallback(
    (path: string) => {
      const paths = pins.map((pin) => pin.path);
      keep({ pins: paths.includes(path) ? paths.filter((one) => one !== path) : [...paths, path].slice(-MOST_PINS) });
    },
    [pins, keep],
  );
  return { pins, ready, toggle };
}
