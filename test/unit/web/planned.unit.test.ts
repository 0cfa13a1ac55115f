import { matchPath } from 'react-router';
import { expect, test } from 'vitest';
import { plannedRoutes } from '#kernel/shell/web/plannedRoutes.ts';
import { webModules } from '#rooms/web.ts';

/** The page before signing in, and what leads there: it stands beside the modules (src/login). */
const APART = ['/', '/login'];

test('every route of the specification is built, or leads to one that is', () => {
  const built = webModules.flatMap(({ routes }) =>
    routes.flatMap(({ path, places = [] }) => [path, ...places.map((one) => one.path)]),
  );
  const stands = (path: string) => built.some((pattern) => pattern === path || matchPath(pattern, path));
  const open = plannedRoutes.flatMap(([, path, title]) => {
    const to = title.startsWith('-> ') ? title.slice(3) : path;
    return stands(to) || APART.includes(path) ? [] : [path];
  });
  expect(open).toEqual([]);
});
