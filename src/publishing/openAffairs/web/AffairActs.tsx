import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useUrgeAbove } from '#kernel/permission/web/pickers.above.tsx';
import { restoreRecycled } from '#kernel/system/contract.ts';
import { ApprovalActs } from '#platform/web/approval/ApprovalActs.tsx';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import { DeleteDialog } from '#platform/web/dialogs/DeleteDialog.tsx';
import { ReasonDialog } from '#platform/web/dialogs/ReasonDialog.tsx';
import { placeOf } from '#platform/web/list/listMemory.ts';
import { useDeleted, useUndo } from '#platform/web/press/undo.ts';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import {
  type AffairDetail,
  decideAffair,
  recallAffair,
  removeAffair,
  restoreAffair,
  submitAffair,
  withdrawAffair,
} from '../contract.ts';
import { findPersonalNumbers } from '../rules.ts';
import { PATHS } from './paths.ts';

/**
 * What the session can do with an affair now, the next step first.
 * @param onAgain reads it anew: an act that was refused may have been about an older text
 */
export function AffairActs({ affair, onAgain }: { affair: AffairDetail; onAgain: () => void }) {
  const { id, title, can } = affair;
  const navigate = useNavigate();
  const [openDialog, setOpenDialog] = useState<'submit' | 'withdraw' | 'remove' | null>(null);
  // What is acted upon is what stood there when it was asked for: it may be read anew behind the dialog.
  const [version, setVersion] = useState(affair.version);
  const ask = (what: NonNullable<typeof openDialog>) => {
    setVersion(affair.version);
    setOpenDialog(what);
  };
  const submit = useAct(submitAffair);
  const recall = useAct(recallAffair);
  const decide = useAct(decideAffair, { quiet: true });
  const withdraw = useAct(withdrawAffair, { quiet: true });
  const restore = useAct(restoreAffair);
  const remove = useAct(removeAffair, { quiet: true });
  const urge = useUrgeAbove('openAffair', affair.id);
  const offerRecall = useUndo(recallAffair, submitAffair);
  const offerBack = useUndo(restoreAffair, withdrawAffair);
  const deleted = useDeleted(restoreRecycled, 'openAffair', removeAffair);
  const found = findPersonalNumbers(affair);
  const close = () => {
    setOpenDialog(null);
    onAgain();
  };
  const notify = (text: string) => emit('notice', { kind: 'success', text });
  const agree = async (words: { opinion?: string; despite?: string }) => {
    await decide.mutateAsync({ id, version: affair.version, decision: 'agree', ...words });
    notify('已同意，从今天起公开');
  };
  // A correction on its way is not what comes back by showing the old version again.
  const comesBack = affair.phase === 'open' || affair.phase === 'ended';
  return (
    <>
      <ApprovalActs
        acts={{
          agree: can.decide && {
            label: '同意公开',
            title: `同意公开 ${title}`,
            ...(found.length > 0 && affair.despite === ''
              ? {
                  act: '仍要公开',
                  words: { label: '仍要公开的原因' },
                  consequence: `${found.join('；')}。可以退回修改；确需公开的请写明原因。`,
                  run: (despite: string) => agree({ despite }),
                }
              : {
                  words: { label: '意见', free: true, max: 500 },
                  consequence: `同意后本组织党员立即看到，开通了公开栏的群众也扫码看到，公开${affair.publicDays}天。`,
                  run: (opinion: string) => agree({ opinion }),
                }),
          },
          return: can.decide && {
            label: '退回修改',
            title: `退回 ${title}`,
            act: '退回',
            words: { label: '修改意见', max: 500 },
            consequence: `退回后由${affair.orgName}修改，重新送审。`,
            run: async (opinion) => {
              await decide.mutateAsync({ id, version: affair.version, decision: 'return', opinion });
              notify('已退回');
            },
          },
          urge: can.recall && affair.instanceId === null && urge,
          withdraw: can.recall && {
            label: '撤回送审',
            run: async () => {
              await recall.mutateAsync({ id });
              notify('已撤回，回到草稿');
            },
          },
        }}
        instanceId={affair.instanceId}
        onClosed={onAgain}
      />
      {can.submit && (
        <Button look="primary" icon="check" onClick={() => ask('submit')}>
          {affair.phase === 'returned' ? '重新送审' : '送审'}
        </Button>
      )}
      {can.restore && (
        <Button
          look="primary"
          icon="undo"
          disabled={restore.isPending}
          onClick={() => restore.mutate({ id }, { onSuccess: () => notify('已恢复公开') })}
        >
          恢复公开
        </Button>
      )}
      {can.edit && (
        <ButtonLink icon="edit" to={PATHS.edit(id)}>
          {affair.versions > 0 ? '更正' : '编辑'}
        </ButtonLink>
      )}
      {can.withdraw && (
        <Button icon="eyeOff" onClick={() => ask('withdraw')}>
          撤下
        </Button>
      )}
      {can.remove && (
        <Button danger icon="trash" onClick={() => ask('remove')}>
          删除
        </Button>
      )}
      {openDialog === 'submit' && found.length > 0 && (
        <ReasonDialog
          title={`送审 ${title}`}
          act="仍要公开，送审"
          label="仍要公开的原因"
          onDone={async (despite) => {
            await submit.mutateAsync({ id, version, despite });
            offerRecall(`已送审${title}`, { id });
          }}
          onClose={close}
        >
          {found.join('；')}。确需公开的（如办公电话），请写明原因，审批人会看到。
        </ReasonDialog>
      )}
      {openDialog === 'submit' && found.length === 0 && (
        <ConfirmDialog
          title={`送审 ${title}`}
          icon="check"
          act="送审"
          onConfirm={async () => {
            const { decider } = await submit.mutateAsync({ id, version });
            offerRecall(decider ? `已送审${title}，由${decider}审批` : `已送审${title}`, { id });
          }}
          onClose={close}
        >
          有审批流程的按流程办理，没有的由{affair.superior}审批；同意的当天起公开{affair.publicDays}
          天。审批期间不能修改。
        </ConfirmDialog>
      )}
      {openDialog === 'withdraw' && (
        <ReasonDialog
          title={`撤下 ${title}`}
          act="撤下"
          label="撤下原因"
          onDone={async (reason) => {
            await withdraw.mutateAsync({ id, version, reason });
            if (comesBack) offerBack(`已撤下${title}`, { id });
            else notify('已撤下');
          }}
          onClose={close}
        >
          撤下后党员和公开页都看不到，版本和意见保留；没有改过的可以恢复公开。
        </ReasonDialog>
      )}
      {openDialog === 'remove' && (
        <DeleteDialog
          restorable
          verb="删除草稿"
          name={title}
          consequence="草稿进入回收站，可以从那里恢复。"
          onDelete={async ({ deleteReason }) => {
            await remove.mutateAsync({ id, deleteReason });
            deleted({ id, name: title });
            navigate(placeOf(PATHS.list), { replace: true });
          }}
          onClose={close}
        />
      )}
    </>
  );
}
