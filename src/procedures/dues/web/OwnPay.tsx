import { useState } from 'react';
import type { ReplyOf } from '#platform/contract.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { orderOwn } from '../contract.order.ts';
import type { ownDues } from '../contract.pay.ts';
import { BEING_PAID, CHANNELS, type Channel } from '../rules.order.ts';
import { formatYuan } from './money.ts';
import { OrderDialog } from './OrderDialog.tsx';
import './online.css';

/** 在线缴费: the months that may be paid, the way, and the order that is still open. */
export function OwnPay({ own, onPaid }: { own: ReplyOf<typeof ownDues>; onPaid: () => void }) {
  const order = useAct(orderOwn, { quiet: true });
  const [left, setLeft] = useState<ReadonlySet<string>>(
    () => new Set(own.open.filter(({ month }) => month > own.current).map(({ billId }) => billId)),
  );
  const [channel, setChannel] = useState<number | null>(null);
  const [no, setNo] = useState<string | null>(null);
  const [fault, setFault] = useState('');
  const way = channel ?? own.channels[0];
  const chosen = own.open.filter(({ billId }) => !left.has(billId));
  const sum = chosen.reduce((all, { amount }) => all + amount, 0);
  const pay = async () => {
    setFault('');
    try {
      setNo((await order.mutateAsync({ billIds: chosen.map(({ billId }) => billId), channel: way ?? 0 })).no);
    } catch (error) {
      setFault((error as Error).message);
    }
  };
  const close = () => {
    setNo(null);
    onPaid();
  };
  const [open] = own.orders;
  return (
    <>
      {open !== undefined && (
        <p className="banner warn">
          <Icon name="clock" />
          <span className="grow">{BEING_PAID}。</span>
          <Button size="compact" onClick={() => setNo(open)}>
            继续支付或取消
          </Button>
        </p>
      )}
      {own.channels.length > 0 && own.open.length > 0 && (
        <section className="card dues-online" aria-label="在线缴费">
          <div className="card-head">
            <h2>在线缴费</h2>
          </div>
          <fieldset>
            <legend className="visually-hidden">缴费月份</legend>
            {own.open.map(({ billId, month, amount }) => (
              <label key={billId} className="dues-line">
                <input
                  type="checkbox"
                  className="tick"
                  checked={!left.has(billId)}
                  onChange={(event) => {
                    const next = new Set(left);
                    if (event.target.checked) next.delete(billId);
                    else next.add(billId);
                    setLeft(next);
                  }}
                />
                <span className="grow">
                  {month}
                  {month > own.current && <span className="muted">（预缴）</span>}
                </span>
                <b>{formatYuan(amount)}</b>元
              </label>
            ))}
          </fieldset>
          <fieldset className="dues-ways">
            <legend>支付方式</legend>
            {own.channels.map((one) => (
              <label key={one} className="dues-way">
                <input type="radio" name="channel" checked={way === one} onChange={() => setChannel(one)} />
                {CHANNELS[one as Channel]}
              </label>
            ))}
          </fieldset>
          {fault && (
            <p className="banner bad" role="alert">
              <Icon name="close" />
              <span className="grow">{fault}</span>
            </p>
          )}
          <Button
            look="primary"
            className="dues-go"
            disabled={chosen.length === 0 || order.isPending}
            onClick={() => void pay()}
          >
            {chosen.length === 0 ? '请选择月份' : `缴费 ${formatYuan(sum)}元`}
          </Button>
        </section>
      )}
      {no !== null && <OrderDialog no={no} onClose={close} />}
    </>
  );
}
