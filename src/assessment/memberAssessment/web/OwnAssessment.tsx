import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { getCurrentYearScore, seenResult } from '../contract.ts';
import { scoreText, yearText } from '../rules.ts';
import './assessment.css';

/** 我的考核: the own year so far, and the result that is shown. */
export default function OwnAssessment() {
  const query = useCall(getCurrentYearScore, {}, { quiet: true });
  const seen = useAct(seenResult);
  return (
    <div className="assess-page">
      <PageHead title="我的考核" />
      <RecordLoader query={query}>
        {(own) => (
          <>
            {own.result && (
              <section className="card" aria-label="年度结果">
                <div className="card-head">
                  <h2>{own.result.stateName}</h2>
                  {own.result.shownUntil && <span className="secondary">公示至{own.result.shownUntil}</span>}
                </div>
                <div className="assess-sum">
                  <span>
                    <b>{own.result.total === null ? '—' : yearText(own.result.total)}</b>年度得分
                  </span>
                  <span>
                    <b>{own.result.grade}</b>等次
                  </span>
                </div>
                <div className="assess-foot">
                  {own.result.seen ? (
                    <span className="tag ok">本人已阅</span>
                  ) : (
                    <Button
                      look="primary"
                      disabled={seen.isPending}
                      onClick={() =>
                        seen.mutate(
                          { id: own.result?.id ?? '' },
                          { onSuccess: () => emit('notice', { kind: 'success', text: '已记录本人已阅' }) },
                        )
                      }
                    >
                      本人已阅
                    </Button>
                  )}
                </div>
              </section>
            )}
            <section className="card" aria-label="本年度">
              <div className="card-head">
                <h2>{own.year}年</h2>
              </div>
              {own.counted ? (
                <>
                  <div className="assess-sum">
                    <span>
                      <b>{own.total === null ? '—' : scoreText(own.total)}</b>积分，截至今天
                    </span>
                    <span>
                      <b>{own.months.length}</b>已确认月份
                    </span>
                    <span>
                      <b>{own.grade || '未定'}</b>等次
                    </span>
                  </div>
                  <div className="assess-table">
                    <table>
                      <caption className="visually-hidden">各维度</caption>
                      <thead>
                        <tr>
                          <th scope="col">维度</th>
                          <th scope="col">本人</th>
                          <th scope="col">支部平均</th>
                        </tr>
                      </thead>
                      <tbody>
                        {own.parts.map((part) => (
                          <tr key={part.name}>
                            <th scope="row">{part.name}</th>
                            <td>{scoreText(part.score)}</td>
                            <td>{scoreText(part.mean)}</td>
                          </tr>
                        ))}
                      </tbody>
                    </table>
                  </div>
                  <p className="assess-legend">积分＝基础分＋各维度加分－减分，不低于0分。本年度还在进行，不排名次。</p>
                  {own.months.length > 0 && (
                    <ul className="assess-months" aria-label="月度得分">
                      {own.months.map(({ month, total }) => (
                        <li key={month}>
                          {month}月<b>{total === null ? '—' : scoreText(total)}</b>
                        </li>
                      ))}
                    </ul>
                  )}
                  {own.openMonths.length > 0 && (
                    <p className="assess-legend">
                      还没有确认的月份：{own.openMonths.map((month) => `${month}月`).join('、')}
                    </p>
                  )}
                </>
              ) : (
                <p className="assess-empty">{own.message}</p>
              )}
            </section>
          </>
        )}
      </RecordLoader>
    </div>
  );
}
