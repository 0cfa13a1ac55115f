import { useParams } from 'react-router';
import { useCall } from '#platform/web/call/hooks.ts';
import { useSession } from '#platform/web/session/session.ts';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { NoRight } from '#platform/web/show/states.tsx';
import { getOrg } from '../contract.ts';
import { OrgEditor } from './OrgForm.tsx';
import { newOrgValues } from './orgValues.ts';

/** 新增组织 `addOrganization/:orgId?`: below that organisation, or below the session's own. */
export default function OrgAdd() {
  const { user } = useSession();
  const { orgId = user.workOrgId } = useParams();
  const parent = useCall(getOrg, { orgId }, { quiet: true });
  if (!parent.data) return <Waiting query={parent} lines={12} />;
  if (!parent.data.can.addChild) return <NoRight title={`${parent.data.name}下不能新增组织`} />;
  return <OrgEditor key={orgId} org={null} parent={parent.data} initial={newOrgValues} />;
}
