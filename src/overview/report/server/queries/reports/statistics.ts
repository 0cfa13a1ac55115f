import { sql } from 'kysely';
import { PERSON_CATEGORIES } from '#people/member/contract.ts';
import { AGE_BANDS, EDUCATION_BANDS } from '#people/member/rules/facts.ts';
import {
  countPeople,
  type MemberFilter,
  NOBODY_LEFT_OUT,
  ofPartyAge,
  PARTY_AGES,
  partyAges,
} from '#people/member/server/index.ts';
import { readCounters } from '#platform/server/sums/counters.ts';
import { type Column, childLength, type Numbers, type Report } from '../../kit.ts';
import { peopleList } from './people.ts';

const MEMBERS = '/affairs/member';
/** Members in good standing, as the charts of the home list them. */
const STANDING = `${MEMBERS}?pmType=1,2&membershipStatus=1`;
const OLDEST = 150;
/** Over the groups that count members alone. */
const OVER = '党籍正常的党员';

/** Columns of a fact of the counters. @param key what tells its columns from those of others */
const of = (
  key: string,
  group: string,
  values: readonly (readonly [value: string, title: string, query: string])[],
): readonly Column[] =>
  values.map(([value, title, query]) => ({
    key: `${key}.${value}`,
    title,
    unit: 'people',
    group,
    over: OVER,
    ...(query ? { href: (orgId: string) => `${STANDING}&${query}&orgId=${orgId}` } : { listed: true as const }),
  }));

const category = ([1, 2, 3, 4, 5] as const).map(
  (value): Column => ({
    key: `category.${value}`,
    title: PERSON_CATEGORIES[value],
    unit: 'people',
    group: '人员类别',
    href: (orgId) => `${MEMBERS}?pmType=${value}&orgId=${orgId}`,
  }),
);
const ageQuery = (from: number, to: number, ageDay: string | null) =>
  [from > 0 ? `ageFrom=${from}` : '', to < OLDEST ? `ageTo=${to}` : '', ageDay === null ? '' : `ageDay=${ageDay}`]
    .filter(Boolean)
    .join('&');

const FACTS = ['category', 'gender', 'nation', 'age', 'education'] as const;
/** Facts of which everybody who is not in a column has nothing on record. */
const PARTIAL = ['age', 'education'] as const;
const lackOf = (fact: string, group: string, query: string): Column => ({
  key: `${fact}.none`,
  title: '未填',
  unit: 'people',
  group,
  over: OVER,
  ...(query ? { href: (orgId: string) => `${STANDING}&${query}&orgId=${orgId}` } : { listed: true as const }),
});

/** Members in good standing, and the bands of their ages on a day. */
const STANDING_FILTER: MemberFilter = { ...NOBODY_LEFT_OUT, categories: [1, 2], membershipStatus: 1 };
const bandsOn = (ageDay: string) =>
  Object.fromEntries(
    AGE_BANDS.map(({ value, from, to }) => [
      value,
      { ...STANDING_FILTER, ageFrom: from, ageTo: to < OLDEST ? to : null, ageDay },
    ]),
  );

/** Puts counts by place into the columns of a fact, in place of what stands there. */
function takePlaces(
  rows: ReadonlyMap<string, Record<string, number>>,
  total: Record<string, number>,
  fact: string,
  counted: readonly ({ place: string } & Record<string, number | string>)[],
): void {
  for (const row of [total, ...rows.values()])
    for (const key of Object.keys(row)) if (key.startsWith(`${fact}.`)) row[key] = 0;
  for (const { place, ...bands } of counted) {
    const row = rows.get(place);
    for (const [band, n] of Object.entries(bands)) {
      const key = `${fact}.${band}`;
      if (row) row[key] = Number(n);
      total[key] = (total[key] ?? 0) + Number(n);
    }
  }
}

/** 统计分析: what the members are like, from the kept counters. */
export const statistics: Report = {
  key: 'statisic',
  words: [
    '人员类别是在册的全部人员；性别、民族、年龄、学历和党龄只计党籍正常的正式党员和预备党员，每项各栏相加等于“党员”（党内统计年报 党员基本情况）。',
    '年龄和党龄算到截止日（今天，或某年12月31日），人员是现在在册的；年龄按周岁分段，学历按最高学历；党龄从转为正式党员之日算起（《中国共产党党员教育管理工作条例》第二十四条），预备党员没有党龄；未扣除停止党籍的月数，与条件组合查询同一口径。',
  ],
  byAge: true,
  columns: [
    { key: 'all', title: '党员', unit: 'people', href: (orgId) => `${STANDING}&orgId=${orgId}` },
    ...category,
    ...of('gender', '性别', [
      ['1', '男', 'gender=1'],
      ['2', '女', 'gender=2'],
    ]),
    ...of('nation', '民族', [
      ['han', '汉族', 'nation=01'],
      ['minority', '少数民族', 'nation=minority'],
    ]),
    ...AGE_BANDS.map(
      ({ value, label, from, to }): Column => ({
        key: `age.${value}`,
        title: label,
        unit: 'people',
        group: '年龄',
        over: OVER,
        href: (orgId, _span, ageDay) => `${STANDING}&${ageQuery(from, to, ageDay)}&orgId=${orgId}`,
      }),
    ),
    lackOf('age', '年龄', ''),
    ...of(
      'education',
      '学历',
      EDUCATION_BANDS.map(({ value, label }) => [value, label, `education=${value}`] as const),
    ),
    lackOf('education', '学历', 'education=none'),
    ...of(
      'party',
      '党龄',
      PARTY_AGES.map(({ value, label }) => [value, label, ''] as const),
    ),
    { ...lackOf('party', '党龄', ''), title: '预备或未填' },
  ],
  charts: ['年龄', '学历', '党龄', '人员类别', '性别', '民族'],
  async count({ db, scope, org, children, ageDay }) {
    const codes = [org.code, ...children.map(({ code }) => code)];
    const length = childLength({ org });
    const [counts, partyYears, years] = await Promise.all([
      readCounters(db, codes, FACTS),
      partyAges(db, scope, length, ageDay),
      // The counters know ages of today.
      ageDay === null ? [] : countPeople(db, scope, length, STANDING_FILTER, bandsOn(ageDay)),
    ]);
    const numbers = (code: string): Record<string, number> => {
      const found = counts.get(code) ?? {};
      // The counters keep no zeros; here nobody is known to be nobody.
      const row: Record<string, number> = Object.fromEntries(statistics.columns.map(({ key }) => [key, 0]));
      for (const fact of FACTS) for (const [value, n] of Object.entries(found[fact] ?? {})) row[`${fact}.${value}`] = n;
      row.all = Object.values(found.gender ?? {}).reduce((sum, n) => sum + n, 0);
      for (const fact of PARTIAL)
        row[`${fact}.none`] = row.all - Object.values(found[fact] ?? {}).reduce((sum, n) => sum + n, 0);
      return row;
    };
    const total = numbers(org.code);
    const rows = new Map<string, Record<string, number>>(children.map(({ code }) => [code, numbers(code)]));
    const own = Object.fromEntries(
      Object.entries(total).map(([key, n]) => [
        key,
        n - [...rows.values()].reduce((sum, row) => sum + (row[key] ?? 0), 0),
      ]),
    );
    rows.set(org.code, own);
    takePlaces(rows, total, 'party', partyYears);
    if (ageDay !== null) {
      takePlaces(rows, total, 'age', years);
      for (const row of [total, ...rows.values()])
        row['age.none'] = (row.all ?? 0) - AGE_BANDS.reduce((sum, { value }) => sum + (row[`age.${value}`] ?? 0), 0);
    }
    return { byCode: rows as ReadonlyMap<string, Numbers>, total };
  },
  list: peopleList('all', (column, { ageDay }) => {
    const [fact, value = ''] = column.split('.');
    if (fact === 'party') return { ...STANDING_FILTER, also: [ofPartyAge(value, ageDay)] };
    return column === 'age.none' ? { ...STANDING_FILTER, also: [sql`birth_date is null`] } : STANDING_FILTER;
  }),
};
