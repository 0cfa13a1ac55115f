import { type CSSProperties, memo, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { IconButton } from '../ui/Button.tsx';
import { type GridActs, GridCell, type Way } from './GridCell.tsx';
import { GridHead } from './GridHead.tsx';
import {
  type BadRow,
  type CellAt,
  type Drafts,
  type GridColumn,
  type GridWay,
  nextEditableCell,
  nextUnfixedCell,
  openCells,
  pastedCells,
  withPaste,
  withText,
} from './grid.ts';
import './sheet.css';
import './fill.css';

/** CSS pixels; 大字 scales them (`--sheet-scale`). */
const USUAL_WIDTH = 138;
const NUMBER_WIDTH = 72;
const widthOf = ({ width }: GridColumn) => width ?? USUAL_WIDTH;
const scaled = (width: number) => `calc(${width}px * var(--sheet-scale))`;
/** What a row without drafts has: one object, so that it is not drawn anew. */
const NOTHING: Readonly<Record<string, string>> = {};
const NO_DRAFTS: Drafts = {};
const NOBODY: ReadonlySet<number> = new Set();
const nothing = () => {};

export type Heading = 'first' | 'last' | 'next';

interface GridProps {
  /** Group and page: another one starts at its top. */
  place: string;
  rows: readonly BadRow[];
  columns: readonly GridColumn[];
  /** Filled in or picked from; then nothing of what fixing takes is needed. */
  way?: GridWay;
  drafts?: Drafts;
  onDrafts?: (change: (drafts: Drafts) => Drafts) => void;
  chosen?: ReadonlySet<number>;
  /** Where rows can be ticked. */
  onChoose?: ((rowNo: number, on: boolean) => void) | undefined;
  /** Rows that are on their way to the server. */
  saving?: ReadonlySet<number>;
  onSave?: (rowNo: number) => void;
  onPasted?: (cells: number) => void;
  /** Nothing more is wrong on this page: turns to the next one or the one before; false where there is none. */
  onEnd?: (step: 1 | -1) => boolean;
  /** Where the sheet is to go: the first or last cell with something wrong, or the one after where the user was last. */
  heading?: Heading | null;
  onArrived?: () => void;
  caption: ReactNode;
}

/**
 * Rows as a spreadsheet. When rows are fixed, Tab goes to the next cell with something wrong and Enter saves the row. When they are
 * filled in, Tab goes to the next cell that can be typed in and Enter goes down. When cells are picked, they are buttons. Arrows
 * always move.
 */
export function Grid({
  place,
  rows,
  columns,
  way,
  drafts = NO_DRAFTS,
  onDrafts = nothing,
  chosen = NOBODY,
  onChoose,
  saving = NOBODY,
  onSave = nothing,
  onPasted = nothing,
  onEnd = () => false,
  heading = null,
  onArrived = nothing,
  caption,
}: GridProps) {
  const fields = useMemo(() => columns.map(({ field }) => field), [columns]);
  const [active, setActive] = useState<CellAt | null>(null);
  const fills = way?.type !== undefined;
  const entry = useMemo(() => {
    const [row] = rows;
    const [field] = fields;
    if (!fills || !row || !field) return openCells(rows, fields, drafts)[0];
    return row.locked?.has(field)
      ? nextEditableCell(rows, fields, { rowNo: row.rowNo, field }, 1)
      : { rowNo: row.rowNo, field };
  }, [rows, fields, drafts, fills]);
  const latest = useRef({ rows, fields, drafts, way, onDrafts, onSave, onPasted, onEnd });
  useEffect(() => {
    latest.current = { rows, fields, drafts, way, onDrafts, onSave, onPasted, onEnd };
  });

  // One object for all cells, so that a key press draws two cells and not five hundred.
  const acts = useMemo<GridActs>(() => {
    const acts: GridActs = {
      activate: (rowNo, field) => setActive({ rowNo, field }),
      leave: (rowNo, field) => setActive((now) => (now?.rowNo === rowNo && now.field === field ? null : now)),
      type: (row, field, text) => {
        const { way, onDrafts } = latest.current;
        if (way) way.type?.(row.rowNo, field, text);
        else onDrafts((now) => withText(now, row, field, text));
      },
      pick: (rowNo, field) => latest.current.way?.pick?.(rowNo, field),
      remove: (rowNo) => latest.current.way?.remove?.(rowNo),
      next: (rowNo, field, step) => {
        const { rows, fields, drafts, way } = latest.current;
        const from = { rowNo, field };
        const to = way ? nextEditableCell(rows, fields, from, step) : nextUnfixedCell(rows, fields, drafts, from, step);
        if (to) setActive(to);
        return to !== undefined || latest.current.onEnd(step);
      },
      move: (rowNo, field, down, right) => {
        const { rows, fields } = latest.current;
        let at = rows.findIndex((row) => row.rowNo === rowNo) + down;
        let over = fields.indexOf(field) + right;
        // A cell that nobody types in is passed over.
        for (; rows[at]?.locked?.has(fields[over] ?? ''); at += down) over += right;
        const row = rows[at];
        const to = fields[over];
        if (row && to) setActive({ rowNo: row.rowNo, field: to });
      },
      save: (rowNo, from) => {
        if (latest.current.way) return acts.move(rowNo, from, 1, 0);
        const { rows, fields, drafts } = latest.current;
        const field = fields.at(-1);
        const to = field && nextUnfixedCell(rows, fields, drafts, { rowNo, field }, 1);
        latest.current.onSave(rowNo);
        setActive(to || null);
      },
      paste: (rowNo, field, text) => {
        const { rows, fields, drafts, way } = latest.current;
        if (way) return way.paste?.({ rowNo, field }, pastedCells(text));
        const pasted = withPaste(drafts, rows, fields, { rowNo, field }, pastedCells(text));
        latest.current.onDrafts((now) => withPaste(now, rows, fields, { rowNo, field }, pastedCells(text)).drafts);
        latest.current.onPasted(pasted.count);
      },
    };
    return acts;
  }, []);

  const seen = useRef<CellAt | null>(null);
  useEffect(() => {
    if (active) seen.current = active;
  }, [active]);
  useEffect(() => {
    if (heading === null) return;
    const { rows, fields, drafts, onEnd } = latest.current;
    const open = openCells(rows, fields, drafts);
    const from = rows.some(({ rowNo }) => rowNo === seen.current?.rowNo) ? seen.current : null;
    const after = heading === 'next' && from ? nextUnfixedCell(rows, fields, drafts, from, 1) : open[0];
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

  const headWidth = way?.headWidth ?? NUMBER_WIDTH;
  const width = headWidth + columns.reduce((sum, column) => sum + widthOf(column), 0);
  return (
    <div ref={box} className="import-scroll">
      <table
        className={way ? 'import-grid fill' : 'import-grid'}
        style={{ '--sheet-width': scaled(width) } as CSSProperties}
      >
        <caption className="visually-hidden">{caption}</caption>
        <colgroup>
          <col style={{ width: scaled(headWidth) }} />
          {columns.map((column) => (
            <col key={column.field} style={{ width: scaled(widthOf(column)) }} />
          ))}
        </colgroup>
        <GridHead columns={columns} rowHead={way?.rowHead ?? '行号'} />
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
              way={way ? (way.pick ? 'pick' : way.type ? 'fill' : 'read') : 'fix'}
              marks={way?.marks}
              removable={way?.remove !== undefined}
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
  way: Way;
  marks: GridWay['marks'];
  removable: boolean;
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
  way,
  marks,
  removable,
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
          <span className="import-number">
            {row.head ?? row.rowNo}
            {removable && (
              <IconButton
                look="link"
                size="compact"
                icon="trash"
                iconSize={13}
                label={`删除第${row.rowNo}行`}
                onClick={() => acts.remove(row.rowNo)}
              />
            )}
          </span>
        )}
      </th>
      {columns.map((column) => (
        <GridCell
          key={column.field}
          row={row}
          field={column.field}
          column={column}
          way={way}
          mark={marks?.get(`${row.rowNo}:${column.field}`)}
          draft={drafts[column.field]}
          active={active === column.field}
          entry={entry === column.field}
          acts={acts}
        />
      ))}
    </tr>
  );
});
