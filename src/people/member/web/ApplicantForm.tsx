import { useState } from 'react';
import { Navigate, useParams } from 'react-router';
import { useCall } from '#platform/web/call/hooks.ts';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { getMember } from '../contract.ts';
import { isPartyMember } from '../rules.ts';
import MemberFormPage from './MemberForm.tsx';

/** `/affairs/member/editApplicant/:id`: the form of somebody on the way into the party; of a member, the member's form. */
export default function ApplicantForm() {
  const { id = '' } = useParams();
  const record = useCall(getMember, { id }, { quiet: true });
  if (!record.data) return <Waiting query={record} lines={14} />;
  return <Chosen key={id} id={id} isMember={isPartyMember(record.data.personCategory)} />;
}

/** Chosen once: somebody who is admitted by another worker meanwhile does not take the form away with what was typed. */
function Chosen({ id, isMember }: { id: string; isMember: boolean }) {
  const [asMember] = useState(isMember);
  return asMember ? <Navigate to={`/affairs/member/edit/${id}`} replace /> : <MemberFormPage />;
}
