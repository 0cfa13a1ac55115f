import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { optionsOf } from '#platform/web/list/options.ts';
import { noValue } from '#platform/web/show/none.tsx';
import { Wide } from '#platform/web/wide/Wide.tsx';
import { type OrgReportRow, orgReport, type OrgReport as Report } from '../contract.report.ts';
import { changeText, placesText, SORTS, type Sort, selectReportRows } from '../rules.report.ts';
import { pointsText } from '../rules.ts';
import { Points } from './parts.tsx';
import { PATHS } from './paths.ts';
import { Choose, Loaded, optionsOfTexts, ReportHead, ReportTop, useAsked, WithEvaluation } from './reportParts.tsx';

/** 组织报表: units by group with their points by part, result, and change since the year before. */
export default function OrgReport() {
  return (
    <WithEvaluation title="组织报表" path={PATHS.orgReport}>
      {(id, pickers) => <OfEvaluation key={id} id={id} pickers={pickers} />}
    </WithEvaluation>
  );
}

function OfEvaluation({ id, pickers }: { id: string; pickers: ReactNode }) {
  const [{ group, grade, sort: order }, ask] = useAsked('org', id, ['group', 'grade', 'sort']);
  const sort: Sort = Object.hasOwn(SORTS, order) ? (order as Sort) : 'group';
  const asked = { group, grade, sort };
  return (
    <Loaded<typeof orgReport, Report>
      endpoint={orgReport}
      input={{ evaluationId: id }}
      head={<ReportTop kind="org" evaluationId={id} pickers={pickers} asked={asked} />}
    >
      {(report) => {
        const rows = selectReportRows(report.rows, asked);
        return (
          <section className="card" aria-label="组织报表">
            <ReportHead of={report} />
            <Summary report={report} />
            <div className="trinity-choices">
              <Choose
                label="组别"
                value={group}
                none="全部"
                options={optionsOfTexts(report.groups)}
                onChange={(value) => ask({ group: value })}
              />
              <Choose
                label="等次"
                value={grade}
                none="全部"
                options={optionsOfTexts(report.grades.map(({ label }) => label))}
                onChange={(value) => ask({ grade: value })}
              />
              <Choose
                label="排序"
                value={sort}
                options={optionsOf(SORTS).filter(({ value }) => value !== 'rise' || report.before)}
                onChange={(value) => ask({ sort: value === 'group' ? '' : value })}
              />
            </div>
            {rows.length === 0 ? (
              <p className="trinity-quiet">
                {report.rows.length === 0 ? '管理范围内没有考核单位。' : '没有这样的考核单位，换个组别或等次看看。'}
              </p>
            ) : (
              <Table report={report} rows={rows} />
            )}
            {!report.isFinal && (
              <p className="trinity-note muted">
                考评还在进行，不排名次、不定等次。“已评部分折合”只看已经评的指标，折算成100分再乘系数；结束考评时，没有报送和评分的计0分。
              </p>
            )}
          </section>
        );
      }}
    </Loaded>
  );
}

/** How many units have each grade. */
const told = (grades: Report['grades']): string => {
  const some = grades.filter(({ units }) => units > 0).map(({ label, units }) => `${label}${units}个`);
  return some.length > 0 ? `${some.join('，')}。` : '';
};

const Summary = ({ report: { total, grades, rows, before } }: { report: Report }) => (
  <p className="trinity-sum" role="status">
    共{rows.length}个考核单位
    {total.mean !== null &&
      `，平均${pointsText(total.mean)}分，最高${pointsText(total.most)}分，最低${pointsText(total.least)}分`}
    。{told(grades)}
    {before && (
      <span className="muted">
        与{before.year}年“{before.name}”相比。
      </span>
    )}
  </p>
);

function Table({ report, rows }: { report: Report; rows: readonly OrgReportRow[] }) {
  const { before, parts } = report;
  return (
    <Wide label="各单位的得分">
      <table className="table">
        <thead>
          <tr>
            <th scope="col" className="stays">
              考核单位
            </th>
            <th scope="col" className="number">
              {report.isFinal ? '名次' : '已评'}
            </th>
            <th scope="col" className="number">
              {report.isFinal ? '总分' : '已评部分折合'}
            </th>
            <th scope="col">等次</th>
            <th scope="col">组别</th>
            {parts.map((part) => (
              <th key={part.id} scope="col" className="number tall">
                {part.title}
                <small>满分{pointsText(part.points)}</small>
              </th>
            ))}
            <th scope="col" className="number">
              系数
            </th>
            {before && (
              <>
                <th scope="col" className="number">
                  {before.year}年
                </th>
                <th scope="col" className="number">
                  得分变化
                </th>
                <th scope="col">名次变化</th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.unitId}>
              <th scope="row" className="stays">
                {row.isSeen ? <Link to={PATHS.unitOf(row.unitId)}>{row.orgName}</Link> : row.orgName}
              </th>
              <td className="number">
                {report.isFinal ? (row.place ?? noValue) : row.isSeen ? `${row.decided}/${report.items}` : noValue}
              </td>
              <td className="number">
                <Points value={row.total} />
              </td>
              <td>{row.grade || noValue}</td>
              <td>{row.group}</td>
              {row.parts.map((points, at) => (
                <td key={parts[at]?.id} className="number">
                  <Points value={points} />
                </td>
              ))}
              <td className="number">{row.weight}%</td>
              {before && <BeforeCells row={row} />}
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  );
}

/** How it stood the year before; a sign and a word, never the colour alone. */
const BeforeCells = ({ row: { before, totalChange, placeChange } }: { row: OrgReportRow }) => (
  <>
    <td className="number">
      <Points value={before?.total ?? null} />
    </td>
    <td className={`number ${totalChange !== null && totalChange < 0 ? 'given-late' : ''}`}>
      {changeText(totalChange) || noValue}
    </td>
    <td>{placesText(placeChange) || noValue}</td>
  </>
);
