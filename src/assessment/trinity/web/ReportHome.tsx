import { Link } from 'react-router';
import { useCall } from '#platform/web/call/hooks.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { formatNumber } from '#platform/web/show/number.ts';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { materialReport, orgReport, REPORTS, type ReportKind } from '../contract.report.ts';
import { onTimeRate, passedRate } from '../rules.report.ts';
import { pointsText } from '../rules.ts';
import { PATHS } from './paths.ts';
import { ReportHead, reportPath, WithEvaluation } from './reportParts.tsx';
import '#house/web/given/given.css';
import './trinity.css';

const ABOUT: Readonly<Record<ReportKind, readonly [icon: 'organisation' | 'chart' | 'document', text: string]>> = {
  org: ['organisation', '各单位的板块得分、总分、等次、名次，和上年相比的变化'],
  score: ['chart', '各指标的平均分、最高最低，在哪些指标上失分'],
  material: ['document', '资料报了多少、按时多少、通过多少，点数字看资料'],
};

/** 考评报表: the main figures of one evaluation, and its three reports. */
export default function ReportHome() {
  return (
    <WithEvaluation title="考评报表" path={PATHS.report}>
      {(id, pickers) => (
        <>
          <PageHead title="考评报表" />
          {pickers}
          <Figures key={id} id={id} />
          <ul className="trinity-reports">
            {(Object.keys(REPORTS) as ReportKind[]).map((kind) => (
              <li key={kind}>
                <Link className="card" to={reportPath(kind, id)}>
                  <Icon name={ABOUT[kind][0]} size={20} />
                  <b>{REPORTS[kind]}</b>
                  <span className="muted">{ABOUT[kind][1]}</span>
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </WithEvaluation>
  );
}

function Figures({ id }: { id: string }) {
  const orgs = useCall(orgReport, { evaluationId: id }, { quiet: true, staleTime: 0 });
  const materials = useCall(materialReport, { evaluationId: id }, { quiet: true, staleTime: 0 });
  if (!orgs.data || !materials.data) return <Waiting query={orgs.data ? materials : orgs} />;
  const { rows, total, grades } = orgs.data;
  const sum = materials.data.total;
  const figures: readonly (readonly [label: string, value: string, to: string])[] = [
    ['考核单位', formatNumber(rows.length), reportPath('org', id)],
    ['平均得分', pointsText(total.mean), reportPath('score', id)],
    ['最高', pointsText(total.most), reportPath('org', id)],
    ['最低', pointsText(total.least), reportPath('org', id)],
    ['资料通过/应报', `${formatNumber(sum.passed)}/${formatNumber(sum.all)}`, reportPath('material', id)],
    ['待审核', formatNumber(sum.waiting), PATHS.behindOf({ evaluationId: id, view: 'waiting' })],
    ['逾期和迟报', formatNumber(sum.late), PATHS.behindOf({ evaluationId: id, view: 'late' })],
    ['按时报送率', onTimeRate(sum) || '—', reportPath('material', id)],
    ['通过率', passedRate(sum) || '—', reportPath('material', id)],
  ];
  return (
    <section className="card" aria-label="主要数据">
      <ReportHead of={orgs.data} />
      <ul className="trinity-figures">
        {figures.map(([label, value, to]) => (
          <li key={label}>
            <Link to={to}>
              <b>{value}</b>
              <span>{label}</span>
            </Link>
          </li>
        ))}
      </ul>
      <p className="trinity-sum">{grades.map(({ label, units }) => `${label}${units}个`).join('，')}</p>
    </section>
  );
}
