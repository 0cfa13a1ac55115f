import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReplyOf } from '#platform/contract.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import { KeptDialog } from '#platform/web/dialogs/KeptDialog.tsx';
import { ReasonDialog } from '#platform/web/dialogs/ReasonDialog.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { doTogether, MOST_TOGETHER, TOGETHER, type TodoRow, type TogetherAct } from '../contract.ts';

type Asked = { act: TogetherAct; rows: readonly TodoRow[]; clear: () => void };

/** What several to-dos of one kind have done with them at once: the buttons of the selection, and the dialogs that stand on the page. */
export function useTogether() {
  const client = useQueryClient();
  const act = useAct(doTogether, { quiet: true });
  const [asked, setAsked] = useState<Asked | null>(null);
  const [kept, setKept] = useState<ReplyOf<typeof doTogether>['kept']>([]);
  const run = async ({ act: which, rows, clear }: Asked, reason: string) => {
    const outcome = await act.mutateAsync({ id: rows.map(({ id }) => id), act: which, reason });
    // Lists of the rooms hold what was decided, too.
    await client.invalidateQueries();
    if (outcome.done > 0) emit('notice', { kind: 'success', text: `已${TOGETHER[which]}${outcome.done}件` });
    clear();
    setAsked(null);
    setKept(outcome.kept);
  };
  const names = asked?.rows
    .slice(0, 5)
    .map(({ message }) => message)
    .join('、');
  const more = asked && asked.rows.length > 5 ? `等${asked.rows.length}件` : '';
  return {
    buttons: (rows: readonly TodoRow[], clear: () => void) => {
      const [first] = rows;
      if (!first) return null;
      if (rows.some(({ kind }) => kind !== first.kind)) return <span className="muted">同一类的可以一起办</span>;
      if (first.together.length === 0) return <span className="muted">这一类要逐件办</span>;
      if (rows.length > MOST_TOGETHER) return <span className="muted">一次最多一起办{MOST_TOGETHER}件</span>;
      return first.together.map((which) => (
        <Button key={which} size="compact" onClick={() => setAsked({ act: which, rows, clear })}>
          {TOGETHER[which]}
          {rows.length}件
        </Button>
      ));
    },
    dialogs: (
      <>
        {asked?.act === 'agree' && (
          <ConfirmDialog
            title={`同意 ${asked.rows.length}件`}
            icon="check"
            act="同意"
            onConfirm={() => run(asked, '')}
            onClose={() => setAsked(null)}
          >
            {names}
            {more}，逐件同意并通知提出的人；不能办的逐件说明原因。
          </ConfirmDialog>
        )}
        {asked?.act === 'return' && (
          <ReasonDialog
            title={`退回 ${asked.rows.length}件`}
            act="退回"
            label="退回原因"
            max={500}
            onDone={(reason) => run(asked, reason)}
            onClose={() => setAsked(null)}
          >
            {names}
            {more}，用同一个原因退回并通知提出的人；不能办的逐件说明原因。
          </ReasonDialog>
        )}
        {kept.length > 0 && <KeptDialog title="没有办成" unit="件" kept={kept} onClose={() => setKept([])} />}
      </>
    ),
  };
}
