import { ORG_TYPES } from '#people/org/contract.ts';
import { countRows, listRows } from '#people/org/server/index.ts';
import { readCounters } from '#platform/server/sums/counters.ts';
import type { Column, Numbers, Report } from '../../kit.ts';

const sum = (counts: Readonly<Record<string, number>> = {}) => Object.values(counts).reduce((all, n) => all + n, 0);
/** Types by the column in which they are counted; a list of one type alone can be opened. */
const KINDS: readonly { key: string; title: string; types: readonly number[] }[] = [
  { key: 'local', title: '地方党委、党工委、党组', types: [10, 20, 21] },
  { key: 'base', title: '基层党委', types: [30] },
  { key: 'general', title: '党总支', types: [40] },
  { key: 'branch', title: '党支部', types: [46] },
  { key: 'joint', title: '联合党支部', types: [47] },
  { key: 'temporary', title: '临时党支部', types: [48] },
  { key: 'floating', title: '流动党员党组织', types: [50] },
  { key: 'node', title: '单位节点和分组', types: [28, 29] },
];
const ORGS = '/affairs/organization';

const columns: readonly Column[] = [
  { key: 'all', title: '合计', unit: 'orgs', group: '党组织', href: (orgId) => `${ORGS}?orgId=${orgId}` },
  ...KINDS.map(
    ({ key, title, types }): Column => ({
      key,
      title,
      unit: 'orgs',
      group: '党组织',
      ...(types.length === 1
        ? { href: (orgId: string) => `${ORGS}?type=${types[0]}&orgId=${orgId}` }
        : { listed: true as const }),
    }),
  ),
  {
    key: 'full',
    title: '正式党员',
    unit: 'people',
    group: '党员',
    href: (orgId) => `/affairs/member?pmType=1&orgId=${orgId}`,
  },
  {
    key: 'probationary',
    title: '预备党员',
    unit: 'people',
    group: '党员',
    href: (orgId) => `/affairs/member?pmType=2&orgId=${orgId}`,
  },
];

/** 组织清单: organisations by type, and each with its secretary. */
export const organizationList: Report = {
  key: 'organizationList',
  words: [
    '本组织及全部下级现有的党组织，不含已撤销和已删除的；组织类别按党内统计的组织类别字典。',
    '党员数是组织关系在本组织及下级的正式党员和预备党员，不含发展对象、积极分子和申请人。',
  ],
  columns,
  async count({ db, org, children }) {
    const codes = [org.code, ...children.map(({ code }) => code)];
    const counts = await readCounters(db, codes, ['org', 'category']);
    const numbers = (code: string): Record<string, number> => {
      const { org: types = {}, category = {} } = counts.get(code) ?? {};
      const kinds = KINDS.map(({ key, types: some }) => [key, some.reduce((n, type) => n + (types[type] ?? 0), 0)]);
      return { all: sum(types), ...Object.fromEntries(kinds), full: category[1] ?? 0, probationary: category[2] ?? 0 };
    };
    const total = numbers(org.code);
    const rows = children.map(({ code }) => [code, numbers(code)] as const);
    // What stands at the organisation itself is what its children leave of the whole.
    const own = Object.fromEntries(
      Object.entries(total).map(([key, n]) => [key, n - rows.reduce((all, [, row]) => all + (row[key] ?? 0), 0)]),
    );
    return { byCode: new Map<string, Numbers>([...rows, [org.code, own]]), total };
  },
  list: {
    unit: 'orgs',
    first: 'all',
    title: '党组织名单',
    columns: [
      { key: 'name', title: '党组织', width: 260 },
      { key: 'type', title: '组织类别', width: 120 },
      { key: 'parent', title: '上级党组织', width: 220 },
      { key: 'secretary', title: '书记', width: 90 },
      { key: 'contact', title: '联系人', width: 90 },
      { key: 'phone', title: '联系电话', width: 130 },
      { key: 'party', title: '党员人数', width: 90, kind: 'whole' },
      { key: 'expires', title: '届满日期', width: 110 },
    ],
    async page({ db, scope, org }, column, limit, offset) {
      const types = KINDS.find(({ key }) => key === column)?.types;
      const filter = { scope, orgId: org.id, range: 'all', ...(types ? { types } : {}) } as const;
      const [rows, total] = await Promise.all([listRows(db, filter, 'tree', limit, offset), countRows(db, filter)]);
      return {
        total,
        rows: rows.map((row) => ({
          id: row.id,
          href: `/affairs/organization/browseOrganization/${row.id}`,
          cells: [
            row.name,
            ORG_TYPES[row.type as keyof typeof ORG_TYPES] ?? '',
            row.parent_name ?? '',
            row.secretary ?? '',
            row.contact,
            row.contact_phone,
            String(row.party),
            row.expires_on ?? '',
          ],
        })),
      };
    },
  },
};
