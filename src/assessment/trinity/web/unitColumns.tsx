import type { Column } from '#platform/web/list/columns.ts';
import { RowLink } from '#platform/web/list/RowLink.tsx';
import { noValue } from '#platform/web/show/none.tsx';
import type { UnitRow } from '../contract.read.ts';
import { Points } from './parts.tsx';
import { PATHS } from './paths.ts';

/** The columns of units of one evaluation. */
export const UNIT_COLUMNS: readonly Column<UnitRow>[] = [
  {
    key: 'orgName',
    title: '考核单位',
    width: 220,
    always: true,
    card: 'title',
    cell: (row) => (
      <RowLink to={PATHS.unitOf(row.id)} title={row.orgName}>
        {row.orgName}
      </RowLink>
    ),
  },
  {
    key: 'group',
    title: '组别',
    width: 120,
    card: 'tag',
    cell: (row) => <span className="tag">{row.group}</span>,
    filter: { kind: 'text', name: 'group', placeholder: '例如：乡镇' },
  },
  { key: 'weight', title: '系数', width: 72, align: 'right', cell: (row) => `${row.weight}%` },
  {
    key: 'passed',
    title: '通过/应报',
    width: 100,
    align: 'right',
    card: 'side',
    cell: (row) => (row.materials > 0 ? `${row.passed}/${row.materials}` : noValue),
  },
  {
    key: 'waiting',
    title: '待审核',
    width: 84,
    align: 'right',
    cell: (row) => (row.waiting > 0 ? <b>{row.waiting}份</b> : noValue),
  },
  {
    key: 'late',
    title: '逾期',
    width: 76,
    align: 'right',
    card: 'line',
    cell: (row) => (row.late > 0 ? <span className="given-late">{row.late}份</span> : noValue),
  },
  { key: 'total', title: '得分', width: 84, align: 'right', card: 'line', cell: (row) => <Points value={row.total} /> },
  { key: 'grade', title: '等次', width: 84, cell: (row) => row.grade || noValue },
  { key: 'place', title: '名次', width: 72, align: 'right', cell: (row) => row.place ?? noValue },
];
