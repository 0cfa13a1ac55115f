import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { type InstanceDetail, recallSigner } from '../../contract.ts';

/** The reader waits for a signer whom they asked along, and may take that back. */
export function RecallSigner({ taskId, names }: NonNullable<InstanceDetail['asking']>) {
  const recall = useAct(recallSigner);
  const who = names.join('、');
  return (
    <>
      <p className="banner">
        <Icon name="clock" />
        <span>已请{who}先审签，其同意后由您决定。</span>
      </p>
      <div className="work-acts">
        <Button
          icon="undo"
          disabled={recall.isPending}
          onClick={() =>
            recall.mutate(
              { taskId },
              { onSuccess: () => emit('notice', { kind: 'success', text: `不再等${who}审签，请您决定` }) },
            )
          }
        >
          收回加签
        </Button>
      </div>
    </>
  );
}
