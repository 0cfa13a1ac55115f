import { useMemo } from 'react';
import { matchRoutes, Navigate, useLocation } from 'react-router';
import { pathWithQuery } from '#platform/web/route/navigation.ts';
import { useSite } from '#platform/web/session/session.ts';
import { titleIn } from '#platform/web/session/siteKind.ts';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { plannedRoutes } from './plannedRoutes.ts';
import UnderConstruction from './UnderConstruction.tsx';

const segmentOf = (path: string) => path.split('/')[1] ?? '';

/** What is planned at a path: of several patterns the most exact one. Undefined where nothing is. */
export function plannedAt(pathname: string): { module: string; title: string } | undefined {
  // Ranking all patterns costs a slow PC a tenth of a second; the first segment is never a parameter.
  const routes = plannedRoutes
    .filter(([, path]) => segmentOf(path) === segmentOf(pathname))
    .map(([module, path, title]) => ({ path, handle: { module, title } }));
  return matchRoutes(routes, pathname)?.at(-1)?.route.handle;
}

/** The page of every path that no module has built: a redirect, a page that says what will be there, or /web404. */
export default function Planned() {
  const { pathname, search } = useLocation();
  const planned = useMemo(() => plannedAt(pathname), [pathname]);
  const target = planned?.title.startsWith('-> ') ? planned.title.slice(3) : null;
  const { kind } = useSite();
  const title = planned && titleIn(kind, planned.title);
  useTitle(target ? undefined : title);
  if (!planned) return <Navigate to={pathWithQuery('/web404', { from: pathname + search })} replace />;
  if (target) return <Navigate to={target} replace />;
  return <UnderConstruction title={title} module={planned.module} />;
}
