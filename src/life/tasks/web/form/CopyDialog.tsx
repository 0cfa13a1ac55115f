import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { Dialog } from '#platform/web/dialogs/Dialog.tsx';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { copyForm, formSources } from '../../contract.form.ts';

/** Takes the grid of an earlier task over; its figures are those of last time. */
export function CopyDialog({ id, version, onClose }: { id: string; version: number; onClose: () => void }) {
  const formSourcesQuery = useCall(formSources, {}, { quiet: true, staleTime: 0 });
  const copy = useAct(copyForm);
  const take = async (from: string) => {
    try {
      await copy.mutateAsync({ id, version, from });
      emit('notice', { kind: 'success', text: '已复制表样，原来的内容已被替换' });
      onClose();
    } catch {
      // The client has shown why.
    }
  };
  return (
    <Dialog title="从以前的任务复制表样" icon="sheet" onClose={onClose} foot={<Button onClick={onClose}>取消</Button>}>
      {!formSourcesQuery.data ? (
        <Waiting query={formSourcesQuery} lines={4} />
      ) : formSourcesQuery.data.length === 0 ? (
        <p>本组织还没有发布过填表任务。</p>
      ) : (
        <ul className="form-list">
          {formSourcesQuery.data.map((one) => (
            <li key={one.id}>
              <span>
                {one.title}
                <span className="muted">{`　${one.day}，${one.columns}列`}</span>
              </span>
              <Button size="compact" disabled={copy.isPending} onClick={() => void take(one.id)}>
                复制
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
