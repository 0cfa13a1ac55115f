import { shareOf } from '#platform/text/share.ts';
import {
  coverageOf,
  expectedMembers,
  pageOfExpected,
  pageOfLacking,
  pageOfReported,
} from '#service/dualReport/server/index.ts';
import type { Numbers, Report } from '../../kit.ts';

const COUNT = '/service/memberCount';

/** 在职党员干部居住地: who in work has reported to the community where he lives. */
export const residence: Report = {
  key: 'residenceServingPartyMembersCadres',
  words: [
    '在职党员：党籍正常、职业是工人、专业技术人员、管理人员或党政机关工作人员、不在流动中的正式党员和预备党员，社区自己的党员除外（湖北省“双报到”：单位党组织到街道社区、在职党员到居住社区）。',
    '居住地是接受报到的社区；报到后搬家的，以新社区接受为准。口径与“双报到”党员统计相同。',
  ],
  columns: [
    { key: 'expected', title: '在职党员', unit: 'people', listed: true },
    { key: 'reported', title: '已报到', unit: 'people', listed: true },
    {
      key: 'lacking',
      title: '未报到',
      unit: 'people',
      isLate: true,
      listed: true,
      href: (orgId) => `${COUNT}?names=1&orgId=${orgId}`,
    },
    {
      key: 'waiting',
      title: '其中：待社区审核',
      unit: 'people',
      href: (orgId) => `${COUNT}?names=1&lack=waiting&orgId=${orgId}`,
    },
    { key: 'rate', title: '报到率', unit: 'percent', of: ({ reported, expected }) => shareOf(reported, expected) },
  ],
  async count({ db, scope, org, children }) {
    const { below } = await coverageOf(db, scope, org.code, expectedMembers);
    const codes = new Map<string, string>([[org.id, org.code], ...children.map(({ id, code }) => [id, code] as const)]);
    return {
      byCode: new Map<string, Numbers>(
        below.map(({ id, expected, reported, waiting }) => [
          codes.get(id) ?? `gone ${id}`,
          { expected, reported, waiting, lacking: expected - reported },
        ]),
      ),
    };
  },
  list: {
    unit: 'people',
    first: 'reported',
    columns: [
      { key: 'name', title: '姓名', width: 120 },
      { key: 'branch', title: '所在党支部', width: 260 },
      { key: 'community', title: '报到社区', width: 240 },
      { key: 'quarter', title: '小区', width: 180 },
      { key: 'day', title: '报到日期', width: 110 },
    ],
    async page({ db, scope }, column, limit, offset) {
      if (column === 'lacking') {
        const found = await pageOfLacking(db, scope, 'member', { lack: null, name: '' }, limit, offset);
        const rows = found.rows.map(({ id, name, homeName }) => ({
          id,
          href: `/affairs/member/browse/${id}`,
          cells: [name, homeName, '', '', ''],
        }));
        return { total: found.total, rows };
      }
      if (column === 'expected') {
        const found = await pageOfExpected(db, scope, limit, offset);
        const rows = found.rows.map((row) => ({
          id: row.id,
          href: `/affairs/member/browse/${row.id}`,
          cells: [row.name, row.branchName, row.communityName ?? '未报到', row.quarter ?? '', row.decidedOn ?? ''],
        }));
        return { total: found.total, rows };
      }
      const found = await pageOfReported(db, scope, limit, offset);
      return {
        total: found.total,
        rows: found.rows.map((row) => ({
          id: row.id,
          href: `/service/auditMember?id=${row.id}`,
          cells: [row.name, row.branchName, row.communityName, row.quarter, row.decidedOn ?? ''],
        })),
      };
    },
  },
};
