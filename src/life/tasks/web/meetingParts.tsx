import { useDeferredValue, useId, useState } from 'react';
import { useCall } from '#platform/web/call/hooks.ts';
import { toLocal } from '#platform/web/dateTime/clock.ts';
import { FieldNote } from '#platform/web/form/FieldNote.tsx';
import type { Form } from '#platform/web/form/useForm.ts';
import { Button, IconButton } from '#platform/web/ui/Button.tsx';
import type { Invitee } from '../contract.meeting.ts';
import { meetingPeople } from '../contract.meetingFind.ts';
import './office.css';
import './meeting.css';

const STATE_TONES: Readonly<Record<number, string>> = { 0: 'tag', 1: 'tag warn', 2: 'tag info', 3: 'tag ok', 4: 'tag' };
const ANSWER_TONES: Readonly<Record<number, string>> = { 0: 'tag warn', 1: 'tag ok', 2: 'tag bad', 3: 'tag info' };

export const MeetingTag = ({ state, stateName }: { state: number; stateName: string }) => (
  <span className={STATE_TONES[state] ?? 'tag'}>{stateName}</span>
);
export const AnswerTag = ({ answer, answerName }: { answer: number; answerName: string }) => (
  <span className={ANSWER_TONES[answer] ?? 'tag'}>{answerName}</span>
);

/** From when to when, the day once where it is one day. */
export function spanOf({ startsAt, endsAt }: { startsAt: string; endsAt: string }): string {
  const [start, end] = [toLocal(startsAt), toLocal(endsAt)];
  return `${start}至${start.slice(0, 10) === end.slice(0, 10) ? end.slice(11) : end}`;
}

/** Who is called: the organisation, or its person. */
export const calledName = (one: Invitee) => (one.person ? `${one.person}（${one.orgName}）` : one.orgName);

/** Somebody who was chosen, while the form is open. */
export interface Picked {
  memberId: string;
  name: string;
  orgName: string;
}
export const pickedOf = (value: unknown): Picked[] => JSON.parse(String(value || '[]')) as Picked[];

/** People of the scope, found by name: one, or any number; the form holds them as one text. */
export function PeopleSearch({
  form,
  name,
  label,
  multiple = false,
  required = false,
  hint,
  fault: told,
}: {
  form: Form;
  name: string;
  label: string;
  multiple?: boolean;
  required?: boolean;
  hint: string;
  /** The field under which the server tells what is wrong. */
  fault?: string | undefined;
}) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const word = useDeferredValue(typed.trim());
  const meetingPeopleQuery = useCall(meetingPeople, { name: word }, { quiet: true, enabled: word !== '' });
  const people = pickedOf(form.values[name]);
  const fault = form.faults[name] ?? told;
  const set = (next: Picked[]) => form.set({ [name]: next.length === 0 ? '' : JSON.stringify(next) });
  const offered = meetingPeopleQuery.data?.filter((one) => !people.some(({ memberId }) => memberId === one.memberId));
  return (
    <div className="form-field wide">
      <label className="field-label" htmlFor={id}>
        {required && (
          <span className="must" aria-hidden="true">
            *
          </span>
        )}
        {label}
      </label>
      {people.length > 0 && (
        <ul className="office-chips" aria-label={`已选${label}`}>
          {people.map((one) => (
            <li key={one.memberId} className="office-chip">
              <span className="ellipsis" title={one.orgName}>
                {one.name}
              </span>
              <IconButton
                icon="close"
                iconSize={12}
                label={`移除${one.name}`}
                onClick={() => set(people.filter(({ memberId }) => memberId !== one.memberId))}
              />
            </li>
          ))}
        </ul>
      )}
      <span className={fault ? 'field-box wrong' : 'field-box'}>
        <input
          id={id}
          name={name}
          autoComplete="off"
          maxLength={20}
          placeholder="输入姓名或拼音首字母查找"
          value={typed}
          aria-required={required}
          aria-invalid={fault !== undefined}
          aria-describedby={`${id}-note`}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.preventDefault();
          }}
        />
      </span>
      <FieldNote id={`${id}-note`} fault={fault} hint={hint} />
      {word !== '' && (
        <ul className="meeting-suggestions" aria-label={`${label}查找结果`} aria-busy={meetingPeopleQuery.isFetching}>
          {!offered && meetingPeopleQuery.isFetching && <li className="muted small">正在查找…</li>}
          {!offered && meetingPeopleQuery.error && <li className="field-fault">{meetingPeopleQuery.error.message}</li>}
          {offered?.length === 0 && <li className="muted small">没有查到“{word}”</li>}
          {offered?.map((one) => (
            <li key={one.memberId}>
              <Button
                size="compact"
                icon="plus"
                iconSize={14}
                onClick={() => {
                  set(multiple ? [...people, one] : [one]);
                  setTyped('');
                }}
              >
                {one.name}
                <span className="muted tiny">{one.orgName}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
