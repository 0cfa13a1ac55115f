import type { Column } from '#platform/web/list/columns.ts';
import { RowLink } from '#platform/web/list/RowLink.tsx';
import { type ReportRow, SIDES } from '../contract.ts';
import { none, StatusTag } from './parts.tsx';
import { PATHS } from './paths.ts';

/** The columns of a list of reports. @param posts the choices of 服务岗位 @param bothSides with the filter for the two ends */
export function reportColumns(
  posts: readonly { value: string; label: string }[],
  bothSides: boolean,
): readonly Column<ReportRow>[] {
  return [
    {
      key: 'name',
      title: '姓名',
      width: 100,
      always: true,
      card: 'title',
      cell: (row) => (
        <RowLink to={PATHS.detail(row.id)} title={row.name}>
          {row.name}
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
      title: '社区党组织',
      width: 190,
      card: 'line',
      cell: (row) => <span title={row.orgName}>{row.orgName}</span>,
    },
    {
      key: 'homeName',
      title: '所在党组织',
      width: 190,
      card: 'line',
      cell: (row) => <span title={row.homeName}>{row.homeName}</span>,
    },
    {
      key: 'posts',
      title: '服务岗位',
      width: 170,
      card: 'line',
      cell: (row) => <span title={row.postNames}>{row.postNames}</span>,
      filter: { kind: 'choice', name: 'post', options: posts },
    },
    {
      key: 'times',
      title: '服务时间',
      width: 150,
      notLarge: true,
      cell: (row) => <span title={row.timeNames}>{row.timeNames}</span>,
    },
    { key: 'quarter', title: '小区', width: 120, startsHidden: true, cell: (row) => row.quarter || none },
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
              options: Object.entries(SIDES).map(([value, label]) => ({ value, label })),
            },
          } satisfies Column<ReportRow>,
        ]
      : []),
  ];
}
