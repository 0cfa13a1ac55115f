import type { Column } from '#platform/web/list/columns.ts';
import { formatNumber } from '#platform/web/show/number.ts';
import { COURSE_BY, courseNumbers, type CourseNumbers as Row } from '../contract.course.ts';
import { COLLEGE } from '../rules.ts';
import { Numbers } from './Numbers.tsx';
import { noValue } from './parts.tsx';

const COLUMNS: readonly Column<Row>[] = [
  { key: 'people', title: '人数', width: 80, align: 'right', card: 'line', cell: (row) => formatNumber(row.people) },
  { key: 'places', title: '应学人次', width: 90, align: 'right', cell: (row) => formatNumber(row.places) },
  { key: 'begun', title: '已开始', width: 80, align: 'right', cell: (row) => formatNumber(row.begun) },
  {
    key: 'finished',
    title: '已学完',
    width: 80,
    align: 'right',
    card: 'line',
    cell: (row) => formatNumber(row.finished),
  },
  {
    key: 'late',
    title: '逾期',
    width: 70,
    align: 'right',
    card: 'line',
    cell: (row) => (row.late ? formatNumber(row.late) : noValue),
  },
  { key: 'percent', title: '完成率', width: 80, align: 'right', card: 'tag', cell: (row) => `${row.percent}%` },
  {
    key: 'hours',
    title: '取得学时',
    width: 90,
    align: 'right',
    card: 'line',
    cell: (row) => (row.hours ? formatNumber(row.hours) : noValue),
  },
];

/** 学习统计: how far the classes, the identities and the staff are in the college's courses. */
export default function CourseNumbers() {
  return (
    <Numbers<Row>
      title="学习统计"
      path={COLLEGE.courseNumbers}
      by={COURSE_BY}
      endpoint={courseNumbers}
      columns={COLUMNS}
      unit="项"
      sums={(all) => [
        ['共', `${formatNumber(all.people)}人、${formatNumber(all.places)}人次`],
        ['学完', `${formatNumber(all.finished)}人次（${all.percent}%）`],
        ['逾期', formatNumber(all.late)],
      ]}
    />
  );
}
