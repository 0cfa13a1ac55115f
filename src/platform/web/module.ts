import type { ComponentType } from 'react';
import type { RightGroup } from '../acts/rights.ts';
import type { MenuTab } from './shell/menu.ts';

/** Which parts of the frame a page shows (specification, section 1). */
export type Chrome = 'full' | 'noSidebar' | 'none';

/** A page behind the parameter of a route, which opens by itself. */
export interface PlaceRoute {
  path: string;
  title: string;
  /** Permission keys by comma; any of them offers the page. */
  permission: string;
}

/** One page of a module; its code is loaded when it is opened. */
export interface PageRoute {
  /** Hash route as in docs/routes.txt, with `:name` parameters. */
  path: string;
  title: string;
  load: () => Promise<{ default: ComponentType }>;
  /** Permission key or menu code without which the page says who can help. */
  permission?: string;
  chrome?: Chrome;
  /** Pages above this one in 当前位置, nearest last, as [title, path]. */
  crumbs?: readonly (readonly [string, string])[];
  /** The sidebar folds to icons with labels on work pages (LOOK.md). */
  folded?: boolean;
  /** Most users go there next: its code is fetched when the first page has come to rest. */
  likely?: boolean;
  /** What its parameter may be: pages of their own, which the search finds. */
  places?: readonly PlaceRoute[];
}

/** A tab that a module above `member` adds to the record of a person. */
export interface PersonTab {
  /** As the address of the record names it. */
  key: string;
  label: string;
  /** Who has no such right sees no tab. */
  permission: string;
  /** `id`: of the person. */
  load: () => Promise<{ default: ComponentType<{ id: string }> }>;
}

/** A module's manifest: what the router and the menu know of it. */
export interface WebModule {
  name: string;
  /** Where its rights stand among those of all rooms; the same as in its manifest for the server. */
  rights?: readonly RightGroup[];
  /** Its tabs in the entries of the menu. */
  tabs?: readonly MenuTab[];
  routes: readonly PageRoute[];
  personTabs?: readonly PersonTab[];
}
