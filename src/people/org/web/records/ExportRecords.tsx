import { useId, useState } from 'react';
import type { RecordType } from '#platform/records/records.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { StartDialog } from '#platform/web/dialogs/StartDialog.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { EXPORT_RANGES, exportOrgRecords } from '../../contract.records.ts';
import type { OrgDetail } from '../../contract.ts';
import '#platform/web/form/form.css';

type Range = keyof typeof EXPORT_RANGES;

/** The button of a tab that exports its rows, of the organisation alone or with all below it. */
export function ExportRecords({ org, sort }: { org: OrgDetail; sort: RecordType }) {
  const [open, setOpen] = useState(false);
  const [range, setRange] = useState<Range>('all');
  const start = useAct(exportOrgRecords, { quiet: true });
  const id = useId();
  return (
    <>
      <Button size="compact" icon="export" iconSize={14} onClick={() => setOpen(true)}>
        导出
      </Button>
      {open && (
        <StartDialog
          title={`导出${sort.label} ${org.name}`}
          example="年度考核汇总"
          onStart={({ purpose = '' }) => start.mutateAsync({ orgId: org.id, kind: sort.kind, range, purpose })}
          onClose={() => setOpen(false)}
          further={
            <div>
              <label className="field-label" htmlFor={id}>
                导出的范围
              </label>
              <span className="field-box">
                <select id={id} value={range} onChange={(event) => setRange(event.target.value as Range)}>
                  {Object.entries(EXPORT_RANGES).map(([value, label]) => (
                    <option key={value} value={value}>
                      {label}
                    </option>
                  ))}
                </select>
                <Icon name="down" size={14} />
              </span>
            </div>
          }
        >
          在后台导出，每条{sort.label}一行，带党组织名称；文件带您的姓名、时间和用途的水印。
        </StartDialog>
      )}
    </>
  );
}
