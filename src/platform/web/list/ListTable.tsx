import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type PointerEvent,
  type ReactNode,
  useRef,
} from 'react';
import { useNavigate } from 'react-router';
import { useSteady } from '../press/steady.ts';
import { Icon } from '../show/icons.tsx';
import { Button, Pressable } from '../ui/Button.tsx';
import type { Column } from './columns.ts';
import { sharesOf } from './shares.ts';
import './listTable.css';

/** What the kit needs of a row. */
export interface ListRow {
  id: string;
}

const TICK = 44;

interface RowProps<Row extends ListRow> {
  row: Row;
  /** 1 for the first row of the page. */
  at: number;
  columns: readonly Column<Row>[];
  selected: boolean;
  active: boolean;
  label: string;
  quickAct: string | null;
  hasMenu: boolean;
  selectable: boolean;
}

function PlainRow<Row extends ListRow>({
  row,
  at,
  columns,
  selected,
  active,
  label,
  quickAct,
  hasMenu,
  selectable,
}: RowProps<Row>) {
  return (
    <tr data-id={row.id} aria-selected={selected} className={active ? 'active' : undefined}>
      {selectable && (
        <td className="list-tick">
          <input
            type="checkbox"
            className="tick"
            data-act="select"
            checked={selected}
            readOnly
            aria-label={`选择${label}`}
          />
        </td>
      )}
      {columns.map((column) => (
        <td
          key={column.key}
          className={column.align === 'right' ? 'number' : undefined}
          data-card={column.card}
          data-title={column.title}
        >
          {column.cell(row)}
        </td>
      ))}
      <td className="list-acts" data-card="acts">
        {quickAct && (
          <Button look="row" data-act="edit" aria-label={`${quickAct}${label}`}>
            {quickAct}
          </Button>
        )}
        {hasMenu && (
          <Button look="row" data-act="menu" aria-haspopup="menu" aria-label={`${label}的更多操作`}>
            更多
            <Icon name="down" size={12} />
          </Button>
        )}
        <span className="visually-hidden">第{at}行</span>
      </td>
    </tr>
  );
}

// Selecting one row must not draw the others again; the generic is lost in memo and given back here.
const Row = memo(PlainRow) as typeof PlainRow;

interface TableProps<Row extends ListRow> {
  caption: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  widthOf: (column: Column<Row>) => number;
  /** Widths are exact pixels, as the user has set them, not shares of the page. */
  exact: boolean;
  onResize: (column: Column<Row>, width: number, measured: Readonly<Record<string, number>>) => void;
  labelOf: (row: Row) => string;
  quickActOf: (row: Row) => string | null;
  hasMenu: (row: Row) => boolean;
  sorts: readonly string[];
  sort: string;
  order: string;
  onSort: (sort: string | undefined, order: string | undefined) => void;
  selected: ReadonlySet<string>;
  activeId: string | null;
  /** Pixels of the column of acts. */
  actsWidth: number;
  /** Whether rows have a box to select them. */
  selectable: boolean;
  /** All rows of the page are selected, some, or none. */
  onSelect: (id: string, range: boolean) => void;
  onSelectPage: (on: boolean) => void;
  onAct: (act: 'edit' | 'menu', row: Row, button: HTMLElement) => void;
  /** Other rows are on their way. */
  isComing: boolean;
}

/** The rows as a plain table. One listener serves all rows, and rows hold no controls of a library, so that drawing is fast. */
export function ListTable<Row extends ListRow>(props: TableProps<Row>) {
  const { rows, columns, selected, widthOf } = props;
  const navigate = useNavigate();
  const table = useRef<HTMLTableElement>(null);
  useSteady(table, rows.map(({ id }) => id).join(), props.isComing);
  const onPage = rows.filter((row) => selected.has(row.id)).length;
  const widths = [...(props.selectable ? [TICK] : []), ...columns.map(widthOf)];
  const shares = sharesOf(widths, props.actsWidth);
  const share = (width: number) => (props.exact ? width : shares.of(width));
  const exact = widths.reduce((sum, width) => sum + width, props.actsWidth);

  const press = (event: MouseEvent<HTMLTableSectionElement>) => {
    const target = event.target as HTMLElement;
    const id = target.closest('tr')?.dataset.id;
    const row = rows.find((r) => r.id === id);
    const link = target.closest<HTMLAnchorElement>('a');
    if (link) {
      if ('rowLink' in link.dataset && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
        event.preventDefault();
        navigate(link.hash.slice(1));
      }
      return;
    }
    if (!row) return;
    const button = target.closest<HTMLElement>('[data-act]');
    const act = button?.dataset.act;
    // The whole cell is the target: small boxes are hard to hit.
    if (act === 'select' || (!act && target.closest('.list-tick'))) props.onSelect(row.id, event.shiftKey);
    else if (button && (act === 'edit' || act === 'menu')) props.onAct(act, row, button);
  };

  return (
    <table
      ref={table}
      className="table list-table"
      style={{ '--list-width': `${props.exact ? exact : shares.least}px` } as CSSProperties}
    >
      <caption className="visually-hidden">{props.caption}</caption>
      <colgroup>
        {props.selectable && <col style={{ width: share(TICK) }} />}
        {columns.map((column) => (
          <col key={column.key} style={{ width: share(widthOf(column)) }} />
        ))}
        {/* Exact columns leave what is over to the last one. */}
        <col style={{ width: props.exact ? 'auto' : shares.acts }} />
      </colgroup>
      <thead>
        <tr>
          {props.selectable && (
            <th className="list-tick" scope="col">
              <input
                type="checkbox"
                className="tick"
                aria-label="选择本页"
                checked={onPage > 0 && onPage === rows.length}
                ref={(box) => {
                  if (box) box.indeterminate = onPage > 0 && onPage < rows.length;
                }}
                onChange={(event) => props.onSelectPage(event.target.checked)}
              />
            </th>
          )}
          {columns.map((column) => (
            <HeadCell key={column.key} column={column} {...props} />
          ))}
          <th scope="col" className="list-acts">
            操作
          </th>
        </tr>
      </thead>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the rows' own controls take the keys, their clicks come up here */}
      <tbody onClick={press}>
        {rows.map((row, at) => (
          <Row
            key={row.id}
            row={row}
            at={at + 1}
            columns={columns}
            selected={selected.has(row.id)}
            active={props.activeId === row.id}
            label={props.labelOf(row)}
            quickAct={props.quickActOf(row)}
            hasMenu={props.hasMenu(row)}
            selectable={props.selectable}
          />
        ))}
      </tbody>
    </table>
  );
}

function HeadCell<Row extends ListRow>({
  column,
  sorts,
  sort,
  order,
  onSort,
  widthOf,
  onResize,
}: TableProps<Row> & { column: Column<Row> }) {
  const sortable = column.sort !== undefined && sorts.includes(column.sort);
  const sorted = sortable && sort === column.sort;
  const label: ReactNode = sortable ? (
    <Pressable
      className="list-sort"
      onClick={() => {
        if (!sorted) onSort(column.sort, undefined);
        else if (order !== 'desc') onSort(column.sort, 'desc');
        else onSort(undefined, undefined);
      }}
    >
      {column.title}
      <Icon name="down" size={12} className={sorted ? (order === 'desc' ? 'sorted' : 'sorted turned') : 'unsorted'} />
    </Pressable>
  ) : (
    column.title
  );

  const drag = (event: PointerEvent<HTMLElement>) => {
    event.preventDefault();
    const handle = event.currentTarget;
    const start = event.clientX;
    const width = handle.closest('th')?.offsetWidth ?? widthOf(column);
    const measured = measure(handle);
    handle.setPointerCapture(event.pointerId);
    const move = (moved: globalThis.PointerEvent) => onResize(column, width + moved.clientX - start, measured);
    handle.addEventListener('pointermove', move);
    handle.addEventListener('pointerup', () => handle.removeEventListener('pointermove', move), { once: true });
  };
  const nudge = (event: KeyboardEvent<HTMLElement>) => {
    const by = { ArrowLeft: -8, ArrowRight: 8 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const measured = measure(event.currentTarget);
    onResize(column, (measured[column.key] ?? widthOf(column)) + by, measured);
  };
  return (
    <th
      scope="col"
      data-key={column.key}
      className={column.align === 'right' ? 'number' : undefined}
      aria-sort={sorted ? (order === 'desc' ? 'descending' : 'ascending') : undefined}
    >
      {label}
      {/* biome-ignore lint/a11y/useSemanticElements: a separator that is dragged and moved by keys, not a rule between texts */}
      <span
        role="separator"
        tabIndex={0}
        aria-orientation="vertical"
        aria-label={`${column.title}列宽`}
        aria-valuenow={widthOf(column)}
        aria-valuemin={48}
        aria-valuemax={600}
        className="list-resize"
        onPointerDown={drag}
        onKeyDown={nudge}
      />
    </th>
  );
}

/** The widths of all columns as they stand, by key. */
function measure(handle: HTMLElement): Record<string, number> {
  const heads = handle.closest('tr')?.querySelectorAll<HTMLElement>('th[data-key]') ?? [];
  return Object.fromEntries([...heads].map((head) => [head.dataset.key ?? '', head.offsetWidth]));
}
