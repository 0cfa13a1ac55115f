import { useState } from 'react';
import { useLocation } from 'react-router';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { ReasonDialog } from '#platform/web/dialogs/ReasonDialog.tsx';
import type { Column } from '#platform/web/list/columns.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { readQuery } from '#platform/web/route/navigation.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { noValue } from '#platform/web/show/none.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { listOrders, type OrderRow, refundOrder } from '../contract.order.ts';
import { ORDER_STATES } from '../rules.order.ts';
import { formatYuan } from './money.ts';
import { OfOrg } from './parts.tsx';

const TONES: Readonly<Record<number, string>> = { 1: 'tag warn', 2: 'tag ok', 3: 'tag', 4: 'tag bad', 5: 'tag' };
const KEPT = ['tab'];

const COLUMNS: readonly Column<OrderRow>[] = [
  { key: 'no', title: '订单号', width: 190, card: 'title', cell: (row) => row.no },
  {
    key: 'state',
    title: '状态',
    width: 104,
    card: 'side',
    cell: (row) => <span className={TONES[row.state] ?? 'tag'}>{row.stateName}</span>,
    filter: {
      kind: 'choice',
      name: 'state',
      options: optionsOf(ORDER_STATES),
    },
  },
  {
    key: 'names',
    title: '缴纳人',
    width: 140,
    card: 'line',
    cell: (row) => <span title={row.names}>{row.names}</span>,
  },
  {
    key: 'months',
    title: '月份',
    width: 130,
    card: 'line',
    cell: (row) => <span title={row.months}>{row.months}</span>,
  },
  {
    key: 'total',
    title: '金额（元）',
    width: 100,
    align: 'right',
    card: 'line',
    cell: (row) => (
      <span
        title={row.received !== null && row.received !== row.total ? `实付${formatYuan(row.received)}元` : undefined}
      >
        {formatYuan(row.total)}
      </span>
    ),
  },
  { key: 'channelName', title: '支付方式', width: 90, card: 'line', cell: (row) => row.channelName },
  { key: 'payTypeName', title: '缴纳方式', width: 90, cell: (row) => row.payTypeName },
  { key: 'payerName', title: '下单人', width: 90, cell: (row) => row.payerName || noValue },
  { key: 'createdAt', title: '下单时间', width: 150, card: 'line', cell: (row) => dateTime(row.createdAt) },
  {
    key: 'reason',
    title: '说明',
    width: 200,
    card: 'line',
    cell: (row) => (row.reason ? <span title={row.reason}>{row.reason}</span> : noValue),
  },
];

/** 在线订单: every attempt to pay online, with the money that could not be booked and goes back. */
export function OrderList() {
  const { orgId } = readQuery(useLocation().search, ['orgId']);
  const [asking, setAsking] = useState<OrderRow | null>(null);
  const refund = useAct(refundOrder, { quiet: true });
  return (
    <div className="list-page">
      <PageHead title="在线订单" />
      <PlainList<OrderRow>
        caption="在线订单"
        endpoint={listOrders}
        columns={COLUMNS}
        keep={KEPT}
        unit="个"
        inputOf={({ tab: _tab, view: _view, ...values }) => values}
        refresh={(rows) => (rows.some(({ state }) => state === 1) ? 15_000 : false)}
        note={() => <OfOrg orgId={orgId} />}
        acts={(row) =>
          row.can.refund && (
            <Button look="row" onClick={() => setAsking(row)}>
              原路退款
            </Button>
          )
        }
        empty={{
          title: '还没有在线订单',
          text: '党员在“党费查询”里在线缴费，或在“批量缴纳”里出示二维码后，列在这里。',
        }}
      />
      {asking && (
        <ReasonDialog
          title={`原路退款 ${asking.no}`}
          act="退款"
          label="退款说明"
          onDone={async (reason) => {
            await refund.mutateAsync({ id: asking.id, version: asking.version, reason });
            emit('notice', { kind: 'success', text: '已交支付平台退款，完成后状态变为已退款' });
          }}
          onClose={() => setAsking(null)}
        >
          {asking.names} {asking.months}，实付{formatYuan(asking.received ?? 0)}元，没有入账：{asking.reason}。
          款按原来的支付方式退给付款人，不能撤回。
        </ReasonDialog>
      )}
    </div>
  );
}
