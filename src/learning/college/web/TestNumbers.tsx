import type { Column } from '#platform/web/list/columns.ts';
import { formatNumber } from '#platform/web/show/number.ts';
import { type TestNumbers as Row, TEST_BY, testNumbers } from '../contract.exam.ts';
import { COLLEGE } from '../rules.ts';
import { Numbers } from './Numbers.tsx';
import { noValue } from './parts.tsx';

const COLUMNS: readonly Column<Row>[] = [
  { key: 'people', title: '应考', width: 80, align: 'right', card: 'line', cell: (row) => formatNumber(row.people) },
  { key: 'sat', title: '参加', width: 80, align: 'right', card: 'line', cell: (row) => formatNumber(row.sat) },
  { key: 'absent', title: '缺席', width: 70, align: 'right', cell: (row) => row.absent || noValue },
  { key: 'marked', title: '已公布', width: 80, align: 'right', cell: (row) => formatNumber(row.marked) },
  { key: 'passed', title: '及格', width: 70, align: 'right', cell: (row) => formatNumber(row.passed) },
  {
    key: 'passPercent',
    title: '及格率',
    width: 80,
    align: 'right',
    card: 'tag',
    cell: (row) => (row.marked > 0 ? `${row.passPercent}%` : noValue),
  },
  {
    key: 'mean',
    title: '平均得分率',
    width: 100,
    align: 'right',
    card: 'line',
    cell: (row) => (row.marked > 0 ? `${row.mean}%` : noValue),
  },
];

/** 考试统计: who came, who passed, by test, class, identity and title; scores once they are published. */
export default function TestNumbers() {
  return (
    <Numbers<Row>
      title="考试统计"
      path={COLLEGE.testNumbers}
      by={TEST_BY}
      endpoint={testNumbers}
      columns={COLUMNS}
      unit="项"
      sums={(all) => [
        ['应考', `${formatNumber(all.people)}人次`],
        ['参加', formatNumber(all.sat)],
        ['及格率', all.marked > 0 ? `${all.passPercent}%` : '—'],
        ['平均得分率', all.marked > 0 ? `${all.mean}%` : '—'],
      ]}
    />
  );
}
