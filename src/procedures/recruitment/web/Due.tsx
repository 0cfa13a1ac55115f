import { useNavigate } from 'react-router';
import { UrgeButton } from '#kernel/message/web/pickers.tsx';
import { ORG_SIDE } from '#people/org/web/pickers.nouns.tsx';
import { useCall } from '#platform/web/call/hooks.ts';
import type { Column } from '#platform/web/list/columns.ts';
import { ListPage } from '#platform/web/list/ListPage.tsx';
import { optionsOf } from '#platform/web/list/options.ts';
import { RowLink } from '#platform/web/list/RowLink.tsx';
import { noValue } from '#platform/web/show/none.tsx';
import { DUE_VIEWS, type DueRow, listDue } from '../contract.due.ts';
import { overview } from '../contract.ts';
import { DueMonth } from './DueMonth.tsx';
import { DaysLeft } from './parts.tsx';
import { PATHS } from './paths.ts';
import './recruitment.css';

const COLUMNS: readonly Column<DueRow>[] = [
  {
    key: 'name',
    title: '姓名',
    width: 96,
    always: true,
    card: 'title',
    cell: (row) => <RowLink to={PATHS.work(row.id, row.category)}>{row.name}</RowLink>,
  },
  { key: 'step', title: '办什么', width: 250, card: 'line', cell: (row) => `第${row.step}步 ${row.stepName}` },
  {
    key: 'desk',
    title: '由谁办',
    width: 190,
    card: 'line',
    cell: (row) => (row.waits ? `${row.deskName}（审批）` : row.deskName),
  },
  { key: 'dueOn', title: '最迟日期', width: 112, card: 'line', cell: (row) => row.dueOn ?? noValue },
  { key: 'daysLeft', title: '剩余', width: 116, card: 'tag', cell: (row) => <DaysLeft days={row.daysLeft} /> },
  { key: 'earliestOn', title: '最早日期', width: 112, cell: (row) => row.earliestOn ?? noValue },
  { key: 'orgName', title: '所在党支部', width: 160, cell: (row) => row.orgName },
  {
    key: 'view',
    title: '期限',
    width: 0,
    filterOnly: true,
    cell: () => null,
    filter: {
      kind: 'choice',
      name: 'view',
      options: optionsOf(DUE_VIEWS),
    },
  },
];

/** A day of the month above is this filter's from and to. */
const DAYS: Column<DueRow> = {
  key: 'days',
  title: '日期',
  width: 0,
  filterOnly: true,
  cell: () => null,
  filter: { kind: 'days', from: 'from', to: 'to' },
};
/** The month above the list, and whether it is folded, are no filters of it. */
const KEPT = ['month', 'fold'];

/** At whose desk; those with something overdue are offered. */
const deskColumn = (options: readonly { value: string; label: string }[]): Column<DueRow> => ({
  key: 'deskFilter',
  title: '由谁办',
  width: 0,
  filterOnly: true,
  cell: () => null,
  filter: { kind: 'choice', name: 'deskId', options },
});

/** `due`: the terms of a month, and whose turn it is until when, the overdue ones first; whoever is above reminds. */
export function Due() {
  const navigate = useNavigate();
  const overviewQuery = useCall(overview, {}, { quiet: true });
  const desks = (overviewQuery.data?.desks ?? []).map(({ orgId, orgName }) => ({ value: orgId, label: orgName }));
  return (
    <ListPage<DueRow>
      title="发展党员期限"
      path={PATHS.due}
      endpoint={listDue}
      columns={[...COLUMNS, DAYS, deskColumn(desks)]}
      keep={KEPT}
      search={{ name: 'name', placeholder: '姓名' }}
      unit="件"
      side={ORG_SIDE}
      acts={(list) => list.state.values.view === 'overdue' && <UrgeButton code="developmentOverdue" />}
      note={({ state }) => <DueMonth state={state} />}
      row={{
        label: (row) => row.name,
        href: (row) => PATHS.work(row.id, row.category),
        editHref: () => null,
        menu: (row) => [{ label: '办理', icon: 'growth', run: () => navigate(PATHS.work(row.id, row.category)) }],
      }}
      empty={{ title: '没有带期限的事项', text: '进行中的发展档案有规定期限的，到期前三十天列在这里。' }}
    />
  );
}
