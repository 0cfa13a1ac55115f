import { Link } from 'react-router';
import { useCall } from '#platform/web/call/hooks.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Wide } from '#platform/web/wide/Wide.tsx';
import { type PlanReport, planReport } from '../contract.report.ts';
import { pointsText } from '../rules.ts';
import { GradeTag, noValue, Points, ReportTabs, usePlan, WithPlan } from './parts.tsx';
import { detailsPath, PATHS } from './paths.ts';
import { ReportActs } from './ReportActs.tsx';

/** 分项统计: organisations by items, the spread of each, and where points are lost. */
export default function Itemized() {
  const use = usePlan(PATHS.itemized);
  const { plan, picker } = use;
  return (
    <div className="integral-page">
      <PageHead title="分项统计">
        {picker}
        {plan && <ReportActs plan={plan.id} kind="items" />}
      </PageHead>
      {plan && <ReportTabs here={PATHS.itemized} plan={plan.id} />}
      <WithPlan use={use}>{({ id }) => <Loaded id={id} />}</WithPlan>
    </div>
  );
}

function Loaded({ id }: { id: string }) {
  const planReportQuery = useCall(planReport, { id }, { quiet: true, keepPrevious: true, staleTime: 0 });
  return planReportQuery.data ? <Tables report={planReportQuery.data} /> : <Waiting query={planReportQuery} />;
}

function Tables({ report }: { report: PlanReport }) {
  const lossy = [...report.items].filter(({ lost }) => lost > 0).sort((a, b) => b.lost - a.lost);
  const most = lossy[0]?.lost ?? 1;
  return (
    <>
      <section className="card">
        <div className="card-head">
          <h2>
            {report.year}年 {report.name}
          </h2>
          <span className="muted">
            {report.isFinal
              ? '结果已定'
              : `评分中，截至${dateTime(report.asOf)}；不排名次、不定等次，得分只看已评的项目`}
          </span>
        </div>
        <Wide label="组织和项目的得分">
          <table className="table dense">
            <thead>
              <tr>
                <th scope="col" className="stays">
                  组织
                </th>
                <th scope="col" className="number">
                  {report.isFinal ? '名次' : '已评'}
                </th>
                <th scope="col">等次</th>
                <th scope="col" className="number">
                  {report.isFinal ? '总分' : '已评部分折合'}
                </th>
                {report.items.map((item) => (
                  <th key={item.id} scope="col" className="number tall">
                    {item.name}
                    <small>满分{pointsText(item.points)}</small>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {report.rows.map((row) => (
                <tr key={row.orgId}>
                  <th scope="row" className="stays">
                    <Link to={detailsPath(report.id, row.orgId)}>{row.name}</Link>
                  </th>
                  <td className="number" title={row.group}>
                    {report.isFinal ? (row.place ?? noValue) : `${row.decided}/${report.items.length}`}
                  </td>
                  <td>
                    <GradeTag grade={row.grade} />
                  </td>
                  <td className="number">
                    <Points value={row.total} />
                  </td>
                  {row.scores.map(({ points, isExempt }, at) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: columns in the order of the items
                    <td key={at} className="number">
                      {isExempt ? <span className="muted">免考</span> : <Points value={points} />}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
            <tfoot>
              {(
                [
                  ['平均', 'mean'],
                  ['最低', 'least'],
                  ['最高', 'most'],
                ] as const
              ).map(([label, key]) => (
                <tr key={key}>
                  <th scope="row" className="stays">
                    {label}
                  </th>
                  <td colSpan={2} />
                  <td className="number">{pointsText(report.total[key])}</td>
                  {report.items.map((item) => (
                    <td key={item.id} className="number">
                      {pointsText(item[key])}
                    </td>
                  ))}
                </tr>
              ))}
            </tfoot>
          </table>
        </Wide>
      </section>
      <section className="card">
        <div className="card-head">
          <h2>失分多的项目</h2>
        </div>
        {lossy.length === 0 ? (
          <p className="integral-quiet">还没有失分。</p>
        ) : (
          <ul className="integral-rows">
            {lossy.slice(0, 8).map((item) => (
              <li key={item.id}>
                <span>
                  {item.name} <span className="muted">{item.typeName}</span>
                </span>
                <span className="end">
                  <span className="integral-share">
                    <i aria-hidden="true">
                      <b style={{ width: `${Math.round((item.lost * 100) / most)}%` }} />
                    </i>
                  </span>
                  共失{pointsText(item.lost)}分
                </span>
              </li>
            ))}
          </ul>
        )}
      </section>
    </>
  );
}
