import { Navigate, useLocation, useParams } from 'react-router';
import { pathWithQuery } from '#platform/web/route/navigation.ts';

/**
 * `/affairs/organization/:page`: the specification names parts of 组织信息 by a word here. The units have an address of their
 * own; the other parts are routes themselves, and any other word is no page.
 */
export default function OrgPart() {
  const { page } = useParams();
  const { pathname, search } = useLocation();
  if (page === 'company') return <Navigate to={`/affairs/company${search}`} replace />;
  return <Navigate to={pathWithQuery('/web404', { from: pathname + search })} replace />;
}
