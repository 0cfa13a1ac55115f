import { useState } from 'react';
import { call, download } from '#platform/web/call/api.ts';
import { PaperDialog } from '#platform/web/paper/PaperDialog.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { exportReport, printReport, REPORT_KINDS } from '../contract.report.ts';

/** 导出 and 打印 of one of the reports of a plan. */
export function ReportActs({ plan, kind }: { plan: string; kind: keyof typeof REPORT_KINDS }) {
  const [printing, setPrinting] = useState(false);
  return (
    <>
      <button
        type="button"
        className="button"
        // The client has shown why it failed.
        onClick={() => download(exportReport, { id: plan, kind }).catch(() => {})}
      >
        <Icon name="export" />
        导出
      </button>
      <button type="button" className="button" onClick={() => setPrinting(true)}>
        <Icon name="print" />
        打印
      </button>
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
