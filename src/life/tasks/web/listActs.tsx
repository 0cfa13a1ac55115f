import { useState } from 'react';
import { unreachableText } from '#house/web/given/urge.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { StartDialog } from '#platform/web/dialogs/StartDialog.tsx';
import type { Values } from '#platform/web/list/useListState.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import type { PartRow } from '../contract.part.ts';
import { exportTasks, LIST_VIEWS, type ListView, receiveParts, urgeTasks } from '../contract.taskList.ts';
import type { TaskRow } from '../contract.ts';

/** 导出 of what the list shows, with its filters. */
export function ExportList({ view, values, total }: { view: ListView; values: Values; total: number | null }) {
  const [open, setOpen] = useState(false);
  const start = useAct(exportTasks, { quiet: true });
  const only = values.overdue === 'true' ? 'overdue' : values.only;
  return (
    <>
      <Button size="compact" icon="export" disabled={!total} onClick={() => setOpen(true)}>
        导出
      </Button>
      {open && (
        <StartDialog
          title={`导出${LIST_VIEWS[view]}`}
          example="月度工作通报"
          onStart={({ purpose = '' }) =>
            start.mutateAsync({
              view,
              purpose,
              ...(values.state ? { state: Number(values.state) } : {}),
              ...(only === 'overdue' || only === 'reported' ? { only } : {}),
              ...(values.keyWords ? { keyWords: values.keyWords } : {}),
            })
          }
          onClose={() => setOpen(false)}
        >
          按现在的筛选导出{total}行。
        </StartDialog>
      )}
    </>
  );
}

interface Chosen<Row> {
  rows: readonly Row[];
  clear: () => void;
}

/** 批量接收 of the chosen parts that wait to be received. */
export function ReceiveChosen({ rows, clear }: Chosen<PartRow>) {
  const receive = useAct(receiveParts);
  const due = rows.filter(({ state }) => state === 0);
  const go = async () => {
    try {
      const { received, skipped } = await receive.mutateAsync({ ids: due.map(({ id }) => id) });
      const left = skipped > 0 ? `，${skipped}件已有变化，没有处理` : '';
      emit('notice', { kind: 'success', text: `已接收${received}件${left}` });
      clear();
    } catch {
      // The client has shown why.
    }
  };
  return (
    <Button
      look="primary"
      size="compact"
      disabled={due.length === 0 || receive.isPending}
      title={due.length === 0 ? '所选的都已接收' : undefined}
      onClick={() => void go()}
    >
      接收{due.length > 0 && `（${due.length}）`}
    </Button>
  );
}

/** 批量催办 of the chosen tasks that run. */
export function UrgeChosen({ rows, clear }: Chosen<TaskRow>) {
  const urge = useAct(urgeTasks);
  const due = rows.filter(({ can }) => can.urge);
  const go = async () => {
    try {
      const { reminded, missing } = await urge.mutateAsync({ ids: due.map(({ id }) => id) });
      const words = [
        reminded > 0 ? `已提醒${reminded}个组织` : '没有要提醒的：都已上报，或两小时内催过',
        unreachableText(missing),
      ];
      emit('notice', { kind: reminded > 0 ? 'success' : 'info', text: words.filter(Boolean).join('；') });
      clear();
    } catch {
      // The client has shown why.
    }
  };
  return (
    <Button
      look="primary"
      size="compact"
      icon="bell"
      disabled={due.length === 0 || urge.isPending}
      title={due.length === 0 ? '所选的没有进行中的' : undefined}
      onClick={() => void go()}
    >
      催办{due.length > 0 && `（${due.length}）`}
    </Button>
  );
}
