import { useState } from 'react';
import { useAct } from '#platform/web/call/hooks.ts';
import { StartDialog } from '#platform/web/dialogs/StartDialog.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { exportMatrix, exportMeetings } from '../contract.export.ts';

type Values = Readonly<Record<string, string | undefined>>;
const FILTERS = ['orgId', 'view', 'type', 'state', 'from', 'to', 'keyWords'] as const;

/** The list as a workbook, as it is filtered. */
export function ExportMeetings({ values }: { values: Values }) {
  const start = useAct(exportMeetings, { quiet: true });
  const chosen = Object.fromEntries(FILTERS.flatMap((name) => (values[name] ? [[name, values[name]]] : [])));
  return (
    <Export
      title="导出会议清单"
      example="半年组织生活检查"
      run={(purpose) => start.mutateAsync({ ...chosen, purpose })}
      text="按当前筛选条件在后台导出，每次会议一行，不含记录正文；文件带您的姓名、时间和用途的水印。"
    />
  );
}

/** The matrix as a workbook, of the type and year that are shown. */
export function ExportMatrix({ values }: { values: { orgId?: string | undefined; type: string; year: string } }) {
  const start = useAct(exportMatrix, { quiet: true });
  const { orgId, type, year } = values;
  return (
    <Export
      title="导出应开总表"
      example="年度组织生活通报"
      run={(purpose) => start.mutateAsync({ ...(orgId ? { orgId } : {}), type, year, purpose })}
      text="按当前的组织、会议类型和年份在后台导出，每个下级组织一行；文件带您的姓名、时间和用途的水印。"
    />
  );
}

function Export({
  title,
  example,
  run,
  text,
}: {
  title: string;
  example: string;
  run: (purpose: string) => Promise<unknown>;
  text: string;
}) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon="export" onClick={() => setOpen(true)}>
        导出
      </Button>
      {open && (
        <StartDialog
          title={title}
          example={example}
          onStart={({ purpose = '' }) => run(purpose)}
          onClose={() => setOpen(false)}
        >
          {text}
        </StartDialog>
      )}
    </>
  );
}
