import { PERSON_CATEGORIES } from '#people/member/contract.ts';
import { NOBODY_LEFT_OUT } from '#people/member/server/index.ts';
import { shareOf } from '#platform/text/share.ts';
import { branchesWithoutStandard, countWithoutStandard, pageOfBills, paysIn } from '#procedures/dues/server/index.ts';
import { childLength, indexByPlace, type Report } from '../../kit.ts';
import { peopleList } from './people.ts';

/** 未设党费标准: the view 未设标准 of 党费管理, by organisation. */
export const duesNoSet: Report = {
  key: 'duesNoSet',
  words: [
    '应缴党费的党员：党籍正常、入党日期不晚于该月的正式党员和预备党员（中组发〔2008〕3号第八条：从支部大会通过其为预备党员之日起交纳）。',
    '未设标准：该月及以前没有设过标准，也没有该月的应缴；开账时不会开出，设好后再开一次账即可补上。',
  ],
  periods: ['month'],
  columns: [
    { key: 'people', title: '应缴党费的党员', unit: 'people', listed: true },
    {
      key: 'none',
      title: '未设标准',
      unit: 'people',
      isLate: true,
      listed: true,
      href: (orgId, { value }) => `/affairs/dues?view=noStandard&month=${value}&orgId=${orgId}`,
    },
    { key: 'share', title: '未设比例', unit: 'percent', of: ({ none, people }) => shareOf(none, people) },
    { key: 'branches', title: '涉及党支部', unit: 'orgs', listed: true },
  ],
  count: async (question) =>
    indexByPlace(await countWithoutStandard(question.db, question.scope, childLength(question), question.span.value)),
  list: {
    unit: 'people',
    first: 'none',
    columns: [
      { key: 'name', title: '姓名', width: 120 },
      { key: 'category', title: '人员类别', width: 120 },
      { key: 'orgName', title: '党支部', width: 320 },
    ],
    async page({ db, scope, span }, _column, limit, offset) {
      const filter = { month: span.value, view: 'noStandard', keyWords: null, onlyOrg: null } as const;
      const found = await pageOfBills(db, scope, filter, limit, offset);
      return {
        total: found.total,
        rows: found.rows.map((row) => ({
          id: row.memberId,
          href: `/affairs/dues/dues-standard/${row.memberId}/-/add`,
          cells: [row.name, PERSON_CATEGORIES[row.category as keyof typeof PERSON_CATEGORIES] ?? '', row.orgName],
        })),
      };
    },
  },
  lists: [
    {
      of: ['people'],
      ...peopleList('people', (_column, { span }) => ({ ...NOBODY_LEFT_OUT, also: [paysIn(span.value)] })),
    },
    {
      of: ['branches'],
      unit: 'orgs',
      first: 'branches',
      columns: [
        { key: 'name', title: '党支部', width: 320 },
        { key: 'people', title: '应缴党费的党员', width: 130, kind: 'whole' },
        { key: 'none', title: '未设标准', width: 110, kind: 'whole' },
      ],
      async page({ db, scope, span }, _column, limit, offset) {
        const found = await branchesWithoutStandard(db, scope, span.value, limit, offset);
        return {
          total: found.total,
          rows: found.rows.map(({ id, name, people, none }) => ({
            id,
            href: `/affairs/dues?view=noStandard&month=${span.value}&orgId=${id}`,
            cells: [name, String(people), String(none)],
          })),
        };
      },
    },
  ],
};
