import { useState } from 'react';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { acceptPassing, MOST_ACCEPTED } from '../contract.partMore.ts';
import type { TaskDetail } from '../contract.ts';

/** 通过全部待验收的: those with nothing to remark on by the rules of their grid; the others stay to be looked at. */
export function AcceptAll({ task }: { task: TaskDetail }) {
  const [openDialog, setOpenDialog] = useState(false);
  const accept = useAct(acceptPassing);
  return (
    <>
      <Button size="compact" icon="check" iconSize={14} onClick={() => setOpenDialog(true)}>
        通过全部待验收的
      </Button>
      {openDialog && (
        <ConfirmDialog
          title={`通过全部待验收的 ${task.title}`}
          icon="check"
          act="全部通过"
          onConfirm={async () => {
            const { decided, held, left } = await accept.mutateAsync({ id: task.id });
            const words = [
              `已通过${decided}件`,
              held > 0 ? `${held}件填表有提醒，请逐件看` : '',
              left > 0 ? `还有${left}件，请再点一次` : '',
            ];
            emit('notice', { kind: 'success', text: words.filter(Boolean).join('，') });
          }}
          onClose={() => setOpenDialog(false)}
        >
          待验收的{task.reported}件{task.kind === 3 && '里，符合表样规则、没有提醒的'}一次通过，一次最多
          {MOST_ACCEPTED}件。{task.kind === 3 && '有提醒的留下，逐件看过再验收。'}
        </ConfirmDialog>
      )}
    </>
  );
}
