import type { Column } from '#platform/web/list/columns.ts';
import { RowLink } from '#platform/web/list/RowLink.tsx';
import { noValue } from '#platform/web/show/none.tsx';
import type { PairRow } from '../contract.pair.ts';
import { PATHS } from './paths.ts';
import './volunteer.css';

const TONES: Readonly<Record<string, string>> = { 待审: 'tag red', 结对中: 'tag ok', 退回: 'tag warn' };

/** The state of a pair, and of one that runs what it wants. */
export const PairState = ({ row }: { row: Pick<PairRow, 'stateName' | 'isIdle' | 'isExpiring'> }) => (
  <span className="service-tags">
    <span className={TONES[row.stateName] ?? 'tag'}>{row.stateName}</span>
    {row.isIdle && <span className="tag warn">久未走访</span>}
    {row.isExpiring && <span className="tag warn">快到期</span>}
  </span>
);

/** What a pair is called in a list and at its head. */
export const pairName = (row: Pick<PairRow, 'kind' | 'orgName' | 'otherName' | 'memberName' | 'personName'>) =>
  row.kind === 1 ? `${row.orgName}与${row.otherName}` : `${row.memberName}与${row.personName}`;

export const nameColumn: Column<PairRow> = {
  key: 'name',
  title: '结对双方',
  width: 220,
  always: true,
  card: 'title',
  cell: (row) => (
    <RowLink to={PATHS.pair(row.id)} title={pairName(row)}>
      {pairName(row)}
    </RowLink>
  ),
};

export const stateColumn: Column<PairRow> = {
  key: 'state',
  title: '状态',
  width: 146,
  card: 'tag',
  cell: (row) => <PairState row={row} />,
};

/** The days of a pair and what was done of it. */
export const lastColumns: readonly Column<PairRow>[] = [
  {
    key: 'days',
    title: '截止日期',
    width: 112,
    card: 'line',
    cell: (row) => <span title={`${row.fromOn}至${row.toOn}`}>{row.toOn}</span>,
  },
  {
    key: 'visits',
    title: '走访',
    width: 64,
    align: 'right',
    card: 'side',
    cell: (row) => (row.visits > 0 ? `${row.visits}次` : noValue),
  },
  { key: 'lastVisitOn', title: '最近走访', width: 110, card: 'line', cell: (row) => row.lastVisitOn ?? noValue },
  { key: 'askedOn', title: '申请日期', width: 110, startsHidden: true, cell: (row) => row.askedOn },
];
