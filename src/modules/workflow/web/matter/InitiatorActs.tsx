import { useState } from 'react';
import { Link } from 'react-router';
import { ReasonDialog } from '#platform/web/dialogs/ReasonDialog.tsx';
import { emit } from '#platform/web/events.ts';
import { useAct } from '#platform/web/hooks.ts';
import { Icon } from '#platform/web/icons.tsx';
import { dateTime } from '#platform/web/time.ts';
import { type InstanceDetail, urgeInstance, withdrawInstance } from '../../contract.ts';

/** What the initiator can do with the own matter: urge, fix, withdraw. */
export function InitiatorActs({ instance }: { instance: InstanceDetail }) {
  const { id, title, can, urgeAfter } = instance;
  const [leaving, setLeaving] = useState(false);
  const urge = useAct(urgeInstance);
  const withdraw = useAct(withdrawInstance, { quiet: true });
  // The server decides by its own clock; this only spares a refusal.
  const tooEarly = urgeAfter !== null && Date.parse(urgeAfter) > Date.now();
  if (!can.urge && !can.resubmit && !can.withdraw) return null;
  return (
    <div className="work-acts">
      {can.resubmit && (
        <Link className="button primary" to={`/affairs/approval/mend/${id}`}>
          <Icon name="edit" />
          补正后重新提交
        </Link>
      )}
      {can.urge && (
        <button
          type="button"
          className="button"
          disabled={tooEarly || urge.isPending}
          onClick={() =>
            urge.mutate(
              { id },
              { onSuccess: ({ reached }) => emit('notice', { kind: 'success', text: `已催办，通知${reached}人` }) },
            )
          }
        >
          <Icon name="bell" />
          催办
        </button>
      )}
      {can.withdraw && (
        <button type="button" className="button" onClick={() => setLeaving(true)}>
          <Icon name="undo" />
          撤回
        </button>
      )}
      {tooEarly && <p className="field-hint">{dateTime(urgeAfter)}以后可以再催</p>}
      {leaving && (
        <ReasonDialog
          title={`撤回 ${title}`}
          act="撤回"
          label="撤回原因"
          onDone={(reason) => withdraw.mutateAsync({ id, reason })}
          onClose={() => setLeaving(false)}
        >
          撤回后审批停止，已有的意见保留在办理过程里，不能恢复，需要时重新发起。
        </ReasonDialog>
      )}
    </div>
  );
}
