import { Navigate, useParams } from 'react-router';
import { useCall } from '#platform/web/hooks.ts';
import { Bones, Failed } from '#platform/web/states.tsx';
import { getMember } from '../contract.ts';
import { isPartyMember } from '../rules.ts';
import MemberFormPage from './MemberForm.tsx';

/** `/affairs/member/editApplicant/:id`: the form of somebody on the way into the party; of a member, the member's form. */
export default function ApplicantForm() {
  const { id = '' } = useParams();
  const record = useCall(getMember, { id }, { quiet: true });
  if (record.error) return <Failed error={record.error} onRetry={() => record.refetch()} />;
  if (!record.data) return <Bones lines={14} />;
  if (isPartyMember(record.data.personCategory)) return <Navigate to={`/affairs/member/edit/${id}`} replace />;
  return <MemberFormPage />;
}
