import type { PageRoute } from '../module.ts';
import type { Site } from '../session/session.ts';
import { titleForKind } from '../session/siteKind.ts';
import { type Entry, standingOf } from '../shell/menu.ts';

/** A step of 当前位置; without a path it is a name alone. */
export interface Step {
  title: string;
  path?: string;
}

/**
 * The steps above a page, the nearest last: its entry of the menu, its tab, then the pages of its manifest below the tab.
 * @param address path and query by which it was opened
 * @param shown what the page calls itself where that is not its title: a page that bears the name of its tab is that tab
 */
export function breadcrumbTo(
  page: Pick<PageRoute, 'path' | 'title' | 'crumbs'>,
  kind: Site['kind'],
  menu: readonly Entry[],
  address: string = page.path,
  shown: string = titleForKind(kind, page.title),
): Step[] {
  const { crumbs = [] } = page;
  const above = crumbs.map(([title, path]) => ({ title: titleForKind(kind, title), path }));
  const standing = standingOf(menu, page, address);
  if (!standing) return above;
  const { entry, tab } = standing;
  const at = crumbs.findLastIndex(([, path]) => path === tab.path);
  const below = tab.path === address.split('?')[0] ? [] : above.slice(at + 1);
  const steps: Step[] = [{ title: entry.title }, { title: tab.title, path: tab.path }, ...below];
  // The main page of an entry may bear its name, and what a page is called itself does not stand above it.
  const named = steps.filter(({ title }, index) => title !== steps[index - 1]?.title);
  const last = named.at(-1);
  if (below.length === 0 && last?.title === shown && named.length > 0) named.pop();
  return named;
}

/** The page with the steps above it, e.g. `党员 > 党员信息 > 党小组`. */
export const fullName = (
  page: Pick<PageRoute, 'path' | 'title' | 'crumbs'>,
  kind: Site['kind'],
  menu: readonly Entry[],
): string => [...breadcrumbTo(page, kind, menu).map(({ title }) => title), titleForKind(kind, page.title)].join(' > ');
