import { useDeferredValue, useId, useState } from 'react';
import { useCall } from '#platform/web/call/hooks.ts';
import { FieldNote } from '#platform/web/form/FieldNote.tsx';
import { useUntaken } from '#platform/web/form/untaken.ts';
import type { Form } from '#platform/web/form/useForm.ts';
import { IconButton } from '#platform/web/ui/Button.tsx';
import { floatingPeople } from '../../contract.floating.ts';
import { PersonSuggestions, type Suggested } from '../office/PersonSuggestions.tsx';
import '../office/office.css';

/** Somebody who was chosen, while the form is open. */
export type Person = Suggested;

export const peopleOf = (value: unknown): Person[] => JSON.parse(String(value || '[]')) as Person[];
export const peopleText = (people: readonly Person[]) => JSON.stringify(people);

/** People of the own organisation, found by name: one secretary, or any number of floating members. */
export function PeopleField({
  form,
  name,
  label,
  of,
  required,
  hint,
}: {
  form: Form;
  name: string;
  label: string;
  of: 'secretary' | 'floating';
  required?: boolean;
  hint: string;
}) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const word = useDeferredValue(typed.trim());
  const floatingPeopleQuery = useCall(floatingPeople, { of, name: word }, { quiet: true, enabled: word !== '' });
  const people = peopleOf(form.values[name]);
  const taken = new Set(people.map(({ memberId }) => memberId));
  const untaken = useUntaken(typed);
  const fault = untaken.fault || form.faults[name];
  const what = of === 'secretary' ? '正式党员' : '流动党员';
  return (
    <div className="form-field wide post-field">
      <label className="field-label" htmlFor={id}>
        {required && (
          <span className="must" aria-hidden="true">
            *
          </span>
        )}
        {label}
      </label>
      <span className={fault ? 'field-box wrong' : 'field-box'}>
        <input
          {...untaken.field}
          id={id}
          name={name}
          autoComplete="off"
          maxLength={20}
          placeholder={`输入姓名或拼音首字母查找${what}`}
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
      <PersonSuggestions
        label={`${label}查找结果`}
        what={what}
        word={word}
        found={floatingPeopleQuery}
        taken={taken}
        onPick={({ memberId, name: chosenName, orgName }) => {
          const chosen = { memberId, name: chosenName, orgName };
          form.set({ [name]: peopleText(of === 'secretary' ? [chosen] : [...people, chosen]) });
          setTyped('');
        }}
      />
      {people.length > 0 && (
        <ul className="floating-people" aria-label={`已选${label}`}>
          {people.map((one) => (
            <li key={one.memberId}>
              <b>{one.name}</b>
              <span className="muted small">{one.orgName}</span>
              <IconButton
                look="plain"
                size="compact"
                icon="close"
                iconSize={14}
                label={`移除${one.name}`}
                onClick={() =>
                  form.set({ [name]: peopleText(people.filter(({ memberId }) => memberId !== one.memberId)) })
                }
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
