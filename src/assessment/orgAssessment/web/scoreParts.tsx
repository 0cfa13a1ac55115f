import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { dateTime } from '#platform/web/show/time.ts';
import { FileList } from '#platform/web/upload/FileList.tsx';
import type { ScoreDetail } from '../contract.score.ts';
import { monthText, pointsText, suggestedPoints } from '../rules.ts';
import { Points, ScoreTags } from './parts.tsx';
import { detailsPath } from './paths.ts';

export const nameOf = (score: ScoreDetail) =>
  `${score.itemName}${score.month > 0 ? `（${monthText(score.month)}）` : ''}`;

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);

/** The four scores of an item, what is measured, the evidence, and what happened to it. */
export function ScoreBody({ score }: { score: ScoreDetail }) {
  return (
    <>
      <section className="card" aria-label="得分">
        <ul className="integral-figures">
          {(
            [
              ['自评', score.self],
              ['建议', score.suggested],
              ['评审', score.reviewed],
              ['最终', score.final],
            ] as const
          ).map(([label, value]) => (
            <li key={label}>
              <div>
                <b>
                  <Points value={value} />
                </b>
                <span>{label}</span>
              </div>
            </li>
          ))}
        </ul>
      </section>
      <section className="card">
        <div className="card-head">
          <h2>考核什么</h2>
          <ScoreTags row={score} />
        </div>
        <dl className="integral-body integral-facts">
          <Fact label="被考核组织">
            <Link to={detailsPath(score.planId, score.orgId)}>{score.orgName}</Link>
          </Fact>
          <Fact label="考核方案">{score.planName}</Fact>
          <Fact label="满分">
            {pointsText(score.points)}分，{score.kindName}
          </Fact>
          <Fact label="评分方式">
            {score.methodName}
            {score.item.department && `，${score.item.department}`}
          </Fact>
          <Fact label="截止日期">{score.dueOn}</Fact>
          <Fact label="评分标准">
            <span className="integral-text">{score.item.standard}</span>
          </Fact>
          {score.opinion && <Fact label="评审意见">{score.opinion}</Fact>}
          {score.reviewedBy && (
            <Fact label="评审人">
              {score.reviewedBy} {dateTime(score.reviewedAt ?? '')}
            </Fact>
          )}
        </dl>
      </section>
      {score.method === 2 && (
        <section className="card">
          <div className="card-head">
            <h2>完成情况</h2>
            {score.reportedBy && (
              <span className="muted">
                {score.reportedBy} {dateTime(score.reportedAt ?? '')}
              </span>
            )}
          </div>
          <div className="integral-body">
            <p className="integral-text">{score.report || '还没有填报。'}</p>
            <FileList files={score.files} label="证明材料" />
            {score.usedAgain > 0 && <span className="tag bad">同一材料另有{score.usedAgain}处使用</span>}
          </div>
        </section>
      )}
      {score.records.length > 0 && (
        <section className="card">
          <div className="card-head">
            <h2>组织生活记录</h2>
            <span className="muted">{score.records.length}次</span>
          </div>
          <ul className="integral-rows">
            {score.records.map((one) => (
              <li key={one.link}>
                <Link to={one.link}>{one.title}</Link>
                <span className="muted">
                  {one.day} {one.typeName}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {score.evidence && (
        <section className="card">
          <div className="card-head">
            <h2>核查依据：{score.evidence.label}</h2>
            <span className="muted">现在{score.evidence.count}处</span>
          </div>
          <div className="integral-body">
            <p className="muted">{score.evidence.clause}</p>
            <p>
              每处扣{pointsText(score.item.breach)}分{score.item.cap > 0 && `，最多扣${pointsText(score.item.cap)}分`}
              {score.breaches !== null && `；建议分按上次核查的${score.breaches}处`}
              {score.final === null &&
                score.evidence.count !== score.breaches &&
                `，现在${score.evidence.count}处，重新核查后为${pointsText(suggestedPoints(score.item, score.evidence.count))}分`}
              。
            </p>
            <ul className="integral-rows">
              {score.evidence.rows.map((row, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows of several kinds may be called alike
                <li key={at}>
                  <span>
                    {row.title} <span className="muted">{row.orgName}</span>
                  </span>
                  <span className="muted">{row.detail}</span>
                </li>
              ))}
            </ul>
          </div>
        </section>
      )}
      <section className="card">
        <div className="card-head">
          <h2>经过</h2>
        </div>
        {score.entries.length === 0 ? (
          <p className="integral-quiet">还没有办理。</p>
        ) : (
          <ul className="integral-rows">
            {score.entries.map((entry) => (
              <li key={entry.id}>
                <span>
                  {entry.act}
                  {entry.new !== null && (
                    <>
                      {' '}
                      {entry.old !== null && entry.old !== entry.new && `${pointsText(entry.old)} → `}
                      <b>{pointsText(entry.new)}</b>分
                    </>
                  )}{' '}
                  {entry.text && <span className="muted">{entry.text}</span>}
                </span>
                <span className="muted">
                  {entry.orgName} {entry.madeBy} {dateTime(entry.madeAt)}
                </span>
              </li>
            ))}
          </ul>
        )}
      </section>
    </>
  );
}
