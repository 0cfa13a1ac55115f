import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { ReasonDialog } from '#platform/web/dialogs/ReasonDialog.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { askRefund, refundable } from '../contract.pay.ts';
import { formatYuan } from './money.ts';

interface RefundProps {
  /** The receipt; its total in fen. */
  row: { id: string; version: number; receipt: string; total: number };
  /** Whose it is and of which months, where the page does not say so. */
  of?: string;
  onClose: () => void;
}

/** What of the receipt goes back: all of it, or these of its months. */
interface Parts {
  isPart: boolean;
  billIds: readonly string[];
}
const WHOLE: Parts = { isPart: false, billIds: [] };

/** 申请冲销: the whole receipt, or some months of one that was taken in cash; somebody else decides. */
export function RefundDialog({ row, of, onClose }: RefundProps) {
  const ask = useAct(askRefund, { quiet: true });
  const lines = useCall(refundable, { id: row.id }, { quiet: true });
  return (
    <ReasonDialog<Parts>
      title={`申请冲销 ${row.receipt}`}
      act="申请冲销"
      label="冲销原因"
      further={{
        start: WHOLE,
        draw: (parts, set, faults) =>
          lines.data ? (
            !lines.data.isWhole && (
              <PartsField
                bills={lines.data.bills}
                total={row.total}
                parts={parts}
                fault={faults.billIds ?? ''}
                onChange={set}
              />
            )
          ) : (
            <Waiting query={lines} lines={2} />
          ),
      }}
      onDone={async (reason, { isPart, billIds }) => {
        const { id, version } = row;
        await ask.mutateAsync({ id, version, reason, ...(isPart && { billIds: [...billIds] }) });
        emit('notice', { kind: 'success', text: '已申请冲销，由另一人批准' });
      }}
      onClose={onClose}
    >
      <p>
        {of && `${of}，`}共{formatYuan(row.total)}元。
        {'由收款人和申请人以外的人批准后，月份重新应缴，另记一张反向凭证，原收据不删除。'}
      </p>
    </ReasonDialog>
  );
}

/** The lines of the receipt with a tick each, once some of them alone shall go back, and what becomes of the sums. */
function PartsField({
  bills,
  total,
  parts: { isPart, billIds },
  fault,
  onChange,
}: {
  bills: readonly { billId: string; name: string; month: string; amount: number }[];
  total: number;
  parts: Parts;
  fault: string;
  onChange: (patch: Partial<Parts>) => void;
}) {
  const back = bills.filter(({ billId }) => billIds.includes(billId));
  const sum = back.reduce((all, { amount }) => all + amount, 0);
  return (
    <div>
      <label className="filter-option">
        <input
          type="checkbox"
          className="tick"
          checked={isPart}
          // A sentence about the lines is over with them.
          onChange={(event) => onChange({ isPart: event.target.checked, billIds })}
        />
        只冲销其中几笔，其余的按原缴纳日期另开一张收据
      </label>
      {isPart && (
        <>
          <fieldset className="dues-parts" aria-invalid={fault !== ''} aria-describedby="dues-parts-fault">
            <legend className="visually-hidden">要冲销的月份</legend>
            {bills.map(({ billId, name, month, amount }) => (
              <label key={billId} className="filter-option">
                <input
                  type="checkbox"
                  className="tick"
                  checked={billIds.includes(billId)}
                  onChange={(event) =>
                    onChange({
                      billIds: event.target.checked ? [...billIds, billId] : billIds.filter((one) => one !== billId),
                    })
                  }
                />
                {name} {month}
                <span className="grow" />
                {formatYuan(amount)}元
              </label>
            ))}
          </fieldset>
          {fault ? (
            <p id="dues-parts-fault" className="field-fault" role="alert">
              <Icon name="warning" size={14} />
              {fault}
            </p>
          ) : (
            <p aria-live="polite" className="secondary">
              冲销{back.length}笔，{formatYuan(sum)}元；其余{bills.length - back.length}笔，
              {formatYuan(total - sum)}元。
            </p>
          )}
        </>
      )}
    </div>
  );
}
