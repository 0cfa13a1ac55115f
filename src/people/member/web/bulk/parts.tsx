import { formatNumber } from '#platform/web/show/number.ts';
import { BULK_ROW_STATES, type Bulk, type BulkRow, type BulkRowState } from '../../contract.bulk.ts';
import { nameOf } from '../memberColumns.tsx';

const ORDER: readonly BulkRowState[] = ['due', 'changed', 'same', 'refused', 'stale', 'undone', 'kept'];

/** The states in which a change has people, with how many. */
export const statesOf = (bulk: Bulk): { state: BulkRowState; n: number }[] =>
  ORDER.map((state) => ({ state, n: bulk.counts[state] ?? 0 })).filter(({ n }) => n > 0);

/** `将修改2人，不变1人`. */
export const bulkSummary = (bulk: Bulk): string =>
  statesOf(bulk)
    .map(({ state, n }) => `${labelOf(bulk, state)}${formatNumber(n)}人`)
    .join('，');

/** Whom a change that stopped or was taken back has not met is not going to be changed. */
export function labelOf(bulk: Bulk, state: BulkRowState): string {
  return state === 'due' && bulk.state !== 'preview' && bulk.state !== 'running' ? '未处理' : BULK_ROW_STATES[state];
}

const TONES: Partial<Record<BulkRowState, string>> = { changed: 'ok', refused: 'bad', stale: 'warn', kept: 'warn' };

/** A state as a tag. */
export function StateTag({ state, label }: { state: BulkRowState; label: string }) {
  return <span className={`tag ${TONES[state] ?? ''}`}>{label}</span>;
}

/** People with what stands there now, of a field, and what becomes of them and why. */
export function BulkTable({ caption, rows, field }: { caption: string; rows: readonly BulkRow[]; field: boolean }) {
  return (
    <table className="table bulk-table">
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">姓名</th>
          <th scope="col">所在党支部</th>
          {field && <th scope="col">原内容</th>}
          <th scope="col">结果</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <td>{nameOf(row)}</td>
            <td>{row.orgName}</td>
            {field && <td>{row.before || <span className="muted">未填写</span>}</td>}
            <td>{row.note || BULK_ROW_STATES[row.state]}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
