import { useId, useState } from 'react';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { ApiError } from '#platform/web/call/request.ts';
import { Dialog } from '#platform/web/dialogs/Dialog.tsx';
import { OpinionField } from '#platform/web/dialogs/OpinionField.tsx';
import { useStands } from '#platform/web/dialogs/useStands.ts';
import { useKeptText } from '#platform/web/kept/useKept.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { auditEntering } from '../../contract.records.ts';

/** 审核进入登记: passing writes the type and the day into the main record; failing wants the reason. */
export function AuditEntry({
  name,
  row,
  onClose,
}: {
  name: string;
  row: { id: string; joinTypeName?: unknown; joinedOn?: unknown };
  onClose: () => void;
}) {
  const audit = useAct(auditEntering, { quiet: true });
  const [opinion, setOpinion, sent] = useKeptText(`audit ${row.id}`, '审核意见');
  const [fault, setFault] = useState('');
  const { tell } = useStands();
  const id = useId();
  const decide = async (passed: boolean) => {
    if (!passed && !opinion.trim()) {
      setFault('不通过的请写明原因');
      document.getElementById(id)?.focus();
      return;
    }
    try {
      await audit.mutateAsync({ id: row.id, passed, opinion });
      sent();
      emit('notice', { kind: 'success', text: passed ? '已审核通过' : '已退回' });
      onClose();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (tell(error)) return;
      setFault(Object.values(error.fields)[0] ?? error.message);
    }
  };
  return (
    <Dialog
      title={`审核进入登记 ${name}`}
      icon="check"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button disabled={audit.isPending} onClick={() => void decide(false)}>
            不通过
          </Button>
          <Button look="primary" disabled={audit.isPending} onClick={() => void decide(true)}>
            通过
          </Button>
        </>
      }
    >
      <div className="dialog-form">
        <p>
          {String(row.joinTypeName)}，{String(row.joinedOn)}进入支部。通过后写入主表的进入支部类型和日期。
        </p>
        <OpinionField id={id} label="审核意见" rows={3} value={opinion} fault={fault} onChange={setOpinion} />
      </div>
    </Dialog>
  );
}
