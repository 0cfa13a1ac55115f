import { useState } from 'react';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { ReasonDialog } from '#platform/web/dialogs/ReasonDialog.tsx';
import { askRefund, refundable } from '../contract.pay.ts';
import { formatYuan } from './money.ts';

interface RefundProps {
  /** The receipt; its total in fen. */
  row: { id: string; version: number; receipt: string; total: number };
  /** Whose it is and of which months, where the page does not say so. */
  of?: string;
  onClose: () => void;
}

/** 申请冲销: the whole receipt, or some months of one that was taken in cash; somebody else decides. */
export function RefundDialog({ row, of, onClose }: RefundProps) {
  const ask = useAct(askRefund, { quiet: true });
  const { data } = useCall(refundable, { id: row.id }, { quiet: true });
  const [isPart, setPart] = useState(false);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const back = (data?.bills ?? []).filter(({ billId }) => chosen.includes(billId));
  const sum = back.reduce((all, { amount }) => all + amount, 0);
  return (
    <ReasonDialog
      title={`申请冲销 ${row.receipt}`}
      act="申请冲销"
      label="冲销原因"
      onDone={async (reason) => {
        const { id, version } = row;
        await ask.mutateAsync({ id, version, reason, ...(isPart && { billIds: [...chosen] }) });
        emit('notice', { kind: 'success', text: '已申请冲销，由另一人批准' });
      }}
      onClose={onClose}
    >
      <p>
        {of && `${of}，`}共{formatYuan(row.total)}元。
        {'由收款人和申请人以外的人批准后，月份重新应缴，另记一张反向凭证，原收据不删除。'}
      </p>
      {data && !data.isWhole && (
        <>
          <label className="filter-option">
            <input
              type="checkbox"
              className="tick"
              checked={isPart}
              onChange={(event) => setPart(event.target.checked)}
            />
            只冲销其中几笔，其余的按原缴纳日期另开一张收据
          </label>
          {isPart && (
            <fieldset className="dues-parts">
              <legend className="visually-hidden">要冲销的月份</legend>
              {data.bills.map(({ billId, name, month, amount }) => (
                <label key={billId} className="filter-option">
                  <input
                    type="checkbox"
                    className="tick"
                    checked={chosen.includes(billId)}
                    onChange={(event) =>
                      setChosen(event.target.checked ? [...chosen, billId] : chosen.filter((one) => one !== billId))
                    }
                  />
                  {name} {month}
                  <span className="grow" />
                  {formatYuan(amount)}元
                </label>
              ))}
            </fieldset>
          )}
          {isPart && (
            <p aria-live="polite" className="secondary">
              冲销{back.length}笔，{formatYuan(sum)}元；其余{data.bills.length - back.length}笔，
              {formatYuan(row.total - sum)}元。
            </p>
          )}
        </>
      )}
    </ReasonDialog>
  );
}
