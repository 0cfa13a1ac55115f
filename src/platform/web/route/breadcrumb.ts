import { matchPath } from 'react-router';
import type { PageRoute } from '../module.ts';
import type { Site } from '../session/session.ts';
import { titleForKind } from '../session/siteKind.ts';

/** Areas that have a name and no page of their own (specification, section 2), by the beginning of their paths. */
const AREAS: Readonly<Record<string, string>> = { contentManager: '内容管理', dataManage: '数据管理', box: '智慧终端' };

/** A step of 当前位置; without a path it is a name alone. */
export interface Step {
  title: string;
  path?: string;
}

/** The steps above a page, the nearest last: its area where that is no page, then the pages of its manifest. */
export function breadcrumbTo({ path, crumbs = [] }: Pick<PageRoute, 'path' | 'crumbs'>, kind: Site['kind']): Step[] {
  const area = AREAS[path.split('/')[1] ?? ''];
  const pages = crumbs.map(([title, above]) => ({ title: titleForKind(kind, title), path: above }));
  return area ? [{ title: area }, ...pages] : pages;
}

/** The page at a path without query. A page with exactly this path comes before pages with parameters. */
export const pageAt = (pages: readonly PageRoute[], path: string): PageRoute | undefined =>
  pages.find((page) => page.path === path) ?? pages.find((page) => matchPath(page.path, path));

/** The page with the steps above it, e.g. `内容管理 > 标签管理`. */
export const fullName = (page: Pick<PageRoute, 'path' | 'title' | 'crumbs'>, kind: Site['kind']): string =>
  [...breadcrumbTo(page, kind).map(({ title }) => title), titleForKind(kind, page.title)].join(' > ');
