import { useId, useState } from 'react';
import { useAct } from '#platform/web/call/hooks.ts';
import { StartDialog } from '#platform/web/dialogs/StartDialog.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { exportForm } from '../../contract.formSheet.ts';

/** 导出填表: one workbook with the sums and a sheet for each organisation, or an archive with a workbook for each. */
export function ExportFormDialog({
  id,
  circleId,
  title,
  onClose,
}: {
  id: string;
  circleId: string;
  title: string;
  onClose: () => void;
}) {
  const field = useId();
  const [as, setAs] = useState<'sheets' | 'zip'>('sheets');
  const start = useAct(exportForm, { quiet: true });
  return (
    <StartDialog
      title={`导出 ${title}`}
      example="季度汇总存档"
      further={
        <div>
          <label className="field-label" htmlFor={field}>
            导出成
          </label>
          <span className="field-box">
            <select id={field} value={as} onChange={(event) => setAs(event.target.value === 'zip' ? 'zip' : 'sheets')}>
              <option value="sheets">一个工作簿，每个组织一张表</option>
              <option value="zip">压缩包，每个组织一个文件</option>
            </select>
            <Icon name="down" size={14} />
          </span>
        </div>
      }
      onStart={({ purpose }) =>
        start.mutateAsync({ id, ...(circleId ? { circleId } : {}), as, purpose: purpose ?? '' })
      }
      onClose={onClose}
    >
      {as === 'zip'
        ? '压缩包里有汇总和每个已上报组织的表，各一个文件。'
        : '第一张是本组织及下级的汇总，后面每个已上报的组织一张；超过200个组织的并成一张明细。'}
    </StartDialog>
  );
}
