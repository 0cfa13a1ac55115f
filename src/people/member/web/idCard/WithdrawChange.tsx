import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import { withdrawIdCardChange } from '../../contract.idCard.ts';

/** Takes the own request back. */
export function WithdrawChange({ change, onClose }: { change: { id: string; name: string }; onClose: () => void }) {
  const withdraw = useAct(withdrawIdCardChange);
  return (
    <ConfirmDialog
      title={`撤回申请 ${change.name}`}
      icon="undo"
      act="撤回"
      onConfirm={async () => {
        await withdraw.mutateAsync({ id: change.id });
        emit('notice', { kind: 'success', text: '申请已撤回' });
      }}
      onClose={onClose}
    >
      撤回后上级不再审批，档案中的身份证号不变，可以重新提出。
    </ConfirmDialog>
  );
}
