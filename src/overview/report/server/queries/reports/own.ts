import type { RawBuilder } from 'kysely';
import { type OwnColumn, ownKey, PEOPLE, type People } from '#overview/report/rules.own.ts';
import { GENDERS, PERSON_CATEGORIES } from '#people/member/contract.ts';
import { ageOn } from '#people/member/rules.ts';
import { countPeople, type MemberFilter, NOBODY_LEFT_OUT, pageOfMembers } from '#people/member/server/index.ts';
import { shareOf } from '#platform/text/share.ts';
import { type Column, childLength, indexByPlace, type Report } from '../../kit.ts';

/** A column whose conditions have been looked up. */
export type CountedColumn =
  | { kind: 'count'; title: string; text: string; condition: RawBuilder<boolean> }
  | Extract<OwnColumn, { kind: 'share' }>;

const BASE = {
  members: { ...NOBODY_LEFT_OUT, categories: [1, 2], membershipStatus: 1 },
  roll: NOBODY_LEFT_OUT,
} satisfies Readonly<Record<People, MemberFilter>>;

const nameOf = (at: number) => `c${at}`;

/** A report of people by conditions: each column is a condition, or the share of one column in another. */
export function peopleReport(id: string, people: People, columns: readonly CountedColumn[]): Report {
  const counted = columns.flatMap((column, at) => (column.kind === 'count' ? [{ key: nameOf(at), ...column }] : []));
  // `also`: conditions of their own do not bring in whoever has left the roll.
  const parts = Object.fromEntries(
    counted.map(({ key, condition }): [string, MemberFilter] => [key, { ...BASE[people], also: [condition] }]),
  );
  return {
    key: ownKey(id),
    words: [
      `统计范围：${PEOPLE[people]}，按今天的名册；满足多栏条件的人在各栏都计。`,
      ...counted.map(({ title, text }) => `${title}：${text}。`),
      ...columns.flatMap((column) =>
        column.kind === 'share'
          ? [`${column.title}：“${columns[column.of]?.title}”除以“${columns[column.among]?.title}”。`]
          : [],
      ),
    ],
    columns: columns.map((column, at): Column => {
      if (column.kind === 'count') return { key: nameOf(at), title: column.title, unit: 'people', listed: true };
      const { title, of, among } = column;
      return { key: nameOf(at), title, unit: 'percent', of: (row) => shareOf(row[nameOf(of)], row[nameOf(among)]) };
    }),
    count: async (question) =>
      indexByPlace(await countPeople(question.db, question.scope, childLength(question), BASE[people], parts)),
    list: {
      unit: 'people',
      first: counted[0]?.key ?? '',
      columns: [
        { key: 'name', title: '姓名', width: 110 },
        { key: 'gender', title: '性别', width: 70 },
        { key: 'birthDate', title: '出生日期', width: 120, kind: 'day' },
        { key: 'age', title: '年龄', width: 80 },
        { key: 'category', title: '人员类别', width: 110 },
        { key: 'admissionDate', title: '入党日期', width: 120, kind: 'day' },
        { key: 'orgName', title: '党支部', width: 280 },
      ],
      async page({ db, scope, today }, column, limit, offset) {
        const filter = parts[column] ?? BASE[people];
        const order = { by: 'tree', descending: false } as const;
        const found = await pageOfMembers(db, scope, filter, { order, limit, offset, after: null }, { cap: 100_000 });
        return {
          total: found.total,
          rows: found.rows.map((row) => ({
            id: row.id,
            href: `/affairs/member/browse/${row.id}`,
            cells: [
              row.name,
              GENDERS[row.gender as keyof typeof GENDERS] ?? '',
              row.birth_date ?? '',
              row.birth_date ? `${ageOn(row.birth_date, today)}岁` : '',
              PERSON_CATEGORIES[row.person_category as keyof typeof PERSON_CATEGORIES] ?? '',
              row.admission_date ?? '',
              row.org_name,
            ],
          })),
        };
      },
    },
  };
}
