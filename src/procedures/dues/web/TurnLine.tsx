import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { id as idSchema, type ReplyOf } from '#platform/contract.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { pathWithQuery } from '#platform/web/route/navigation.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { Empty, Gone } from '#platform/web/show/states.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { holdingOrders, turnLine } from '../contract.order.ts';
import { MAX_PAYERS } from '../contract.pay.ts';
import { formatYuan } from './money.ts';
import { PATHS } from './paths.ts';
import './dues.css';
import './online.css';

type Turned = ReplyOf<typeof turnLine>;

/** 转线下缴纳: the online orders that hold months of the chosen people are ended, then the cash is taken. */
export default function TurnLine() {
  const ids = (useParams().ids ?? '').split(',').filter(Boolean);
  const isGood = ids.length > 0 && ids.length <= MAX_PAYERS && ids.every((one) => idSchema.safeParse(one).success);
  const query = useCall(holdingOrders, { ids }, { quiet: true, staleTime: 0, enabled: isGood });
  const turn = useAct(turnLine, { quiet: true });
  const navigate = useNavigate();
  const [done, setDone] = useState<Turned | null>(null);
  const [fault, setFault] = useState('');
  if (!isGood) return <Gone />;
  const start = async () => {
    setFault('');
    try {
      setDone(await turn.mutateAsync({ ids }));
    } catch (error) {
      setFault((error as Error).message);
      void query.refetch();
    }
  };
  return (
    <>
      <PageHead title="转线下缴纳">
        <ButtonLink to={PATHS.list}>返回党费管理</ButtonLink>
      </PageHead>
      {done ? (
        <section className="card dues-turn" aria-label="处理结果">
          <ul>
            {done.orders.map((order) => (
              <li key={order.no}>
                <span className={order.closed ? 'banner ok' : 'banner warn'}>
                  <Icon name={order.closed ? 'check' : 'warning'} />
                  <span className="grow">
                    {order.names} {order.months}，{formatYuan(order.total)}元：{order.outcome}
                  </span>
                </span>
              </li>
            ))}
          </ul>
          <span className="record-row-acts">
            <Button look="primary" onClick={() => void navigate(PATHS.handIn(done.ids))}>
              登记现金
            </Button>
            <ButtonLink to={pathWithQuery(PATHS.list, { tab: 'payments' })}>缴纳记录</ButtonLink>
          </span>
        </section>
      ) : (
        <RecordLoader query={query} fresh>
          {({ orders, people }) =>
            orders.length === 0 ? (
              <section className="card">
                <Empty
                  title="没有占着月份的在线订单"
                  act={
                    <ButtonLink look="primary" to={PATHS.handIn(people.map(({ memberId }) => memberId))}>
                      登记现金
                    </ButtonLink>
                  }
                >
                  订单可能已经支付或过期，可以直接登记线下缴纳。
                </Empty>
              </section>
            ) : (
              <section className="card dues-turn" aria-label="在线订单">
                <p>先向支付平台核实：没有支付的订单关闭，月份改收现金；已经支付的按在线缴纳入账，不要再收现金。</p>
                {fault && (
                  <p className="banner bad" role="alert">
                    <Icon name="close" />
                    <span className="grow">{fault}</span>
                  </p>
                )}
                <ul>
                  {orders.map((order) => (
                    <li key={order.id}>
                      <b>
                        {order.names} {order.months} {formatYuan(order.total)}元
                      </b>
                      <span className="muted small">
                        {order.channelName}，{order.payerName}于{dateTime(order.createdAt)}下单，订单号{order.no}
                      </span>
                    </li>
                  ))}
                </ul>
                <span>
                  <Button look="primary" disabled={turn.isPending} onClick={() => void start()}>
                    {turn.isPending ? '正在向支付平台核实' : '核实并转线下'}
                  </Button>
                </span>
              </section>
            )
          }
        </RecordLoader>
      )}
    </>
  );
}
