import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { emit } from '#platform/web/call/events.ts';
import { markStale, useAct } from '#platform/web/call/hooks.ts';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import { Button, type ButtonLook } from '#platform/web/ui/Button.tsx';
import { showLife, type showVote } from '../contract.doors.ts';

interface Told {
  id: string;
  title: string;
  onScreen: boolean;
  mayShow: boolean;
}

const mark = (on: boolean) => <span className={on ? 'tag ok' : 'tag'}>{on ? '展示中' : '未展示'}</span>;

/** Whether the screens tell of it, as a column of both lists. */
export const onScreenColumn = {
  key: 'onScreen',
  title: '屏幕',
  width: 90,
  card: 'tag',
  cell: (row: Told) => mark(row.onScreen),
} as const;

/** What was done to votes and meetings in their own pages is read anew when a list of the screens opens. */
export function useNews(): void {
  const client = useQueryClient();
  useEffect(() => markStale(client, showLife), [client]);
}

/** Puts a vote or a meeting on the screens after asking for its title, or takes it off at once. */
export function ShowButton({
  row,
  call,
  look = 'row',
}: {
  row: Told;
  call: typeof showVote | typeof showLife;
  look?: ButtonLook;
}) {
  const [asking, setAsking] = useState(false);
  const show = useAct(call, { quiet: true });
  const set = async (on: boolean) => {
    await show.mutateAsync({ id: row.id, on });
    emit('notice', { kind: 'success', text: on ? '已在屏幕上展示' : '屏幕不再展示' });
  };
  if (!row.mayShow && !row.onScreen) return null;
  return (
    <>
      <Button look={look} onClick={() => setAsking(true)}>
        {row.onScreen ? '取消展示' : '上屏展示'}
        <span className="visually-hidden">，{row.title}</span>
      </Button>
      {asking && (
        <ConfirmDialog
          title={row.onScreen ? '取消展示' : '上屏展示'}
          act={row.onScreen ? '取消展示' : '展示'}
          cancel="返回"
          onConfirm={() => set(!row.onScreen)}
          onClose={() => setAsking(false)}
        >
          {row.onScreen
            ? `“${row.title}”一分钟内从屏幕上撤下。`
            : `屏幕上写“${row.title}”和人数、结果，不出现其他姓名。请确认名称里没有个人信息。`}
        </ConfirmDialog>
      )}
    </>
  );
}
