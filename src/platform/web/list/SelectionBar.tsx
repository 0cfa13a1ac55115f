import type { ReactNode } from 'react';
import { Button } from '../ui/Button.tsx';
import type { ListRow } from './ListTable.tsx';
import type { useSelection } from './useSelection.ts';

/** How many rows are selected, what can be done with them, and the way out. */
export function SelectionBar<Row extends ListRow>({
  selection,
  total,
  unit,
  capped,
  children,
}: {
  selection: ReturnType<typeof useSelection<Row>>;
  /** Null while it is not known. */
  total: number | null;
  unit: string;
  capped: boolean;
  children: ReactNode;
}) {
  const count = selection.count(total ?? 0);
  if (count === 0) return <span className="list-selected muted">未选中</span>;
  return (
    <span className="list-selected" role="status">
      <span>
        已选<b>{count.toLocaleString('en-US')}</b>
        {unit}
      </span>
      {!selection.all && !capped && total !== null && selection.ids.size < total && (
        <Button look="word" onClick={selection.selectAll}>
          选中全部{total.toLocaleString('en-US')}
          {unit}
        </Button>
      )}
      {children}
      <Button look="word" onClick={selection.clear}>
        取消
      </Button>
    </span>
  );
}
