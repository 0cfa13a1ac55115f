import { z } from 'zod';
import { useAct } from '#platform/web/call/hooks.ts';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { AreaField, SelectField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { useSession } from '#platform/web/session/session.ts';
import { answerInvitation, type Invitee } from '../contract.meeting.ts';
import { type Answer, answerFaults } from '../rules.meeting.ts';
import { calledName, PeopleSearch, pickedOf } from './meetingParts.tsx';

const schema = z.object({ answer: z.string(), people: z.string(), reason: z.string().max(200, '原因不能超过200个字') });
const OPTIONS = [
  { value: '1', label: '参加' },
  { value: '3', label: '代会（由他人代为参加）' },
  { value: '2', label: '请假' },
];

/** 回执: who comes, or why nobody does. */
export function AnswerDialog({ invitee, onClose }: { invitee: Invitee; onClose: () => void }) {
  const { member, user } = useSession();
  const send = useAct(answerInvitation, { quiet: true });
  const known =
    invitee.memberId && invitee.attendee
      ? [{ memberId: invitee.memberId, name: invitee.attendee, orgName: '' }]
      : // Who answers mostly comes.
        invitee.answer === 0 && invitee.orgId === user.workOrgId && member
        ? [{ memberId: member.id, name: member.name, orgName: member.orgName }]
        : [];
  const isPerson = invitee.personId !== null;
  const form = useForm({
    schema,
    initial: {
      answer: String(invitee.answer || 1),
      people: known.length > 0 ? JSON.stringify(known) : '',
      reason: invitee.reason,
    },
    of: `AnswerDialog ${invitee.id}`,
    isNew: true,
    check: (values): Record<string, string> => {
      const answer = Number(values.answer) as Answer;
      const self = isPerson && answer === 1 ? invitee.personId : null;
      const { memberId, ...faults } = answerFaults(
        answer,
        self ?? pickedOf(values.people)[0]?.memberId ?? null,
        String(values.reason).trim(),
      );
      return memberId ? { ...faults, people: memberId } : faults;
    },
  });
  const answer = form.text('answer');
  return (
    <FormDialog
      title={`会议回执 ${calledName(invitee)}`}
      icon="check"
      act="提交回执"
      width={700}
      form={form}
      pending={send.isPending}
      onSave={() =>
        send.mutateAsync({
          id: invitee.id,
          version: invitee.version,
          answer: Number(answer),
          memberId:
            answer === '2' || (isPerson && answer === '1') ? '' : (pickedOf(form.values.people)[0]?.memberId ?? ''),
          reason: form.text('reason').trim(),
        })
      }
      onClose={onClose}
    >
      <SelectField form={form} name="answer" label="回执" required options={OPTIONS} />
      {answer !== '2' && !(isPerson && answer === '1') && (
        <PeopleSearch
          form={form}
          name="people"
          label={answer === '3' ? '代会人员' : '参会人员'}
          required
          hint="参会人员到会时凭手机扫码签到"
          fault={form.faults.memberId}
        />
      )}
      <AreaField
        form={form}
        name="reason"
        label={answer === '2' ? '请假原因' : '说明'}
        {...(answer === '2' ? { required: true } : {})}
        max={200}
      />
    </FormDialog>
  );
}
