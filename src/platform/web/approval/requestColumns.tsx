import type { ReactNode } from 'react';
import type { Column } from '../list/columns.ts';
import { optionsOf } from '../list/options.ts';
import type { StateLook } from '../show/StateTag.tsx';
import { dateTime } from '../show/time.ts';

/** How the states of a request look that a worker above decides. */
export const REQUEST_LOOKS = {
  pending: 'waiting',
  approved: 'good',
  returned: 'bad',
  withdrawn: 'over',
} as const satisfies Record<string, StateLook>;

interface RequestRow {
  requestedBy: string;
  requestedOrgName: string;
  requestedAt: string;
}

/** The last columns of a list of requests: who asked, with those that wait for the own decision or are the own ones, when, and the state. */
export const requestColumns = <Row extends RequestRow>(
  states: Readonly<Record<string, string>>,
  state: (row: Row) => ReactNode,
  by: Pick<Column<Row>, 'width' | 'card'>,
): Column<Row>[] => [
  {
    key: 'requestedBy',
    title: '申请',
    ...by,
    filterTitle: '范围',
    cell: (row) => `${row.requestedOrgName} ${row.requestedBy}`,
    filter: {
      kind: 'choice',
      name: 'view',
      options: [
        { value: 'toDecide', label: '待我审批' },
        { value: 'mine', label: '我的申请' },
      ],
    },
  },
  { key: 'requestedAt', title: '申请时间', width: 140, cell: (row) => dateTime(row.requestedAt) },
  {
    key: 'state',
    title: '状态',
    width: 100,
    card: 'side',
    cell: state,
    filter: {
      kind: 'choice',
      name: 'state',
      options: optionsOf(states),
    },
  },
];
