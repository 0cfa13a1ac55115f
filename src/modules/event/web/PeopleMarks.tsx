import { useState } from 'react';
import { z } from 'zod';
import { PersonDialog } from '#modules/content/web/pickers.tsx';
import { toLocal } from '#platform/web/dateTime/clock.ts';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { emit } from '#platform/web/events.ts';
import { SelectField, TextField, TickField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { useAct } from '#platform/web/hooks.ts';
import { type AttendancePerson, addGuest, type MeetingDetail, markAttendance, markRest } from '../contract.ts';

const TONES: Readonly<Record<number, string>> = { 0: 'none', 1: 'ok', 2: 'due', 3: 'missing' };

/** Everybody who is due, with what is known of them and the way to write it down; guests, and all others at once. */
export function PeopleMarks({ meeting, people }: { meeting: MeetingDetail; people: readonly AttendancePerson[] }) {
  const [marking, setMarking] = useState<AttendancePerson | null>(null);
  const [inviting, setInviting] = useState(false);
  const rest = useAct(markRest);
  const guest = useAct(addGuest);
  const open = people.filter((one) => one.due && !one.guest && one.state === 0).length;
  return (
    <>
      <ul className="life-people">
        {people
          .filter(({ due, guest: is }) => due || is)
          .map((one) => (
            <li key={one.memberId}>
              <span className="grow">
                {one.name}
                <small className="muted">{noteOf(one)}</small>
              </span>
              {one.leave === 'asked' && one.state === 0 && <span className="tag warn">申请请假</span>}
              <span className={`life-state ${TONES[one.state] ?? ''}`}>
                {one.stateName}
                {one.late && '（迟到）'}
              </span>
              {!one.guest && (
                <button type="button" className="button compact" onClick={() => setMarking(one)}>
                  登记
                </button>
              )}
            </li>
          ))}
      </ul>
      <div className="life-write">
        <div className="life-acts">
          <button type="button" className="button" onClick={() => setInviting(true)}>
            列席人员
          </button>
          <button
            type="button"
            className="button"
            disabled={open === 0 || rest.isPending}
            onClick={async () => {
              const { count } = await rest.mutateAsync({ id: meeting.id });
              emit('notice', { kind: 'success', text: `其余${count}人已登记为已到` });
            }}
          >
            其余{open}人都到了
          </button>
        </div>
      </div>
      {marking && <Mark meeting={meeting} person={marking} onClose={() => setMarking(null)} />}
      {inviting && (
        <PersonDialog
          title="选择列席人员"
          multiple
          groupType={4}
          chosen={[]}
          onConfirm={async (chosen) => {
            if (chosen.length > 0) await guest.mutateAsync({ id: meeting.id, memberIds: chosen.map(({ id }) => id) });
          }}
          onClose={() => setInviting(false)}
        />
      )}
    </>
  );
}

const noteOf = (one: AttendancePerson): string =>
  [
    one.why,
    one.wayName,
    one.signedAt ? toLocal(one.signedAt).slice(11) : '',
    one.reason,
    one.isRead === null && one.state === 0 ? '没有账号，请电话通知' : '',
  ]
    .filter(Boolean)
    .join('，');

const schema = z.object({ state: z.string(), late: z.boolean(), reason: z.string().max(100, '原因不能超过100个字') });
const STATES = [
  { value: '1', label: '已到（代签）' },
  { value: '2', label: '请假（因病因事）' },
  { value: '3', label: '缺席（无故）' },
  { value: '0', label: '还不清楚' },
];

/** 代签, 请假, 缺席 of one person, with the reason. */
function Mark({ meeting, person, onClose }: { meeting: MeetingDetail; person: AttendancePerson; onClose: () => void }) {
  const asked = person.leave === 'asked';
  const form = useForm({
    schema,
    initial: { state: asked ? '2' : '1', late: false, reason: person.reason },
    isNew: true,
  });
  const mark = useAct(markAttendance, { quiet: true });
  return (
    <FormDialog
      title={`登记 ${person.name}`}
      icon="check"
      act="登记"
      form={form}
      pending={mark.isPending}
      onSave={() => {
        const state = Number(form.text('state'));
        return mark.mutateAsync({
          id: meeting.id,
          memberId: person.memberId,
          state,
          late: form.values.late === true,
          reason: form.text('reason').trim(),
          leaveKind: state === 2 ? 1 : state === 3 ? 2 : 0,
        });
      }}
      onClose={onClose}
    >
      <SelectField form={form} name="state" label="到会情况" required options={STATES} />
      {form.text('state') === '1' && <TickField form={form} name="late" label="迟到" />}
      <TextField
        form={form}
        name="reason"
        label="原因"
        max={100}
        hint={form.text('state') === '1' ? '例如：手机没电、没有智能手机' : '请假须写明原因'}
      />
    </FormDialog>
  );
}
