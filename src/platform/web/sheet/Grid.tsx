import { type CSSProperties, memo, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { type GridActs, GridCell } from './GridCell.tsx';
import {
  type BadRow,
  type CellAt,
  type Drafts,
  type GridColumn,
  nextOpen,
  openCells,
  pastedCells,
  withPaste,
  withText,
} from './grid.ts';
import './sheet.css';

/** CSS pixels; 大字 scales them (`--sheet-scale`). */
const USUAL_WIDTH = 138;
const NUMBER_WIDTH = 72;
const widthOf = ({ width }: GridColumn) => width ?? USUAL_WIDTH;
const scaled = (width: number) => `calc(${width}px * var(--sheet-scale))`;
/** What a row without drafts has: one object, so that it is not drawn anew. */
const NOTHING: Readonly<Record<string, string>> = {};

export type Heading = 'first' | 'last' | 'next';

interface GridProps {
  /** Group and page: another one starts at its top. */
  place: string;
  rows: readonly BadRow[];
  columns: readonly GridColumn[];
  drafts: Drafts;
  onDrafts: (change: (drafts: Drafts) => Drafts) => void;
  chosen: ReadonlySet<number>;
  /** Where rows can be ticked. */
  onChoose?: ((rowNo: number, on: boolean) => void) | undefined;
  /** Rows that are on their way to the server. */
  saving: ReadonlySet<number>;
  onSave: (rowNo: number) => void;
  onPasted: (cells: number) => void;
  /** Nothing more is wrong on this page: turns to the next one or the one before; false where there is none. */
  onEnd: (step: 1 | -1) => boolean;
  /** Where the sheet is to go: the first or last cell with something wrong, or the one after where the user was last. */
  heading: Heading | null;
  onArrived: () => void;
  caption: ReactNode;
}

/** The bad rows as a sheet: Tab goes to the next cell with something wrong, Enter saves the row, arrows move. */
export function Grid({
  place,
  rows,
  columns,
  drafts,
  onDrafts,
  chosen,
  onChoose,
  saving,
  onSave,
  onPasted,
  onEnd,
  heading,
  onArrived,
  caption,
}: GridProps) {
  const fields = useMemo(() => columns.map(({ field }) => field), [columns]);
  const [active, setActive] = useState<CellAt | null>(null);
  const entry = useMemo(() => openCells(rows, fields, drafts)[0], [rows, fields, drafts]);
  const latest = useRef({ rows, fields, drafts, onDrafts, onSave, onPasted, onEnd });
  useEffect(() => {
    latest.current = { rows, fields, drafts, onDrafts, onSave, onPasted, onEnd };
  });

  // One object for all cells, so that a key press draws two cells and not five hundred.
  const acts = useMemo<GridActs>(
    () => ({
      activate: (rowNo, field) => setActive({ rowNo, field }),
      leave: (rowNo, field) => setActive((now) => (now?.rowNo === rowNo && now.field === field ? null : now)),
      type: (row, field, text) => latest.current.onDrafts((now) => withText(now, row, field, text)),
      next: (rowNo, field, step) => {
        const { rows, fields, drafts } = latest.current;
        const to = nextOpen(rows, fields, drafts, { rowNo, field }, step);
        if (to) setActive(to);
        return to !== undefined || latest.current.onEnd(step);
      },
      move: (rowNo, field, down, right) => {
        const { rows, fields } = latest.current;
        const row = rows[rows.findIndex((row) => row.rowNo === rowNo) + down];
        const to = fields[fields.indexOf(field) + right];
        if (row && to) setActive({ rowNo: row.rowNo, field: to });
      },
      save: (rowNo) => {
        const { rows, fields, drafts } = latest.current;
        const field = fields.at(-1);
        const to = field && nextOpen(rows, fields, drafts, { rowNo, field }, 1);
        latest.current.onSave(rowNo);
        setActive(to || null);
      },
      paste: (rowNo, field, text) => {
        const { rows, fields, drafts } = latest.current;
        const pasted = withPaste(drafts, rows, fields, { rowNo, field }, pastedCells(text));
        latest.current.onDrafts((now) => withPaste(now, rows, fields, { rowNo, field }, pastedCells(text)).drafts);
        latest.current.onPasted(pasted.count);
      },
    }),
    [],
  );

  const seen = useRef<CellAt | null>(null);
  useEffect(() => {
    if (active) seen.current = active;
  }, [active]);
  useEffect(() => {
    if (heading === null) return;
    const { rows, fields, drafts, onEnd } = latest.current;
    const open = openCells(rows, fields, drafts);
    const from = rows.some(({ rowNo }) => rowNo === seen.current?.rowNo) ? seen.current : null;
    const after = heading === 'next' && from ? nextOpen(rows, fields, drafts, from, 1) : open[0];
    const to = heading === 'last' ? open.at(-1) : after;
    onArrived();
    if (to) setActive(to);
    // What is left stands before where the user was.
    else if (!onEnd(heading === 'last' ? -1 : 1)) setActive(open[0] ?? null);
  }, [heading, onArrived]);

  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the place has changed
  useEffect(() => {
    box.current?.scrollTo(0, 0);
  }, [place]);

  const width = NUMBER_WIDTH + columns.reduce((sum, column) => sum + widthOf(column), 0);
  return (
    <div ref={box} className="import-scroll">
      <table className="import-grid" style={{ '--sheet-width': scaled(width) } as CSSProperties}>
        <caption className="unseen">{caption}</caption>
        <colgroup>
          <col style={{ width: scaled(NUMBER_WIDTH) }} />
          {columns.map((column) => (
            <col key={column.field} style={{ width: scaled(widthOf(column)) }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            <th scope="col">行号</th>
            {columns.map(({ field, label }) => (
              <th key={field} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <GridRow
              key={row.rowNo}
              row={row}
              columns={columns}
              drafts={drafts[row.rowNo] ?? NOTHING}
              active={active?.rowNo === row.rowNo ? active.field : null}
              entry={active === null && entry?.rowNo === row.rowNo ? entry.field : null}
              chosen={chosen.has(row.rowNo)}
              onChoose={onChoose}
              saving={saving.has(row.rowNo)}
              acts={acts}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface RowProps {
  row: BadRow;
  columns: readonly GridColumn[];
  drafts: Readonly<Record<string, string>>;
  active: string | null;
  entry: string | null;
  chosen: boolean;
  onChoose?: ((rowNo: number, on: boolean) => void) | undefined;
  saving: boolean;
  acts: GridActs;
}

const GridRow = memo(function GridRow({
  row,
  columns,
  drafts,
  active,
  entry,
  chosen,
  onChoose,
  saving,
  acts,
}: RowProps) {
  return (
    <tr aria-busy={saving || undefined}>
      <th scope="row">
        {onChoose ? (
          <label>
            <input
              type="checkbox"
              className="tick"
              aria-label={`选择第${row.rowNo}行`}
              checked={chosen}
              onChange={(event) => onChoose(row.rowNo, event.target.checked)}
            />
            {row.rowNo}
          </label>
        ) : (
          <span className="import-number">{row.rowNo}</span>
        )}
      </th>
      {columns.map(({ field, label, search }) => (
        <GridCell
          key={field}
          row={row}
          field={field}
          label={label}
          search={search}
          draft={drafts[field]}
          active={active === field}
          entry={entry === field}
          acts={acts}
        />
      ))}
    </tr>
  );
});
