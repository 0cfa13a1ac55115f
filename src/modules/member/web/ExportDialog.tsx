import { useState } from 'react';
import type { InputOf } from '#platform/contract.ts';
import { StartDialog } from '#platform/web/dialogs/StartDialog.tsx';
import { useAct } from '#platform/web/hooks.ts';
import type { ListContext } from '#platform/web/list/ListPage.tsx';
import { exportMembers, type MemberRow } from '../contract.ts';
import { memberColumns } from './memberColumns.tsx';

/** Asks for the columns and the purpose and hands the list's filter to a job. */
export function ExportDialog({ list, onClose }: { list: ListContext<MemberRow>; onClose: () => void }) {
  const start = useAct(exportMembers, { quiet: true });
  const [chosen, setChosen] = useState<readonly string[]>(() => list.columns.map((column) => column.key));
  const { pageNum: _page, pageSize: _size, sort: _sort, order: _order, ...filter } = list.state.values;
  const columns = memberColumns.map((column) => column.key).filter((key) => chosen.includes(key));
  return (
    <StartDialog
      title={`导出党员名册 ${list.total.toLocaleString('en-US')}人`}
      width={700}
      example="年度统计核对"
      // The filter's texts come from the columns; the server checks them as it does for the list.
      onStart={({ purpose }) => start.mutateAsync({ ...filter, columns, purpose } as InputOf<typeof exportMembers>)}
      lacking={chosen.length === 0 ? '请至少选一列' : ''}
      onClose={onClose}
      further={
        <fieldset className="export-columns">
          <legend className="field-label">导出的列</legend>
          {memberColumns.map((column) => (
            <label key={column.key} className="filter-option">
              <input
                type="checkbox"
                className="tick"
                checked={chosen.includes(column.key)}
                onChange={(event) =>
                  setChosen(event.target.checked ? [...chosen, column.key] : chosen.filter((key) => key !== column.key))
                }
              />
              {column.title}
            </label>
          ))}
        </fieldset>
      }
    >
      按当前筛选条件在后台导出，证件号和手机号保持遮蔽，文件带您的姓名、时间和用途的水印。
    </StartDialog>
  );
}
