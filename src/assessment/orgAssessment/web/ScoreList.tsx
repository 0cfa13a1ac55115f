import { Link, useLocation, useNavigate } from 'react-router';
import type { Column } from '#platform/web/list/columns.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { Tabs } from '#platform/web/records/Tabs.tsx';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { listOwn, type ScoreRow } from '../contract.score.ts';
import { MATERIAL_STATES, monthText, REVIEW_STATES } from '../rules.ts';
import { choicesFromWords, noValue, Points, ScoreTags } from './parts.tsx';
import { editPath, PATHS, scorePath } from './paths.ts';
import '#platform/web/records/records.css';

const KEPT = ['view'];
const COLUMNS: readonly Column<ScoreRow>[] = [
  {
    key: 'item',
    title: '考核项目',
    width: 260,
    card: 'title',
    cell: (row) => (
      <Link to={scorePath(row.id)}>
        {row.itemName}
        {row.month > 0 && `（${monthText(row.month)}）`}
      </Link>
    ),
  },
  { key: 'org', title: '被考核组织', width: 190, card: 'line', cell: (row) => row.orgName },
  { key: 'plan', title: '方案', width: 200, cell: (row) => row.planName },
  {
    key: 'state',
    title: '材料',
    width: 170,
    card: 'tag',
    cell: (row) => <ScoreTags row={row} />,
    filter: {
      kind: 'choice',
      name: 'state',
      options: (['-1', '0', '1'] as const).map((value) => ({ value, label: MATERIAL_STATES[value] })),
    },
  },
  {
    key: 'review',
    title: '评审',
    width: 0,
    filterOnly: true,
    cell: () => null,
    filter: { kind: 'choice', name: 'review', options: choicesFromWords(REVIEW_STATES) },
  },
  { key: 'dueOn', title: '截止日期', width: 110, card: 'line', cell: (row) => row.dueOn },
  { key: 'self', title: '自评', width: 70, align: 'right', cell: (row) => <Points value={row.self} /> },
  {
    key: 'final',
    title: '得分',
    width: 100,
    align: 'right',
    card: 'line',
    cell: (row) => (row.isExempt ? noValue : <Points value={row.final} of={row.points} />),
  },
];

/** 项目列表: what measures the own organisation, what is to be handed in, reviewed and confirmed. */
export default function ScoreList() {
  const session = useSession();
  const navigate = useNavigate();
  const { view: wantedView } = readQuery(useLocation().search, ['view']);
  const tabs = [
    { key: 'own', label: '考核本组织的' },
    { key: 'todo', label: '待填报' },
    ...(may(session, 'integral:score')
      ? [
          { key: 'review', label: '待我评审' },
          { key: 'asked', label: '改分待确认' },
        ]
      : []),
  ] as const;
  const view = tabs.find(({ key }) => key === wantedView)?.key ?? 'own';
  return (
    <div className="list-page">
      <PageHead title="项目列表" />
      <Tabs
        label="项目列表"
        tabs={tabs}
        current={view}
        panel="integral-list"
        onPick={(key) => navigate(pathWithQuery(PATHS.projectList, { view: key }), { replace: true })}
      />
      <div id="integral-list" role="tabpanel" aria-label="项目列表" className="office-list">
        <PlainList<ScoreRow>
          key={view}
          caption="项目列表"
          endpoint={listOwn}
          columns={COLUMNS}
          search={{ name: 'keyWords', placeholder: '项目名称' }}
          keep={KEPT}
          unit="项"
          inputOf={({ view: _view, ...values }) => ({ ...values, view })}
          acts={(row) => (
            <ButtonLink look="row" to={row.can.decide || row.can.review ? editPath(row.id) : scorePath(row.id)}>
              {row.can.report ? '填报' : row.can.review ? '评审' : row.can.decide ? '确认改分' : '查看'}
            </ButtonLink>
          )}
          empty={{
            title: view === 'todo' ? '没有待填报的材料' : view === 'review' ? '没有待评审的项目' : '没有考核项目',
            text: '考核方案发布后，被考核的项目会列在这里。',
          }}
        />
      </div>
    </div>
  );
}
