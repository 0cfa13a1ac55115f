import { useMemo } from 'react';
import { emit } from '#platform/web/call/events.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { EMPTY_DESIGN, type FilledRow, type FormColumn, MAX_ROWS } from '../rules.form.ts';
import type { Choices } from '../rules.formCheck.ts';
import { FormGrid } from './form/FormGrid.tsx';
import { pasteIntoGrid, withCell, withRows } from './form/filling.ts';
import './form/form.css';

const open = () => false;

interface RowsGridProps {
  columns: readonly FormColumn[];
  rows: readonly FilledRow[];
  choices: Choices;
  /** What is wrong, by row and column. */
  faults?: readonly { row: string; col: string; text: string }[];
  caption: string;
  /** Left out: the rows are read. */
  onRows?: (rows: readonly FilledRow[]) => void;
}

/** Free rows on the sheet of 填表 for whoever asks for some beside a task: typed, or pasted from a spreadsheet as a block. */
export function RowsGrid({ columns, rows, choices, faults = [], caption, onRows }: RowsGridProps) {
  const design = useMemo(() => ({ ...EMPTY_DESIGN, free: true, columns: [...columns] }), [columns]);
  const told = useMemo(() => faults.map((fault) => ({ ...fault, level: 'block' as const })), [faults]);
  return (
    <div className="form-filling">
      {rows.length === 0 ? (
        <p className="form-none">还没有一行。按“加一行”开始，也可以再从电子表格整块粘贴。</p>
      ) : (
        <FormGrid
          design={design}
          rows={rows}
          choices={choices}
          faults={told}
          caption={caption}
          {...(onRows && {
            onType: (row: string, col: string, text: string) => onRows(withCell(rows, row, col, text)),
            onPaste: (at: { index: number; col: string }, cells: readonly (readonly string[])[]) => {
              const { rows: next, taken, of } = pasteIntoGrid(design, rows, open, at, cells, {});
              onRows(next);
              const words = taken < of ? `粘贴了${of}格中的${taken}格，其余落在表外` : `已粘贴${taken}格，请核对`;
              emit('notice', { kind: 'success', text: words });
            },
            onRemove: (row: string) => onRows(rows.filter(({ id }) => id !== row)),
          })}
        />
      )}
      {onRows && (
        <div className="form-bar">
          <Button icon="plus" disabled={rows.length >= MAX_ROWS} onClick={() => onRows(withRows(rows, 1, {}))}>
            加一行
          </Button>
          <span className="muted">
            {rows.length}行，最多{MAX_ROWS}行
          </span>
        </div>
      )}
    </div>
  );
}
