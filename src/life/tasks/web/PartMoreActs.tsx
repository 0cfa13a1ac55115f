import { useState } from 'react';
import { OrgDialog } from '#people/org/web/pickers.tsx';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import type { Choice } from '#platform/web/choose/choice.ts';
import { ReasonDialog } from '#platform/web/dialogs/ReasonDialog.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import type { PartDetail } from '../contract.part.ts';
import { handOver } from '../contract.partMore.ts';
import { nameOf } from './parts.tsx';
import { WatchDialog } from './WatchDialog.tsx';

/** 转交 and 督办 of one part. */
export function PartMoreActs({ part }: { part: PartDetail }) {
  const [openDialog, setOpenDialog] = useState<'org' | 'watch' | null>(null);
  const [to, setTo] = useState<Choice | null>(null);
  const give = useAct(handOver, { quiet: true });
  const close = () => {
    setOpenDialog(null);
    setTo(null);
  };
  return (
    <>
      {part.can.handOver && <Button onClick={() => setOpenDialog('org')}>转交</Button>}
      {part.can.watch && <Button onClick={() => setOpenDialog('watch')}>{part.isWatched ? '取消督办' : '督办'}</Button>}
      {openDialog === 'org' && !to && (
        <OrgDialog
          title="转交给哪个组织"
          multiple={false}
          chosen={[]}
          refuse={({ id }) => (id === part.orgId ? '不能转交给本组织' : '')}
          onConfirm={([org]) => setTo(org ?? null)}
          onClose={() => setOpenDialog(null)}
        />
      )}
      {to && (
        <ReasonDialog
          title={`转交 ${nameOf(part)}`}
          act="转交"
          label="转交原因"
          onDone={async (reason) => {
            await give.mutateAsync({ id: part.id, version: part.version, orgId: to.id, reason });
            emit('notice', { kind: 'success', text: `已转交给${to.name}` });
          }}
          onClose={close}
        >
          整件转给{to.name}办理，{part.dueOn}前上报；{part.giverName}会收到通知。本组织不再办理这一件，仍可查看。
        </ReasonDialog>
      )}
      {openDialog === 'watch' && (
        <WatchDialog ids={[part.id]} on={!part.isWatched} name={nameOf(part)} onClose={close} />
      )}
    </>
  );
}
