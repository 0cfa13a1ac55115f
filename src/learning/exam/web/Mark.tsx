import { useState } from 'react';
import { useParams } from 'react-router';
import { z } from 'zod';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { AreaField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { useKeptState, useKeptText } from '#platform/web/kept/useKept.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { RecordLoader, Waiting } from '#platform/web/show/RecordLoader.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { decideAppeal, type Marking, markAnswer, markOverview, nextAnswer } from '../contract.mark.ts';
import { APPEALS, halfPoints, type Kind, keyWords, LETTERS, pointsText } from '../rules.ts';
import { kindName } from './pickers.parts.tsx';
import { Stem } from './Stem.tsx';

/** 阅卷: answers without names, one after the other, and appeals. */
export default function Mark() {
  const { id = '' } = useParams();
  const markOverviewQuery = useCall(markOverview, { id }, { quiet: true, staleTime: 0 });
  useTitle(markOverviewQuery.data && `阅卷 ${markOverviewQuery.data.title}`);
  return <RecordLoader query={markOverviewQuery}>{(exam) => <Marked exam={exam} />}</RecordLoader>;
}

function Marked({ exam }: { exam: Marking }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const [deciding, setDeciding] = useState<Marking['appeals'][number] | null>(null);
  const current =
    exam.questions.find(({ questionId }) => questionId === chosen) ??
    exam.questions.find((one) => one.left > 0) ??
    exam.questions.find((one) => one.marked < one.all);
  return (
    <div className="exam-page">
      <PageHead title={`阅卷 ${exam.title}`} />
      <p className="muted exam-lead">
        {exam.orgName}，已交{exam.handedIn}份，待阅{exam.waiting}份。批阅时不显示姓名，本人的答卷不会分到。
        {exam.doubleGap !== null && `双评：每份由两人各阅一次，相差超过${exam.doubleGap}分的由第三人再阅。`}
      </p>
      {exam.questions.length === 0 && <p className="banner">这份试卷没有简答题，全部由系统判分。</p>}
      {exam.questions.length > 0 && (
        <section className="card exam-body" aria-label="要批阅的题">
          <ul className="exam-mark-list">
            {exam.questions.map((question) => (
              <li key={question.questionId} className="exam-row">
                <Button
                  size="compact"
                  aria-pressed={question.questionId === current?.questionId}
                  onClick={() => setChosen(question.questionId)}
                >
                  {question.stem.slice(0, 40)}
                </Button>
                <span className="muted">
                  已阅{question.marked} / {question.all}
                  {exam.doubleGap !== null && `，您阅了${question.mine}份，还有${question.left}份可阅`}
                  {question.own > 0 && `，其中${question.own}份是您本人的`}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {exam.questions.length > 0 && !current && !exam.resultsAt && (
        <p className="banner ok" role="status">
          简答题都阅完了，考试结束后可以公布成绩。
        </p>
      )}
      {current && !exam.resultsAt && <Next key={current.questionId} exam={exam} question={current} />}
      {exam.appeals.length > 0 && (
        <section className="card exam-body" aria-label="申请复核">
          <h2 className="section-title">申请复核</h2>
          <ul className="exam-mark-list">
            {exam.appeals.map((appeal) => (
              <li key={appeal.id} className="exam-row">
                <span className={appeal.state === 0 ? 'tag warn' : 'tag'}>
                  {APPEALS[appeal.state as keyof typeof APPEALS]}
                </span>
                <span>
                  {pointsText(appeal.score)} / {pointsText(appeal.total)}分
                </span>
                <span>{appeal.reason}</span>
                <span className="muted small">{dateTime(appeal.askedAt)}</span>
                {appeal.opinion && <span className="muted">意见：{appeal.opinion}</span>}
                {appeal.state === 0 && (
                  <Button size="compact" onClick={() => setDeciding(appeal)}>
                    处理
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
      {deciding && <Decide exam={exam} appeal={deciding} onClose={() => setDeciding(null)} />}
    </div>
  );
}

function Next({ exam, question }: { exam: Marking; question: Marking['questions'][number] }) {
  const nextAnswerQuery = useCall(
    nextAnswer,
    { id: exam.id, questionId: question.questionId },
    { quiet: true, staleTime: 0 },
  );
  const mark = useAct(markAnswer);
  const answer = nextAnswerQuery.data?.answer;
  const [{ score, comment }, setMark, sent] = useKeptState(answer ? `mark ${answer.id}` : null, '得分和评语', {
    score: '',
    comment: '',
  });
  const setScore = (score: string) => setMark((now) => ({ ...now, score }));
  const half = halfPoints(score);
  const fits = answer !== null && answer !== undefined && half !== null && half <= answer.score;
  const send = async () => {
    if (!answer || half === null) return;
    await mark.mutateAsync({ id: exam.id, answerId: answer.id, points: half, comment });
    sent();
    setMark({ score: '', comment: '' });
    await nextAnswerQuery.refetch();
  };
  return (
    <section className="card exam-body" aria-label="批阅">
      {question.rich === '' ? (
        <h2 className="section-title">{question.stem}</h2>
      ) : (
        <Stem of={question} className="exam-stem" />
      )}
      <p className="muted exam-lead">
        评分要点：{question.key[0]}
        {question.explanation && `。解析：${question.explanation}`}
      </p>
      {!nextAnswerQuery.data && <Waiting query={nextAnswerQuery} lines={4} />}
      {nextAnswerQuery.data && !answer && (
        <p className="banner ok">
          这道题没有要您批阅的答案了
          {question.marked < question.all && `，还有${question.all - question.marked}份等其他阅卷人批阅`}。
        </p>
      )}
      {answer && (
        <form
          className="exam-page"
          onSubmit={(event) => {
            event.preventDefault();
            if (fits) void send().catch(() => {});
          }}
        >
          <div className="exam-answer">{answer.text.join('\n') || '（没有作答）'}</div>
          <div className="exam-row">
            <label className="field-label" htmlFor="mark-score">
              得分
            </label>
            <span className={score === '' || fits ? 'field-box exam-score' : 'field-box exam-score wrong'}>
              <input
                id="mark-score"
                inputMode="decimal"
                autoComplete="off"
                value={score}
                onChange={(event) => setScore(event.target.value)}
              />
              / {pointsText(answer.score)}分
            </span>
            {[0, 0.5, 1].map((part) => {
              const value = pointsText(Math.round(answer.score * part));
              return (
                <Button key={part} size="compact" onClick={() => setScore(value)}>
                  {value || '0'}分
                </Button>
              );
            })}
            <span className="field-box">
              <input
                aria-label="评语"
                placeholder="评语（可不写）"
                maxLength={200}
                value={comment}
                onChange={(event) => setMark({ score, comment: event.target.value })}
              />
            </span>
            <Button submit look="primary" disabled={!fits || mark.isPending}>
              确定，下一份
            </Button>
            <span className="muted">还有{nextAnswerQuery.data?.left}份，分值到0.5分</span>
          </div>
        </form>
      )}
    </section>
  );
}

const decideForm = z.object({
  opinion: z.string().trim().min(1, '请输入复核意见').max(500, '复核意见不能超过500个字'),
});

function Decide({ exam, appeal, onClose }: { exam: Marking; appeal: Marking['appeals'][number]; onClose: () => void }) {
  const decide = useAct(decideAppeal, { quiet: true });
  const form = useForm({ schema: decideForm, initial: { opinion: '' }, of: `Decide ${appeal.id}`, isNew: true });
  const of = `Decide ${appeal.id}`;
  const [scores, setScores, scoresSent] = useKeptState<Readonly<Record<string, string>>>(`${of} scores`, '改的分', {});
  const [onPaper, setOnPaper, paperSent] = useKeptText(`${of} paper`, '卷面得分', pointsText(appeal.score) || '0');
  const score = appeal.onPaper ? halfPoints(onPaper) : null;
  const changes = appeal.answers.flatMap(({ id, points: now }) => {
    const next = halfPoints(scores[id] ?? '');
    return next === null || next === now ? [] : [{ answerId: id, points: next }];
  });
  return (
    <FormDialog
      title="处理复核"
      icon="edit"
      width={700}
      act={
        changes.length > 0
          ? `改${changes.length}题的分`
          : score !== null && score !== appeal.score
            ? '改分'
            : '维持原分'
      }
      form={form}
      pending={decide.isPending}
      onSave={async () => {
        await decide.mutateAsync({ id: exam.id, appealId: appeal.id, opinion: form.text('opinion'), changes, score });
        scoresSent();
        paperSent();
      }}
      onClose={onClose}
    >
      <p>复核理由：{appeal.reason}</p>
      {appeal.onPaper && (
        <div className="exam-row">
          <span>纸质考试，请核对原卷后填写得分</span>
          <span className="field-box exam-score">
            <input
              aria-label="卷面得分"
              inputMode="decimal"
              value={onPaper}
              onChange={(event) => setOnPaper(event.target.value)}
            />
            / {pointsText(appeal.total)}分
          </span>
        </div>
      )}
      <ol className="exam-read">
        {appeal.answers.map((answer) => (
          <li key={answer.id}>
            <p>
              <span className="tag">{kindName(answer.kind)}</span>
              <span>{answer.stem}</span>
            </p>
            {answer.options.length > 0 && (
              <p className="muted">{answer.options.map((text, at) => `${LETTERS[at] ?? ''}. ${text}`).join('　')}</p>
            )}
            <p className="muted">
              <span>答：{keyWords({ kind: answer.kind as Kind, key: answer.answer }) || '未答'}</span>
              <span>正确：{keyWords({ kind: answer.kind as Kind, key: answer.key })}</span>
            </p>
            <span className="field-box exam-score">
              <input
                aria-label={`第${answer.seq}题得分`}
                inputMode="decimal"
                value={scores[answer.id] ?? (pointsText(answer.points) || '0')}
                onChange={(event) => setScores({ ...scores, [answer.id]: event.target.value })}
              />
              / {pointsText(answer.score)}分
            </span>
          </li>
        ))}
      </ol>
      <AreaField form={form} name="opinion" label="复核意见" required max={500} wide />
    </FormDialog>
  );
}
