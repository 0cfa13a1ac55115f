import { createContext } from 'react';
import type { RightGroup } from '../../acts/rights.ts';
import type { PageRoute, PersonTab } from '../module.ts';

/** The pages of all modules; the router provides them, e.g. for the search. */
export const PagesContext = createContext<readonly PageRoute[]>([]);

/** The tabs that modules add to a person's record; the router provides them. */
export const PersonTabsContext = createContext<readonly PersonTab[]>([]);

/** The groups of rights of all modules; the router provides them. */
export const RightGroupsContext = createContext<readonly RightGroup[]>([]);
