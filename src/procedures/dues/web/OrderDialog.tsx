import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { markStale, useAct, useCall } from '#platform/web/call/hooks.ts';
import { Dialog } from '#platform/web/dialogs/Dialog.tsx';
import { QrCode } from '#platform/web/field/QrCode.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { cancelOrder, type OrderShown, placeOrder, readOrder } from '../contract.order.ts';
import { formatYuan } from './money.ts';
import './online.css';

/** Milliseconds between two questions whether it was paid. */
const PACE = 3000;

/** An address that a browser opens; an application's own (weixin://) is only scanned. */
const isPage = (url: string) => /^(https?:\/\/|\/)/.test(url);
const absolute = (url: string) => (url.startsWith('/') ? `${location.origin}${url}` : url);

/** 支付: the code of an order with the minutes that are left; asks by itself whether it was paid. */
export function OrderDialog({ no, onClose }: { no: string; onClose: (order: OrderShown | undefined) => void }) {
  const client = useQueryClient();
  const place = useAct(placeOrder, { quiet: true });
  const cancel = useAct(cancelOrder, { quiet: true });
  const [fault, setFault] = useState('');
  const query = useCall(
    readOrder,
    { no },
    { quiet: true, staleTime: 0, refetchInterval: (latest) => (latest?.state === 1 || !latest ? PACE : false) },
  );
  const placed = useRef(false);
  const ask = () => {
    setFault('');
    place.mutateAsync({ no }).then(
      () => void query.refetch(),
      (error: Error) => setFault(error.message),
    );
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the provider is told once
  useEffect(() => {
    if (placed.current) return;
    placed.current = true;
    ask();
  }, [no]);
  const state = query.data?.state;
  useEffect(() => {
    if (state !== undefined && state !== 1) markStale(client, cancelOrder);
  }, [client, state]);
  const stop = () => {
    setFault('');
    cancel.mutateAsync({ no }).then(
      () => void query.refetch(),
      (error: Error) => setFault(error.message),
    );
  };
  return (
    <Dialog
      title="在线支付"
      icon="dues"
      onClose={() => onClose(query.data)}
      foot={
        state === 1 ? (
          <>
            <Button disabled={cancel.isPending} onClick={stop}>
              {cancel.isPending ? '正在取消' : '取消订单'}
            </Button>
            <Button onClick={() => onClose(query.data)}>稍后再付</Button>
          </>
        ) : (
          <Button look="primary" onClick={() => onClose(query.data)}>
            知道了
          </Button>
        )
      }
    >
      {fault && (
        <p className="banner bad" role="alert">
          <Icon name="close" />
          <span className="grow">{fault}</span>
          <Button look="word" onClick={ask}>
            重试
          </Button>
        </p>
      )}
      <RecordLoader query={query} lines={4}>
        {(order) => (order.state === 1 ? <Code order={order} /> : <Outcome order={order} />)}
      </RecordLoader>
    </Dialog>
  );
}

function Code({ order }: { order: OrderShown }) {
  return (
    <div className="dues-pay">
      {order.isSandbox && <p className="dues-demo">演示环境：不会真的扣款</p>}
      <p className="dues-sum">
        <b>{formatYuan(order.total)}</b>元
      </p>
      <p className="secondary">
        {order.names} {order.months}
      </p>
      {order.payUrl === '' ? (
        <p className="muted" role="status">
          正在取得二维码…
        </p>
      ) : (
        <>
          <QrCode large text={absolute(order.payUrl)} alt="支付二维码" caption={`请用${order.channelName}扫码支付`} />
          {isPage(order.payUrl) && (
            <a className="button primary dues-go" href={absolute(order.payUrl)} target="_blank" rel="noreferrer">
              {order.isSandbox ? '打开演示收银台' : `在本机打开${order.channelName}支付`}
            </a>
          )}
        </>
      )}
      <Left order={order} />
    </div>
  );
}

/** The minutes that are left, counted down from what the server said. */
function Left({ order }: { order: OrderShown }) {
  const [left, setLeft] = useState(order.left);
  useEffect(() => setLeft(order.left), [order.left]);
  useEffect(() => {
    const timer = setInterval(() => setLeft((now) => Math.max(0, now - 1)), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <p className="muted small">
      {left > 0
        ? `请在${Math.floor(left / 60)}分${String(left % 60).padStart(2, '0')}秒内支付，支付后本页自动更新。`
        : '已到时间，正在向支付平台核实结果。'}
    </p>
  );
}

function Outcome({ order }: { order: OrderShown }) {
  if (order.state === 2)
    return (
      <p className="banner ok" role="status">
        <Icon name="check" />
        <span className="grow">
          已支付<b>{formatYuan(order.total)}元</b>，{order.names}
          {order.months}的党费已入账，收据在缴纳记录里。
        </span>
      </p>
    );
  return (
    <p className="banner warn" role="status">
      <Icon name="warning" />
      <span className="grow">
        {order.state === 3 ? `订单已关闭${order.reason ? `：${order.reason}` : ''}。没有扣款，可以重新缴纳。` : null}
        {order.state === 4 ? `款已付但没有入账：${order.reason}。将原路退回，请联系党支部。` : null}
        {order.state === 5 ? '款已原路退回。' : null}
      </span>
    </p>
  );
}
