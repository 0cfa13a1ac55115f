import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { ReasonDialog } from '#platform/web/dialogs/ReasonDialog.tsx';
import { watchParts } from '../contract.partMore.ts';

/** 督办: what is asked for, and whether those between are told too; or letting go of it. */
export function WatchDialog({
  ids,
  on,
  name,
  onClose,
}: {
  ids: readonly string[];
  on: boolean;
  name: string;
  onClose: () => void;
}) {
  const watch = useAct(watchParts, { quiet: true });
  return (
    <ReasonDialog
      title={`${on ? '督办' : '取消督办'} ${name}`}
      act={on ? '督办' : '取消督办'}
      label={on ? '督办要求' : '说明'}
      free={!on}
      further={{
        start: { copyUp: false },
        draw: ({ copyUp }, set) =>
          on && (
            <label className="filter-option">
              <input
                type="checkbox"
                className="tick"
                checked={copyUp}
                onChange={(event) => set({ copyUp: event.target.checked })}
              />
              抄送承办组织的各级上级
            </label>
          ),
      }}
      onDone={async (reason, { copyUp }) => {
        const { changed, copied } = await watch.mutateAsync({ ids: [...ids], on, reason, copyUp });
        const told = copied > 0 ? `，已抄送${copied}个上级组织` : '';
        emit('notice', { kind: 'success', text: `${on ? '已列入督办' : '已取消督办'}${changed}件${told}` });
      }}
      onClose={onClose}
    >
      {on ? null : '承办组织仍要办理，只是不再标为督办。'}
    </ReasonDialog>
  );
}
