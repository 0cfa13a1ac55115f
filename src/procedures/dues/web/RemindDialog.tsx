import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import { REMIND_DAYS, remindOwing } from '../contract.remind.ts';

/** 提醒欠缴: a notice to each who owes, of an organisation and those below it. */
export function RemindDialog({ orgId, onClose }: { orgId: string; onClose: () => void }) {
  const remind = useAct(remindOwing);
  const confirm = async () => {
    const { reminded, skipped, unreached, more } = await remind.mutateAsync({ orgId });
    const rest = [
      skipped > 0 ? `${skipped}人${REMIND_DAYS}天内已提醒过或不接收提醒` : '',
      unreached > 0 ? `${unreached}人没有账号，请当面提醒` : '',
      more ? '还有人没有提醒到，请再点一次' : '',
    ].filter(Boolean);
    emit('notice', { kind: 'success', text: [`已提醒${reminded}人`, ...rest].join('；') });
  };
  return (
    <ConfirmDialog
      about={{ call: remindOwing, input: { orgId } }}
      title="提醒欠缴党费的党员"
      icon="bell"
      act="提醒"
      onConfirm={confirm}
      onClose={onClose}
    >
      给所选组织及下级现在欠缴党费的党员各发一条站内消息，写明本人欠缴的月份和金额；已缴的不提醒，{REMIND_DAYS}
      天内不重复。
    </ConfirmDialog>
  );
}
