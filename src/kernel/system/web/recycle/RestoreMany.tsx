import { type FormEvent, useId, useState } from 'react';
import { useAct } from '#platform/web/call/hooks.ts';
import { ApiError } from '#platform/web/call/request.ts';
import { Dialog } from '#platform/web/dialogs/Dialog.tsx';
import { DialogField } from '#platform/web/dialogs/DialogField.tsx';
import { KeptDialog } from '#platform/web/dialogs/KeptDialog.tsx';
import { useKeptText } from '#platform/web/kept/useKept.ts';
import { useOwnPassword } from '#platform/web/session/useOwnPassword.ts';
import { formatNumber } from '#platform/web/show/number.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { MOST_RESTORED, type RecycledRow, restoreManyRecycled } from '../../contract.ts';

/** Restores the chosen rows of a kind with one reason and one password; those that cannot be are named with the reason. */
export function RestoreMany({
  kind,
  rows,
  onRestored,
  onClose,
}: {
  kind: string;
  rows: readonly RecycledRow[];
  onRestored: (text: string) => void;
  onClose: () => void;
}) {
  const restore = useAct(restoreManyRecycled, { quiet: true });
  const [reason, setReason, sent] = useKeptText(`restore ${kind}`, '恢复原因');
  const [password, setPassword] = useState('');
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [kept, setKept] = useState<readonly { id: string; name: string; note: string }[]>([]);
  const [chosen] = useState(rows);
  const formId = useId();
  const runConfirmed = useOwnPassword();
  if (kept.length > 0) return <KeptDialog title="未恢复" unit="条" kept={kept} onClose={onClose} />;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const missing = {
      ...(reason.trim() ? {} : { reason: '请输入恢复原因' }),
      ...(password ? {} : { password: '请输入登录密码' }),
    };
    setFaults(missing);
    if (Object.keys(missing).length > 0) {
      document.getElementById(`${formId}-${Object.keys(missing)[0]}`)?.focus();
      return;
    }
    try {
      const ids = chosen.map(({ id }) => id);
      const done = await runConfirmed(password, async (encrypt) =>
        restore.mutateAsync({ kind, ids, reason: reason.trim(), password: await encrypt() }),
      );
      sent();
      if (done.restored > 0) onRestored(`已恢复${formatNumber(done.restored)}条`);
      if (done.kept.length === 0) return onClose();
      setKept(done.kept);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFaults(error.code === 600 ? error.fields : { reason: error.message });
    }
  };
  const field = (name: 'reason' | 'password') => ({
    id: `${formId}-${name}`,
    fault: faults[name] ?? (name === 'reason' ? faults.ids : undefined),
  });
  return (
    <Dialog
      title={`批量恢复 ${formatNumber(chosen.length)}条`}
      icon="undo"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button submit form={formId} look="primary" disabled={restore.isPending || chosen.length > MOST_RESTORED}>
            恢复
          </Button>
        </>
      }
    >
      <form id={formId} className="dialog-form" noValidate onSubmit={submit}>
        <p>
          {chosen.length > MOST_RESTORED
            ? `一次最多恢复${MOST_RESTORED}条，请分几次恢复。`
            : `${chosen
                .slice(0, 5)
                .map(({ name }) => name)
                .join('、')}${chosen.length > 5 ? `等${chosen.length}条` : ''}将回到原处；不能恢复的逐条说明原因。`}
        </p>
        <DialogField {...field('reason')} label="恢复原因" maxLength={200} value={reason} onChange={setReason} />
        <DialogField
          {...field('password')}
          label="本人登录密码"
          type="password"
          placeholder="请输入登录密码"
          maxLength={64}
          value={password}
          onChange={setPassword}
        />
      </form>
    </Dialog>
  );
}
