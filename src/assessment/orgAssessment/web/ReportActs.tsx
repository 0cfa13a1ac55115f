import { useState } from 'react';
import { call, download } from '#platform/web/call/api.ts';
import { PaperDialog } from '#platform/web/paper/PaperDialog.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { exportReport, printReport, REPORT_KINDS } from '../contract.report.ts';

/** 导出 and 打印 of one of the reports of a plan. */
export function ReportActs({ plan, kind }: { plan: string; kind: keyof typeof REPORT_KINDS }) {
  const [printing, setPrinting] = useState(false);
  return (
    <>
      <Button
        icon="export"
        // The client has shown why it failed.
        onClick={() => download(exportReport, { id: plan, kind }).catch(() => {})}
      >
        导出
      </Button>
      <Button icon="print" onClick={() => setPrinting(true)}>
        打印
      </Button>
      {printing && (
        <PaperDialog
          title={REPORT_KINDS[kind]}
          ask={(signal) => call(printReport, { id: plan, kind }, { quiet: true, signal })}
          onClose={() => setPrinting(false)}
        />
      )}
    </>
  );
}
