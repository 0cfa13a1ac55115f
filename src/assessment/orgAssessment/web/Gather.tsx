import { Fragment, useState } from 'react';
import { Link } from 'react-router';
import { useCall } from '#platform/web/call/hooks.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { Wide } from '#platform/web/wide/Wide.tsx';
import { type PlanReport, planReport } from '../contract.report.ts';
import { GRADES, pointsText } from '../rules.ts';
import { GradeTag, Points, ReportTabs, usePlan, WithPlan } from './parts.tsx';
import { detailsPath, PATHS } from './paths.ts';
import { ReportActs } from './ReportActs.tsx';

/** 汇总报表: results by the organisation above, each opened to those below it. */
export default function Gather() {
  const use = usePlan(PATHS.gather);
  const { plan, picker } = use;
  return (
    <div className="integral-page">
      <PageHead title="汇总报表">
        {picker}
        {plan && <ReportActs plan={plan.id} kind="gather" />}
      </PageHead>
      {plan && <ReportTabs here={PATHS.gather} plan={plan.id} />}
      <WithPlan use={use}>{({ id }) => <Loaded id={id} />}</WithPlan>
    </div>
  );
}

function Loaded({ id }: { id: string }) {
  const planReportQuery = useCall(planReport, { id }, { quiet: true, keepPrevious: true, staleTime: 0 });
  return planReportQuery.data ? <Table report={planReportQuery.data} /> : <Waiting query={planReportQuery} />;
}

function Table({ report }: { report: PlanReport }) {
  const [open, setOpen] = useState<string | null>(
    report.gather.length === 1 ? (report.gather[0]?.orgId ?? null) : null,
  );
  return (
    <section className="card">
      <div className="card-head">
        <h2>
          {report.year}年 {report.name}
        </h2>
        <span className="muted">{report.isFinal ? '结果已定' : '评分中：不排名次、不定等次，得分只看已评的项目'}</span>
      </div>
      <Wide label="按上级组织汇总">
        <table className="table">
          <thead>
            <tr>
              <th scope="col" className="stays">
                上级组织
              </th>
              <th scope="col" className="number">
                组织数
              </th>
              <th scope="col" className="number">
                平均分
              </th>
              <th scope="col" className="number">
                最低
              </th>
              <th scope="col" className="number">
                最高
              </th>
              {Object.values(GRADES).map((name) => (
                <th key={name} scope="col" className="number">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {report.gather.map((above) => (
              <Fragment key={above.orgId}>
                <tr>
                  <th scope="row" className="stays">
                    <Button
                      look="link"
                      aria-expanded={open === above.orgId}
                      onClick={() => setOpen(open === above.orgId ? null : above.orgId)}
                    >
                      {above.name || '本组织'}
                    </Button>
                  </th>
                  <td className="number">{above.orgs}</td>
                  <td className="number">{pointsText(above.mean)}</td>
                  <td className="number">{pointsText(above.least)}</td>
                  <td className="number">{pointsText(above.most)}</td>
                  {above.grades.map((n, at) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: four grades in their order
                    <td key={at} className="number">
                      {n}
                    </td>
                  ))}
                </tr>
                {open === above.orgId &&
                  report.rows
                    .filter(({ parentId }) => (parentId ?? '0') === above.orgId)
                    .map((row) => (
                      <tr key={row.orgId}>
                        <td className="stays below">
                          <Link to={detailsPath(report.id, row.orgId)}>{row.name}</Link>
                        </td>
                        <td />
                        <td className="number">
                          <Points value={row.total} />
                        </td>
                        <td colSpan={6}>
                          <GradeTag grade={row.grade} />{' '}
                          <span className="muted">
                            {report.isFinal
                              ? row.place !== null && `第${row.place}名`
                              : `已评${row.decided}/${report.items.length}项`}
                          </span>
                        </td>
                      </tr>
                    ))}
              </Fragment>
            ))}
          </tbody>
        </table>
      </Wide>
    </section>
  );
}
