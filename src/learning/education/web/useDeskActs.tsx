import { type ReactNode, useState } from 'react';

import { emit } from '#platform/web/call/events.ts';
import { ReasonDialog } from '#platform/web/dialogs/ReasonDialog.tsx';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';

/** What a desk lists: something that is published, taken down and deleted. */
interface DeskRow {
  id: string;
  title: string;
  state: number;
  can: { publish: boolean; withdraw: boolean; remove: boolean };
}

/**
 * The acts of a desk upon its rows, one by one and many at once, with the dialog that asks why something is taken down.
 * @param noun a number goes before it: 份文档
 * @param publish answers what is told of it; throws where it failed, which the client has shown
 * @param withdraw answers how many were taken down
 * @param edit the link that a row begins with
 */
export function useDeskActs<Row extends DeskRow>({
  noun,
  consequence,
  publishing,
  publish,
  withdraw,
  edit,
  remove,
}: {
  noun: string;
  consequence: string;
  publishing: boolean;
  publish: (ids: string[]) => Promise<string>;
  withdraw: (ids: string[], reason: string) => Promise<number>;
  edit: (row: Row) => { to: string; words: string };
  remove: (row: Row) => void;
}): {
  bulk: (chosen: { rows: readonly Row[]; clear: () => void }) => ReactNode;
  acts: (row: Row) => ReactNode;
  dialog: ReactNode;
} {
  const [taken, setTaken] = useState<{ ids: string[]; clear: () => void } | null>(null);
  const publishAll = async (ids: string[], clear: () => void) => {
    const told = await publish(ids).catch(() => null);
    if (told === null) return;
    clear();
    emit('notice', { kind: 'success', text: told });
  };
  return {
    bulk: ({ rows, clear }) => {
      const ids = (act: 'publish' | 'withdraw') => rows.filter(({ can }) => can[act]).map(({ id }) => id);
      return (
        <>
          <Button
            size="compact"
            disabled={publishing || ids('publish').length === 0}
            onClick={() => void publishAll(ids('publish'), clear)}
          >
            发布
          </Button>
          <Button
            size="compact"
            disabled={ids('withdraw').length === 0}
            onClick={() => setTaken({ ids: ids('withdraw'), clear })}
          >
            下架
          </Button>
        </>
      );
    },
    acts: (row) => {
      const { to, words } = edit(row);
      return (
        <span className="record-row-acts">
          <ButtonLink look="row" to={to}>
            {words}
          </ButtonLink>
          {row.can.publish && (
            <Button look="row" onClick={() => void publishAll([row.id], () => {})}>
              {row.state === 2 ? '重新上架' : '发布'}
            </Button>
          )}
          {row.can.withdraw && (
            <Button look="row" onClick={() => setTaken({ ids: [row.id], clear: () => {} })}>
              下架
            </Button>
          )}
          {row.can.remove && (
            <Button look="row" onClick={() => remove(row)}>
              删除
            </Button>
          )}
        </span>
      );
    },
    dialog: taken && (
      <ReasonDialog
        title={`下架${taken.ids.length}${noun}`}
        act="下架"
        label="下架原因"
        onDone={async (reason) => {
          const count = await withdraw(taken.ids, reason);
          taken.clear();
          emit('notice', { kind: 'success', text: `已下架${count}${noun}` });
        }}
        onClose={() => setTaken(null)}
      >
        {consequence}
      </ReasonDialog>
    ),
  };
}
