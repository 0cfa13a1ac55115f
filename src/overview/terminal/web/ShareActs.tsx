import { useState } from 'react';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { dropOffer, type OfferedRow, offer, offerOf, takeOffer, withdrawOffer } from '../contract.share.ts';
import type { SharedPart } from '../rules.share.ts';

const say = (text: string) => emit('notice', { kind: 'success', text });

/** Shows an offer from above on the own screens, or takes it off again. */
export function TakeButton({ row, inRow = false }: { row: OfferedRow; inRow?: boolean }) {
  const take = useAct(takeOffer);
  const drop = useAct(dropOffer);
  const act = async () => {
    try {
      await (row.taken ? drop : take).mutateAsync({ id: row.id });
      say(row.taken ? '本组织的屏幕不再展示' : '已在本组织的屏幕展示');
    } catch {
      // The notice says why.
    }
  };
  const look = inRow ? 'row' : row.taken ? 'normal' : 'primary';
  return (
    <Button look={look} disabled={take.isPending || drop.isPending} onClick={() => void act()}>
      {row.taken ? '取消展示' : '在我们的屏幕展示'}
      {inRow && <span className="visually-hidden">，{row.title}</span>}
    </Button>
  );
}

interface ShareButtonProps {
  part: SharedPart;
  record: { id: string; state: 'draft' | 'published'; can: { edit: boolean } };
}

/** Offers what is published to the organisations below, or takes it back. */
export function ShareButton({ part, record: { id: rowId, state, can } }: ShareButtonProps) {
  const may = can.edit && state === 'published';
  const offerOfQuery = useCall(offerOf, { part, rowId }, { quiet: true, enabled: may });
  const give = useAct(offer, { quiet: true });
  const withdraw = useAct(withdrawOffer, { quiet: true });
  const [asking, setAsking] = useState(false);
  if (!may || !offerOfQuery.data) return null;
  const { id, takers, mayOffer } = offerOfQuery.data;
  if (id === null && !mayOffer) return null;
  return (
    <>
      <Button icon="organisation" onClick={() => setAsking(true)}>
        {id === null ? '共享给下级' : '撤回共享'}
      </Button>
      {asking && id === null && (
        <ConfirmDialog
          title="共享给下级"
          icon="organisation"
          act="共享"
          onConfirm={async () => {
            await give.mutateAsync({ part, rowId });
            say('已共享给下级组织');
          }}
          onClose={() => setAsking(false)}
        >
          所有下级组织都能看到，选用后在自己的屏幕上展示。以后在这里改了，下级的屏幕随之更新；撤回后都不再展示。
        </ConfirmDialog>
      )}
      {asking && id !== null && (
        <ConfirmDialog
          title="撤回共享"
          act="撤回"
          onConfirm={async () => {
            await withdraw.mutateAsync({ id });
            say('已撤回');
          }}
          onClose={() => setAsking(false)}
        >
          {takers > 0 ? `${takers}个组织的屏幕一分钟内不再展示` : '还没有组织选用'}；本组织的屏幕不受影响。
        </ConfirmDialog>
      )}
    </>
  );
}
