import { useState } from 'react';
import { useAct } from '#platform/web/call/hooks.ts';
import { ColumnTicks } from '#platform/web/dialogs/ColumnTicks.tsx';
import { StartDialog } from '#platform/web/dialogs/StartDialog.tsx';
import type { ListContext } from '#platform/web/list/ListPage.tsx';
import { exportOrgs, ORG_EXPORT_FIELDS, type OrgExportKey, USUAL_ORG_COLUMNS } from '../contract.export.ts';
import type { OrgRow } from '../contract.ts';

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
      onStart={({ purpose = '' }) => start.mutateAsync({ ...filter, columns, purpose })}
      lacking={chosen.length === 0 ? '请至少选一列' : ''}
      onClose={onClose}
      further={
        <ColumnTicks fields={ORG_EXPORT_FIELDS} usual={USUAL_ORG_COLUMNS} chosen={chosen} onChange={setChosen} />
      }
    >
      按当前筛选条件在后台导出，文件带您的姓名、时间和用途的水印。
    </StartDialog>
  );
}
