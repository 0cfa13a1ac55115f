import { useEffect, useState } from 'react';
import { useCall } from '#platform/web/call/hooks.ts';
import type { Form } from '#platform/web/form/useForm.ts';
import { listCandidates } from '../contract.steps.ts';
import type { FileDetail } from '../contract.ts';
import type { FactField } from '../rules/steps.ts';

/** How many the server offers at most; of more the name is asked for. */
const OFFERED = 30;
/** Milliseconds without a key after which a name is looked for. */
const REST = 300;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

interface Offered {
  id: string;
  name: string;
  orgName: string;
  post: string;
  can: boolean;
  reason: string;
  now: string;
}

/** People who stand in the step already, before the list has come. */
const named = (value: unknown): Offered[] =>
  Array.isArray(value)
    ? value.map(({ id, name }) => ({ id, name, orgName: '', post: '', can: true, reason: '', now: '' }))
    : [];

/**
 * Who may be chosen on the day of the step; whoever may not stands greyed with the reason. Filled in from paper, whoever stood in
 * the branch that day and has left since is among them.
 */
export function PeopleControl(props: { form: Form; field: FactField; file: FileDetail; no: number }) {
  const { form, field, file, no } = props;
  const [search, setSearch] = useState('');
  const [name, setName] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setName(search.trim()), REST);
    return () => clearTimeout(timer);
  }, [search]);
  const day = form.text('handledOn');
  const candidatesQuery = useCall(
    listCandidates,
    {
      fileId: file.id,
      no,
      role: field.role ?? 'contact',
      ...(DAY.test(day) ? { day } : {}),
      ...(name ? { name } : {}),
    },
    { quiet: true, keepPrevious: true },
  );
  const [picked, setPicked] = useState<readonly Offered[]>(() => named(file.steps[no - 1]?.values[field.name]));
  const chosen = form.text(field.name).split(',').filter(Boolean);
  const offered = candidatesQuery.data ?? [];
  // Whoever was chosen stays in sight, whatever name is looked for.
  const others = picked.filter(({ id }) => chosen.includes(id) && !offered.some((one) => one.id === id));
  const fault = form.faults[field.name];
  const turn = (person: Offered, on: boolean) => {
    setPicked([...picked.filter(({ id }) => id !== person.id), person]);
    form.set({ [field.name]: (on ? [...chosen, person.id] : chosen.filter((id) => id !== person.id)).join(',') });
  };
  return (
    <fieldset className="form-field">
      <legend className="field-label">
        {field.required && (
          <span className="must" aria-hidden="true">
            *
          </span>
        )}
        {field.label}
      </legend>
      {(search !== '' || name !== '' || offered.length >= OFFERED) && (
        <span className="field-box">
          <input
            type="search"
            value={search}
            maxLength={30}
            placeholder="人多，按姓名查找"
            aria-label={`按姓名查找${field.label}`}
            onChange={(event) => setSearch(event.target.value)}
          />
        </span>
      )}
      <div className="fz-people">
        {[...others, ...offered].map((person) => {
          const on = chosen.includes(person.id);
          const said = person.can
            ? [person.now, person.post || person.orgName].filter(Boolean).join('，')
            : person.reason;
          return (
            <label key={person.id} className={person.can || on ? '' : 'off'}>
              <input
                type="checkbox"
                disabled={!person.can && !on}
                checked={on}
                onChange={(event) => turn(person, event.target.checked)}
              />
              <span>
                {person.name} <span className="muted tiny">{said}</span>
              </span>
            </label>
          );
        })}
        {candidatesQuery.isPending && <span className="muted">正在读取名单…</span>}
        {candidatesQuery.data?.length === 0 && others.length === 0 && <span className="muted">没有可选的党员</span>}
        {candidatesQuery.error && <span className="fz-late">名单没有读到，请刷新</span>}
      </div>
      {fault ? (
        <p className="fz-late" role="alert">
          {fault}
        </p>
      ) : (
        field.hint && <p className="muted tiny">{field.hint}</p>
      )}
    </fieldset>
  );
}
