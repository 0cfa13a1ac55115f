import { useLocation } from 'react-router';
import { METHODS, type Method } from '#assessment/orgAssessment/rules.ts';
import { PartsTable } from '#house/web/given/parts.tsx';
import { useCall } from '#platform/web/call/hooks.ts';
import { readQuery } from '#platform/web/route/navigation.ts';
import { RecordTop } from '#platform/web/shell/PageHead.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';

import { noValue } from '#platform/web/show/none.tsx';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { getUnit, type ScoreRow, type UnitDetail } from '../contract.score.ts';
import { pointsText } from '../rules.ts';
import { Points, ScoreTags, StateTag, titleOf } from './parts.tsx';
import { PATHS } from './paths.ts';
import '#platform/web/records/records.css';

/** 考评详情: what one organisation has to hand in of each item, how far it is and what it is worth. */
export default function UnitView() {
  const { id = '' } = readQuery(useLocation().search, ['id']);
  const unitQuery = useCall(getUnit, { id }, { quiet: true, staleTime: 0 });
  useTitle(unitQuery.data && `${unitQuery.data.evaluationName} ${unitQuery.data.orgName}`);
  return <RecordLoader query={unitQuery}>{(unit) => <Detail key={unit.id} unit={unit} />}</RecordLoader>;
}

function Detail({ unit }: { unit: UnitDetail }) {
  const { isFinal } = unit;
  return (
    <div className="record-page">
      <RecordTop title={unit.evaluationName} />
      <section className="card record-head">
        <span className="seal" aria-hidden="true">
          {unit.orgName.slice(0, 1)}
        </span>
        <div className="record-name">
          <h1>
            {unit.orgName}
            <span className="record-tags">
              <StateTag state={unit.evaluationState} />
              <span className="tag">{unit.group}</span>
            </span>
          </h1>
          <p className="record-facts">
            <span>{titleOf({ name: unit.evaluationName, year: unit.year })}</span>
            <span>{unit.giverName}考评</span>
            <span>{unit.endsOn}截止</span>
            <span>
              资料通过{unit.passed}/{unit.materials}份
              {unit.late > 0 && <span className="given-late">，逾期{unit.late}份</span>}
            </span>
          </p>
        </div>
        <div className="record-acts">
          <span className="trinity-total">
            <span className="muted">{isFinal ? '得分' : '已评部分折合'}</span>
            <Points value={unit.total} of={10_000} />
            <span>
              {unit.grade}
              {unit.place !== null && ` 第${unit.place}名`}
            </span>
          </span>
          <ButtonLink icon="document" to={PATHS.materialsOf({ unitId: unit.id })}>
            资料
          </ButtonLink>
          <ButtonLink icon="eye" to={PATHS.viewOf(unit.evaluationId)}>
            考评查看
          </ButtonLink>
        </div>
      </section>
      {unit.weight !== 100 && <p className="muted">得分按系数{unit.weight}%计算，不超过100分。</p>}
      {unit.parts.map((part) => (
        <section key={part.id} className="card trinity-card" aria-label={part.title}>
          <h2 className="section-title">
            {part.title}（{pointsText(part.points)}分，由{part.reviewerName}评审）
          </h2>
          <PartsTable
            label={`${part.title}的指标`}
            heads={['指标', '评分方式', '时段', '截止', '情况', '自评', '得分', '操作']}
          >
            {part.items.flatMap((item) =>
              item.scores.length === 0
                ? [
                    <tr key={item.id}>
                      <th scope="row">{item.title}</th>
                      <td colSpan={7}>{noValue}</td>
                    </tr>,
                  ]
                : item.scores.map((score, at) => (
                    <tr key={score.id}>
                      {at === 0 && (
                        <th scope="row" rowSpan={item.scores.length}>
                          {item.title}
                          <span className="muted">（{pointsText(item.points)}分）</span>
                        </th>
                      )}
                      <td>{METHODS[item.method as Method]}</td>
                      <td>{score.month > 0 ? `${score.month}月` : '全期'}</td>
                      <td>{item.method === 2 ? score.dueOn : noValue}</td>
                      <td>
                        <ScoreTags row={score} />
                      </td>
                      <td>
                        <Points value={item.method === 1 ? score.suggested : score.self} />
                      </td>
                      <td>
                        <Points value={score.final} of={score.points} />
                      </td>
                      <td>
                        <ButtonLink look="row" to={PATHS.materialOf(score.id)}>
                          {actOf(score)}
                        </ButtonLink>
                      </td>
                    </tr>
                  )),
            )}
          </PartsTable>
        </section>
      ))}
    </div>
  );
}

const actOf = ({ can, method, state, final }: ScoreRow) =>
  can.handIn
    ? state < 0
      ? '报送'
      : '修改'
    : can.decide
      ? '审核'
      : can.give && method === 3 && final === null
        ? '评分'
        : '查看';
