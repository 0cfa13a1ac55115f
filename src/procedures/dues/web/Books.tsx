import { useMemo, useState } from 'react';
import { useLocation } from 'react-router';
import { useOrg } from '#people/org/web/pickers.tsx';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { ReasonDialog } from '#platform/web/dialogs/ReasonDialog.tsx';
import type { Column } from '#platform/web/list/columns.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { RowLink } from '#platform/web/list/RowLink.tsx';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';

import { noValue } from '#platform/web/show/none.tsx';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { listMonths, type MonthRow, reopenMonth } from '../contract.month.ts';
import { addMonths, MONTH_STATES } from '../rules.ts';
import { CloseDialog, DepositDialog, VoucherDialog } from './BookDialogs.tsx';
import { formatYuan } from './money.ts';
import { OfOrg } from './parts.tsx';
import { PATHS } from './paths.ts';
import './dues.css';
import './person.css';

const TONES: Readonly<Record<number, string>> = { 1: 'tag warn', 2: 'tag ok', 3: 'tag bad' };
/** Years that are offered as a filter, back from this one. */
const YEARS = 5;

function columns(): readonly Column<MonthRow>[] {
  const year = new Date().getFullYear();
  const years = Array.from({ length: YEARS }, (_, back) => String(year - back));
  const current = `${year}-${String(new Date().getMonth() + 1).padStart(2, '0')}`;
  const months = Array.from({ length: 24 }, (_, back) => addMonths(current, -back));
  return [
    {
      key: 'month',
      title: '月份',
      width: 90,
      card: 'title',
      cell: (row) => (
        <RowLink to={pathWithQuery(PATHS.list, { orgId: row.orgId, month: row.month })}>{row.month}</RowLink>
      ),
      filter: { kind: 'choice', name: 'month', options: months.map((value) => ({ value, label: value })) },
    },
    {
      key: 'year',
      title: '年份',
      width: 0,
      filterOnly: true,
      cell: () => null,
      filter: { kind: 'choice', name: 'year', options: years.map((value) => ({ value, label: `${value}年` })) },
    },
    {
      key: 'state',
      title: '状态',
      width: 100,
      card: 'tag',
      cell: (row) => (
        <span className={TONES[row.state] ?? 'tag'} title={row.reason || undefined}>
          {row.stateName}
        </span>
      ),
      filter: {
        kind: 'choice',
        name: 'state',
        options: ['1', '2', '3'].map((value) => ({ value, label: MONTH_STATES[Number(value) as 1 | 2 | 3] })),
      },
    },
    { key: 'orgName', title: '党支部', width: 220, card: 'line', cell: (row) => row.orgName },
    { key: 'people', title: '人数', width: 70, align: 'right', cell: (row) => row.people },
    {
      key: 'due',
      title: '应缴（元）',
      width: 110,
      align: 'right',
      card: 'line',
      cell: (row) => (
        <RowLink to={pathWithQuery(PATHS.list, { orgId: row.orgId, month: row.month })}>{formatYuan(row.due)}</RowLink>
      ),
    },
    {
      key: 'owed',
      title: '欠缴（元）',
      width: 110,
      align: 'right',
      card: 'line',
      cell: (row) =>
        row.owed > 0 ? (
          <RowLink to={pathWithQuery(PATHS.list, { orgId: row.orgId, month: row.month, view: 'owed' })}>
            {formatYuan(row.owed)}
          </RowLink>
        ) : (
          noValue
        ),
    },
    {
      key: 'received',
      title: '本月账上收到（元）',
      width: 140,
      align: 'right',
      card: 'line',
      cell: (row) => formatYuan(row.received),
    },
    {
      key: 'cash',
      title: '库存现金（元）',
      width: 120,
      align: 'right',
      card: 'line',
      cell: (row) => (row.cash === 0 ? noValue : formatYuan(row.cash)),
    },
    { key: 'closedBy', title: '结账人', width: 100, cell: (row) => row.closedBy || noValue },
  ];
}

type Act = { kind: 'close' | 'reopen' | 'deposit' | 'vouchers'; row: MonthRow };

/** 历史党费: the months of the branches with their state, closing, cash to the bank, and the vouchers behind the sums. */
export default function Books() {
  const { orgId } = readQuery(useLocation().search, ['orgId']);
  const org = useOrg(orgId);
  const [act, setAct] = useState<Act | null>(null);
  const reopen = useAct(reopenMonth, { quiet: true });
  const shown = useMemo(columns, []);
  const close = () => setAct(null);
  const button = (row: MonthRow, kind: Act['kind'], text: string) => (
    <Button look="row" aria-label={`${text} ${row.orgName}${row.month}`} onClick={() => setAct({ kind, row })}>
      {text}
    </Button>
  );
  return (
    <div className="list-page">
      <PageHead>
        <ButtonLink icon="chart" to={PATHS.total(org.id)}>
          汇总明细
        </ButtonLink>
      </PageHead>
      <PlainList<MonthRow & { id: string }>
        caption="历史党费"
        endpoint={listMonths}
        columns={shown}
        keep={KEPT}
        actsWidth={200}
        unit="个月"
        keyOf={({ orgId, month }) => `${orgId} ${month}`}
        inputOf={({ tab: _tab, view: _view, ...values }) => values}
        note={() => <OfOrg orgId={orgId} />}
        acts={(row) => (
          <span className="record-row-acts">
            {row.can.close && button(row, 'close', '结账')}
            {row.can.deposit && button(row, 'deposit', '存银行')}
            {row.can.reopen && button(row, 'reopen', '重新打开')}
            {button(row, 'vouchers', '凭证')}
          </span>
        )}
        empty={{ title: '还没有开过账', text: '在“党费管理”里开账以后，各党支部每月的账列在这里。' }}
      />
      {act?.kind === 'close' && <CloseDialog row={act.row} onClose={close} />}
      {act?.kind === 'deposit' && <DepositDialog row={act.row} onClose={close} />}
      {act?.kind === 'vouchers' && <VoucherDialog row={act.row} onClose={close} />}
      {act?.kind === 'reopen' && (
        <ReasonDialog
          title={`重新打开 ${act.row.orgName}${act.row.month}`}
          act="重新打开"
          label="原因"
          onDone={async (reason) => {
            const { orgId, month, version } = act.row;
            await reopen.mutateAsync({ orgId, month, version, reason });
            emit('notice', { kind: 'success', text: `${act.row.orgName}${month}的账已重新打开` });
          }}
          onClose={close}
        >
          由{act.row.closedBy}结的账重新可以记账，党支部看到原因；处理完要再结账。
        </ReasonDialog>
      )}
    </div>
  );
}

/** Names of the address that are not the list's own. */
const KEPT = ['orgId'];
