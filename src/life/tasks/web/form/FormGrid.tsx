import { useMemo, useRef } from 'react';
import { call } from '#platform/web/call/api.ts';
import { Grid } from '#platform/web/sheet/Grid.tsx';
import type { BadRow, CellAt, GridColumn, GridWay } from '#platform/web/sheet/grid.ts';
import { formNames } from '../../contract.form.ts';
import {
  cellKey,
  type Design,
  type Fault,
  type FilledRow,
  type FormColumn,
  isNumeric,
  unitOf,
} from '../../rules.form.ts';
import type { Choices } from '../../rules.formCheck.ts';

/** What the sheet calls a cell: the row's place from 1, and the column. */
export const placeOf = (index: number, col: string) => `${index + 1}:${col}`;
const WIDTHS: Readonly<Partial<Record<FormColumn['type'], number>>> = { text: 180, money: 130, flag: 90, number: 108 };
const YES_NO = ['是', '否'];
const filesOf = (text: string) => {
  const n = text.split(',').filter(Boolean).length;
  return n === 0 ? '' : `${n}份`;
};
const find = {
  person: (keyWords: string) => call(formNames, { kind: 'person', keyWords }, { quiet: true }),
  org: (keyWords: string) => call(formNames, { kind: 'org', keyWords }, { quiet: true }),
} as const;

export interface FormGridProps {
  design: Design;
  rows: readonly FilledRow[];
  choices: Choices;
  faults?: readonly Fault[];
  /** Keys of cells that nobody types; without typing it says nothing. */
  locked?: ReadonlySet<string>;
  /** Marks by key, each with its words. */
  marks?: ReadonlyMap<string, string>;
  onType?: (row: string, col: string, text: string) => void;
  onPaste?: (at: { index: number; col: string }, cells: readonly (readonly string[])[]) => void;
  onRemove?: (row: string) => void;
  onPick?: (row: string, col: string) => void;
  onFiles?: (row: string, col: string) => void;
  caption: string;
}

/** The grid of a form on the house's sheet: to be filled in, picked from, or read. */
export function FormGrid(props: FormGridProps) {
  const { design, rows, choices, faults = [], locked, marks, caption } = props;
  const latest = useRef(props);
  latest.current = props;
  const idOf = (rowNo: number) => latest.current.rows[rowNo - 1]?.id ?? '';
  const isTyped = props.onType !== undefined;

  const columns = useMemo(
    () =>
      design.columns.map(
        (column): GridColumn => ({
          field: column.id,
          label: column.name,
          group: column.group,
          note: unitOf(column),
          isNumber: isNumeric(column),
          width: WIDTHS[column.type] ?? 130,
          ...(column.type === 'choice' ? { offers: choices[column.id] ?? [] } : {}),
          ...(column.type === 'flag' ? { offers: YES_NO } : {}),
          ...(column.type === 'person' || column.type === 'org' ? { search: find[column.type] } : {}),
          ...(column.type === 'file'
            ? {
                opens: {
                  shown: filesOf,
                  run: (rowNo: number) => latest.current.onFiles?.(latest.current.rows[rowNo - 1]?.id ?? '', column.id),
                },
              }
            : {}),
        }),
      ),
    [design, choices],
  );

  // A row stays the same object while nothing of it changes, so that a key press draws one row and not three hundred.
  const drawn = useRef(new Map<string, { from: FilledRow; said: string; row: BadRow }>());
  const shown = useMemo(() => {
    const byRow = Map.groupBy(faults, ({ row }) => row);
    const before = drawn.current;
    const now: typeof before = new Map();
    const list = rows.map((from, index) => {
      const own = byRow.get(from.id) ?? [];
      const shut = design.columns.filter(({ id }) => locked?.has(cellKey(from.id, id))).map(({ id }) => id);
      const said = JSON.stringify([index, own, shut]);
      const old = before.get(from.id);
      const row: BadRow =
        old?.from === from && old.said === said
          ? old.row
          : {
              rowNo: index + 1,
              ...(design.free ? {} : { head: design.rows.find(({ id }) => id === from.id)?.name ?? '' }),
              cells: from.cells,
              errors: own.map(({ col, text, level }) => ({
                field: col,
                text,
                suggestions: [],
                isHint: level === 'warn',
              })),
              locked: new Set(shut),
            };
      now.set(from.id, { from, said, row });
      return row;
    });
    drawn.current = now;
    return list;
  }, [rows, faults, locked, design]);

  const placed = useMemo(
    () =>
      marks &&
      new Map(
        rows.flatMap(({ id }, index) =>
          design.columns.flatMap((column): [string, string][] => {
            const words = marks.get(cellKey(id, column.id));
            return words === undefined ? [] : [[placeOf(index, column.id), words]];
          }),
        ),
      ),
    [marks, rows, design],
  );
  const way: GridWay = {
    rowHead: design.free ? '行号' : '',
    headWidth: design.free ? 84 : 170,
    ...(placed ? { marks: placed } : {}),
    ...(isTyped
      ? {
          type: (rowNo: number, field: string, text: string) => latest.current.onType?.(idOf(rowNo), field, text),
          paste: ({ rowNo, field }: CellAt, cells: readonly (readonly string[])[]) =>
            latest.current.onPaste?.({ index: rowNo - 1, col: field }, cells),
        }
      : {}),
    ...(props.onRemove ? { remove: (rowNo: number) => latest.current.onRemove?.(idOf(rowNo)) } : {}),
    ...(props.onPick ? { pick: (rowNo: number, field: string) => latest.current.onPick?.(idOf(rowNo), field) } : {}),
  };
  return <Grid place={caption} rows={shown} columns={columns} way={way} caption={caption} />;
}
