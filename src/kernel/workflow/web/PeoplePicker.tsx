import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useCall } from '#platform/web/call/hooks.ts';
import { FieldNote } from '#platform/web/form/FieldNote.tsx';
import { useUntaken } from '#platform/web/form/untaken.ts';
import { useFloating } from '#platform/web/press/floating.ts';
import { useSteady } from '#platform/web/press/steady.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { IconButton } from '#platform/web/ui/Button.tsx';
import { listPeople, type WorkflowPerson } from '../contract.process.ts';
import './people.css';

/** Somebody chosen; the place is not known of people who were read with a process. */
export interface Picked {
  accountId: string;
  name: string;
  orgName?: string;
}

interface PeoplePickerProps {
  label: string;
  picked: readonly Picked[];
  /** How many may be chosen. */
  most: number;
  onChange: (picked: Picked[]) => void;
  /** Why somebody cannot be chosen, as a sentence; the empty text where they can. */
  refuse?: (person: WorkflowPerson) => string;
  /** The order counts: it is shown and can be changed. */
  ordered?: boolean;
  required?: boolean;
  fault?: string;
  hint?: string;
  /** One's own account may be chosen. */
  withMe?: boolean;
}

const SHOWN = 8;

/** One account may stand there in several roles. */
const keyOf = ({ accountId, orgId, roleName }: WorkflowPerson) => `${accountId}-${orgId}-${roleName}`;

/**
 * Finds accounts that can decide by a part of their name and keeps the chosen ones below: type, arrow keys, Enter;
 * Backspace in the empty field takes the last one away.
 */
export function PeoplePicker(props: PeoplePickerProps) {
  const { label, picked, most, onChange, refuse, ordered, required, withMe = false } = props;
  const id = useId();
  const [typed, setTyped] = useState('');
  const [words, setWords] = useState('');
  const [open, setOpen] = useState(false);
  // By its name: what comes in before it moves it, and does not put another in its place.
  const [chosen, setChosen] = useState<string | null>(null);
  const [refused, setRefused] = useState('');
  const [awaited, setAwaited] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setWords(typed.trim()), 200);
    return () => clearTimeout(timer);
  }, [typed]);
  const input = { keyWords: words, pageSize: SHOWN, withMe };
  const peopleQuery = useCall(listPeople, input, { enabled: open || awaited, quiet: true, keepPrevious: true });
  const people = peopleQuery.data?.rows ?? [];
  const chosenAt = people.findIndex((person) => keyOf(person) === chosen);
  const active = Math.max(0, chosenAt);
  const full = picked.length >= most;
  const untaken = useUntaken(typed);
  const fault = refused || untaken.fault || (props.fault ?? '');

  const take = (person: WorkflowPerson | undefined) => {
    if (!person) return;
    const why = refuse?.(person) ?? '';
    setRefused(why);
    if (why) return;
    const { accountId, name, orgName } = person;
    // With room for one, another choice takes its place.
    onChange(most === 1 ? [{ accountId, name, orgName }] : [...picked, { accountId, name, orgName }]);
    setTyped('');
    setChosen(null);
    setOpen(most > 1 && picked.length + 1 < most);
  };
  // The list may still be of the words before the last letter: Enter then takes the first of what comes.
  const settled = words === typed.trim() && !peopleQuery.isPlaceholderData && !peopleQuery.isPending;
  useEffect(() => {
    if (!settled || !awaited) return;
    setAwaited(false);
    take(people[0]);
  });
  const box = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  useFloating({ box: list, control: () => box.current, open, gap: 2 });
  useSteady(list, `${open} ${people.map(keyOf).join()}`, !settled);
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      setOpen(true);
      const next = people[(active + step + people.length) % people.length];
      setChosen(next ? keyOf(next) : null);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (!open) return;
      // Whom the arrows went to is meant, whatever is still on its way.
      if (settled || chosenAt >= 0) take(people[active]);
      else setAwaited(true);
    } else if (event.key === 'Escape' && open) {
      event.stopPropagation();
      setOpen(false);
    } else if (event.key === 'Backspace' && typed === '' && picked.length > 0) {
      onChange(picked.slice(0, -1));
    }
  };
  const remove = (accountId: string) => {
    setRefused('');
    onChange(picked.filter((one) => one.accountId !== accountId));
    untaken.field.ref.current?.focus();
  };
  const option = (at: number) => `${id}-option-${at}`;

  return (
    <div className="people">
      <label className="field-label" htmlFor={id}>
        {required && (
          <span className="must" aria-hidden="true">
            *
          </span>
        )}
        {label}
      </label>
      <div ref={box} className="people-find">
        <span className={fault ? 'field-box wrong' : 'field-box'}>
          <Icon name="search" />
          <input
            {...untaken.field}
            id={id}
            role="combobox"
            autoComplete="off"
            maxLength={40}
            placeholder={full && most > 1 ? `已选满${most}人` : '输入姓名查找'}
            readOnly={full && most > 1}
            value={typed}
            aria-autocomplete="list"
            aria-expanded={open}
            aria-controls={`${id}-list`}
            aria-activedescendant={open && people.length > 0 ? option(active) : undefined}
            aria-required={required}
            aria-invalid={fault !== ''}
            aria-describedby={`${id}-note`}
            onFocus={() => setOpen(!full || most === 1)}
            onBlur={() => setOpen(false)}
            onKeyDown={press}
            onChange={(event) => {
              setAwaited(false);
              setTyped(event.target.value);
              setChosen(null);
              setRefused('');
              setOpen(true);
            }}
          />
        </span>
        {open && (
          // Pressing an option must not take the focus out of the field, which would close the list before the click.
          <div
            ref={list}
            id={`${id}-list`}
            role="listbox"
            aria-label={`${label}的查找结果`}
            className="people-list popup"
            onPointerDown={(event) => event.preventDefault()}
          >
            {people.map((person, at) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys belong to the field, which names the active option
              // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
              <div
                key={keyOf(person)}
                id={option(at)}
                role="option"
                aria-selected={at === active}
                className="people-option"
                onClick={() => take(person)}
              >
                <b>{person.name}</b>
                <span className="muted">
                  {person.orgName} {person.roleName}
                </span>
              </div>
            ))}
            {people.length === 0 && (
              <p className="muted people-none">
                {peopleQuery.error
                  ? peopleQuery.error.message
                  : peopleQuery.isFetching
                    ? '正在查找…'
                    : '没有找到可以审批的人'}
              </p>
            )}
          </div>
        )}
      </div>
      <FieldNote id={`${id}-note`} fault={fault} hint={props.hint} live />
      {picked.length > 0 && (
        <ol className="people-picked" aria-label={`已选${label}`}>
          {picked.map((one, at) => (
            <li key={one.accountId}>
              {ordered && picked.length > 1 && <span className="people-number">{at + 1}</span>}
              <span className="people-name">
                {one.name}
                {one.orgName && <span className="muted small"> {one.orgName}</span>}
              </span>
              {ordered && at > 0 && (
                <IconButton
                  icon="top"
                  iconSize={14}
                  label={`${one.name}前移`}
                  onClick={() => onChange(picked.toSpliced(at - 1, 2, one, picked[at - 1] as Picked))}
                />
              )}
              <IconButton icon="close" iconSize={14} label={`移除${one.name}`} onClick={() => remove(one.accountId)} />
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
