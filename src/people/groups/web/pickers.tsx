import { Suspense, useMemo, useRef, useState } from 'react';
import { besideName } from '#platform/noun/noun.ts';
import { matcherOf, type WordKind, type WordMatcher } from '#platform/text/textWords.ts';
import { useCall } from '#platform/web/call/hooks.ts';
import type { Choice } from '#platform/web/choose/choice.ts';
import type { OwnControl } from '#platform/web/noun/nounWeb.ts';
import { lazyPart } from '#platform/web/route/lazyPart.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { Button, IconButton } from '#platform/web/ui/Button.tsx';
import { usedWords } from '../contract.words.ts';
import type { PersonDialogProps } from './PersonDialog.tsx';
import './content.css';

// Only pages on which somebody chooses people load the dialog, and when it is opened.
const Lazy = lazyPart(() => import('./PersonDialog.tsx'));

/** 选择人员, 1000 pixels: people, groups of a type, volunteers' groups; confirming hands back the whole list. */
export function PersonDialog(props: PersonDialogProps) {
  return (
    <Suspense fallback={null}>
      <Lazy {...props} />
    </Suspense>
  );
}

/** More people are folded: a thousand chips would push the rest of the form away. */
const FOLDED = 30;

/** A field for people: who is chosen as chips with a way out, and the button that opens the dialog. */
export function PeopleField({
  label,
  value,
  onChange,
  fault,
  hint,
  required,
  ...dialog
}: {
  label: string;
  value: readonly Choice[];
  onChange: (people: Choice[]) => void;
  fault?: string | undefined;
  hint?: string;
  required?: boolean;
} & Omit<PersonDialogProps, 'chosen' | 'onConfirm' | 'onClose'>) {
  const [open, setOpen] = useState(false);
  const [whole, setWhole] = useState(false);
  const shown = whole ? value : value.slice(0, FOLDED);
  const chips = useRef<HTMLUListElement>(null);
  const remove = (at: number, id: string) => {
    onChange(value.filter((person) => person.id !== id));
    // The button goes with its chip: focus moves to the next one, at last to the button that opens the dialog.
    const buttons = chips.current?.querySelectorAll('button') ?? [];
    buttons[at + 1]?.focus();
  };
  return (
    <fieldset className="people-field">
      <legend className="field-label">
        {required && (
          <span className="must" aria-hidden="true">
            *
          </span>
        )}
        {label}
        {value.length > 0 && <span className="muted">（{value.length}人）</span>}
      </legend>
      <ul ref={chips} className="people-chips" aria-label={`已选${label}`}>
        {shown.map((person, at) => (
          <li key={person.id} className="people-chip">
            <span className="ellipsis" title={person.note}>
              {person.name}
              <small className="muted"> {person.note}</small>
            </span>
            <IconButton icon="close" iconSize={12} label={`移除${person.name}`} onClick={() => remove(at, person.id)} />
          </li>
        ))}
        {value.length > FOLDED && (
          <li>
            <Button look="link" size="compact" aria-expanded={whole} onClick={() => setWhole(!whole)}>
              {whole ? '收起' : `展开全部${value.length.toLocaleString('en-US')}人`}
            </Button>
          </li>
        )}
        <li>
          <Button
            size="compact"
            icon="members"
            aria-haspopup="dialog"
            aria-invalid={fault !== undefined}
            onClick={() => setOpen(true)}
          >
            {dialog.multiple || value.length === 0 ? `选择${label}` : '换人'}
          </Button>
        </li>
      </ul>
      {fault ? (
        <p className="field-fault" role="alert">
          <Icon name="warning" size={14} />
          {fault}
        </p>
      ) : (
        hint && <p className="field-hint">{hint}</p>
      )}
      {open && (
        <PersonDialog
          title={`选择${label}`}
          {...dialog}
          chosen={value}
          onConfirm={onChange}
          onClose={() => setOpen(false)}
        />
      )}
    </fieldset>
  );
}

/** The classes of the outlined tags by a label's colour. */
const TAG: Readonly<Record<string, string>> = {
  grey: '',
  red: 'red',
  gold: 'gold',
  blue: 'info',
  green: 'ok',
  orange: 'warn',
};

/** Labels as tags in their colours. */
export function Labels({ labels }: { labels: readonly { id: string; name: string; colour: string }[] }) {
  return (
    <span className="label-tags">
      {labels.map(({ id, name, colour }) => (
        <span key={id} className={`tag ${TAG[colour] ?? ''}`}>
          {name}
        </span>
      ))}
    </span>
  );
}

/** The control of a noun's field that refers to a person: one, by the dialog. */
export function PersonControl({ form, name, field, record }: OwnControl) {
  const [picked, setPicked] = useState<Choice | null>(null);
  const id = form.text(name);
  const known = record?.[name] === id ? String(record[besideName(name)]) : '已选的人员';
  const shown = picked?.id === id ? picked : { id, name: known, note: '' };
  return (
    <PeopleField
      label={field.label}
      multiple={false}
      required={field.required}
      {...(field.options.hint ? { hint: field.options.hint } : {})}
      fault={form.faults[name]}
      value={id ? [shown] : []}
      onChange={([one]) => {
        setPicked(one ?? null);
        form.set({ [name]: one?.id ?? '' });
      }}
    />
  );
}

const NO_WORDS: WordMatcher = () => [];

/** What finds the words of the site in a text while it is written; nothing as long as they are not there. */
export function useSiteWords(): WordMatcher {
  const { data } = useCall(usedWords, {}, { quiet: true, staleTime: 60_000 });
  return useMemo(
    () =>
      data && data.length > 0
        ? matcherOf(data.map(([kind, word, proper]) => ({ kind: kind as WordKind, word, proper })))
        : NO_WORDS,
    [data],
  );
}
