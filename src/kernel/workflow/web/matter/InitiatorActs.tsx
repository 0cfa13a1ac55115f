import { ApprovalActs } from '#platform/web/approval/ApprovalActs.tsx';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';

import { dateTime } from '#platform/web/show/time.ts';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { type InstanceDetail, urgeInstance, withdrawInstance } from '../../contract.ts';

/** What the initiator can do with the own matter: urge, fix, withdraw. */
export function InitiatorActs({ instance }: { instance: InstanceDetail }) {
  const { id, title, can, urgeAfter } = instance;
  const urge = useAct(urgeInstance);
  const withdraw = useAct(withdrawInstance, { quiet: true });
  // It may be pressed; the server says when it was urged last.
  const tooEarly = urgeAfter !== null && Date.parse(urgeAfter) > Date.now();
  if (!can.urge && !can.resubmit && !can.withdraw) return null;
  return (
    <div className="work-acts">
      {can.resubmit && (
        <ButtonLink look="primary" icon="edit" to={`/affairs/approval/mend/${id}`}>
          补正后重新提交
        </ButtonLink>
      )}
      <ApprovalActs
        acts={{
          urge: can.urge && {
            run: async () => {
              const { reached } = await urge.mutateAsync({ id });
              emit('notice', { kind: 'success', text: `已催办，通知${reached}人` });
            },
          },
          withdraw: can.withdraw && {
            title: `撤回 ${title}`,
            words: { label: '撤回原因' },
            consequence: '撤回后审批停止，已有的意见保留在办理过程里，不能恢复，需要时重新发起。',
            run: (reason) => withdraw.mutateAsync({ id, reason }),
          },
        }}
      />
      {tooEarly && <p className="field-hint">{dateTime(urgeAfter)}以后可以再催</p>}
    </div>
  );
}
