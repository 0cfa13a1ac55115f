import {
  countExams,
  type ExamPart,
  type ExamsOf,
  examNumbers,
  pageOfExamNumbers,
  pageOfExamPeople,
} from '#learning/exam/server/index.ts';
import type { ReportKey } from '#overview/report/rules.ts';
import { shareOf } from '#platform/text/share.ts';
import { type Column, childLength, indexByPlace, type Question, type Report } from '../../kit.ts';

const columns: readonly Column[] = [
  { key: 'exams', title: '考试', unit: 'times', listed: true },
  { key: 'people', title: '应考', unit: 'persons', listed: true },
  { key: 'sat', title: '参考', unit: 'persons', listed: true },
  { key: 'absent', title: '缺考', unit: 'persons', isLate: true, listed: true },
  { key: 'marked', title: '已出成绩', unit: 'persons', listed: true },
  { key: 'passed', title: '及格', unit: 'persons', listed: true },
  { key: 'attendance', title: '参考率', unit: 'percent', of: ({ sat, people }) => shareOf(sat, people) },
  { key: 'rate', title: '及格率', unit: 'percent', of: ({ passed, marked }) => shareOf(passed, marked) },
];

const PARTS = ['people', 'sat', 'absent', 'marked', 'passed'] as const satisfies readonly ExamPart[];

/** Exams, or the tests of a college; they are rows of one table. */
function examReport(key: ReportKey, college: boolean, words: readonly string[]): Report {
  const of = ({ span }: Question): ExamsOf => ({ college, from: span.from, to: span.to });
  return {
    key,
    words: [
      ...words,
      '按结束日期计入期间，按人员现在所在的党支部归属；应考、参考、缺考、及格都是人次。成绩公布以后才有及格，没有公布的不计入及格率。',
    ],
    periods: ['year', 'quarter', 'month'],
    columns,
    async count(question) {
      const { db, scope, org } = question;
      const [rows, exams] = await Promise.all([
        examNumbers(db, scope, childLength({ org }), of(question)),
        countExams(db, scope, of(question)),
      ]);
      const { byCode } = indexByPlace(rows);
      // Several organisations sit the same exam: it counts once in the sum.
      const sum = (name: string) => [...byCode.values()].reduce((all, row) => all + (row[name] ?? 0), 0);
      const total = Object.fromEntries(
        columns.filter(({ of: drawn }) => !drawn).map((column) => [column.key, sum(column.key)]),
      );
      return { byCode, total: { ...total, exams } };
    },
    list: {
      unit: 'times',
      first: 'exams',
      title: '逐场情况',
      columns: [
        { key: 'title', title: '名称', width: 260 },
        { key: 'orgName', title: '组织单位', width: 220 },
        { key: 'closesOn', title: '结束日期', width: 110 },
        { key: 'people', title: '应考', width: 80, kind: 'whole' },
        { key: 'sat', title: '参考', width: 80, kind: 'whole' },
        { key: 'absent', title: '缺考', width: 80, kind: 'whole' },
        { key: 'passed', title: '及格', width: 80, kind: 'whole' },
        { key: 'rate', title: '及格率', width: 90, kind: 'percent' },
      ],
      async page(question, _column, limit, offset) {
        const found = await pageOfExamNumbers(question.db, question.scope, of(question), limit, offset);
        return {
          total: found.total,
          rows: found.rows.map((row) => ({
            id: row.id,
            href: null,
            cells: [
              row.title,
              row.orgName,
              row.closesOn,
              String(row.people),
              String(row.sat),
              String(row.absent),
              row.isOut ? String(row.passed) : '未公布',
              row.isOut ? `${shareOf(row.passed, row.marked) ?? 0}%` : '',
            ],
          })),
        };
      },
    },
    lists: [
      {
        of: PARTS,
        unit: 'persons',
        first: 'people',
        columns: [
          { key: 'name', title: '姓名', width: 110 },
          { key: 'branch', title: '党支部', width: 260 },
          { key: 'title', title: '考试', width: 260 },
          { key: 'closesOn', title: '结束日期', width: 110, kind: 'day' },
          { key: 'sat', title: '是否参加', width: 90 },
          { key: 'result', title: '成绩', width: 110 },
        ],
        async page(question, column, limit, offset) {
          const part = PARTS.find((one) => one === column) ?? 'people';
          const found = await pageOfExamPeople(question.db, question.scope, of(question), part, limit, offset);
          return {
            total: found.total,
            rows: found.rows.map((row) => ({
              id: row.id,
              href: `/affairs/member/browse/${row.memberId}`,
              cells: [
                row.name,
                row.orgName,
                row.title,
                row.closesOn,
                row.sat ? '是' : '否',
                !row.isOut ? '未公布' : row.score === null ? '' : row.passed ? '及格' : '不及格',
              ],
            })),
          };
        },
      },
    ],
  };
}

/** 考试报表. */
export const examination = examReport('examination', false, [
  '考试中心已发布的考试，不含学院的测试；重考、补考各算一次考试。',
]);
/** 测试报表: the tests of a college. */
export const test = examReport('test', true, ['学院测试中心已发布的测试，按学期安排，对象是名册里的学生和教职工。']);
