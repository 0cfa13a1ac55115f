import { useId, useState } from 'react';
import { useAct } from '#platform/web/call/hooks.ts';
import { ColumnTicks } from '#platform/web/dialogs/ColumnTicks.tsx';
import { StartDialog } from '#platform/web/dialogs/StartDialog.tsx';
import type { ListContext } from '#platform/web/list/ListPage.tsx';
import { may, useSession } from '#platform/web/session/session.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { ALL_RECORDS } from '../contract.records.ts';
import { revealMember } from '../contract.reveal.ts';
import { exportMembers, type MemberRow } from '../contract.ts';
import { EXPORT_FIELDS, NUMBER_COLUMNS, USUAL_COLUMNS } from '../rules/exportColumns.ts';
import '#platform/web/form/form.css';

/** Asks what is exported (the roll with chosen columns, or a tab of its people) and the purpose, and hands the list's filter to a job. */
export function ExportDialog({ list, onClose }: { list: ListContext<MemberRow>; onClose: () => void }) {
  const start = useAct(exportMembers, { quiet: true });
  const [chosen, setChosen] = useState<readonly string[]>(USUAL_COLUMNS);
  const [full, setFull] = useState(false);
  const mayReveal = may(useSession(), revealMember.access);
  const [content, setContent] = useState('');
  const id = useId();
  const tab = ALL_RECORDS.find(({ kind }) => kind === content);
  const { pageNum: _page, pageSize: _size, sort: _sort, order: _order, ...filter } = list.state.values;
  const columns = EXPORT_FIELDS.map(({ key }) => key).filter((key) => chosen.includes(key));
  const hasNumbers = tab !== undefined || NUMBER_COLUMNS.some((key) => chosen.includes(key));
  const withFull = full && mayReveal && hasNumbers;
  return (
    <StartDialog
      title={['导出', tab?.label ?? '党员名册', list.total !== null && ` ${list.total.toLocaleString('en-US')}人`]
        .filter(Boolean)
        .join('')}
      width={700}
      example="年度统计核对"
      // The filter's texts come from the columns; the server checks them as it does for the list.
      onStart={({ purpose = '' }) => start.mutateAsync({ ...filter, columns, content, full: withFull, purpose })}
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
          {!tab && <ColumnTicks fields={EXPORT_FIELDS} usual={USUAL_COLUMNS} chosen={chosen} onChange={setChosen} />}
          {mayReveal && hasNumbers && (
            <div>
              <label className="filter-option">
                <input
                  type="checkbox"
                  className="tick"
                  checked={full}
                  onChange={(event) => setFull(event.target.checked)}
                />
                证件号和手机号导出完整号码
              </label>
              {full && (
                <p className="muted small">
                  会逐人留下记录：谁、何时、为什么，每人计入当天查看原值的次数，一次最多{revealMember.rate?.hits}人。
                </p>
              )}
            </div>
          )}
        </>
      }
    >
      按当前筛选条件在后台导出{tab && `，每条${tab.label}一行，带所属人员`}
      {withFull ? '，证件号和手机号是完整号码，请妥善保管' : '，证件号和手机号保持遮蔽'}
      ，文件带您的姓名、时间和用途的水印。
    </StartDialog>
  );
}
