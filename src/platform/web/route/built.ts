import { createContext, useContext } from 'react';
import type { RightGroup } from '../../acts/rights.ts';
import type { PageRoute, PersonTab } from '../module.ts';

/** Answers whether a path opens a page that exists; the router provides it. */
export const BuiltContext = createContext<(path: string) => boolean>(() => true);

/** Whether a path leads to a built page; planned ones say so where they are linked. */
export function useBuilt(): (path: string) => boolean {
  return useContext(BuiltContext);
}

/** The built pages of all modules; the router provides them, e.g. for the search. */
export const PagesContext = createContext<readonly PageRoute[]>([]);

/** The tabs that modules add to a person's record; the router provides them. */
export const PersonTabsContext = createContext<readonly PersonTab[]>([]);

/** The groups of rights of all modules; the router provides them. */
export const RightGroupsContext = createContext<readonly RightGroup[]>([]);
