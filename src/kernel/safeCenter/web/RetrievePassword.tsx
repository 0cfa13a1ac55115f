import { type FormEvent, useId, useState } from 'react';
import { z } from 'zod';
import { sendLoginCode } from '#kernel/session/contract.steps.ts';
import type { ReplyOf } from '#platform/contract.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { TextField } from '#platform/web/form/fields.tsx';
import { type FormValues, useForm } from '#platform/web/form/useForm.ts';
import { encryptSecret } from '#platform/web/session/encryptSecret.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { maskName } from '../../../login/rules.ts';
import { accountName, checkRetrieval, resetPassword, secretAnswer, smsCode } from '../contract.ts';
import { Changed } from './Changed.tsx';
import { Failure, sentenceOf } from './Failure.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { SafePage } from './SafeFrame.tsx';
import { SmsCodeField } from './SmsCodeField.tsx';
import { Steps } from './Steps.tsx';

const STEPS = ['填写账号', '身份核验', '设置新密码', '完成'] as const;

type Questions = ReplyOf<typeof checkRetrieval>['questions'];

/** Where the user stands; what the steps before have brought. */
type Stage = { at: 0 } | { at: 1; name: string } | { at: 2; proof: string; plain: boolean } | { at: 3 };

/** `/safeCenter/retrievePwd`: a new password without the old one, by a code to the phone and the secret questions. */
export default function RetrievePassword() {
  const [stage, setStage] = useState<Stage>({ at: 0 });
  return (
    <SafePage lead="凭登记在账号上的手机号重新设置密码；设置过密保问题的，还要回答密保问题。">
      <section className="card safe-card">
        <Steps names={STEPS} at={stage.at} />
        {stage.at === 0 && <NameStep onNext={(name) => setStage({ at: 1, name })} />}
        {stage.at === 1 && (
          <CheckStep
            name={stage.name}
            onBack={() => setStage({ at: 0 })}
            onNext={(proof, plain) => setStage({ at: 2, proof, plain })}
          />
        )}
        {stage.at === 2 && <NewStep {...stage} onBack={() => setStage({ at: 0 })} onNext={() => setStage({ at: 3 })} />}
        {stage.at === 3 && <Changed />}
      </section>
    </SafePage>
  );
}

function NameStep({ onNext }: { onNext: (name: string) => void }) {
  const form = useForm({ schema: NAME, initial: { idCardNo: '' }, of: null, isNew: true });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (form.validate()) onNext(form.text('idCardNo').trim());
  };
  return (
    <form ref={form.box} className="safe-form" onSubmit={submit} noValidate>
      <TextField
        form={form}
        name="idCardNo"
        label="身份证号或账号"
        required
        max={64}
        placeholder="请输入身份证号或账号"
      />
      <div className="safe-acts">
        <Button submit look="primary">
          下一步
        </Button>
      </div>
    </form>
  );
}

const NAME = z.object({ idCardNo: accountName });
/** Its answers are counted: names of fields are not checked here. */
const BLANK: FormValues = { smsCode: '', answer0: '', answer1: '', answer2: '' };
const CHECK = z.object({ smsCode, answer0: secretAnswer, answer1: secretAnswer, answer2: secretAnswer });

function CheckStep({
  name,
  onBack,
  onNext,
}: {
  name: string;
  onBack: () => void;
  /** `plain`: no questions are set, the code alone has opened the way. */
  onNext: (proof: string, plain: boolean) => void;
}) {
  /** What the server asks beside the code; it says so once the code is right, to whoever has the phone. */
  const [questions, setQuestions] = useState<Questions>([]);
  const form = useForm({
    schema: CHECK,
    initial: BLANK,
    of: null,
    isNew: true,
  });
  const send = useAct(sendLoginCode, { quiet: true });
  const check = useAct(checkRetrieval, { quiet: true });
  const [failure, setFailure] = useState('');
  const [sending, setSending] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!form.validate()) return;
    setFailure('');
    setSending(true);
    try {
      const answers = questions.map(({ questionId }, at) => ({ questionId, answer: form.text(`answer${at}`) }));
      const idCardNo = await encryptSecret(name);
      const asked = questions.length > 0 ? { answers } : {};
      const found = await check.mutateAsync({ idCardNo, smsCode: form.text('smsCode'), ...asked });
      if (found.proof) return onNext(found.proof, questions.length === 0);
      setQuestions(found.questions);
      setSending(false);
    } catch (error) {
      if (!form.take(error)) setFailure(sentenceOf(error));
      setSending(false);
    }
  };
  return (
    <form ref={form.box} className="safe-form" onSubmit={submit} noValidate>
      {failure && <Failure sentence={failure} />}
      <p className="safe-account">
        <span className="secondary">账号</span> {maskName(name)}
        <Button look="word" onClick={onBack}>
          换一个账号
        </Button>
      </p>
      <SmsCodeField form={form} send={() => send.mutateAsync({ idCardNo: name, purpose: 'retrieve' })} />
      {questions.length === 0 ? (
        <p className="field-hint">验证码核对后，会告诉您能不能直接设置新密码，还是要再回答密保问题。</p>
      ) : (
        <fieldset className="safe-group">
          <legend>密保问题</legend>
          <p className="field-hint" role="status">
            短信验证码正确。您设置过密保问题，请再回答以下三个问题。
          </p>
          {questions.map(({ questionId, question }, at) => (
            <TextField key={questionId} form={form} name={`answer${at}`} label={question} required max={40} />
          ))}
        </fieldset>
      )}
      <div className="safe-acts">
        <Button submit look="primary" disabled={sending}>
          下一步
        </Button>
      </div>
    </form>
  );
}

function NewStep({
  proof,
  plain,
  onBack,
  onNext,
}: {
  proof: string;
  plain: boolean;
  onBack: () => void;
  onNext: () => void;
}) {
  const id = useId();
  const reset = useAct(resetPassword, { quiet: true });
  const [sending, setSending] = useState(false);
  return (
    <PasswordForm
      id={id}
      asksOld={false}
      lead={
        plain && (
          <p className="banner ok" role="status">
            <Icon name="check" />
            短信验证码正确。您没有设置密保问题，可以直接设置新密码。
          </p>
        )
      }
      onSending={setSending}
      save={async ({ password }) => {
        await reset.mutateAsync({ proof, password });
        onNext();
      }}
    >
      <div className="safe-acts">
        <Button submit look="primary" disabled={sending}>
          设置新密码
        </Button>
        <Button look="link" onClick={onBack}>
          重新核验
        </Button>
      </div>
    </PasswordForm>
  );
}
