import { Link } from 'react-router';
import type { Column } from '#platform/web/list/columns.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { listPlans, type PlanRow } from '../contract.plan.ts';
import { PLAN_STATES } from '../rules.ts';
import { choicesFromWords, noValue, PlanTag, Share } from './parts.tsx';
import { PATHS, planPath, reportPath } from './paths.ts';

const COLUMNS: readonly Column<PlanRow>[] = [
  {
    key: 'name',
    title: '考核方案',
    width: 240,
    card: 'title',
    cell: (row) => <Link to={reportPath(PATHS.itemized, row.id)}>{row.name}</Link>,
  },
  { key: 'year', title: '年度', width: 70, card: 'line', cell: (row) => `${row.year}年` },
  {
    key: 'state',
    title: '状态',
    width: 80,
    card: 'tag',
    cell: (row) => <PlanTag {...row} />,
    filter: { kind: 'choice', name: 'state', options: choicesFromWords(PLAN_STATES).slice(1) },
  },
  { key: 'targets', title: '组织', width: 56, align: 'right', card: 'line', cell: (row) => row.targets },
  {
    key: 'submitted',
    title: '已报',
    width: 164,
    cell: (row) => <Share done={row.submitted} all={row.cells} label="已报" />,
  },
  {
    key: 'reviewed',
    title: '已评',
    width: 164,
    card: 'line',
    cell: (row) => <Share done={row.reviewed} all={row.cells} label="已评" />,
  },
  { key: 'late', title: '逾期', width: 56, align: 'right', cell: (row) => (row.late > 0 ? row.late : noValue) },
  { key: 'notice', title: '公示到', width: 100, cell: (row) => row.noticeUntil ?? noValue },
];

/** 报表管理: plans that are out, their results, and freezing, publishing and withdrawing them. */
export default function Reports() {
  return (
    <div className="list-page integral-list">
      <PageHead title="报表管理" />
      <PlainList<PlanRow>
        caption="报表管理"
        endpoint={listPlans}
        columns={COLUMNS}
        search={{ name: 'keyWords', placeholder: '方案名称' }}
        unit="个"
        actsWidth={290}
        acts={(row) =>
          row.state === 0 ? (
            <ButtonLink look="row" to={planPath(row.id)}>
              去发布
            </ButtonLink>
          ) : (
            <span className="record-row-acts">
              <ButtonLink look="row" to={reportPath(PATHS.itemized, row.id)}>
                分项
              </ButtonLink>
              <ButtonLink look="row" to={reportPath(PATHS.gather, row.id)}>
                汇总
              </ButtonLink>
              <ButtonLink look="row" to={reportPath(PATHS.months, row.id)}>
                月度
              </ButtonLink>
              <ButtonLink look="row" to={reportPath(PATHS.cable, row.id)}>
                电报
              </ButtonLink>
              {(row.can.notice || row.can.withdraw || row.can.archive) && (
                <ButtonLink look="row" to={planPath(row.id)}>
                  {row.can.notice ? '公示结果' : '撤回或归档'}
                </ButtonLink>
              )}
            </span>
          )
        }
        empty={{ title: '还没有考核报表', text: '考核方案发布后，这里可以看分项、汇总、月度和电报报表。' }}
      />
    </div>
  );
}
