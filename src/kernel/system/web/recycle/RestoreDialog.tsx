import { type FormEvent, useEffect, useId, useState } from 'react';
import { useAct } from '#platform/web/call/hooks.ts';
import { ApiError } from '#platform/web/call/request.ts';
import { Dialog } from '#platform/web/dialogs/Dialog.tsx';
import { DialogField } from '#platform/web/dialogs/DialogField.tsx';
import { useKeptText } from '#platform/web/kept/useKept.ts';
import { useOwnPassword } from '#platform/web/session/useOwnPassword.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { type RecycledRow, restoreRecycled } from '../../contract.ts';

/** Restores a row, with a reason and, where it gives rights, the own password; why it cannot be stands at the field. */
export function RestoreDialog({
  kind,
  confirmed,
  note,
  row,
  onRestored,
  onClose,
}: {
  kind: string;
  /** Asks for the own password. */
  confirmed: boolean;
  note: string;
  row: RecycledRow;
  onRestored: () => void;
  onClose: () => void;
}) {
  const restore = useAct(restoreRecycled, { quiet: true });
  const [reason, setReason, sent] = useKeptText(`restore ${row.id}`, '恢复原因');
  const [password, setPassword] = useState('');
  const [faults, setFaults] = useState<{ reason?: string; password?: string }>({});
  const formId = useId();
  const runConfirmed = useOwnPassword();
  useEffect(() => document.getElementById(`${formId}-reason`)?.focus(), [formId]);
  const refuse = (found: { reason?: string; password?: string }) => {
    setFaults(found);
    document.getElementById(`${formId}-${found.reason ? 'reason' : 'password'}`)?.focus();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const missing = {
      ...(reason.trim() ? {} : { reason: '请输入恢复原因' }),
      ...(confirmed && !password ? { password: '请输入登录密码' } : {}),
    };
    if (Object.keys(missing).length > 0) return refuse(missing);
    try {
      const input = { kind, id: row.id, reason: reason.trim() };
      if (confirmed) {
        await runConfirmed(password, async (encrypt) => restore.mutateAsync({ ...input, password: await encrypt() }));
      } else await restore.mutateAsync(input);
    } catch (error) {
      if (!(error instanceof ApiError)) return refuse({ reason: '恢复失败，请稍后再试' });
      return refuse(error.fields.password ? { password: error.fields.password } : { reason: error.message });
    }
    sent();
    onRestored();
    onClose();
  };
  return (
    <Dialog
      title={`恢复 ${row.name}`}
      icon="undo"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button submit form={formId} look="primary" disabled={restore.isPending}>
            恢复
          </Button>
        </>
      }
    >
      <form id={formId} className="dialog-form" noValidate onSubmit={submit}>
        <p>{note || `${row.name}将回到${row.orgName || '原处'}，相关数目随之更新。`}</p>
        <DialogField
          id={`${formId}-reason`}
          label="恢复原因"
          maxLength={200}
          value={reason}
          fault={faults.reason}
          onChange={(value) => {
            setReason(value);
            setFaults({});
          }}
        />
        {confirmed && (
          <DialogField
            id={`${formId}-password`}
            label="本人登录密码"
            type="password"
            placeholder="恢复后将重新给予权限，确认是您本人操作"
            maxLength={64}
            value={password}
            fault={faults.password}
            onChange={(value) => {
              setPassword(value);
              setFaults({});
            }}
          />
        )}
      </form>
    </Dialog>
  );
}
