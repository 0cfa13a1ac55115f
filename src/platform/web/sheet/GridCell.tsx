import { type ClipboardEvent, type KeyboardEvent, memo, useEffect, useId, useRef, useState } from 'react';
import { useFloating } from '../press/floating.ts';
import { useSteady } from '../press/steady.ts';
import { Icon } from '../show/icons.tsx';
import { Pressable } from '../ui/Button.tsx';
import type { BadRow, GridColumn } from './grid.ts';
import { useFound } from './useFound.ts';

/** What the keys and the pointer do to the grid. */
export interface GridActs {
  activate(rowNo: number, field: string): void;
  leave(rowNo: number, field: string): void;
  type(row: BadRow, field: string, text: string): void;
  /** To the next cell with something wrong; false: there is none, so the browser moves on. */
  next(rowNo: number, field: string, step: 1 | -1): boolean;
  move(rowNo: number, field: string, down: number, right: number): void;
  save(rowNo: number, field: string): void;
  paste(rowNo: number, field: string, text: string): void;
  pick(rowNo: number, field: string): void;
  remove(rowNo: number): void;
}

/** What the sheet is for: its cells are fixed, filled in, picked, or only read. */
export type Way = 'fix' | 'fill' | 'pick' | 'read';

interface CellProps {
  row: BadRow;
  field: string;
  column: GridColumn;
  way: Way;
  /** Why the cell is marked. */
  mark: string | undefined;
  /** What was typed and is not saved. */
  draft: string | undefined;
  active: boolean;
  /** Where Tab enters the grid. */
  entry: boolean;
  acts: GridActs;
}

/** A cell that is filled in, picked or read: its text with what is wrong in it, or what it is marked with. */
const FilledCell = memo(function FilledCell({ row, field, column, way, mark, active, entry, acts }: CellProps) {
  const errors = row.errors.filter((error) => error.field === field);
  const reason = errors.map((error) => error.text).join('；');
  const text = row.cells[field] ?? '';
  const shown = column.opens ? column.opens.shown(text) : text;
  const locked = row.locked?.has(field) ?? false;
  const look = [
    active && !locked ? 'active' : errors.some(({ isHint }) => !isHint) ? 'bad' : errors.length > 0 ? 'hint' : '',
    locked ? 'locked' : '',
    mark === undefined ? '' : 'marked',
    column.isNumber ? 'number' : '',
  ];
  const label = [column.group, column.label].filter(Boolean).join('—');
  const types = way === 'fill' && !locked && !column.opens;
  const shownText = reason || mark;
  return (
    <td
      className={look.filter(Boolean).join(' ') || undefined}
      data-reason={types && active && reason ? reason : undefined}
      data-label={label}
      tabIndex={types && !active ? (entry ? 0 : -1) : undefined}
      onFocus={types && !active ? () => acts.activate(row.rowNo, field) : undefined}
      title={active ? undefined : shownText || undefined}
    >
      {types && active ? (
        <CellInput
          row={row}
          field={field}
          label={label}
          text={text}
          reason={reason}
          search={column.search}
          offers={column.offers}
          plain
          acts={acts}
        />
      ) : way === 'pick' || (column.opens && (way === 'fill' || text !== '')) ? (
        <Pressable
          className="sheet-pick"
          aria-pressed={way === 'pick' ? mark !== undefined : undefined}
          aria-label={`${row.head ?? `第${row.rowNo}行`}${label} ${shown || '空'}`}
          onClick={() => (way === 'pick' ? acts.pick(row.rowNo, field) : column.opens?.run(row.rowNo))}
        >
          {shown || (locked ? '' : '—')}
        </Pressable>
      ) : (
        <span className="import-text">{shown}</span>
      )}
      {!(types && active) && shownText && (
        <small>
          <Icon name={reason ? 'warning' : 'bookmark'} />
          <span>{shownText}</span>
        </small>
      )}
    </td>
  );
});

/** A cell of the sheet: its text with the fault or the old text; an input while it is active. */
export const GridCell = (props: CellProps) =>
  props.way === 'fix' ? <FixableCell {...props} /> : <FilledCell {...props} />;

const FixableCell = memo(function FixableCell({ row, field, column, draft, active, entry, acts }: CellProps) {
  const { label, search } = column;
  const errors = row.errors.filter((error) => error.field === field);
  const sheet = row.cells[field] ?? '';
  const text = draft ?? sheet;
  const fixed = draft !== undefined;
  const look = active ? 'active' : fixed ? 'fixed' : errors.length > 0 ? 'bad' : undefined;
  const reason = errors.map((error) => error.text).join('；');
  return (
    <td
      className={look}
      data-reason={active && reason ? reason : undefined}
      data-label={label}
      tabIndex={active ? undefined : entry ? 0 : -1}
      onFocus={active ? undefined : () => acts.activate(row.rowNo, field)}
      title={active ? undefined : reason || undefined}
    >
      {active ? (
        <CellInput row={row} field={field} label={label} text={text} reason={reason} search={search} acts={acts} />
      ) : (
        <>
          <span className="import-text">{text || (look ? <span className="muted">空</span> : '')}</span>
          {fixed ? (
            <small>
              <Icon name="check" />
              <span>已改，原为{sheet || '空'}</span>
            </small>
          ) : (
            reason && (
              <small>
                <Icon name="warning" />
                <span>{reason}</span>
              </small>
            )
          )}
        </>
      )}
    </td>
  );
});

/** What a column that can be searched says of its list. */
const FINDING = {
  idle: () => '输入名称、拼音或首字母查找',
  finding: () => '正在查找…',
  found: (n: number) => (n > 0 ? '点选一个，或继续输入缩小范围' : '没有找到，请换个说法'),
  failed: () => '没有查到，请稍后再试',
} as const;

interface InputProps {
  row: BadRow;
  field: string;
  label: string;
  text: string;
  reason: string;
  search: GridColumn['search'];
  offers?: GridColumn['offers'];
  /** It is filled in: what may stand there is offered at once, and Escape brings back what stood there before. */
  plain?: boolean;
  acts: GridActs;
}

/** The active cell's input with the reason and the ways of writing that would do. */
function CellInput({ row, field, label, text, reason, search, offers, plain = false, acts }: InputProps) {
  const [start] = useState(text);
  const input = useRef<HTMLInputElement>(null);
  const popup = useRef<HTMLDivElement>(null);
  const id = useId();
  const { rowNo } = row;
  const proposed = row.errors.filter((e) => e.field === field).flatMap((e) => e.suggestions);
  const [listed, setListed] = useState(reason !== '' || (plain && (search ?? offers) !== undefined));
  const { found: matches, state } = useFound(search, text, listed);
  // What somebody types in a column that can be searched asks for that, and no longer for what the check proposed.
  const isSearching = search !== undefined && text !== (plain ? start : (row.cells[field] ?? ''));
  // Once something is typed, what holds it.
  const offered = offers?.filter((offer) => text === start || offer.includes(text.trim())) ?? [];
  const suggestions = [...new Set([...(isSearching ? [] : proposed), ...offered, ...matches])];
  // By what it says: what comes in before it moves it, and does not put another in its place.
  const [wanted, setWanted] = useState<string | null>(null);
  const chosen = wanted === null ? -1 : suggestions.indexOf(wanted);
  useSteady(popup, `${listed} ${suggestions.join()}`);

  useEffect(() => {
    input.current?.focus({ preventScroll: true });
    input.current?.select();
    input.current?.closest('td')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, []);
  useFloating({ box: popup, control: () => input.current?.closest('td'), open: listed, gap: 3 });

  const take = (suggestion: string) => {
    acts.type(row, field, suggestion);
    setListed(false);
    setWanted(null);
  };
  const open = listed && suggestions.length > 0;
  const onKey = (event: KeyboardEvent<HTMLInputElement>) => {
    // Keys that choose a character of an input method are not the grid's.
    if (event.nativeEvent.isComposing) return;
    const { selectionStart, selectionEnd, value } = event.currentTarget;
    const whole = selectionStart === 0 && selectionEnd === value.length;
    const done = () => event.preventDefault();
    if (event.key === 'Tab') {
      if (open && wanted !== null && chosen >= 0) take(wanted);
      if (acts.next(rowNo, field, event.shiftKey ? -1 : 1)) done();
    } else if (event.key === 'Enter') {
      done();
      if (open && wanted !== null && chosen >= 0) take(wanted);
      else acts.save(rowNo, field);
    } else if (event.key === 'Escape') {
      if (listed) setListed(false);
      else acts.type(row, field, plain ? start : (row.cells[field] ?? ''));
      event.stopPropagation();
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      done();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      if (open && (step > 0 || chosen >= 0))
        setWanted(suggestions[Math.min(chosen + step, suggestions.length - 1)] ?? null);
      else acts.move(rowNo, field, step, 0);
    } else if (event.key === 'ArrowLeft' && (whole || selectionEnd === 0)) {
      done();
      acts.move(rowNo, field, 0, -1);
    } else if (event.key === 'ArrowRight' && (whole || selectionStart === value.length)) {
      done();
      acts.move(rowNo, field, 0, 1);
    }
  };
  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = event.clipboardData.getData('text/plain').replace(/\r?\n$/, '');
    if (!/[\t\n]/.test(pasted)) return;
    event.preventDefault();
    acts.paste(rowNo, field, pasted);
  };
  return (
    <>
      <input
        ref={input}
        className="import-input"
        value={text}
        maxLength={500}
        role="combobox"
        aria-label={`${row.head ?? `第${rowNo}行`}${label}`}
        aria-expanded={open}
        aria-controls={`${id}-list`}
        aria-activedescendant={open && chosen >= 0 ? `${id}-${chosen}` : undefined}
        aria-invalid={reason !== ''}
        aria-describedby={listed ? `${id}-reason` : undefined}
        autoComplete="off"
        onChange={(event) => {
          acts.type(row, field, event.target.value);
          setWanted(null);
          if (search ?? offers) setListed(true);
        }}
        onKeyDown={onKey}
        onPaste={onPaste}
        onBlur={(event) => {
          // Another window came to the front: the cell stays the active one.
          if (document.activeElement !== event.target) acts.leave(rowNo, field);
        }}
      />
      {listed && (
        // The input keeps the focus.
        <div ref={popup} className="popup import-popup" onPointerDown={(event) => event.preventDefault()}>
          <p id={`${id}-reason`}>{reason}</p>
          {search && <p role="status">{FINDING[state](suggestions.length)}</p>}
          <div id={`${id}-list`} role="listbox" aria-label="可能的写法">
            {suggestions.map((suggestion, at) => (
              <div
                key={suggestion}
                id={`${id}-${at}`}
                role="option"
                tabIndex={-1}
                aria-selected={at === chosen}
                onPointerDown={() => take(suggestion)}
              >
                {suggestion}
              </div>
            ))}
          </div>
        </div>
      )}
    </>
  );
}
