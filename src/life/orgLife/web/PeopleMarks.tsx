import { useState } from 'react';
import { z } from 'zod';
import { ATTENDANCE } from '#kernel/attendance/rules.ts';
import { PersonDialog } from '#people/groups/web/pickers.tsx';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { toLocal } from '#platform/web/dateTime/clock.ts';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { SelectField, TextField, TickField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { canEncrypt } from '#platform/web/session/encryptedStore.ts';
import { OwnMatter, useIsOneself } from '#platform/web/session/oneself.tsx';
import { useSession } from '#platform/web/session/session.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { type AttendancePerson, addGuest, type MeetingDetail, markRest } from '../contract.ts';
import { useKeptMarks } from './useKeptMarks.ts';

const TONES: Readonly<Record<number, string>> = { 0: 'none', 1: 'ok', 2: 'due', 3: 'missing' };

/**
 * Everybody who is due, with what is known of them and the way to write it down; guests, and all others at once. Whoever sits here
 * signs in by the code. The organisation above (`can.mark` without `can.run`) marks one by one.
 */
export function PeopleMarks({ meeting, people }: { meeting: MeetingDetail; people: readonly AttendancePerson[] }) {
  const isOneself = useIsOneself();
  const [marking, setMarking] = useState<AttendancePerson | null>(null);
  const [inviting, setInviting] = useState(false);
  const session = useSession();
  const { kept, mark } = useKeptMarks(meeting.id, session.user.userId);
  const waiting = new Map(kept.map((one) => [one.mark.memberId, Number(one.mark.state)]));
  const rest = useAct(markRest);
  const guest = useAct(addGuest);
  const open = people.filter(
    (one) => one.due && !one.guest && one.state === 0 && one.leave !== 'asked' && !isOneself(one.memberId),
  ).length;
  return (
    <>
      {kept.length > 0 && (
        <p className="banner warn" role="status">
          <span>
            网络不通，{kept.length}人的登记保存在{canEncrypt() ? '本机' : '本页，请不要关闭'}，恢复后自动发送。
          </span>
        </p>
      )}
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
              {waiting.has(one.memberId) ? (
                <span className="life-state due">
                  {ATTENDANCE[waiting.get(one.memberId) as 0 | 1 | 2 | 3]}（待发送）
                </span>
              ) : (
                <span className={`life-state ${TONES[one.state] ?? ''}`}>
                  {one.stateName}
                  {one.late && '（迟到）'}
                </span>
              )}
              {!one.guest && !isOneself(one.memberId) && (
                <Button size="compact" onClick={() => setMarking(one)}>
                  登记
                </Button>
              )}
              {!one.guest && isOneself(one.memberId) && (
                <OwnMatter act="登记到会情况">
                  {meeting.state === 1 ? '本人请扫码签到' : '本人的由他人或上级登记'}
                </OwnMatter>
              )}
            </li>
          ))}
      </ul>
      <div className="life-write" hidden={!meeting.can.run}>
        <div className="life-acts">
          <Button onClick={() => setInviting(true)}>列席人员</Button>
          <Button
            disabled={open === 0 || rest.isPending}
            onClick={async () => {
              const { count } = await rest.mutateAsync({ id: meeting.id });
              emit('notice', { kind: 'success', text: `其余${count}人已登记为已到` });
            }}
          >
            其余{open}人都到了
          </Button>
        </div>
      </div>
      {marking && <Mark meeting={meeting} person={marking} mark={mark} onClose={() => setMarking(null)} />}
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
function Mark({
  meeting,
  person,
  mark,
  onClose,
}: {
  meeting: MeetingDetail;
  person: AttendancePerson;
  mark: ReturnType<typeof useKeptMarks>['mark'];
  onClose: () => void;
}) {
  const [pending, setPending] = useState(false);
  const asked = person.leave === 'asked';
  const form = useForm({
    schema,
    initial: { state: asked ? '2' : '1', late: false, reason: person.reason },
    of: `Mark ${meeting.id} ${person.memberId}`,
    isNew: true,
  });
  return (
    <FormDialog
      title={`登记 ${person.name}`}
      icon="check"
      act="登记"
      form={form}
      pending={pending}
      onSave={async () => {
        const state = Number(form.text('state'));
        const given = {
          id: meeting.id,
          memberId: person.memberId,
          state,
          late: form.values.late === true,
          reason: form.text('reason').trim(),
          leaveKind: state === 2 ? 1 : state === 3 ? 2 : 0,
        };
        setPending(true);
        const written = await mark(given, person.name).finally(() => setPending(false));
        if (written) return true;
        onClose();
        emit('notice', { kind: 'info', text: `网络不通，${person.name}的登记先保存，恢复后自动发送` });
        return false;
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
