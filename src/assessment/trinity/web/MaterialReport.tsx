import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { noValue } from '#platform/web/show/none.tsx';
import { formatNumber } from '#platform/web/show/number.ts';
import { Wide } from '#platform/web/wide/Wide.tsx';
import { materialReport, type MaterialReport as Report } from '../contract.report.ts';
import { FIGURES, type Figure, type Figures, onTimeRate, passedRate, STANDS } from '../rules.report.ts';
import { PATHS } from './paths.ts';
import { Choose, Loaded, optionsOfTexts, ReportHead, ReportTop, useAsked, WithEvaluation } from './reportParts.tsx';

const SHOWN: readonly Figure[] = ['all', ...STANDS, 'late', 'onTime'];
const BY = { units: '按考核单位', items: '按指标' } as const;
type By = keyof typeof BY;

/** 资料报表: by unit or by item, how many materials stand how; each number leads to them. */
export default function MaterialReport() {
  return (
    <WithEvaluation title="资料报表" path={PATHS.materialReport}>
      {(id, pickers) => <OfEvaluation key={id} id={id} pickers={pickers} />}
    </WithEvaluation>
  );
}

function OfEvaluation({ id, pickers }: { id: string; pickers: ReactNode }) {
  const [{ by: way, group }, ask] = useAsked('material', id, ['by', 'group']);
  const by: By = way === 'items' ? way : 'units';
  const asked = { by, group: by === 'units' ? group : '' };
  return (
    <Loaded<typeof materialReport, Report>
      endpoint={materialReport}
      input={{ evaluationId: id }}
      head={<ReportTop kind="material" evaluationId={id} pickers={pickers} asked={asked} />}
    >
      {(report) => (
        <section className="card" aria-label="资料报表">
          <ReportHead of={report} />
          <p className="trinity-sum" role="status">
            应报{formatNumber(report.total.all)}份，通过{formatNumber(report.total.passed)}份，待审核
            {formatNumber(report.total.waiting)}
            份；按时报送率{onTimeRate(report.total) || '—'}，通过率{passedRate(report.total) || '—'}。
          </p>
          <div className="trinity-choices">
            <Choose
              label="统计"
              value={by}
              options={(Object.keys(BY) as By[]).map((value) => ({ value, label: BY[value] }))}
              onChange={(value) => ask({ by: value === 'units' ? '' : value })}
            />
            {by === 'units' && (
              <Choose
                label="组别"
                value={group}
                none="全部"
                options={optionsOfTexts(report.groups)}
                onChange={(value) => ask({ group: value })}
              />
            )}
          </div>
          {report.total.all === 0 ? (
            <p className="trinity-quiet">管理范围内没有要报的资料。</p>
          ) : (
            <Table report={report} by={by} group={asked.group} />
          )}
          <p className="trinity-note muted">
            按时报送率：已到期或已报的资料中，按指标的截止日期报送的；通过率：审核过的资料中，通过的。
          </p>
        </section>
      )}
    </Loaded>
  );
}

function Table({ report, by, group }: { report: Report; by: By; group: string }) {
  const rows =
    by === 'units'
      ? report.units
          .filter((one) => group === '' || one.group === group)
          .map((one) => ({ ...one, note: one.group, of: { unitId: one.id } }))
      : report.items.map((one) => ({ ...one, name: one.title, note: one.partTitle, of: { itemId: one.id } }));
  return (
    <Wide label="资料报送和审核情况">
      <table className="table">
        <thead>
          <tr>
            <th scope="col" className="stays">
              {by === 'units' ? '考核单位' : '指标'}
            </th>
            {SHOWN.map((figure) => (
              <th key={figure} scope="col" className="number">
                {FIGURES[figure]}
              </th>
            ))}
            <th scope="col" className="number">
              按时报送率
            </th>
            <th scope="col" className="number">
              通过率
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row" className="stays">
                {row.name} <small>{row.note}</small>
              </th>
              <Cells name={row.name} figures={row.figures} of={{ evaluationId: report.evaluationId, ...row.of }} />
            </tr>
          ))}
        </tbody>
        {group === '' && (
          <tfoot>
            <tr>
              <th scope="row" className="stays">
                合计
              </th>
              <Cells name="合计" figures={report.total} of={{ evaluationId: report.evaluationId }} />
            </tr>
          </tfoot>
        )}
      </table>
    </Wide>
  );
}

const Cells = ({ name, figures, of }: { name: string; figures: Figures; of: Record<string, string> }) => (
  <>
    {SHOWN.map((figure) => (
      <td key={figure} className="number">
        {figures[figure] === 0 ? (
          noValue
        ) : (
          <Link
            className={figure === 'late' ? 'given-late' : undefined}
            aria-label={`${name} ${FIGURES[figure]}${figures[figure]}份`}
            to={PATHS.behindOf({ ...of, view: figure === 'all' ? undefined : figure })}
          >
            {formatNumber(figures[figure])}
          </Link>
        )}
      </td>
    ))}
    <td className="number">{onTimeRate(figures) || noValue}</td>
    <td className="number">{passedRate(figures) || noValue}</td>
  </>
);
