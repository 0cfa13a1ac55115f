import { matchPath } from 'react-router';
import type { PageRoute } from '../module.ts';

/** The page at a path without query. A page with exactly this path comes before pages with parameters. */
export const pageAt = (pages: readonly PageRoute[], path: string): PageRoute | undefined =>
  pages.find((page) => page.path === path) ?? pages.find((page) => matchPath(page.path, path));
