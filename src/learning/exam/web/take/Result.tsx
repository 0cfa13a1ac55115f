import { useCall } from '#platform/web/call/hooks.ts';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { ownResult } from '../../contract.sit.ts';
import { type Kind, keyWords, LETTERS, pointsText } from '../../rules.ts';
import { Stem } from '../Stem.tsx';

/** The own paper after publication: what was answered, what it gave, and key and explanation where the exam shows them. */
export function Result({ attemptId }: { attemptId: string }) {
  const ownResultQuery = useCall(ownResult, { attemptId }, { quiet: true });
  const paper = ownResultQuery.data;
  if (!paper) return <Waiting query={ownResultQuery} lines={6} />;
  return (
    <div className="take-result">
      <p>
        <b className="take-score">{pointsText(paper.score)}</b> / {pointsText(paper.total)}分，
        {paper.passed ? '及格' : '不及格'}
      </p>
      {paper.questions.length === 0 && <p className="muted">纸质考试，答卷不在系统里，可以向组织者查卷。</p>}
      <ol>
        {paper.questions.map((question) => {
          const letters = new Map(question.options.map(({ place }, at) => [place, LETTERS[at] ?? '']));
          const said = (answer: readonly string[]) =>
            question.kind <= 2
              ? answer
                  .map((place) => letters.get(place) ?? '')
                  .sort()
                  .join('')
              : keyWords({ kind: question.kind as Kind, key: answer });
          return (
            <li key={question.seq}>
              <Stem of={question} className="take-stem" />
              {question.options.length > 0 && (
                <ul className="take-shown-options">
                  {question.options.map(({ place, text }) => (
                    <li key={place} className={question.key.includes(place) ? 'right' : undefined}>
                      {letters.get(place)}. {text}
                    </li>
                  ))}
                </ul>
              )}
              <p>
                您的答案：{said(question.answer) || '未答'}　
                <b className={question.points === question.score ? 'take-right' : 'take-wrong'}>
                  {pointsText(question.points)} / {pointsText(question.score)}分
                </b>
              </p>
              {paper.withAnswers && <p className="muted">正确答案：{said(question.key)}</p>}
              {question.explanation && <p className="muted">解析：{question.explanation}</p>}
              {question.comment && <p className="muted">评语：{question.comment}</p>}
            </li>
          );
        })}
      </ol>
    </div>
  );
}
