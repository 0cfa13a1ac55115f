import { useDict } from '#kernel/dictionary/web/pickers.ts';
import { SIDES } from '../contract.common.ts';
import { exportPairs, listApplied, listPairs, PAIR_VIEWS, type PairRow } from '../contract.pair.ts';
import { exportReports, listReceived, listReports, type ReportRow, VIEWS } from '../contract.ts';
import { POSTS } from '../rules.ts';
import { PATHS } from './paths.ts';
import { dayColumns, nameColumn, type Sort, stateColumns, textColumn } from './Reports.tsx';

const peopleName = { nameOf: (row: ReportRow) => row.name, detail: PATHS.detail };

/** 党员报到. */
export const PEOPLE: Sort<ReportRow> = {
  ...peopleName,
  noun: '党员报到',
  unit: '人',
  searched: '姓名',
  list: { title: '双报到', path: PATHS.list, endpoint: listReports },
  desk: { title: '党员报到审核', path: PATHS.desk, endpoint: listReceived },
  add: PATHS.add,
  views: VIEWS,
  useColumns() {
    const posts = useDict(POSTS)[POSTS];
    return [
      nameColumn('name', '姓名', 90, peopleName),
      ...stateColumns<ReportRow>(),
      textColumn('orgName', '社区党组织', 180),
      textColumn('homeName', '所在党组织', 180),
      textColumn('postNames', '服务岗位', 150, { filter: { kind: 'choice', name: 'post', options: posts } }),
      textColumn('timeNames', '服务时间', 150, { startsHidden: true }),
      textColumn('quarter', '小区', 120, { startsHidden: true }),
      ...dayColumns<ReportRow>(),
    ];
  },
  sides: SIDES,
  exported: {
    endpoint: exportReports,
    filters: ['orgId', 'view', 'side', 'post', 'late'],
    told: '每人一行，不含身份证号和电话',
  },
  empty: { title: '还没有党员报到', text: '在职党员到居住地社区党组织报到，由本人或党支部办理，社区审核接收。' },
  deskEmpty: '在职党员报到到本地社区后，在这里审核接收。',
};

const pairName = { nameOf: (row: PairRow) => row.homeName, detail: PATHS.pair };

/** 组织报到. */
export const ORGANISATIONS: Sort<PairRow> = {
  ...pairName,
  noun: '组织报到',
  unit: '件',
  searched: '组织名称',
  list: { title: '报到组织管理', path: PATHS.pairs, endpoint: listPairs },
  desk: { title: '组织报到审核', path: PATHS.pairDesk, endpoint: listApplied },
  add: PATHS.addPair,
  views: PAIR_VIEWS,
  useColumns: () => [
    nameColumn('homeName', '报到党组织', 200, pairName),
    ...stateColumns<PairRow>(),
    textColumn('orgName', '社区（街道）党组织', 190),
    textColumn('postNames', '服务岗位', 150),
    textColumn('contact', '联系人', 90),
    ...dayColumns<PairRow>(),
  ],
  sides: { in: SIDES.in, out: '本地组织' },
  exported: { endpoint: exportPairs, filters: ['orgId', 'view', 'side', 'late'], told: '每件一行' },
  empty: { title: '还没有组织报到', text: '单位党组织到所在地或结对的社区、街道党组织报到，社区审核接受。' },
  deskEmpty: '单位党组织报到到本地后，在这里审核接受。',
};
