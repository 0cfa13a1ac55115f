import { useNavigate } from 'react-router';
import type { Column } from '#platform/web/list/columns.ts';
import { ListPage } from '#platform/web/list/ListPage.tsx';
import { yearOptions } from '#platform/web/list/options.ts';
import { RowLink } from '#platform/web/list/RowLink.tsx';
import { noValue } from '#platform/web/show/none.tsx';
import { listUnits, type UnitRow } from '../contract.read.ts';
import { Points, StateTag } from './parts.tsx';
import { PATHS } from './paths.ts';
import { UNIT_COLUMNS } from './unitColumns.tsx';

const FIRST: readonly Column<UnitRow>[] = [
  {
    key: 'evaluationName',
    title: '考评',
    width: 220,
    always: true,
    card: 'title',
    cell: (row) => (
      <RowLink to={PATHS.unitOf(row.id)} title={row.evaluationName}>
        {row.evaluationName}
      </RowLink>
    ),
  },
  {
    key: 'state',
    title: '状态',
    width: 88,
    card: 'tag',
    cell: (row) => <StateTag state={row.evaluationState} />,
  },
  { key: 'org', title: '考核单位', width: 180, card: 'line', cell: (row) => row.orgName },
  { key: 'giver', title: '考评组织', width: 170, notLarge: true, cell: (row) => row.giverName },
  { key: 'endsOn', title: '截止日期', width: 108, cell: (row) => row.endsOn },
  {
    key: 'failed',
    title: '不通过',
    width: 84,
    align: 'right',
    cell: (row) => (row.failed > 0 ? <span className="given-late">{row.failed}份</span> : noValue),
  },
  {
    key: 'year',
    title: '年度',
    width: 0,
    filterOnly: true,
    cell: () => null,
    filter: { kind: 'choice', name: 'year', options: yearOptions() },
  },
];
const SHOWN = [
  ...FIRST.slice(0, 5),
  ...UNIT_COLUMNS.filter(({ key }) => ['passed', 'waiting', 'late'].includes(key)),
  ...FIRST.slice(5),
  {
    key: 'total',
    title: '得分',
    width: 84,
    align: 'right' as const,
    cell: (row: UnitRow) => <Points value={row.total} />,
  },
];

/** 考评管理: the evaluations of the own organisation and those below, with what is to be handed in. */
export default function Manage() {
  const navigate = useNavigate();
  return (
    <ListPage<UnitRow>
      title="考评管理"
      path={PATHS.manage}
      endpoint={listUnits}
      columns={SHOWN}
      search={{ name: 'keyWords', placeholder: '考评或组织名称' }}
      unit="项"
      views={{
        list: [
          { label: '全部', value: '' },
          { label: '本组织的', value: 'own' },
        ],
        counts: () => ({}),
      }}
      row={{
        label: (row) => `${row.evaluationName} ${row.orgName}`,
        href: (row) => PATHS.unitOf(row.id),
        editHref: () => null,
        menu: (row) => [
          { label: '考评详情', icon: 'eye', run: () => navigate(PATHS.unitOf(row.id)) },
          { label: '考评查看', icon: 'document', run: () => navigate(PATHS.viewOf(row.evaluationId)) },
        ],
      }}
      empty={{ title: '没有考评', text: '上级党组织开始考评后，本组织要报的资料和得分列在这里。' }}
    />
  );
}
