import { Link } from 'react-router';
import type { Column } from '#platform/web/list/columns.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { noValue } from '#platform/web/show/none.tsx';
import type { PartRow } from '../contract.part.ts';
import type { TaskRow } from '../contract.ts';
import { PART_STATES, TASK_STATES } from '../rules.ts';
import { Due, nameOf, PartTag, Progress, TaskTag } from './parts.tsx';
import { PATHS } from './paths.ts';

export const PART_COLUMNS: readonly Column<PartRow>[] = [
  {
    key: 'title',
    title: '任务',
    width: 300,
    card: 'title',
    cell: (row) => <Link to={PATHS.finish(row.taskId, row.circleId)}>{nameOf(row)}</Link>,
  },
  {
    key: 'state',
    title: '状态',
    width: 130,
    card: 'tag',
    cell: (row) => <PartTag part={row} />,
    filter: { kind: 'choice', name: 'state', options: optionsOf(PART_STATES).slice(0, 5) },
  },
  {
    key: 'dueOn',
    title: '截止日期',
    width: 180,
    card: 'line',
    cell: (row) => <Due part={row} />,
    filter: { kind: 'choice', name: 'overdue', options: [{ value: 'true', label: '只看逾期' }] },
  },
  { key: 'giver', title: '布置的组织', width: 200, card: 'line', cell: (row) => row.giverName },
  { key: 'kind', title: '办理方式', width: 100, cell: (row) => row.kindName },
  { key: 'assignee', title: '经办人', width: 90, cell: (row) => row.assignee || noValue },
];

export const TASK_COLUMNS: readonly Column<TaskRow>[] = [
  {
    key: 'title',
    title: '任务',
    width: 260,
    card: 'title',
    cell: (row) => <Link to={row.state === 0 ? PATHS.preview(row.id) : PATHS.detail(row.id)}>{row.title}</Link>,
  },
  {
    key: 'state',
    title: '状态',
    width: 100,
    card: 'tag',
    cell: (row) => <TaskTag {...row} />,
    filter: { kind: 'choice', name: 'state', options: optionsOf(TASK_STATES) },
  },
  {
    key: 'progress',
    title: '完成',
    width: 165,
    card: 'line',
    cell: (row) =>
      row.state === 0 ? noValue : <Progress completed={row.completed} live={row.live} partly={row.partly} />,
  },
  {
    key: 'reported',
    title: '待验收',
    width: 80,
    align: 'right',
    card: 'line',
    cell: (row) => (row.reported > 0 ? <b>{row.reported}</b> : noValue),
    filter: {
      kind: 'choice',
      name: 'only',
      options: [
        { value: 'reported', label: '有待验收' },
        { value: 'overdue', label: '有逾期' },
      ],
    },
  },
  {
    key: 'overdue',
    title: '逾期',
    width: 70,
    align: 'right',
    card: 'line',
    cell: (row) => (row.overdue > 0 ? <span className="office-late">{row.overdue}</span> : noValue),
  },
  { key: 'frequency', title: '频次', width: 70, cell: (row) => row.frequencyName },
  { key: 'days', title: '起止日期', width: 200, card: 'line', cell: (row) => `${row.startsOn} 至 ${row.endsOn}` },
  { key: 'org', title: '布置的组织', width: 180, cell: (row) => row.orgName },
];
