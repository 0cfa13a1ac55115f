import { type FormEvent, Suspense, useCallback, useEffect, useId, useRef, useState } from 'react';
import { useNavigation } from 'react-router';
import { isDay } from '../calendar/days.ts';
import { Popup } from '../dialogs/Popup.tsx';
import { afterPress, isPressing } from '../press/afterPress.ts';
import { lazyPart } from '../route/lazyPart.tsx';
import { useDisplayMode } from '../show/displayMode.ts';
import { Icon } from '../show/icons.tsx';
import { Button, Pressable } from '../ui/Button.tsx';
import { type Column, type Filter, filterNames, filterText } from './columns.ts';
import type { ListState, Values } from './useListState.ts';

// With the tables of the lunar calendar: only when a filter of days opens.
const Calendar = lazyPart(async () => ({ default: (await import('../calendar/Calendar.tsx')).Calendar }));

interface SearchSpec {
  name: string;
  placeholder: string;
}

/** The search field and the filters of the columns, one row; the rest under 更多条件. */
export function FilterBar<Row>({
  columns,
  search,
  state,
}: {
  columns: readonly Column<Row>[];
  search?: SearchSpec;
  state: ListState;
}) {
  const large = useDisplayMode().size === 'large';
  const [more, setMore] = useState(false);
  const filtered = columns.filter((column) => column.filter);
  const isLater = (column: Column<Row>) => column.moreFilter || (large && column.notLarge);
  const later = filtered.filter(isLater);
  const inUse = later.filter((column) => column.filter && filterText(column.filter, state.values)).length;
  const open = more || inUse > 0;
  const field = (column: Column<Row>) =>
    column.filter && (
      <FilterButton
        key={column.key}
        title={column.filterTitle ?? column.title}
        filter={column.filter}
        values={state.values}
        onChange={state.change}
      />
    );
  return (
    <>
      {search && <SearchField spec={search} state={state} />}
      <div className="list-choices">
        {filtered.filter((column) => !isLater(column)).map(field)}
        {later.length > 0 && (
          <Button
            look="plain"
            size="compact"
            icon="filter"
            aria-expanded={open}
            onClick={() => setMore(!more)}
            disabled={inUse > 0}
          >
            更多条件
          </Button>
        )}
        {open && later.map(field)}
        {(state.filtered > 0 || state.values.view) && (
          <Button look="link" size="compact" onClick={state.reset}>
            重置
          </Button>
        )}
      </div>
    </>
  );
}

function SearchField({ spec, state }: { spec: SearchSpec; state: ListState }) {
  const current = state.values[spec.name] ?? '';
  const [text, setText] = useState(current);
  // What this field itself has set must not come back into it: more may have been typed meanwhile.
  const own = useRef(current);
  useEffect(() => {
    if (current !== own.current) setText(current);
    own.current = current;
  }, [current]);
  const { change } = state;
  const apply = useCallback(() => {
    own.current = text.trim();
    change({ [spec.name]: text.trim() });
  }, [text, change, spec.name]);
  const [isHeld, setHeld] = useState(false);
  const isLeaving = useNavigation().state !== 'idle';
  // Names are searched while they are typed; half a second of rest keeps the server from every keystroke. Whoever has pressed a
  // link meanwhile is on their way: to search then would call them back to the list.
  useEffect(() => {
    if (isHeld || isLeaving || text.trim() === current) return;
    const timer = setTimeout(apply, 500);
    return () => clearTimeout(timer);
  }, [isHeld, isLeaving, text, current, apply]);
  const applyNow = () => {
    if (text.trim() !== current) apply();
  };
  const leave = () => {
    if (!isPressing()) return applyNow();
    setHeld(true);
    afterPress(() => setHeld(false));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    applyNow();
  };
  return (
    <search className="list-search">
      <form className="field-box" onSubmit={submit}>
        <Icon name="search" />
        <input
          type="search"
          data-list-search
          autoComplete="off"
          maxLength={40}
          aria-label={spec.placeholder}
          placeholder={spec.placeholder}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onBlur={leave}
          onFocus={() => setHeld(false)}
        />
      </form>
    </search>
  );
}

interface FilterButtonProps {
  title: string;
  filter: Filter;
  values: Values;
  onChange: (patch: Record<string, string | undefined>) => void;
}

function FilterButton({ title, filter, values, onChange }: FilterButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const text = filterText(filter, values);
  return (
    <>
      <Pressable
        ref={button}
        className={text ? 'field-box list-filter set' : 'field-box list-filter'}
        aria-expanded={open}
        aria-haspopup="dialog"
        onClick={() => setOpen(!open)}
      >
        <span className="muted">{title}</span>
        <span className="ellipsis">{text || (filter.kind === 'choice' ? (filter.none ?? '全部') : '不限')}</span>
        <Icon name={filter.kind === 'days' ? 'calendarCheck' : 'down'} size={14} />
      </Pressable>
      {open && button.current && (
        <Popup anchor={button.current} label={title} className="filter-popup" onClose={() => setOpen(false)}>
          {filter.kind === 'choice' && (
            <Choices filter={filter} values={values} onChange={onChange} onDone={() => setOpen(false)} />
          )}
          {filter.kind === 'text' && (
            <Part filter={filter} title={title} values={values} onChange={onChange} onDone={() => setOpen(false)} />
          )}
          {(filter.kind === 'days' || filter.kind === 'numbers') && (
            <Range filter={filter} values={values} onChange={onChange} onDone={() => setOpen(false)} />
          )}
        </Popup>
      )}
    </>
  );
}

type Choice = Extract<Filter, { kind: 'choice' }>;
type Text = Extract<Filter, { kind: 'text' }>;

function Choices({
  filter,
  values,
  onChange,
  onDone,
}: {
  filter: Choice;
  values: Values;
  onChange: FilterButtonProps['onChange'];
  onDone: () => void;
}) {
  const group = useId();
  const chosen = (values[filter.name] ?? '').split(',').filter(Boolean);
  const pick = (value: string) => {
    if (!filter.multiple) {
      onChange({ [filter.name]: value });
      onDone();
      return;
    }
    const next = chosen.includes(value) ? chosen.filter((v) => v !== value) : [...chosen, value];
    onChange({ [filter.name]: next.sort().join(',') });
  };
  return (
    <div className="filter-options">
      <label className="filter-option">
        <input
          type="radio"
          className="tick"
          name={group}
          checked={chosen.length === 0}
          onChange={() => {
            onChange({ [filter.name]: undefined });
            onDone();
          }}
        />
        {filter.none ?? '全部'}
      </label>
      {filter.options.map((option) => (
        <label key={option.value} className="filter-option">
          <input
            type={filter.multiple ? 'checkbox' : 'radio'}
            className="tick"
            name={group}
            checked={chosen.includes(option.value)}
            onChange={() => pick(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}

/** A part of a text: applied by the button or Enter, not at every keystroke. */
function Part({
  filter,
  title,
  values,
  onChange,
  onDone,
}: {
  filter: Text;
  title: string;
  values: Values;
  onChange: FilterButtonProps['onChange'];
  onDone: () => void;
}) {
  const [text, setText] = useState(values[filter.name] ?? '');
  const apply = (event: FormEvent) => {
    event.preventDefault();
    onChange({ [filter.name]: text.trim() || undefined });
    onDone();
  };
  return (
    <form className="filter-range" onSubmit={apply}>
      <span className="field-box">
        <input
          aria-label={title}
          placeholder={filter.placeholder}
          autoComplete="off"
          maxLength={40}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </span>
      <div className="filter-acts">
        <Button
          look="link"
          size="compact"
          onClick={() => {
            onChange({ [filter.name]: undefined });
            onDone();
          }}
        >
          不限
        </Button>
        <Button submit look="outline" size="compact">
          确定
        </Button>
      </div>
    </form>
  );
}

function Range({
  filter,
  values,
  onChange,
  onDone,
}: {
  filter: Exclude<Filter, Choice | Text>;
  values: Values;
  onChange: FilterButtonProps['onChange'];
  onDone: () => void;
}) {
  const [from, setFrom] = useState(values[filter.from] ?? '');
  const [to, setTo] = useState(values[filter.to] ?? '');
  const type = filter.kind === 'days' ? 'date' : 'number';
  const bounds = filter.kind === 'days' ? { min: '1900-01-01', max: '2199-12-31' } : { min: 0, max: 150 };
  const apply = (event: FormEvent) => {
    event.preventDefault();
    const turned = filter.kind === 'days' ? from > to : Number(from) > Number(to);
    // Ends given the wrong way round mean the same range.
    const [low, high] = from && to && turned ? [to, from] : [from, to];
    onChange({ [filter.from]: low || undefined, [filter.to]: high || undefined });
    onDone();
  };
  return (
    <form className="filter-range" onSubmit={apply}>
      {filter.kind === 'days' && (
        <Suspense fallback={<p className="muted">正在打开日历…</p>}>
          <Calendar
            label="起止日期"
            mode="range"
            value={[from, to].filter(isDay)}
            onChange={([first = '', last = '']) => {
              setFrom(first);
              setTo(last);
            }}
          />
        </Suspense>
      )}
      <div className="row">
        <span className="field-box">
          <input
            type={type}
            {...bounds}
            aria-label="从"
            value={from}
            onChange={(event) => setFrom(event.target.value)}
          />
        </span>
        <span className="muted">至</span>
        <span className="field-box">
          <input type={type} {...bounds} aria-label="到" value={to} onChange={(event) => setTo(event.target.value)} />
        </span>
      </div>
      <div className="filter-acts">
        <Button
          look="link"
          size="compact"
          onClick={() => {
            onChange(Object.fromEntries(filterNames(filter).map((name) => [name, undefined])));
            onDone();
          }}
        >
          不限
        </Button>
        <Button submit look="outline" size="compact">
          确定
        </Button>
      </div>
    </form>
  );
}
