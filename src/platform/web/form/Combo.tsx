import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { useFloating } from '../press/floating.ts';
import { useSteady } from '../press/steady.ts';
import { Icon } from '../show/icons.tsx';
import type { ControlProps } from './fields.tsx';

/** One line of the list below a field. */
export interface ComboChoice {
  key: string;
  /** What the line says. */
  label: string;
}

interface ComboProps<Choice extends ComboChoice> {
  control: ControlProps;
  /** The name of the list, for screen readers. */
  listLabel: string;
  text: string;
  max: number;
  placeholder?: string;
  /** What may stand here, asked only while the list is open. */
  find: () => readonly Choice[];
  /** The choice that stands in the field already: the list opens at it. */
  current?: string;
  onText: (text: string) => void;
  onTake: (choice: Choice) => void;
  /** The field was left, by Tab or by a press elsewhere. */
  onLeave?: () => void;
  /** Enter and Tab take the first line that was found by typing; else only a line that the arrows went to. */
  takesFirst?: boolean;
}

/** A text field with a list below it that typing narrows; choose by mouse, or by arrows and Enter. The focus stays in the field. */
export function Combo<Choice extends ComboChoice>({ control, text, find, takesFirst, ...props }: ComboProps<Choice>) {
  const id = useId();
  const [open, setOpen] = useState(false);
  // By its name: what comes in before it moves it, and does not put another in its place.
  const [active, setActive] = useState<string | null>(null);
  const [typed, setTyped] = useState(false);
  const matches = open ? find() : [];
  const isListed = matches.length > 0;
  const first = takesFirst && typed && active === null ? 0 : matches.findIndex(({ key }) => key === active);
  const field = useRef<HTMLSpanElement>(null);
  const list = useRef<HTMLDivElement>(null);
  useFloating({ box: list, control: () => field.current, open: isListed, gap: 2 });
  useSteady(list, matches.map(({ key }) => key).join());
  const goTo = (at: number) => {
    setActive(matches[at]?.key ?? null);
    document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' });
  };
  const show = () => {
    if (open) return;
    setOpen(true);
    const at = props.current ? find().findIndex(({ key }) => key === props.current) : -1;
    setActive(at >= 0 ? (props.current ?? null) : null);
    if (at > 0)
      requestAnimationFrame(() => document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' }));
  };
  const take = (choice: Choice) => {
    props.onTake(choice);
    setActive(null);
    setTyped(false);
    if (takesFirst) setOpen(false);
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const chosen = matches[first];
    if (step !== 0) {
      event.preventDefault();
      if (!open) return show();
      goTo(Math.max(-1, Math.min(first + step, matches.length - 1)));
    } else if (event.key === 'Enter' && isListed && chosen) {
      event.preventDefault();
      take(chosen);
    } else if (event.key === 'Tab' && takesFirst && typed && chosen) {
      take(chosen);
    } else if (event.key === 'Escape' && isListed) {
      event.stopPropagation();
      event.preventDefault();
      setOpen(false);
    }
  };
  return (
    <span ref={field} className={control['aria-invalid'] ? 'field-box combo wrong' : 'field-box combo'}>
      <input
        {...control}
        role="combobox"
        autoComplete="off"
        maxLength={props.max}
        placeholder={props.placeholder}
        value={text}
        aria-autocomplete="list"
        aria-expanded={isListed}
        aria-controls={`${id}-list`}
        aria-activedescendant={isListed && first >= 0 ? `${id}-${first}` : undefined}
        // A press into the field, or typing, opens; Tab through the form does not. The press, not the click: a field that is
        // left says what is wrong with it and moves this one away from under the finger, so that no click comes.
        onMouseDown={show}
        onClick={show}
        onKeyDown={press}
        onChange={(event) => {
          props.onText(event.target.value);
          setTyped(true);
          setActive(null);
          setOpen(true);
        }}
        onBlur={() => {
          setOpen(false);
          setTyped(false);
          props.onLeave?.();
          control.onBlur();
        }}
      />
      {takesFirst && <Icon name="down" size={14} />}
      {isListed && (
        // Pressing an option must not take the focus out of the field, which would close the list before the click.
        <div
          ref={list}
          id={`${id}-list`}
          role="listbox"
          aria-label={props.listLabel}
          className="combo-list popup"
          onPointerDown={(event) => event.preventDefault()}
        >
          {matches.map((choice, at) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys belong to the field, which names the active option
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
            <div
              key={choice.key}
              id={`${id}-${at}`}
              role="option"
              aria-selected={at === first}
              onClick={() => take(choice)}
            >
              {choice.label}
            </div>
          ))}
        </div>
      )}
    </span>
  );
}
