import { GENDERS, PERSON_CATEGORIES } from '#people/member/contract.ts';
import { ageOn } from '#people/member/rules.ts';
import { exportChunk, type MemberFilter, pageOfMembers } from '#people/member/server/index.ts';
import { type List, type ListedRow, type Question, readAfter } from '../../kit.ts';

/** More people than a branch, and as many as a list says the number of. */
const CAP = 1_000_000;

const ROWS = {
  unit: 'people',
  columns: [
    { key: 'name', title: '姓名', width: 110 },
    { key: 'gender', title: '性别', width: 70 },
    { key: 'birthDate', title: '出生日期', width: 120, kind: 'day' },
    { key: 'age', title: '年龄', width: 80 },
    { key: 'category', title: '人员类别', width: 110 },
    { key: 'admissionDate', title: '入党日期', width: 120, kind: 'day' },
    { key: 'orgName', title: '党支部', width: 280 },
  ],
} as const satisfies Pick<List, 'unit' | 'columns'>;

type Member = Awaited<ReturnType<typeof exportChunk>>[number];
const rowOf = (
  row: Pick<Member, 'id' | 'name' | 'gender' | 'birth_date' | 'person_category' | 'admission_date' | 'org_name'>,
  { today, ageDay }: Question,
): ListedRow => ({
  id: row.id,
  href: `/affairs/member/browse/${row.id}`,
  cells: [
    row.name,
    GENDERS[row.gender as keyof typeof GENDERS] ?? '',
    row.birth_date ?? '',
    row.birth_date ? `${ageOn(row.birth_date, ageDay ?? today)}岁` : '',
    PERSON_CATEGORIES[row.person_category as keyof typeof PERSON_CATEGORIES] ?? '',
    row.admission_date ?? '',
    row.org_name,
  ],
});

/** The people whom a column counts, by the filter of the list of members. @param first what is listed before a column is chosen */
export const peopleList = (first: string, filterOf: (column: string, question: Question) => MemberFilter): List => ({
  ...ROWS,
  first,
  async page(question, column, limit, offset) {
    const { db, scope } = question;
    const order = { by: 'tree', descending: false } as const;
    const filter = filterOf(column, question);
    const found = await pageOfMembers(db, scope, filter, { order, limit, offset, after: null }, { cap: CAP });
    return { total: found.total, rows: found.rows.map((row) => rowOf(row, question)) };
  },
  chunks(question, column, size) {
    const { db, scope } = question;
    const filter = filterOf(column, question);
    return readAfter<Member>(
      size,
      (last) => exportChunk(db, scope, filter, last && { orgCode: last.org_code, sort: last.sort, id: last.id }, size),
      (row) => rowOf(row, question),
    );
  },
});
