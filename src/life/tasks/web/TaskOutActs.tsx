import { useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '#platform/web/call/api.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { ReasonDialog } from '#platform/web/dialogs/ReasonDialog.tsx';
import { StartDialog } from '#platform/web/dialogs/StartDialog.tsx';
import { PaperDialog } from '#platform/web/paper/PaperDialog.tsx';
import { may, useSession } from '#platform/web/session/session.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { copyTask, exportTaskFiles, printUrging, printUrgingFull, saveTemplate } from '../contract.taskOut.ts';
import type { TaskDetail } from '../contract.ts';
import { PATHS } from './paths.ts';

/** What is taken out of a task: 督办单, the papers of all reports, a copy of it. */
export function TaskOutActs({ task }: { task: TaskDetail }) {
  const navigate = useNavigate();
  const session = useSession();
  const [open, setOpen] = useState<'why' | 'files' | null>(null);
  /** The 督办单: what whole numbers are printed for, empty where they stay redacted; null: it is not asked for. */
  const [paper, setPaper] = useState<string | null>(null);
  const mayReveal = may(session, 'member:reveal');
  const pack = useAct(exportTaskFiles, { quiet: true });
  const copy = useAct(copyTask);
  const keep = useAct(saveTemplate);
  const toTemplate = async () => {
    try {
      await keep.mutateAsync({ id: task.id });
      emit('notice', { kind: 'success', text: '已存为模板，在工作任务的“任务模板”里' });
    } catch {
      // The client has shown why.
    }
  };
  const again = async () => {
    try {
      const { id } = await copy.mutateAsync({ id: task.id });
      emit('notice', { kind: 'success', text: '已复制为草稿，请核对日期和要求' });
      navigate(PATHS.edit(id));
    } catch {
      // The client has shown why.
    }
  };
  return (
    <>
      {task.overdue > 0 && (
        <Button icon="print" onClick={() => (mayReveal ? setOpen('why') : setPaper(''))}>
          督办单
        </Button>
      )}
      {task.reported + task.completed > 0 && (
        <Button icon="export" onClick={() => setOpen('files')}>
          打包附件
        </Button>
      )}
      {task.isOwn && (
        <Button disabled={copy.isPending} onClick={() => void again()}>
          复制任务
        </Button>
      )}
      {task.isOwn && (
        <Button disabled={keep.isPending} onClick={() => void toTemplate()}>
          存为模板
        </Button>
      )}
      {open === 'why' && (
        <ReasonDialog
          title={`督办单 ${task.title}`}
          act="打印"
          label="打印用途"
          free
          max={100}
          onDone={async (why) => setPaper(why)}
          onClose={() => setOpen(null)}
        >
          写明用途，电话印完整号码，逐人留痕；不写，个人电话仍遮蔽。
        </ReasonDialog>
      )}
      {paper !== null && (
        <PaperDialog
          title={`督办单 ${task.title}`}
          ask={(signal) =>
            paper
              ? call(printUrgingFull, { id: task.id, reason: paper }, { quiet: true, signal })
              : call(printUrging, { id: task.id }, { quiet: true, signal })
          }
          onClose={() => setPaper(null)}
        />
      )}
      {open === 'files' && (
        <StartDialog
          title="打包附件"
          example="年底归档"
          onStart={({ purpose = '' }) => pack.mutateAsync({ id: task.id, purpose })}
          onClose={() => setOpen(null)}
        >
          上报的附件打成一个压缩包，文件名是“{task.isToPeople ? '组织-姓名-周期-文件名' : '组织-周期-文件名'}”。
        </StartDialog>
      )}
    </>
  );
}
