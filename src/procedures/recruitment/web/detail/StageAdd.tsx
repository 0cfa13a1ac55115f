import { Navigate, useLocation, useParams } from 'react-router';
import { getOrg } from '#people/org/contract.ts';
import { useCall } from '#platform/web/call/hooks.ts';
import { pathWithQuery } from '#platform/web/route/navigation.ts';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { LISTS, type ListName } from '../paths.ts';

/**
 * `applicant/add/:orgId` and the three beside it: registering somebody of that stage is the person's form, and the file opens
 * with it.
 */
export default function StageAdd() {
  const { orgId = '' } = useParams();
  const { pathname } = useLocation();
  const name = (pathname.split('/')[3] ?? 'applicant') as ListName;
  const org = useCall(getOrg, { orgId }, { quiet: true });
  return (
    <RecordLoader query={org}>
      {() => <Navigate replace to={pathWithQuery(`/affairs/member/edit/add/${LISTS[name].title}`, { orgId })} />}
    </RecordLoader>
  );
}
