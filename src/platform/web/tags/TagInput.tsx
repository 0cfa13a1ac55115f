import { type ClipboardEvent, type KeyboardEvent, type Ref, useId, useImperativeHandle, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { emit } from '../call/events.ts';
import { FieldNote } from '../form/FieldNote.tsx';
import { IconButton } from '../ui/Button.tsx';

import './tags.css';

const REPEATED = '关键词不能重复';
const SEPARATORS = /[,，、;；\n\t]+/;

/** What a form asks of the field before it saves. */
export interface Tags {
  /** Adds what is typed and not added yet; false where it was refused and stands in the field with the reason. */
  settle: () => Promise<boolean>;
}

interface TagInputProps {
  label: string;
  value: readonly string[];
  onChange: (value: string[]) => void;
  /** Asks the server about a keyword before it is added: a sentence why it is not taken, else null. */
  check?: (keyword: string) => Promise<string | null>;
  /** How many keywords and how many characters each may have. */
  max?: number;
  length?: number;
  ref?: Ref<Tags>;
  /** Whether something is typed that is not added yet. */
  onTyping?: (typing: boolean) => void;
}

/**
 * Keywords: Enter, a comma or leaving the field adds the typed one, Backspace in the empty field removes the last one. The server
 * checks each first; a keyword that exists already gives a warning (specification, section 5).
 */
export function TagInput(props: TagInputProps) {
  const { label, value, onChange, check, max = 20, length = 20, ref, onTyping } = props;
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [text, setTyped] = useState('');
  const setText = (next: string) => {
    setTyped(next);
    onTyping?.(next.trim() !== '');
  };
  const [fault, setFault] = useState('');
  const [pending, setPending] = useState(false);
  // The field is left and the form saved by one click: both ask for the same check.
  const running = useRef<Promise<boolean> | null>(null);
  const full = value.length >= max;
  const latest = useRef(value);
  latest.current = value;

  const refuse = (reason: string, rest: string) => {
    setText(rest);
    setFault(reason);
    if (reason === REPEATED) emit('notice', { kind: 'warning', text: reason });
  };
  const add = (typed: string): Promise<boolean> => {
    const keywords = typed.split(SEPARATORS).flatMap((word) => word.trim() || []);
    if (running.current === null && keywords.length > 0) {
      running.current = addAll(keywords).finally(() => {
        running.current = null;
      });
    }
    return running.current ?? Promise.resolve(true);
  };
  const addAll = async (keywords: readonly string[]): Promise<boolean> => {
    setFault('');
    setPending(true);
    const next = [...value];
    const added: string[] = [];
    let refused = false;
    for (const [at, keyword] of keywords.entries()) {
      const rest = keywords.slice(at).join('、');
      let reason =
        keyword.length > length ? `每个关键词最多${length}字` : next.length >= max ? `最多${max}个关键词` : null;
      try {
        reason ??= (await check?.(keyword)) ?? null;
      } catch (error) {
        reason = error instanceof Error ? error.message : '没有核对成功，请重试';
      }
      reason ??= next.includes(keyword) ? REPEATED : null;
      if (reason) {
        refused = true;
        refuse(reason, rest);
        break;
      }
      next.push(keyword);
      added.push(keyword);
      setText('');
    }
    // Drawn at once: a form that waited for this saves the new list.
    flushSync(() => {
      setPending(false);
      // Some may have been taken out while the server was asked.
      if (added.length > 0) onChange([...latest.current, ...added]);
    });
    return !refused;
  };
  useImperativeHandle(ref, () => ({ settle: () => add(text) }));
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    // An input method's own Enter chooses characters.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      void add(text);
    } else if (event.key === 'Backspace' && text === '' && value.length > 0) {
      onChange(value.slice(0, -1));
    }
  };
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = event.clipboardData.getData('text');
    if (!SEPARATORS.test(pasted)) return;
    event.preventDefault();
    void add(text + pasted);
  };
  return (
    <div>
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <div className={fault ? 'field-box tags wrong' : 'field-box tags'} aria-busy={pending}>
        <ul className="tags-list" aria-label={`已有${label}`}>
          {value.map((keyword) => (
            <li key={keyword} className="tag">
              {keyword}
              <IconButton
                icon="close"
                iconSize={12}
                label={`移除${keyword}`}
                onClick={() => {
                  onChange(value.filter((other) => other !== keyword));
                  field.current?.focus();
                }}
              />
            </li>
          ))}
        </ul>
        <input
          ref={field}
          id={id}
          autoComplete="off"
          placeholder={full ? '' : '输入后按回车'}
          readOnly={pending || full}
          value={text}
          aria-invalid={fault !== ''}
          aria-describedby={`${id}-note`}
          onKeyDown={press}
          onPaste={paste}
          onBlur={() => void add(text)}
          onChange={(event) => {
            setFault('');
            const typed = event.target.value;
            if (SEPARATORS.test(typed) && !(event.nativeEvent as InputEvent).isComposing) void add(typed);
            else setText(typed);
          }}
        />
      </div>
      <FieldNote
        id={`${id}-note`}
        fault={fault}
        hint={full ? `已有${max}个，移除后可再加` : `${value.length}个，最多${max}个`}
        live
      />
    </div>
  );
}
