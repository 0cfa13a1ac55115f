import { useId, useState } from 'react';
import type { InputOf } from '#platform/contract.ts';
import { StartDialog } from '#platform/web/dialogs/StartDialog.tsx';
import { useAct } from '#platform/web/hooks.ts';
import { Icon } from '#platform/web/icons.tsx';
import type { ListContext } from '#platform/web/list/ListPage.tsx';
import { ALL_RECORDS } from '../contract.records.ts';
import { exportMembers, type MemberRow } from '../contract.ts';
import { memberColumns } from './memberColumns.tsx';
import '#platform/web/form/form.css';

/** Asks what is exported (the roll with chosen columns, or a tab of its people) and the purpose, and hands the list's filter to a job. */
export function ExportDialog({ list, onClose }: { list: ListContext<MemberRow>; onClose: () => void }) {
  const start = useAct(exportMembers, { quiet: true });
  const [chosen, setChosen] = useState<readonly string[]>(() => list.columns.map((column) => column.key));
  const [content, setContent] = useState('');
  const id = useId();
  const tab = ALL_RECORDS.find(({ kind }) => kind === content);
  const { pageNum: _page, pageSize: _size, sort: _sort, order: _order, ...filter } = list.state.values;
  const columns = memberColumns.map((column) => column.key).filter((key) => chosen.includes(key));
  return (
    <StartDialog
      title={['导出', tab?.label ?? '党员名册', list.total !== null && ` ${list.total.toLocaleString('en-US')}人`]
        .filter(Boolean)
        .join('')}
      width={700}
      example="年度统计核对"
      // The filter's texts come from the columns; the server checks them as it does for the list.
      onStart={({ purpose }) =>
        start.mutateAsync({ ...filter, columns, content, purpose } as InputOf<typeof exportMembers>)
      }
      lacking={!tab && chosen.length === 0 ? '请至少选一列' : ''}
      onClose={onClose}
      further={
        <>
          <div>
            <label className="field-label" htmlFor={id}>
              导出的内容
            </label>
            <span className="field-box">
              <select id={id} value={content} onChange={(event) => setContent(event.target.value)}>
                <option value="">党员名册</option>
                {ALL_RECORDS.map(({ kind, label }) => (
                  <option key={kind} value={kind}>
                    {label}
                  </option>
                ))}
              </select>
              <Icon name="down" size={14} />
            </span>
          </div>
          {!tab && (
            <fieldset className="export-columns">
              <legend className="field-label">导出的列</legend>
              {memberColumns.map((column) => (
                <label key={column.key} className="filter-option">
                  <input
                    type="checkbox"
                    className="tick"
                    checked={chosen.includes(column.key)}
                    onChange={(event) =>
                      setChosen(
                        event.target.checked ? [...chosen, column.key] : chosen.filter((key) => key !== column.key),
                      )
                    }
                  />
                  {column.title}
                </label>
              ))}
            </fieldset>
          )}
        </>
      }
    >
      按当前筛选条件在后台导出{tab && `，每条${tab.label}一行，带所属人员`}
      ，证件号和手机号保持遮蔽，文件带您的姓名、时间和用途的水印。
    </StartDialog>
  );
}
