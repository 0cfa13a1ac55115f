import type { Column } from '#platform/web/list/columns.ts';
import { RowLink } from '#platform/web/list/RowLink.tsx';
import type { PairRow } from '../contract.pair.ts';
import { SIDES } from '../contract.ts';
import { none, StatusTag } from './parts.tsx';
import { PATHS } from './paths.ts';

/** The columns of a list of organisations' reports. @param bothSides with the filter for the two ends */
export function pairColumns(bothSides: boolean): readonly Column<PairRow>[] {
  return [
    {
      key: 'homeName',
      title: '报到党组织',
      width: 230,
      always: true,
      card: 'title',
      cell: (row) => (
        <RowLink to={PATHS.pair(row.id)} title={row.homeName}>
          {row.homeName}
        </RowLink>
      ),
    },
    {
      key: 'status',
      title: '状态',
      width: 130,
      card: 'tag',
      cell: (row) => <StatusTag name={row.statusName} late={row.isLate} />,
    },
    {
      key: 'waits',
      title: '等待',
      width: 110,
      cell: (row) =>
        row.waits === null ? none : row.isLate ? <span className="sbd-late">{row.waits}天</span> : `${row.waits}天`,
      filter: { kind: 'choice', name: 'late', options: [{ value: '1', label: '超过7天' }] },
      filterTitle: '审核',
    },
    {
      key: 'orgName',
      title: '社区（街道）党组织',
      width: 220,
      card: 'line',
      cell: (row) => <span title={row.orgName}>{row.orgName}</span>,
    },
    {
      key: 'posts',
      title: '服务岗位',
      width: 180,
      card: 'line',
      cell: (row) => <span title={row.postNames}>{row.postNames}</span>,
    },
    { key: 'contact', title: '联系人', width: 90, card: 'line', cell: (row) => row.contact },
    { key: 'askedOn', title: '申请日期', width: 110, card: 'side', cell: (row) => row.askedOn },
    { key: 'decidedOn', title: '审核日期', width: 110, startsHidden: true, cell: (row) => row.decidedOn ?? none },
    { key: 'endedOn', title: '结束日期', width: 110, startsHidden: true, cell: (row) => row.endedOn ?? none },
    ...(bothSides
      ? [
          {
            key: 'side',
            title: '方向',
            width: 80,
            filterOnly: true,
            cell: () => none,
            filter: {
              kind: 'choice',
              name: 'side',
              options: [
                { value: 'in', label: SIDES.in },
                { value: 'out', label: '本地组织' },
              ],
            },
          } satisfies Column<PairRow>,
        ]
      : []),
  ];
}
