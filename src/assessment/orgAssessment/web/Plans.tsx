import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import type { Column } from '#platform/web/list/columns.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { readQuery } from '#platform/web/route/navigation.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { listPlans, type PlanRow } from '../contract.plan.ts';
import { PLAN_STATES, pointsText } from '../rules.ts';
import { PlanDialog } from './PlanDialog.tsx';
import { PlanView } from './PlanView.tsx';
import { choicesFromWords, PlanTag, Share } from './parts.tsx';
import { PATHS, planPath, reportPath } from './paths.ts';

const COLUMNS: readonly Column<PlanRow>[] = [
  {
    key: 'name',
    title: '考核方案',
    width: 250,
    card: 'title',
    cell: (row) => <Link to={planPath(row.id)}>{row.name}</Link>,
  },
  { key: 'year', title: '年度', width: 72, card: 'line', cell: (row) => `${row.year}年` },
  {
    key: 'state',
    title: '状态',
    width: 90,
    card: 'tag',
    cell: (row) => <PlanTag {...row} />,
    filter: { kind: 'choice', name: 'state', options: choicesFromWords(PLAN_STATES) },
  },
  { key: 'org', title: '制定组织', width: 170, card: 'line', cell: (row) => row.orgName },
  { key: 'days', title: '考核期', width: 186, cell: (row) => `${row.startsOn} 至 ${row.endsOn}` },
  { key: 'items', title: '项目', width: 100, cell: (row) => `${row.items}项，${pointsText(row.points)}分` },
  { key: 'targets', title: '组织', width: 56, align: 'right', cell: (row) => row.targets },
  {
    key: 'done',
    title: '已评',
    width: 166,
    card: 'line',
    cell: (row) => <Share done={row.reviewed} all={row.cells} label={`已评${row.reviewed}项，共${row.cells}项`} />,
  },
  {
    key: 'view',
    title: '制定的',
    width: 0,
    filterOnly: true,
    cell: () => null,
    filter: { kind: 'choice', name: 'view', options: [{ value: 'own', label: '本组织制定的' }] },
  },
];

/** 考核方案: the list, or with an id the plan itself. */
export default function Plans() {
  const { id } = readQuery(useLocation().search, ['id']);
  return id ? <PlanView key={id} id={id} /> : <List />;
}

function List() {
  const session = useSession();
  const [adding, setAdding] = useState<{ from: PlanRow | null } | null>(null);
  const manages = may(session, 'integral:manage');
  return (
    <div className="list-page integral-list">
      <PageHead title="考核方案">
        {manages && (
          <Button look="primary" icon="plus" onClick={() => setAdding({ from: null })}>
            新增方案
          </Button>
        )}
      </PageHead>
      <PlainList<PlanRow>
        caption="考核方案"
        endpoint={listPlans}
        columns={COLUMNS}
        search={{ name: 'keyWords', placeholder: '方案名称' }}
        unit="个"
        actsWidth={144}
        acts={(row) => (
          <span className="record-row-acts">
            <ButtonLink look="row" to={planPath(row.id)}>
              {row.can.edit ? '编辑' : '查看'}
            </ButtonLink>
            {row.state > 0 && (
              <ButtonLink look="row" to={reportPath(PATHS.itemized, row.id)}>
                结果
              </ButtonLink>
            )}
            {manages && row.isOwn && (
              <Button look="row" onClick={() => setAdding({ from: row })}>
                复制
              </Button>
            )}
          </span>
        )}
        empty={{ title: '还没有考核方案', text: '点“新增方案”，选定项目（合计100分）和范围后发布。' }}
      />
      {adding && <PlanDialog plan={null} from={adding.from} onClose={() => setAdding(null)} />}
    </div>
  );
}
