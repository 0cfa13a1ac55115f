import { useLocation, useNavigate } from 'react-router';
import { MATERIAL_STATES, REVIEW_STATES } from '#assessment/orgAssessment/rules.ts';
import type { Column } from '#platform/web/list/columns.ts';
import { ListPage } from '#platform/web/list/ListPage.tsx';
import { optionsOf } from '#platform/web/list/options.ts';
import { RowLink } from '#platform/web/list/RowLink.tsx';
import { readQuery } from '#platform/web/route/navigation.ts';
import { noValue } from '#platform/web/show/none.tsx';
import { listScores, type ScoreRow, VIEWS } from '../contract.score.ts';
import { Points, ScoreTags } from './parts.tsx';
import { PATHS } from './paths.ts';

const MONTHS = [
  { value: '0', label: '全期' },
  ...Array.from({ length: 12 }, (_, at) => ({ value: String(at + 1), label: `${at + 1}月` })),
];

export const SCORE_COLUMNS: readonly Column<ScoreRow>[] = [
  {
    key: 'itemTitle',
    title: '指标',
    width: 200,
    always: true,
    card: 'title',
    cell: (row) => (
      <RowLink to={PATHS.materialOf(row.id)} title={row.itemTitle}>
        {row.itemTitle}
      </RowLink>
    ),
  },
  { key: 'orgName', title: '考核单位', width: 190, card: 'line', cell: (row) => row.orgName },
  {
    key: 'state',
    title: '情况',
    width: 150,
    card: 'tag',
    cell: (row) => <ScoreTags row={row} />,
  },
  {
    key: 'handing',
    title: '报送',
    width: 0,
    filterOnly: true,
    cell: () => null,
    filter: { kind: 'choice', name: 'state', options: optionsOf(MATERIAL_STATES) },
  },
  {
    key: 'review',
    title: '审核',
    width: 0,
    filterOnly: true,
    cell: () => null,
    filter: { kind: 'choice', name: 'review', options: optionsOf(REVIEW_STATES) },
  },
  {
    key: 'month',
    title: '时段',
    width: 72,
    cell: (row) => (row.month > 0 ? `${row.month}月` : '全期'),
    filter: { kind: 'choice', name: 'month', options: MONTHS },
  },
  { key: 'dueOn', title: '截止日期', width: 108, card: 'line', cell: (row) => row.dueOn },
  { key: 'handedOn', title: '报送日期', width: 108, cell: (row) => row.handedOn ?? noValue },
  {
    key: 'files',
    title: '资料',
    width: 110,
    cell: (row) =>
      row.files + row.records === 0
        ? noValue
        : [row.files > 0 ? `文件${row.files}` : '', row.records > 0 ? `会议${row.records}` : '']
            .filter(Boolean)
            .join('，'),
  },
  { key: 'self', title: '自评', width: 72, align: 'right', cell: (row) => <Points value={row.self} /> },
  {
    key: 'final',
    title: '得分',
    width: 92,
    align: 'right',
    card: 'side',
    cell: (row) => <Points value={row.final} of={row.points} />,
  },
  { key: 'partTitle', title: '板块', width: 120, notLarge: true, cell: (row) => row.partTitle },
  { key: 'evaluation', title: '考评', width: 180, startsHidden: true, cell: (row) => row.evaluationName },
];

/** 资料管理: materials of all items, of the own organisation and those below; of one evaluation, unit or item with its id. */
export default function Materials() {
  const navigate = useNavigate();
  const { evaluationId, unitId, itemId } = readQuery(useLocation().search, ['evaluationId', 'unitId', 'itemId']);
  return (
    <ListPage<ScoreRow>
      key={`${evaluationId}:${unitId}:${itemId}`}
      title="资料管理"
      path={PATHS.materials}
      endpoint={listScores}
      columns={SCORE_COLUMNS}
      search={{ name: 'keyWords', placeholder: '指标或组织名称' }}
      unit="份"
      keep={['evaluationId', 'unitId', 'itemId']}
      views={{
        list: [
          { label: VIEWS.all, value: '' },
          { label: VIEWS.own, value: 'own' },
          { label: VIEWS.review, value: 'review' },
        ],
        counts: () => ({}),
      }}
      row={{
        label: (row) => `${row.itemTitle} ${row.orgName}`,
        href: (row) => PATHS.materialOf(row.id),
        editHref: () => null,
        menu: (row) => [
          {
            label: row.can.decide ? '审核' : row.can.handIn ? '报送资料' : '查看详情',
            icon: row.can.decide ? 'check' : row.can.handIn ? 'import' : 'eye',
            run: () => navigate(PATHS.materialOf(row.id)),
          },
          { label: '考评详情', icon: 'clipboard', run: () => navigate(PATHS.unitOf(row.unitId)) },
        ],
      }}
      empty={{ title: '没有考评资料', text: '考评开始后，各考核单位要报的资料列在这里。' }}
    />
  );
}
