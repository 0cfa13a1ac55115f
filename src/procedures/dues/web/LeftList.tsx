import { useLocation } from 'react-router';
import type { Column } from '#platform/web/list/columns.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { RowLink } from '#platform/web/list/RowLink.tsx';
import { readQuery } from '#platform/web/route/navigation.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { noValue } from '#platform/web/show/none.tsx';
import { type LeftRow, listLeft } from '../contract.paper.ts';
import { formatYuan } from './money.ts';
import { OfOrg } from './parts.tsx';
import { PATHS } from './paths.ts';
import './dues.css';

const COLUMNS: readonly Column<LeftRow>[] = [
  {
    key: 'name',
    title: '姓名',
    width: 120,
    card: 'title',
    cell: (row) => (row.can.open ? <RowLink to={PATHS.record(row.id, '0')}>{row.name}</RowLink> : row.name),
  },
  { key: 'why', title: '去向', width: 130, card: 'side', cell: (row) => <span className="tag">{row.why}</span> },
  {
    key: 'orgName',
    title: '原收缴党支部',
    width: 200,
    card: 'line',
    cell: (row) => <span title={row.orgName}>{row.orgName}</span>,
  },
  {
    key: 'months',
    title: '在此应缴的月份',
    width: 190,
    card: 'line',
    cell: (row) => (row.firstMonth === row.lastMonth ? row.firstMonth : `${row.firstMonth}至${row.lastMonth}`),
  },
  { key: 'paidTo', title: '最后缴到', width: 100, card: 'line', cell: (row) => row.paidTo || noValue },
  { key: 'paid', title: '已缴（元）', width: 110, align: 'right', card: 'line', cell: (row) => formatYuan(row.paid) },
  {
    key: 'owed',
    title: '未缴（元）',
    width: 110,
    align: 'right',
    card: 'line',
    cell: (row) => (row.owed > 0 ? <span className="dues-late">{formatYuan(row.owed)}</span> : noValue),
  },
];

/** 历史党员党费: people who have left, with what they paid here and what stayed open. */
export default function LeftList() {
  const { orgId } = readQuery(useLocation().search, ['orgId']);
  return (
    <div className="list-page">
      <PageHead />
      <PlainList<LeftRow>
        caption="历史党员党费"
        endpoint={listLeft}
        columns={COLUMNS}
        keep={KEPT}
        search={{ name: 'keyWords', placeholder: '姓名' }}
        unit="人"
        inputOf={({ tab: _tab, view: _view, ...values }) => values}
        note={() => <OfOrg orgId={orgId} />}
        empty={{ title: '没有离开的党员', text: '去世、出党、停止党籍或转走的党员，在这里缴过和欠着的党费列在这里。' }}
      />
    </div>
  );
}

const KEPT = ['orgId'];
