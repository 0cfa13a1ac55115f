import { useState } from 'react';
import type { InputOf } from '#platform/contract.ts';
import { StartDialog } from '#platform/web/dialogs/StartDialog.tsx';
import { useAct } from '#platform/web/hooks.ts';
import type { ListContext } from '#platform/web/list/ListPage.tsx';
import { exportOrgs, ORG_EXPORT_FIELDS, type OrgExportKey, USUAL_ORG_COLUMNS } from '../contract.export.ts';
import type { OrgRow } from '../contract.ts';
import '#platform/web/form/form.css';

/** Asks which columns and the purpose, and hands the list's filter to a job. */
export function ExportOrgs({ list, onClose }: { list: ListContext<OrgRow>; onClose: () => void }) {
  const start = useAct(exportOrgs, { quiet: true });
  const [chosen, setChosen] = useState<readonly OrgExportKey[]>(USUAL_ORG_COLUMNS);
  const { pageNum: _page, pageSize: _size, sort: _sort, order: _order, ...filter } = list.state.values;
  const columns = ORG_EXPORT_FIELDS.map(({ key }) => key).filter((key) => chosen.includes(key));
  return (
    <StartDialog
      title={`导出党组织${list.total === null ? '' : ` ${list.total.toLocaleString('en-US')}个`}`}
      width={700}
      example="年度统计核对"
      onStart={({ purpose }) => start.mutateAsync({ ...filter, columns, purpose } as InputOf<typeof exportOrgs>)}
      lacking={chosen.length === 0 ? '请至少选一列' : ''}
      onClose={onClose}
      further={
        <fieldset className="export-columns">
          <legend className="field-label">导出的列</legend>
          <p className="export-choices">
            <span className="muted">
              已选{chosen.length} / {ORG_EXPORT_FIELDS.length}列
            </span>
            <button type="button" className="word" onClick={() => setChosen(ORG_EXPORT_FIELDS.map(({ key }) => key))}>
              全选
            </button>
            <button type="button" className="word" onClick={() => setChosen(USUAL_ORG_COLUMNS)}>
              常用{USUAL_ORG_COLUMNS.length}列
            </button>
          </p>
          {ORG_EXPORT_FIELDS.map(({ key, label }) => (
            <label key={key} className="filter-option">
              <input
                type="checkbox"
                className="tick"
                checked={chosen.includes(key)}
                onChange={(event) =>
                  setChosen(event.target.checked ? [...chosen, key] : chosen.filter((other) => other !== key))
                }
              />
              {label}
            </label>
          ))}
        </fieldset>
      }
    >
      按当前筛选条件在后台导出，文件带您的姓名、时间和用途的水印。
    </StartDialog>
  );
}
