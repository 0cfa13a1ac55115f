import { PAIR_VIEWS } from '#service/dualReport/contract.pair.ts';
import { stateOf, VIEWS } from '#service/dualReport/contract.ts';
import { timesText } from '#service/dualReport/rules.ts';
import { type ListFilter, type ListRecord, pageOfReports } from '../queries/list.ts';
import { type PairFilter, type PairRecord, pageOfPairs } from '../queries/pair.ts';
import { listExport } from './listExport.ts';
import { pairFilterOf, pairState } from './pair.ts';
import { filterOf, postsText } from './read.ts';

export const REPORT_EXPORT = 'dualReport.reports';
export const PAIR_EXPORT = 'dualReport.pairs';

const DAYS = [
  ['申请日期', 14, 'day'],
  ['审核日期', 14, 'day'],
  ['结束日期', 14, 'day'],
] as const;
const daysOf = (row: { askedOn: string; decidedOn: string | null; endedOn: string | null }) => [
  row.askedOn,
  row.decidedOn ?? '',
  row.endedOn ?? '',
];

export const reportFile = listExport<Parameters<typeof filterOf>[0] & { purpose: string }, ListRecord>({
  kind: REPORT_EXPORT,
  title: '党员报到列表',
  unit: '人',
  right: 'sbd:read',
  views: VIEWS,
  heads: [
    ['姓名', 12],
    ['状态', 10],
    ['所在党组织', 30],
    ['社区党组织', 30],
    ['小区', 20],
    ['服务岗位', 26],
    ['服务时间', 24],
    ...DAYS,
  ],
  page: (db, scope, input, limit, offset) =>
    pageOfReports(db, scope, filterOf(input) satisfies ListFilter, limit, offset),
  cells: (row, names) => [
    row.name,
    stateOf(row.status),
    row.homeName,
    row.orgName,
    row.quarter,
    postsText(names, row.posts),
    timesText(row.times),
    ...daysOf(row),
  ],
});

export const pairFile = listExport<Parameters<typeof pairFilterOf>[0] & { purpose: string }, PairRecord>({
  kind: PAIR_EXPORT,
  title: '组织报到列表',
  unit: '件',
  right: 'sbd:read',
  views: PAIR_VIEWS,
  heads: [
    ['报到党组织', 34],
    ['社区（街道）党组织', 34],
    ['状态', 10],
    ['联系人', 14],
    ['联系电话', 18],
    ['服务岗位', 28],
    ['可提供的资源和服务', 50],
    ...DAYS,
  ],
  page: (db, scope, input, limit, offset) =>
    pageOfPairs(db, scope, pairFilterOf(input) satisfies PairFilter, limit, offset),
  cells: (row, names) => [
    row.homeName,
    row.orgName,
    pairState(row.status),
    row.contact,
    row.phone,
    postsText(names, row.posts),
    row.offers,
    ...daysOf(row),
  ],
});
