import { Navigate, useLocation } from 'react-router';
import { pathWithQuery } from '#platform/web/route/navigation.ts';

/** Areas without a page of their own, and the page that opens there (docs/routes.txt, titles that begin with `->`). */
export const AREAS: Readonly<Record<string, string>> = {
  '/affairs': '/affairs/organization',
  '/education': '/education/videoCenter',
  '/trinity': '/trinity/evaluationSet',
  '/specialActivity': '/specialActivity/activityManage',
  '/importWork': '/importWork/myKeyWork',
};

/** Answers every path that no room has: an area leads to its page, all else to /web404. */
export default function Astray() {
  const { pathname, search } = useLocation();
  return <Navigate to={AREAS[pathname] ?? pathWithQuery('/web404', { from: pathname + search })} replace />;
}
