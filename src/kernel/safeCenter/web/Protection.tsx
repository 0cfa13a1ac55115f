import { useState } from 'react';
import { useCall } from '#platform/web/call/hooks.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { Failed, Skeleton } from '#platform/web/show/states.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { getQuestions } from '../contract.ts';
import { AnswerForm, QuestionForm } from './QuestionForms.tsx';
import { ProtectedPage } from './SafeFrame.tsx';
import { Steps } from './Steps.tsx';

const STEPS = ['核验身份', '设置密保问题'] as const;

/** `/safeCenter/protectionManage`: the own secret questions. */
export default function Protection() {
  return (
    <ProtectedPage
      path="/safeCenter/protectionManage"
      lead="密保问题在找回密码时与短信验证码一起核验，请选择只有自己知道、不会改变的答案。"
    >
      <section className="card safe-card">
        <Questions />
      </section>
    </ProtectedPage>
  );
}

function Questions() {
  const query = useCall(getQuestions, {}, { quiet: true });
  /** Replacing what is set: first the answers, then with their proof the new questions. */
  const [replacing, setReplacing] = useState<{ proof: string | null } | null>(null);
  if (!query.data) {
    return query.error ? <Failed error={query.error} onRetry={() => void query.refetch()} /> : <Skeleton lines={4} />;
  }
  const { questions, updatedAt } = query.data;
  if (!updatedAt) {
    return (
      <>
        <p className="banner warn">
          <Icon name="warning" />
          您还没有设置密保问题。
        </p>
        <QuestionForm proof={null} act="保存密保问题" onDone={() => {}} />
      </>
    );
  }
  if (replacing) {
    const { proof } = replacing;
    return (
      <>
        <Steps names={STEPS} at={proof ? 1 : 0} />
        {proof ? (
          <QuestionForm
            proof={proof}
            act="更换密保问题"
            onOver={() => setReplacing({ proof: null })}
            onDone={() => setReplacing(null)}
          />
        ) : (
          <AnswerForm
            questions={questions}
            onCancel={() => setReplacing(null)}
            onProof={(given) => setReplacing({ proof: given })}
          />
        )}
      </>
    );
  }
  return (
    <>
      <p className="banner ok">
        <Icon name="check" />
        已设置密保问题，最近更换于{dateTime(updatedAt)}
      </p>
      <ol className="safe-list">
        {questions.map(({ questionId, question }) => (
          <li key={questionId}>{question}</li>
        ))}
      </ol>
      <div className="safe-acts">
        <Button onClick={() => setReplacing({ proof: null })}>更换密保问题</Button>
      </div>
    </>
  );
}
