import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { noValue } from '#platform/web/show/none.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { Wide } from '#platform/web/wide/Wide.tsx';
import { type ScoreReport as Report, scoreReport } from '../contract.report.ts';
import { rateText } from '../rules.report.ts';
import { pointsText } from '../rules.ts';
import { Points } from './parts.tsx';
import { PATHS } from './paths.ts';
import { Choose, Loaded, optionsOfTexts, ReportHead, ReportTop, useAsked, WithEvaluation } from './reportParts.tsx';

/** Units side by side at most; the others are leafed through. */
const ACROSS = 12;
/** How many of the lowest items are named. */
const LOWEST = 8;

/** 得分报表: items down, units across; where points are lost. */
export default function ScoreReport() {
  return (
    <WithEvaluation title="得分报表" path={PATHS.scoreReport}>
      {(id, pickers) => <OfEvaluation key={id} id={id} pickers={pickers} />}
    </WithEvaluation>
  );
}

function OfEvaluation({ id, pickers }: { id: string; pickers: ReactNode }) {
  const [{ group, unitId: wantedUnitId, from: place }, ask] = useAsked('score', id, ['group', 'unitId', 'from']);
  return (
    <Loaded<typeof scoreReport, Report>
      endpoint={scoreReport}
      input={{ evaluationId: id, ...(group ? { group } : {}) }}
      head={<ReportTop kind="score" evaluationId={id} pickers={pickers} asked={{ group }} />}
    >
      {(report) => {
        const unitId = report.units.some((unit) => unit.unitId === wantedUnitId) ? wantedUnitId : '';
        const from = firstOf(place, report.units.length);
        return (
          <>
            <section className="card" aria-label="得分报表">
              <ReportHead of={report} />
              <div className="trinity-choices">
                <Choose
                  label="组别"
                  value={group}
                  none="全部"
                  options={optionsOfTexts(report.groups)}
                  onChange={(value) => ask({ group: value, unitId: '', from: '' })}
                />
                <Choose
                  label="考核单位"
                  value={unitId}
                  none={`全部（${report.units.length}个）`}
                  options={report.units.map((unit) => ({ value: unit.unitId, label: unit.orgName }))}
                  onChange={(value) => ask({ unitId: value })}
                />
                {unitId === '' && report.units.length > ACROSS && (
                  <Leaf
                    all={report.units.length}
                    from={from}
                    onLeaf={(next) => ask({ from: next === 0 ? '' : String(next) })}
                  />
                )}
              </div>
              {report.units.length === 0 ? (
                <p className="trinity-quiet">管理范围内没有考核单位。</p>
              ) : (
                <Matrix report={report} unitId={unitId} from={from} />
              )}
            </section>
            <Lowest report={report} />
          </>
        );
      }}
    </Loaded>
  );
}

/** The first of the units that are shown: as the address says, at the beginning of a portion that is there. */
function firstOf(text: string, units: number): number {
  const asked = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  return Math.floor(Math.min(asked, Math.max(0, units - 1)) / ACROSS) * ACROSS;
}

const Leaf = ({ all, from, onLeaf }: { all: number; from: number; onLeaf: (from: number) => void }) => (
  <span className="trinity-leaf">
    <Button size="compact" disabled={from === 0} onClick={() => onLeaf(from - ACROSS)}>
      前{ACROSS}个
    </Button>
    <span role="status">
      第{from + 1}至{Math.min(all, from + ACROSS)}个
    </span>
    <Button size="compact" disabled={from + ACROSS >= all} onClick={() => onLeaf(from + ACROSS)}>
      后{ACROSS}个
    </Button>
  </span>
);

/** Points, those lost beside them. */
function Cell({ points, of }: { points: number | null; of: number }) {
  if (points === null) return noValue;
  return (
    <>
      <Points value={points} />
      {points < of && <small className="trinity-lost">-{pointsText(of - points)}</small>}
    </>
  );
}

function Matrix({ report, unitId, from }: { report: Report; unitId: string; from: number }) {
  const { items } = report;
  const one = report.units.find((unit) => unit.unitId === unitId);
  const units = one ? [one] : report.units.slice(from, from + ACROSS);
  return (
    <Wide label="指标和考核单位的得分">
      <table className="table dense">
        <thead>
          <tr>
            <th scope="col" className="stays">
              指标
            </th>
            <th scope="col" className="number">
              满分
            </th>
            {one && (
              <>
                <th scope="col" className="number">
                  得分
                </th>
                <th scope="col" className="number">
                  比平均
                </th>
              </>
            )}
            <th scope="col" className="number">
              平均
            </th>
            <th scope="col" className="number">
              最低
            </th>
            <th scope="col" className="number">
              最高
            </th>
            <th scope="col" className="number">
              共失分
            </th>
            {!one &&
              units.map((unit) => (
                <th key={unit.unitId} scope="col" className="number tall">
                  <Link to={PATHS.unitOf(unit.unitId)}>{unit.orgName}</Link>
                </th>
              ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item, at) => {
            const own = one?.scores[at] ?? null;
            return (
              <tr key={item.id}>
                <th scope="row" className="stays">
                  {item.title} <small>{item.partTitle}</small>
                </th>
                <td className="number">{pointsText(item.points)}</td>
                {one && (
                  <>
                    <td className="number">
                      <Cell points={own} of={item.points} />
                    </td>
                    <td className="number">{apart(own, item.mean)}</td>
                  </>
                )}
                <td className="number">{pointsText(item.mean)}</td>
                <td className="number">{pointsText(item.least)}</td>
                <td className="number">{pointsText(item.most)}</td>
                <td className="number">{item.lost > 0 ? pointsText(item.lost) : noValue}</td>
                {!one &&
                  units.map((unit) => (
                    <td key={unit.unitId} className="number">
                      <Cell points={unit.scores[at] ?? null} of={item.points} />
                    </td>
                  ))}
              </tr>
            );
          })}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" className="stays">
              总分 <small>按系数</small>
            </th>
            <td className="number">100</td>
            {one && (
              <>
                <td className="number">
                  <Points value={one.total} />
                </td>
                <td />
              </>
            )}
            <td colSpan={4} />
            {!one &&
              units.map((unit) => (
                <td key={unit.unitId} className="number">
                  <Points value={unit.total} />
                </td>
              ))}
          </tr>
        </tfoot>
      </table>
    </Wide>
  );
}

const apart = (points: number | null, mean: number | null) =>
  points === null || mean === null ? noValue : `${points >= mean ? '+' : ''}${(points - mean) / 100}`;

/** The items of which the least share was won on average. */
function Lowest({ report }: { report: Report }) {
  const lowest = report.items
    .filter(({ mean, points }) => mean !== null && mean < points)
    .toSorted((a, b) => (a.mean ?? 0) / a.points - (b.mean ?? 0) / b.points)
    .slice(0, LOWEST);
  return (
    <section className="card" aria-labelledby="trinity-lowest">
      <div className="card-head">
        <h2 id="trinity-lowest">得分率低的指标</h2>
      </div>
      {lowest.length === 0 ? (
        <p className="trinity-quiet">还没有失分。</p>
      ) : (
        <ol className="trinity-lowest">
          {lowest.map((item) => (
            <li key={item.id}>
              <span>
                {item.title} <span className="muted">{item.partTitle}</span>
              </span>
              <meter min={0} max={item.points} value={item.mean ?? 0} aria-label={`${item.title}的平均得分率`} />
              <span>
                平均{pointsText(item.mean)}/{pointsText(item.points)}分，得分率{rateText(item.mean ?? 0, item.points)}
                ，共失{pointsText(item.lost)}分
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
