import { type CSSProperties, type ReactNode, useMemo, useRef } from 'react';
import { useLocation } from 'react-router';
import type { Endpoint, InputOf } from '#platform/contract.ts';
import { useCall } from '../call/hooks.ts';
import { useSteady } from '../press/steady.ts';

import { Failed, Outdated } from '../show/states.tsx';
import { IconButton } from '../ui/Button.tsx';
import { type Column, openAndPersonal } from './columns.ts';
import { useDensity } from './density.tsx';
import { FilterBar } from './FilterBar.tsx';
import { NoRows } from './NoRows.tsx';
import { Pager } from './Pager.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import { sharesOf } from './shares.ts';
import { useTableMemory } from './tableMemory.ts';
import { useKeptFocus } from './useKeptFocus.ts';
import { useListState, type Values } from './useListState.ts';
import { useSelection, useShownFilter } from './useSelection.ts';
import { ViewTabs } from './ViewTabs.tsx';
import './list.css';
import './listTable.css';
import './plainList.css';

interface Answer<Row> {
  rows: Row[];
  total: number;
  capped?: boolean;
}

export interface PlainListProps<Row extends { id: string }, Extra> {
  caption: string;
  /** Answers rows of `Row`; pages and filters are its input names. */
  endpoint: Endpoint;
  columns: readonly Column<Row>[];
  /** A text that stays out of the address: names. */
  search?: { name: string; placeholder: string };
  /** What is counted: 条, 个. */
  unit: string;
  /** Filters may be kept as views, with names and a link. */
  saved?: boolean;
  /** Names of the address that are not the list's own and stay when it changes. */
  keep?: readonly string[];
  /** Turns the texts of the filters into the endpoint's input; by default they are sent unchanged. */
  inputOf?: (values: Values) => Record<string, unknown>;
  /** Stands right of the filters; gets what the call answers beside its rows. */
  note?: (answer: Extra) => ReactNode;
  /** Stands right of the filters, too; gets what the list is filtered by, and how many rows that leaves once it is known. */
  tools?: (list: { values: Values; total: number | null }) => ReactNode;
  /** Acts for the selected rows, of this page and those before; left out, nothing can be selected. */
  bulk?: (chosen: { rows: readonly Row[]; clear: () => void }) => ReactNode;
  /** What tells rows apart where their ids do not; nothing can be selected there. */
  keyOf?: (row: Row) => string;
  /** How a row is called where it is selected; needed with `bulk`. */
  label?: (row: Row) => string;
  /** What can be done with a row, as buttons of class `row-act`, by its place among all; left out, there is no column for it. */
  acts?: (row: Row, at: number) => ReactNode;
  /** Pixels that they take where there are more than two short ones. */
  actsWidth?: number;
  /** Milliseconds after which to ask again, by the rows seen last. */
  refresh?: (rows: readonly Row[]) => number | false;
  empty: { title: string; text: string };
}

const NONE: readonly string[] = [];
/** CSS pixels of the box to select a row, of its number, and of its acts unless the list says it. */
const TICK = 44;
const NUMBER = 56;
const ACTS = 132;
/** By how much acts are wider in 大字, where they are buttons. */
const LARGER = 1.6;

/** A list that is read more than worked on: filters, numbered rows with their acts, pages. No column settings. */
export function PlainList<Row extends { id: string }, Extra = unknown>(props: PlainListProps<Row, Extra>) {
  const { endpoint, columns, search, unit, keep = NONE, inputOf, refresh, empty, actsWidth = ACTS } = props;
  const { open, personal } = useMemo(() => {
    const names = openAndPersonal(columns);
    return { open: names.open, personal: [...(search ? [search.name] : []), ...names.personal] };
  }, [columns, search]);
  const density = useDensity();
  const drawn = columns.filter((column) => !column.filterOnly);
  const isLarge = density.value === 'large';
  const acts = props.acts ? Math.round(actsWidth * (isLarge ? LARGER : 1)) : 0;
  const shares = sharesOf([...(props.bulk ? [TICK] : []), NUMBER, ...drawn.map(({ width }) => width)], acts, !isLarge);
  // One memory for the list, whatever record it belongs to.
  const place = useLocation().pathname.replace(/\/\d+(?=\/|$)/g, '/-');
  const table = useTableMemory(place);
  const state = useListState({ open, personal, table, keep, atTop: true });
  const { values, page, size, change } = state;
  const input = { ...(inputOf?.(values) ?? values), pageNum: page, pageSize: size };
  const query = useCall(endpoint, input as InputOf<Endpoint>, {
    keepPrevious: true,
    quiet: true,
    enabled: table.ready,
    refetchInterval: refresh && ((latest) => refresh((latest as unknown as Answer<Row> | undefined)?.rows ?? [])),
  });
  // The generic endpoint is known to answer rows of the type that the caller's columns show.
  const answer = query.data as unknown as (Answer<Row> & Extra) | undefined;
  const rows = answer?.rows ?? (NONE as readonly never[]);
  const { pageNum: _page, pageSize: _size, ...filter } = input;
  const { isOther, key } = useShownFilter(JSON.stringify(filter), answer !== undefined && !query.isPlaceholderData);
  const total = answer && !isOther ? answer.total : null;
  // What was deleted must not stay selected: another total is another list, too.
  const selection = useSelection(rows, JSON.stringify([key, answer?.total]));
  // That the last filter left no rows says nothing of this one.
  const isWaiting = query.isPending || (query.isPlaceholderData && rows.length === 0);
  const box = useRef<HTMLDivElement>(null);
  const keptFocus = useKeptFocus(box, rows);
  useSteady(box, rows.map((row) => props.keyOf?.(row) ?? row.id).join(), query.isPlaceholderData);
  const onPage = rows.filter((row) => selection.ids.has(row.id)).length;

  return (
    <section className={`card list-main plain-list density-${density.value}`} aria-label={props.caption}>
      {props.saved && <ViewTabs path={place} state={state} />}
      <div className="list-filters">
        {(search || columns.some(({ filter }) => filter)) && (
          <FilterBar columns={columns} search={search} state={state} />
        )}
        {answer && props.note && <span className="plain-note">{props.note(answer)}</span>}
        {props.tools && <span className="plain-tools">{props.tools({ values, total })}</span>}
        <IconButton
          look="plain"
          size="compact"
          className="list-refresh"
          icon="refresh"
          label="刷新"
          onClick={() => query.refetch()}
        />
      </div>
      <div
        className="list-scroll"
        ref={box}
        {...keptFocus}
        aria-busy={query.isFetching}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: rows that hold nothing to press are scrolled by the keyboard as well
        tabIndex={0}
      >
        {answer && answer.rows.length > 0 && (
          <table className="table list-table" style={{ '--list-width': `${shares.least}px` } as CSSProperties}>
            <caption className="visually-hidden">{props.caption}</caption>
            <colgroup>
              {props.bulk && <col style={{ width: shares.of(TICK) }} />}
              <col style={{ width: shares.of(NUMBER) }} />
              {drawn.map((column) => (
                <col key={column.key} style={{ width: shares.of(column.width) }} />
              ))}
              {props.acts && <col style={{ width: shares.acts }} />}
            </colgroup>
            <thead>
              <tr>
                {props.bulk && (
                  <th className="list-tick" scope="col">
                    <input
                      type="checkbox"
                      className="tick"
                      aria-label="选择本页"
                      checked={onPage > 0 && onPage === rows.length}
                      ref={(box) => {
                        if (box) box.indeterminate = onPage > 0 && onPage < rows.length;
                      }}
                      onChange={(event) => selection.togglePage(event.target.checked)}
                    />
                  </th>
                )}
                <th scope="col" className="center">
                  序号
                </th>
                {drawn.map((column) => (
                  <th key={column.key} scope="col" className={column.align === 'right' ? 'number' : undefined}>
                    {column.title}
                  </th>
                ))}
                {props.acts && <th scope="col">操作</th>}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, at) => (
                <tr key={props.keyOf?.(row) ?? row.id} aria-selected={props.bulk && selection.ids.has(row.id)}>
                  {props.bulk && (
                    <td className="list-tick">
                      <label>
                        <input
                          type="checkbox"
                          className="tick"
                          aria-label={`选择${props.label?.(row) ?? ''}`}
                          checked={selection.ids.has(row.id)}
                          onClick={(event) => selection.toggle(row.id, event.shiftKey)}
                          readOnly
                        />
                      </label>
                    </td>
                  )}
                  <td className="center muted">{(page - 1) * size + at + 1}</td>
                  {drawn.map((column) => (
                    <td
                      key={column.key}
                      className={column.align === 'right' ? 'number' : undefined}
                      data-card={column.card}
                      data-title={column.title}
                    >
                      {column.cell(row)}
                    </td>
                  ))}
                  {props.acts && <td data-card="acts">{props.acts(row, (page - 1) * size + at)}</td>}
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {isWaiting && <p className="plain-wait muted">正在加载…</p>}
        {!answer && query.error && <Failed error={query.error} onRetry={() => query.refetch()} />}
        {answer && rows.length === 0 && !isWaiting && <NoRows empty={empty} state={state} beyond={answer.total > 0} />}
      </div>
      {answer && <Outdated query={query} />}
      {(answer || !query.error) && (
        <footer className="list-foot">
          {props.bulk && (
            <SelectionBar selection={selection} total={total} unit={unit} capped>
              {props.bulk({ rows: selection.chosen(0).rows, clear: selection.clear })}
            </SelectionBar>
          )}
          <Pager
            page={page}
            size={size}
            total={total}
            capped={answer?.capped ?? false}
            unit={unit}
            onPage={(next) => change({ pageNum: next > 1 ? String(next) : undefined })}
            onSize={(next) => change({ pageSize: String(next) })}
          />
        </footer>
      )}
    </section>
  );
}
