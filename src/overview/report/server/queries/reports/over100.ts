import { GENDERS } from '#people/member/contract.ts';
import { ageOn, partyAgeMonths, partyAgeText } from '#people/member/rules.ts';
import { countPeople, type MemberFilter, NOBODY_LEFT_OUT, pageOfMembers } from '#people/member/server/index.ts';
import { type Column, childLength, indexByPlace, type Report } from '../../kit.ts';

/** Members in good standing from an age on. */
const aged = (from: number, to: number | null = null, beside: Partial<MemberFilter> = {}): MemberFilter => ({
  ...NOBODY_LEFT_OUT,
  categories: [1, 2],
  membershipStatus: 1,
  ageFrom: from,
  ageTo: to,
  ...beside,
});
const PARTS = {
  hundred: aged(100),
  women: aged(100, null, { gender: 2 }),
  older: aged(105),
  soon: aged(99, 99),
} satisfies Readonly<Record<string, MemberFilter>>;
type Part = keyof typeof PARTS;

const listOf =
  (query: string): NonNullable<Column['href']> =>
  (orgId, _span, ageDay) =>
    `/affairs/member?pmType=1,2&membershipStatus=1&${query}${ageDay === null ? '' : `&ageDay=${ageDay}`}&orgId=${orgId}`;

/** 百岁党员报表. */
export const over100: Report = {
  key: 'over100Report',
  words: [
    '党籍正常的正式党员和预备党员，按出生日期算到截止日（今天，或某年12月31日）的周岁；没有出生日期的不计。',
    '将满百岁的是99周岁的党员，供提前准备走访慰问（《中国共产党党内关怀帮扶办法》：关心老党员）。',
  ],
  byAge: true,
  columns: [
    {
      key: 'hundred',
      title: '百岁及以上',
      unit: 'people',
      listed: true,
      href: listOf('ageFrom=100'),
    },
    {
      key: 'women',
      title: '其中：女',
      unit: 'people',
      listed: true,
      href: listOf('ageFrom=100&gender=2'),
    },
    {
      key: 'older',
      title: '其中：105岁及以上',
      unit: 'people',
      listed: true,
      href: listOf('ageFrom=105'),
    },
    {
      key: 'soon',
      title: '一年内将满百岁',
      unit: 'people',
      listed: true,
      href: listOf('ageFrom=99&ageTo=99'),
    },
  ],
  async count(question) {
    const { db, scope, ageDay } = question;
    const parts = Object.fromEntries(Object.entries(PARTS).map(([part, filter]) => [part, { ...filter, ageDay }]));
    return indexByPlace(await countPeople(db, scope, childLength(question), { ...aged(99), ageDay }, parts));
  },
  list: {
    unit: 'people',
    first: 'hundred',
    columns: [
      { key: 'name', title: '姓名', width: 110 },
      { key: 'gender', title: '性别', width: 70 },
      { key: 'birthDate', title: '出生日期', width: 120 },
      { key: 'age', title: '年龄', width: 80 },
      { key: 'admissionDate', title: '入党日期', width: 120 },
      { key: 'partyAge', title: '党龄', width: 80 },
      { key: 'orgName', title: '党支部', width: 260 },
    ],
    async page({ db, scope, today, ageDay }, column, limit, offset) {
      const filter = { ...(PARTS[column as Part] ?? PARTS.hundred), ageDay };
      const order = { by: 'age', descending: true } as const;
      const found = await pageOfMembers(db, scope, filter, { order, limit, offset, after: null }, { cap: 10_000 });
      return {
        total: found.total,
        rows: found.rows.map((row) => ({
          id: row.id,
          href: `/affairs/member/browse/${row.id}`,
          cells: [
            row.name,
            GENDERS[row.gender as keyof typeof GENDERS] ?? '',
            row.birth_date ?? '',
            row.birth_date ? `${ageOn(row.birth_date, ageDay ?? today)}岁` : '',
            row.admission_date ?? '',
            partyAgeText(partyAgeMonths(row.conversion_date, ageDay ?? today)),
            row.org_name,
          ],
        })),
      };
    },
  },
};
