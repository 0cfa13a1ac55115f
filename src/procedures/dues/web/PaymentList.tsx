import { useState } from 'react';
import { useLocation } from 'react-router';
import type { ReplyOf } from '#platform/contract.ts';
import { call } from '#platform/web/call/api.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import { Dialog } from '#platform/web/dialogs/Dialog.tsx';
import type { Column } from '#platform/web/list/columns.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { PaperDialog } from '#platform/web/paper/PaperDialog.tsx';
import { readQuery } from '#platform/web/route/navigation.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { noValue } from '#platform/web/show/none.tsx';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { printReceipt } from '../contract.paper.ts';
import { decideRefund, listPayments, type PaymentRow, refundable } from '../contract.pay.ts';
import { formatYuan } from './money.ts';
import { OfOrg } from './parts.tsx';
import { RefundDialog } from './RefundDialog.tsx';

const STATES = { valid: '有效', asked: '申请冲销', refunded: '已冲销' } as const;
const TONES = { valid: 'tag ok', asked: 'tag warn', refunded: 'tag' } as const;
const KEPT = ['tab'];

const namesOf = (row: PaymentRow) => `${row.names}${row.people > 1 ? `（${row.people}人）` : ''}`;

const COLUMNS: readonly Column<PaymentRow>[] = [
  { key: 'receipt', title: '收据', width: 140, card: 'title', cell: (row) => row.receipt },
  {
    key: 'state',
    title: '状态',
    width: 88,
    card: 'side',
    cell: (row) => <span className={TONES[row.state]}>{STATES[row.state]}</span>,
    filter: {
      kind: 'choice',
      name: 'state',
      options: optionsOf(STATES),
    },
  },
  {
    key: 'names',
    title: '缴纳人',
    width: 150,
    card: 'line',
    cell: (row) => <span title={namesOf(row)}>{namesOf(row)}</span>,
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
      <span title={row.extra > 0 ? `含自愿多缴${formatYuan(row.extra)}元` : undefined}>{formatYuan(row.total)}</span>
    ),
  },
  { key: 'paidOn', title: '缴纳日期', width: 104, card: 'line', cell: (row) => row.paidOn },
  {
    key: 'handedBy',
    title: '由谁缴纳',
    width: 104,
    cell: (row) => <span title={row.handedBy}>{row.handedBy}</span>,
  },
  { key: 'collector', title: '收款人', width: 80, cell: (row) => row.collector || noValue },
  {
    key: 'orgName',
    title: '党支部',
    width: 120,
    card: 'line',
    cell: (row) => <span title={row.orgName}>{row.orgName}</span>,
  },
  {
    key: 'refund',
    title: '冲销原因',
    width: 110,
    card: 'line',
    cell: (row) =>
      row.refundReason ? <span title={`${row.refundReason}（${row.askedName}）`}>{row.refundReason}</span> : noValue,
  },
];

/** 缴纳记录: every receipt, with the request to refund it and the decision on that. */
export function PaymentList() {
  const { orgId } = readQuery(useLocation().search, ['orgId']);
  const [asking, setAsking] = useState<PaymentRow | null>(null);
  const [printing, setPrinting] = useState<PaymentRow | null>(null);
  const [deciding, setDeciding] = useState<PaymentRow | null>(null);
  return (
    <div className="list-page">
      <PageHead title="缴纳记录" />
      <PlainList<PaymentRow>
        caption="缴纳记录"
        endpoint={listPayments}
        columns={COLUMNS}
        keep={KEPT}
        search={{ name: 'keyWords', placeholder: '姓名' }}
        unit="张"
        inputOf={({ tab: _tab, view: _view, ...values }) => values}
        note={() => <OfOrg orgId={orgId} />}
        actsWidth={170}
        acts={(row) => (
          <span className="record-row-acts">
            <Button look="row" onClick={() => setPrinting(row)}>
              打印收据
            </Button>
            {row.can.refund && (
              <Button look="row" onClick={() => setAsking(row)}>
                申请冲销
              </Button>
            )}
            {row.can.decide && (
              <Button look="row" onClick={() => setDeciding(row)}>
                审批冲销
              </Button>
            )}
          </span>
        )}
        empty={{ title: '还没有缴纳记录', text: '在“应缴党费”里选中党员，点“批量缴纳”登记后列在这里。' }}
      />
      {asking && <RefundDialog row={asking} of={`${asking.names} ${asking.months}`} onClose={() => setAsking(null)} />}
      {printing && (
        <PaperDialog
          title={`打印收据 ${printing.receipt}`}
          ask={(signal) => call(printReceipt, { id: printing.id }, { quiet: true, signal })}
          onClose={() => setPrinting(null)}
        />
      )}
      {deciding && <Decide row={deciding} onClose={() => setDeciding(null)} />}
    </div>
  );
}

/** 审批冲销: agreed by somebody who neither asked nor took the money. */
function Decide({ row, onClose }: { row: PaymentRow; onClose: () => void }) {
  const decide = useAct(decideRefund);
  const isPart = row.refundParts > 0;
  const lines = useCall(refundable, isPart ? { id: row.id } : null, { quiet: true });
  const [isSure, setSure] = useState(false);
  const answer = async (agree: boolean) => {
    await decide.mutateAsync({ id: row.id, version: row.version, agree });
    emit('notice', { kind: 'success', text: agree ? '已冲销，冲销的月份重新应缴' : '已驳回，收据仍有效' });
    onClose();
  };
  if (isSure)
    return (
      <ConfirmDialog
        title={`冲销 ${row.receipt}`}
        icon="undo"
        act="冲销"
        onConfirm={() => answer(true)}
        onClose={onClose}
      >
        记一张{formatYuan(row.total)}元的反向凭证在本月账上，不能再撤回；
        {isPart
          ? `其中${row.refundParts}笔重新应缴，其余的按原缴纳日期另开一张收据。`
          : `${row.names}的${row.months}重新应缴。`}
      </ConfirmDialog>
    );
  return (
    <Dialog
      title={`审批冲销 ${row.receipt}`}
      icon="undo"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button
            disabled={decide.isPending}
            // The client has shown why it failed; the dialog stays.
            onClick={() => answer(false).catch(() => {})}
          >
            驳回
          </Button>
          <Button
            look="primary"
            // Nobody agrees to lines that they have not seen.
            disabled={decide.isPending || (isPart && !lines.data)}
            onClick={() => setSure(true)}
          >
            批准冲销
          </Button>
        </>
      }
    >
      <p>
        {row.names} {row.months}，共{formatYuan(row.total)}元，{row.paidOn}由{row.collector}收。
      </p>
      <p>
        {row.askedName}申请{isPart ? `只冲销其中${row.refundParts}笔` : '整张冲销'}：{row.refundReason}
      </p>
      {isPart && (lines.data ? <RefundedParts bills={lines.data.bills} /> : <Waiting query={lines} lines={2} />)}
    </Dialog>
  );
}

/** The months that are asked to go back, one a line. */
function RefundedParts({ bills }: { bills: ReplyOf<typeof refundable>['bills'] }) {
  return (
    <ul className="dues-parts">
      {bills
        .filter(({ isAsked }) => isAsked)
        .map(({ billId, name, month, amount }) => (
          <li key={billId}>
            {name} {month}，{formatYuan(amount)}元
          </li>
        ))}
    </ul>
  );
}
