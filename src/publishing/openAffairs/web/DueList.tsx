import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { UrgeButton } from '#kernel/message/web/pickers.tsx';
import { ORG_SIDE } from '#people/org/web/pickers.nouns.tsx';
import type { Column } from '#platform/web/list/columns.ts';
import { ListPage } from '#platform/web/list/ListPage.tsx';
import { RowLink } from '#platform/web/list/RowLink.tsx';
import { pathWithQuery } from '#platform/web/route/navigation.ts';
import { noValue } from '#platform/web/show/none.tsx';
import { type DueRow, listDue } from '../contract.catalogue.ts';
import { DUE_NAMES, DUE_STATES, KINDS, periodText } from '../rules.ts';
import { DueTag, KIND_OPTIONS } from './parts.tsx';
import { PATHS } from './paths.ts';
import './openAffairs.css';

/** The eleven months before this one, which is what stands there without a filter. */
function months(): { value: string; label: string }[] {
  const now = new Date();
  return Array.from({ length: 11 }, (_, at) => {
    const day = new Date(now.getFullYear(), now.getMonth() - at - 1, 1);
    const value = `${day.getFullYear()}-${String(day.getMonth() + 1).padStart(2, '0')}`;
    return { value, label: periodText(value) };
  });
}

/** Where a row leads: to what answers it, or to a new affair of that item and period. */
const hrefOf = (row: DueRow) =>
  row.affairId
    ? PATHS.detail(row.affairId)
    : pathWithQuery(PATHS.edit('add'), { orgId: row.orgId, itemId: row.itemId, period: row.period });

const columns = (): readonly Column<DueRow>[] => [
  {
    key: 'itemName',
    title: '应公开的项目',
    width: 220,
    always: true,
    card: 'title',
    cell: (row) => (
      <RowLink to={hrefOf(row)} title={row.itemName}>
        {row.itemName}
      </RowLink>
    ),
  },
  {
    key: 'state',
    title: '状态',
    width: 104,
    card: 'tag',
    cell: (row) => <DueTag state={row.state} />,
    filter: { kind: 'choice', name: 'state', options: DUE_NAMES.map((value) => ({ value, label: DUE_STATES[value] })) },
  },
  { key: 'orgName', title: '公开组织', width: 220, card: 'line', cell: (row) => row.orgName },
  {
    key: 'kind',
    title: '公开类别',
    width: 136,
    cell: (row) => KINDS[row.kind],
    filter: { kind: 'choice', name: 'kind', options: KIND_OPTIONS },
  },
  { key: 'period', title: '期次', width: 136, card: 'line', cell: (row) => periodText(row.period) },
  {
    key: 'dueOn',
    title: '应公开日期',
    width: 116,
    card: 'line',
    cell: (row) => (row.state === 'overdue' ? <span className="open-late">{row.dueOn}</span> : row.dueOn),
  },
  { key: 'firstShown', title: '公开日期', width: 116, cell: (row) => row.firstShown ?? noValue },
  {
    key: 'month',
    title: '以前月份',
    width: 0,
    filterOnly: true,
    cell: () => null,
    filter: { kind: 'choice', name: 'month', options: months() },
  },
];

/** 应公开清单: what organisations owe in a month, and how it stands. */
export default function DueList() {
  const navigate = useNavigate();
  // The months are those before the day on which the page is opened, not before that on which the browser was.
  const shown = useMemo(columns, []);
  return (
    <ListPage<DueRow>
      title="应公开清单"
      path={PATHS.due}
      endpoint={listDue}
      columns={shown}
      search={{ name: 'itemName', placeholder: '项目名称' }}
      unit="项"
      side={ORG_SIDE}
      acts={() => (
        <>
          <UrgeButton code="openOverdue" />
        </>
      )}
      row={{
        label: (row) => `${row.orgName}${row.itemName}${periodText(row.period)}`,
        href: hrefOf,
        editHref: () => null,
        menu: (row) => [
          row.affairId
            ? { label: '查看详情', icon: 'eye', run: () => navigate(hrefOf(row)) }
            : { label: '起草公开', icon: 'plus', run: () => navigate(hrefOf(row)) },
        ],
      }}
      empty={{
        title: '本月没有应公开的项目',
        text: '党务由基层党组织公开，村（居）务和财务由村、社区的党组织公开；起始日期之前的期次不列入。',
      }}
    />
  );
}
