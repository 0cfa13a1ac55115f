import { useState } from 'react';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { DeleteDialog } from '#platform/web/dialogs/DeleteDialog.tsx';
import { KeptDialog } from '#platform/web/dialogs/KeptDialog.tsx';
import type { Chosen } from '#platform/web/list/ListPage.tsx';
import { formatNumber } from '#platform/web/show/number.ts';
import { removeMembers } from '../../contract.bulk.ts';
import type { MemberRow } from '../../contract.ts';

/** Moves the chosen people to the recycle bin with one reason and one password; who stays is named with the reason. */
export function RemoveMany({ chosen, onClose }: { chosen: Chosen<MemberRow>; onClose: () => void }) {
  const remove = useAct(removeMembers, { quiet: true });
  const [kept, setKept] = useState<readonly { id: string; name: string; note: string }[]>([]);
  const [people] = useState(chosen.rows);
  if (kept.length > 0) return <KeptDialog title="未删除的人员" unit="人" kept={kept} onClose={onClose} />;
  return (
    <DeleteDialog
      verb="批量删除"
      name={`${formatNumber(people.length)}人`}
      withPassword
      consequence={`${people
        .slice(0, 5)
        .map(({ name }) => name)
        .join(
          '、',
        )}${people.length > 5 ? `等${formatNumber(people.length)}人` : ''}将移入回收站，登录账号随之停用；可以从回收站批量恢复。党员减少（去世、出党等）请按党员异动办理。`}
      onDelete={async ({ deleteReason, password }) => {
        const done = await remove.mutateAsync({ ids: people.map(({ id }) => id), deleteReason, password });
        if (done.removed > 0)
          emit('notice', { kind: 'success', text: `已把${formatNumber(done.removed)}人移入回收站` });
        chosen.clear();
        setKept(done.kept);
        return done.kept.length > 0 ? 'stay' : undefined;
      }}
      onClose={onClose}
    />
  );
}
