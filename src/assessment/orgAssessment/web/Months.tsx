import { useCall } from '#platform/web/call/hooks.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Wide } from '#platform/web/wide/Wide.tsx';
import { monthReport } from '../contract.report.ts';
import { pointsText } from '../rules.ts';
import { ReportTabs, usePlan, WithPlan } from './parts.tsx';
import { PATHS } from './paths.ts';
import { ReportActs } from './ReportActs.tsx';

const MONTHS = Array.from({ length: 12 }, (_, at) => at + 1);

/** 月度项目: items of every month by months: ■ all handed in, ◆ some, ● late. */
export default function Months() {
  const use = usePlan(PATHS.months);
  const { plan, picker } = use;
  return (
    <div className="integral-page">
      <PageHead title="月度项目">
        {picker}
        {plan && <ReportActs plan={plan.id} kind="months" />}
      </PageHead>
      {plan && <ReportTabs here={PATHS.months} plan={plan.id} />}
      <WithPlan use={use}>{({ id }) => <Loaded id={id} />}</WithPlan>
    </div>
  );
}

function Loaded({ id }: { id: string }) {
  const monthReportQuery = useCall(monthReport, { id }, { quiet: true, keepPrevious: true, staleTime: 0 });
  if (!monthReportQuery.data) return <Waiting query={monthReportQuery} />;
  const { items, name, year } = monthReportQuery.data;
  return (
    <section className="card">
      <div className="card-head">
        <h2>
          {year}年 {name}
        </h2>
        <span className="muted">■ 报齐　◆ 未报齐　● 有逾期；下面是平均分</span>
      </div>
      {items.length === 0 ? (
        <p className="integral-quiet">这个方案没有每月报送的项目。</p>
      ) : (
        <Wide label="项目和月份">
          <table className="table dense">
            <thead>
              <tr>
                <th scope="col" className="stays">
                  项目
                </th>
                {MONTHS.map((month) => (
                  <th key={month} scope="col" className="number">
                    {month}月
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {items.map((item) => (
                <tr key={item.id}>
                  <th scope="row" className="stays">
                    {item.name}
                    <small>满分{pointsText(item.points)}</small>
                  </th>
                  {MONTHS.map((month) => {
                    const cell = item.months.find((one) => one.month === month);
                    if (!cell) return <td key={month} className="number muted" />;
                    const sign = cell.late > 0 ? '●' : cell.submitted === cell.cells ? '■' : '◆';
                    return (
                      <td
                        key={month}
                        className="number"
                        title={`截止${cell.dueOn}，应报${cell.cells}，已报${cell.submitted}，通过${cell.passed}，逾期${cell.late}`}
                      >
                        {sign} {cell.submitted}/{cell.cells}
                        <br />
                        <span className="muted">{pointsText(cell.mean)}</span>
                      </td>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </Wide>
      )}
    </section>
  );
}
