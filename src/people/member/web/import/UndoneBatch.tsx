import { Link } from 'react-router';
import type { Column } from '#platform/web/list/columns.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { formatNumber } from '#platform/web/show/number.ts';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { type ImportBatch, UNDONE, type UndonePerson, undoneInImport } from '../../contract.import.ts';

const TONES = { removed: '', restored: 'ok', kept: 'warn' } as const;

/** `2人移入回收站，1人恢复原值，1人保留`. */
export function undoneSummary({ removed, restored, kept }: Pick<ImportBatch, 'removed' | 'restored' | 'kept'>): string {
  const words = [
    removed > 0 && `${formatNumber(removed)}人移入回收站`,
    restored > 0 && `${formatNumber(restored)}人恢复原值`,
    kept > 0 && `${formatNumber(kept)}人保留`,
  ].filter(Boolean);
  return words.length > 0 ? words.join('，') : '没有可以撤销的人员';
}

const columns: readonly Column<UndonePerson>[] = [
  {
    key: 'name',
    title: '姓名',
    width: 120,
    card: 'title',
    cell: (row) =>
      row.memberId && row.undone !== 'removed' ? (
        <Link to={`/affairs/member/browse/${row.memberId}`}>{row.name}</Link>
      ) : (
        row.name
      ),
  },
  { key: 'orgName', title: '所在党支部', width: 240, card: 'line', cell: (row) => row.orgName || '—' },
  { key: 'rowNo', title: '行号', width: 80, align: 'right', cell: (row) => formatNumber(row.rowNo) },
  {
    key: 'undone',
    title: '结果',
    width: 130,
    card: 'side',
    cell: (row) => <span className={`tag ${TONES[row.undone]}`}>{UNDONE[row.undone]}</span>,
    filter: {
      kind: 'choice',
      name: 'undone',
      options: optionsOf(UNDONE),
    },
  },
  { key: 'note', title: '原因', width: 320, card: 'line', cell: (row) => row.note || '—' },
];

/** A batch that was taken back: how many went and stayed, and who, with the reason. */
export function UndoneBatch({ batch }: { batch: ImportBatch }) {
  return (
    <>
      <p className={`banner ${batch.kept > 0 ? '' : 'ok'}`} role="status">
        本批已撤销：{undoneSummary(batch)}。
        {batch.kept > 0 ? '保留的人员处理好之后，可以再次撤销。' : '同一个表格可以重新导入。'}
      </p>
      <PlainList<UndonePerson>
        caption="撤销结果"
        endpoint={undoneInImport}
        columns={columns}
        unit="人"
        inputOf={(values) => ({ ...values, id: batch.id })}
        acts={(row) =>
          row.undone === 'kept' && row.memberId ? (
            <ButtonLink look="row" to={`/affairs/member/browse/${row.memberId}`}>
              查看
            </ButtonLink>
          ) : null
        }
        empty={{ title: '没有人员', text: '这批数据没有写入过人员。' }}
      />
    </>
  );
}
