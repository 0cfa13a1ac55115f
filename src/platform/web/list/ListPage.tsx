import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Endpoint, InputOf } from '#platform/contract.ts';
import { emit } from '../call/events.ts';
import { useCall } from '../call/hooks.ts';
import { ApiError } from '../call/request.ts';
import { Menu, type MenuAct } from '../dialogs/Menu.tsx';
import { Popup } from '../dialogs/Popup.tsx';
import { PageHead } from '../shell/PageHead.tsx';
import { Icon } from '../show/icons.tsx';
import { Failed, Outdated } from '../show/states.tsx';
import { IconButton, Pressable } from '../ui/Button.tsx';
import { ColumnSettings } from './ColumnSettings.tsx';
import { useColumns } from './columnMemory.ts';
import { type Column, openAndPersonal } from './columns.ts';
import { DensityButton, useDensity } from './density.tsx';
import { FilterBar } from './FilterBar.tsx';
import { KeysDialog } from './KeysDialog.tsx';
import { type ListRow, ListTable } from './ListTable.tsx';
import { NoRows } from './NoRows.tsx';
import { Pager } from './Pager.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import { useTableMemory } from './tableMemory.ts';
import { saveTrail } from './trail.ts';
import { useKeptFocus } from './useKeptFocus.ts';
import { useListKeys } from './useListKeys.ts';
import { type ListState, useListState } from './useListState.ts';
import { useSelection, useShownFilter } from './useSelection.ts';
import { type Counts, type View, ViewTabs } from './ViewTabs.tsx';
import './list.css';

/** The rows that a bulk act is for. */
export interface Chosen<Row> {
  rows: readonly Row[];
  /** Every row of the filter, also those of other pages; `rows` then holds only those seen so far. */
  all: boolean;
  count: number;
  clear: () => void;
}

/** What the acts of a page know of its list. */
export interface ListContext<Row extends ListRow> {
  state: ListState;
  /** The rows of the page, in their order; none while others are on their way. */
  rows: readonly Row[];
  /** Null while it is not known. */
  total: number | null;
  columns: readonly Column<Row>[];
}

/** @typeParam Extra what the endpoint answers beside its rows, for those who show it */
export interface ListPageProps<Row extends ListRow, Extra = unknown> {
  title: string;
  /** The list's path: names its memory, its columns and the trail that its records follow. */
  path: string;
  /** Answers rows of `Row`; pages, filters and orders are its input names. */
  endpoint: Endpoint;
  columns: readonly Column<Row>[];
  /** The orders that may always be asked for, where the reply does not say. */
  sorts?: readonly string[];
  search: { name: string; placeholder: string };
  /** What is counted: 人, 个, 条. */
  unit: string;
  /** The list's own views, as tabs before the saved ones, and what counts them: a call, or the list's own answer. */
  views?: { list: readonly View[]; counts: Endpoint | ((answer: Extra) => Counts) };
  /** Names of the address that are no filters and stay when the list is reset, e.g. the month that it is of. */
  keep?: readonly string[];
  /** What stands left of the list, e.g. the tree; on a phone and in 大字 it opens from `side.label`. */
  side?: { label: (state: ListState) => string; content: (state: ListState) => ReactNode };
  /** Acts of the page at the right of its head, the primary one last. */
  acts?: (list: ListContext<Row>, answer: Extra | undefined) => ReactNode;
  /** Stands between the filters and the rows: what narrows the list beside its filters. */
  note?: (list: ListContext<Row>, answer: Extra | undefined) => ReactNode;
  row: {
    label: (row: Row) => string;
    href: (row: Row) => string;
    /** Null: this row may not be edited. */
    editHref: (row: Row) => string | null;
    menu: (row: Row, list: ListContext<Row>) => readonly MenuAct[];
  };
  /** Acts for the selected rows; left out, nothing can be selected. */
  bulk?: (chosen: Chosen<Row>, list: ListContext<Row>, answer: Extra | undefined) => ReactNode;
  empty: Nothing | ((answer: Extra, state: ListState) => Nothing);
}

/** What is said where nothing narrows an empty list. */
interface Nothing {
  title: string;
  text: string;
  act?: ReactNode;
}

/** What every list call answers beside its rows, as far as it answers it. */
interface Answer<Row> {
  rows: Row[];
  total: number;
  capped?: boolean;
  sorts?: string[];
}

const NOTHING: readonly never[] = [];
const AS_IT_COMES = { sort: undefined, order: undefined, pageNum: undefined, pageSize: undefined };

/** A list: tree or not at the left, views, filters, table, and one bar at the bottom for selection and pages. */
export function ListPage<Row extends ListRow, Extra = unknown>(props: ListPageProps<Row, Extra>) {
  const { endpoint, columns: all, search, unit, row: rowOf } = props;
  const navigate = useNavigate();
  const { open, personal } = useMemo(() => {
    const names = openAndPersonal(all);
    return { open: names.open, personal: [search.name, ...names.personal] };
  }, [all, search.name]);
  const density = useDensity();
  const large = density.value === 'large';
  const table = useTableMemory(props.path);
  const state = useListState({ open, personal, table, ...(props.keep ? { keep: props.keep } : {}) });
  const drawn = useMemo(() => all.filter((column) => !column.filterOnly), [all]);
  const columns = useColumns(table, drawn, large, () => state.change(AS_IT_COMES));
  const { values, page, size, change } = state;

  const input = { ...values, pageNum: String(page), pageSize: String(size) };
  // The names come from the columns, whose texts the server checks and turns into numbers and days.
  const query = useCall(endpoint, input as InputOf<Endpoint>, {
    keepPrevious: true,
    quiet: true,
    enabled: table.ready,
  });
  const answer = query.data as unknown as (Answer<Row> & Extra) | undefined;
  const rows = answer?.rows ?? (NOTHING as readonly Row[]);

  // An order that many rows do not allow, e.g. one that was chosen for fewer: the server has said why.
  const unordered = query.error instanceof ApiError && query.error.fields.sort;
  useEffect(() => {
    if (!unordered) return;
    emit('notice', { kind: 'info', text: unordered });
    change({ sort: undefined, order: undefined });
  }, [unordered, change]);

  const { pageNum: _page, pageSize: _size, ...filter } = input;
  const filterText = JSON.stringify(filter);
  // Another order shows the same rows.
  const { sort: _sort, order: _order, pageNum: _at, pageSize: _of, ...narrowing } = values;
  const isArrived = answer !== undefined && !query.isPlaceholderData;
  const { isOther, key } = useShownFilter(JSON.stringify(narrowing), isArrived);
  const total = answer && !isOther ? answer.total : null;
  const selection = useSelection(rows, `${key} ${filterText}`);

  useEffect(() => {
    if (!answer || query.isPlaceholderData) return;
    saveTrail(props.path, {
      input: JSON.parse(filterText),
      page,
      size,
      ids: answer.rows.map((r) => r.id),
      total: answer.total,
    });
  }, [answer, query.isPlaceholderData, props.path, filterText, page, size]);

  const [menu, setMenu] = useState<{ row: Row; anchor: HTMLElement } | null>(null);
  // By its id: rows that come in before it must not put another one under the key.
  const [activeId, setActiveId] = useState<string | null>(null);
  const [help, setHelp] = useState(false);
  const active = rows.findIndex(({ id }) => id === activeId);
  const activeRow = rows[active];
  const box = useRef<HTMLDivElement>(null);
  const keptFocus = useKeptFocus(box, rows);
  const edit = useCallback(
    (row: Row | undefined) => {
      const href = row && rowOf.editHref(row);
      if (href) navigate(href);
    },
    [rowOf, navigate],
  );
  const keys = useListKeys({
    move: (by) => {
      const next = Math.max(0, Math.min(rows.length - 1, active + by));
      setActiveId(rows[next]?.id ?? null);
      box.current?.querySelectorAll('tbody tr')[next]?.scrollIntoView({ block: 'nearest' });
    },
    select: () => activeRow && props.bulk && selection.toggle(activeRow.id, false),
    open: () => activeRow && navigate(rowOf.href(activeRow)),
    edit: () => edit(activeRow),
    help: () => setHelp(true),
  });

  const context: ListContext<Row> = {
    state,
    rows: query.isPlaceholderData ? NOTHING : rows,
    total,
    columns: columns.shown,
  };
  /** What can be done with a row where that is one thing alone: it stands in the row, not behind 更多. */
  const onlyAct = (row: Row) => {
    if (rowOf.editHref(row)) return null;
    const [act, another] = rowOf.menu(row, context);
    return act && !another && !act.danger ? act : null;
  };
  return (
    <div className={`list-page density-${density.value}`}>
      <PageHead title={props.title}>{props.acts?.(context, answer)}</PageHead>
      <div className={props.side ? 'list-work with-side' : 'list-work'}>
        {props.side && <aside className="card list-side">{props.side.content(state)}</aside>}
        <section className="card list-main" aria-label={props.title}>
          <ViewTabs path={props.path} views={viewsOf(props.views, answer)} state={state} />
          <div className="list-filters">
            {props.side && <SideButton side={props.side} state={state} />}
            <FilterBar columns={all} search={search} state={state} />
            <span className="list-tools">
              <ColumnSettings columns={columns} />
              <DensityButton density={density} />
              <IconButton look="plain" size="compact" icon="refresh" label="刷新" onClick={() => query.refetch()} />
              <IconButton
                look="plain"
                size="compact"
                className="list-help"
                icon="help"
                label="快捷键"
                onClick={() => setHelp(true)}
              />
            </span>
          </div>
          {props.note?.(context, answer)}
          <div
            className="list-scroll"
            ref={box}
            {...keptFocus}
            aria-busy={query.isFetching}
            // Rows that hold nothing to press are scrolled by the keyboard as well.
            tabIndex={rows.some((row) => rowOf.editHref(row) || rowOf.menu(row, context).length > 0) ? undefined : 0}
          >
            {answer && (
              <ListTable
                caption={`${props.title}，第${page}页`}
                isComing={query.isPlaceholderData}
                rows={rows}
                columns={columns.shown}
                widthOf={columns.widthOf}
                exact={columns.exact}
                onResize={columns.resize}
                labelOf={rowOf.label}
                quickActOf={(row) => (rowOf.editHref(row) ? '编辑' : (onlyAct(row)?.label ?? null))}
                hasMenu={(row) => !onlyAct(row) && rowOf.menu(row, context).length > 0}
                sorts={answer.sorts ?? props.sorts ?? NOTHING}
                sort={values.sort ?? ''}
                order={values.order ?? ''}
                onSort={(sort, order) => change({ sort, order })}
                actsWidth={large ? 210 : 128}
                selectable={props.bulk !== undefined}
                selected={selection.ids}
                activeId={activeRow?.id ?? null}
                onSelect={selection.toggle}
                onSelectPage={selection.togglePage}
                onAct={(act, row, anchor) => {
                  if (act === 'edit') (onlyAct(row)?.run ?? (() => edit(row)))();
                  else setMenu(menu?.row === row ? null : { row, anchor });
                }}
              />
            )}
            {!answer && query.isPending && <SkeletonRows count={size} />}
            {!answer && query.error && <Failed error={query.error} onRetry={() => query.refetch()} />}
            {answer && rows.length === 0 && !query.isPlaceholderData && (
              <NoRows
                empty={typeof props.empty === 'function' ? props.empty(answer, state) : props.empty}
                state={state}
                beyond={answer.total > 0}
              />
            )}
          </div>
          {answer && <Outdated query={query} />}
          <footer className="list-foot">
            {props.bulk && (
              <SelectionBar selection={selection} total={total} unit={unit} capped={answer?.capped ?? false}>
                {props.bulk({ ...selection.chosen(total ?? 0), clear: selection.clear }, context, answer)}
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
        </section>
      </div>
      {menu && (
        <Menu
          anchor={menu.anchor}
          label={`${rowOf.label(menu.row)}的操作`}
          acts={rowOf.menu(menu.row, context)}
          onClose={() => setMenu(null)}
        />
      )}
      {help && <KeysDialog enabled={keys.enabled} onEnable={keys.setEnabled} onClose={() => setHelp(false)} />}
    </div>
  );
}

/** The views with what the list's answer counts in them, as far as it is there. */
const viewsOf = <Extra,>(views: ListPageProps<never, Extra>['views'], answer: Extra | undefined) =>
  views && {
    list: views.list,
    counts: typeof views.counts === 'function' ? (answer === undefined ? {} : views.counts(answer)) : views.counts,
  };

function SideButton({ side, state }: { side: NonNullable<ListPageProps<never>['side']>; state: ListState }) {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a choice in the tree changes the address and closes the popup
  useEffect(() => setOpen(false), [state.values.orgId]);
  return (
    <>
      <Pressable
        ref={button}
        className="field-box list-filter list-side-button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Icon name="tree" />
        <span className="ellipsis">{side.label(state)}</span>
        <Icon name="down" size={14} />
      </Pressable>
      {open && button.current && (
        <Popup anchor={button.current} label={side.label(state)} className="side-popup" onClose={() => setOpen(false)}>
          {side.content(state)}
        </Popup>
      )}
    </>
  );
}

function SkeletonRows({ count }: { count: number }) {
  return (
    <div className="list-skeleton" aria-busy="true">
      <span className="visually-hidden" role="status">
        正在加载
      </span>
      {Array.from({ length: Math.min(count, 20) }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: grey bars are all alike
        <div key={at}>
          {[14, 6, 18, 10, 12, 16].map((width) => (
            <span key={width} className="skeleton-line" style={{ width: `${width}%` }} />
          ))}
        </div>
      ))}
    </div>
  );
}
