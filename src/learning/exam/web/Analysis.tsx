import { useState } from 'react';
import { useParams } from 'react-router';
import { Bars } from '#platform/web/bars/Bars.tsx';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { ReasonDialog } from '#platform/web/dialogs/ReasonDialog.tsx';
import { may, useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { noValue } from '#platform/web/show/none.tsx';
import { formatPercent } from '#platform/web/show/number.ts';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { durationText } from '#platform/web/show/time.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { type AnalysedItem, type Analysis, analysePaper, regrade, returnQuestion } from '../contract.mark.ts';
import { ENOUGH, LETTERS } from '../rules.ts';
import { kindName, QuestionText } from './pickers.parts.tsx';
import { RegradeDialog } from './RegradeDialog.tsx';

const figure = (half: number) => (half / 2).toFixed(1);

/** 试卷分析: how hard each question was, whether it told good from bad, and how the scores lie. */
export default function AnalysisPage() {
  const { centerId = '', paperId = '' } = useParams();
  const analysePaperQuery = useCall(analysePaper, { centerId, paperId }, { quiet: true });
  useTitle(analysePaperQuery.data && `试卷分析 ${analysePaperQuery.data.title}`);
  return <RecordLoader query={analysePaperQuery}>{(analysis) => <Figures of={analysis} />}</RecordLoader>;
}

function Figures({ of }: { of: Analysis }) {
  const session = useSession();
  const [voiding, setVoiding] = useState<AnalysedItem | null>(null);
  const [regrading, setRegrading] = useState<AnalysedItem | null>(null);
  const giveBack = useAct(returnQuestion);
  const write = useAct(regrade, { quiet: true });
  const marks = may(session, 'exam:mark');
  return (
    <div className="exam-page">
      <PageHead title={`试卷分析 ${of.title}`} />
      <section className="card exam-body" aria-label="总体">
        <dl className="exam-figures">
          {(
            [
              ['应考', `${of.people}人`],
              ['有效答卷', `${of.papers}份`],
              ['及格率', formatPercent(of.passed, of.papers)],
              ['平均分', `${figure(of.mean)} / ${figure(of.total)}`],
              ['最高分', figure(of.highest)],
              ['最低分', figure(of.lowest)],
              ['平均用时', durationText(of.seconds)],
            ] as const
          ).map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {!of.enough && (
          <p className="banner warn" role="note">
            <span>样本不足：有效答卷不到{ENOUGH}份，不计算区分度，难度仅供参考。</span>
          </p>
        )}
      </section>
      <section className="card exam-body" aria-label="分数分布">
        <h2 className="section-title">分数分布</h2>
        <Bars
          caption="分数分布"
          kind="rows"
          unit="份"
          shares={of.bars.map((value, at) => ({
            key: String(at),
            label: `${at * 10}%–${at === 9 ? 100 : at * 10 + 9}%`,
            value,
            href: null,
          }))}
        />
      </section>
      <section className="card exam-body" aria-label="试题">
        <h2 className="section-title">试题</h2>
        <div className="exam-scroll">
          <table className="table">
            <caption className="visually-hidden">试题分析</caption>
            <thead>
              <tr>
                <th scope="col">题</th>
                <th scope="col">试题</th>
                <th scope="col" className="number">
                  难度
                </th>
                <th scope="col" className="number">
                  区分度
                </th>
                <th scope="col">选择</th>
                <th scope="col">判断</th>
                <th scope="col">操作</th>
              </tr>
            </thead>
            <tbody>
              {of.items.map((item, at) => (
                <tr key={item.questionId}>
                  <td>
                    {at + 1}
                    <br />
                    <span className="tag">{kindName(item.kind)}</span>
                  </td>
                  <td className="exam-wide">
                    <QuestionText of={item} />
                  </td>
                  <td className="number">{item.difficulty.toFixed(2)}</td>
                  <td className="number">
                    {item.discrimination === null ? '样本不足' : item.discrimination.toFixed(2)}
                  </td>
                  <td>
                    <Shares item={item} />
                  </td>
                  <td>
                    {item.verdict ? <span className="tag bad">{item.verdict}</span> : noValue}
                    {item.toMend && <span className="tag warn">已退回待修订</span>}
                  </td>
                  <td>
                    {item.verdict && !item.toMend && (
                      <Button
                        look="row"
                        onClick={() =>
                          void giveBack
                            .mutateAsync({ centerId: of.examId, questionId: item.questionId })
                            .catch(() => {})
                        }
                      >
                        退回题库
                      </Button>
                    )}
                    {marks && item.kind !== 5 && (
                      <Button look="row" onClick={() => setRegrading(item)}>
                        更正答案
                      </Button>
                    )}
                    {marks && (
                      <Button look="row" onClick={() => setVoiding(item)}>
                        作废
                      </Button>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </section>
      <section className="card exam-body" aria-label="各组织">
        <h2 className="section-title">各组织</h2>
        <div className="exam-scroll">
          <table className="table">
            <caption className="visually-hidden">各组织成绩</caption>
            <thead>
              <tr>
                <th scope="col">组织</th>
                <th scope="col" className="number">
                  应考
                </th>
                <th scope="col" className="number">
                  有效
                </th>
                <th scope="col" className="number">
                  参考率
                </th>
                <th scope="col" className="number">
                  及格率
                </th>
                <th scope="col" className="number">
                  平均分
                </th>
              </tr>
            </thead>
            <tbody>
              {of.orgs.map((org) => (
                <tr key={org.id}>
                  <td>{org.name}</td>
                  <td className="number">{org.people}</td>
                  <td className="number">{org.sat}</td>
                  <td className="number">{formatPercent(org.sat, org.people)}</td>
                  <td className="number">{org.sat ? formatPercent(org.passed, org.sat) : noValue}</td>
                  <td className="number">{org.sat ? figure(org.mean) : noValue}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </section>
      {regrading && <RegradeDialog examId={of.examId} item={regrading} onClose={() => setRegrading(null)} />}
      {voiding && (
        <ReasonDialog
          title="作废试题"
          act="作废并重新判分"
          label="原因"
          onDone={async (reason) => {
            const { changed } = await write.mutateAsync({
              id: of.examId,
              questionId: voiding.questionId,
              isVoid: true,
              preview: false,
              reason,
            });
            emit('notice', { kind: 'success', text: `已重新判分，${changed}份答卷的分数有变化` });
          }}
          onClose={() => setVoiding(null)}
        >
          “{voiding.stem.slice(0, 40)}”作废后，所有人都得这道题的满分；已公布成绩的会通知分数有变化的人。
        </ReasonDialog>
      )}
    </div>
  );
}

function Shares({ item }: { item: AnalysedItem }) {
  if (item.kind > 3) return item.blank > 0 ? <span className="muted">{item.blank}份未答</span> : noValue;
  const places = item.kind === 3 ? ['1', '0'] : item.options.map((_option, at) => String(at));
  return (
    <span className="exam-shares">
      {places.map((place, at) => (
        <span key={place} className={item.key.includes(place) ? 'right' : undefined}>
          {item.kind === 3 ? (place === '1' ? '对' : '错') : LETTERS[at]}{' '}
          {formatPercent(item.shares[place] ?? 0, item.n)}
        </span>
      ))}
      {item.blank > 0 && <span className="muted">未答 {formatPercent(item.blank, item.n)}</span>}
    </span>
  );
}
