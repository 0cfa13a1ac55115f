import { type FormEvent, useState } from 'react';
import { z } from 'zod';
import { sendOwnCode } from '#kernel/session/contract.steps.ts';
import type { ReplyOf } from '#platform/contract.ts';
import { call } from '#platform/web/call/api.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { ApiError } from '#platform/web/call/request.ts';
import { SelectField, TextField } from '#platform/web/form/fields.tsx';
import { PasswordField } from '#platform/web/form/PasswordField.tsx';
import { type Form, type FormValues, useForm } from '#platform/web/form/useForm.ts';
import { encryptSecret } from '#platform/web/session/encryptSecret.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import {
  checkAnswers,
  confirmOwnPassword,
  type getQuestions,
  ON_RECORD,
  QUESTION_COUNT,
  QUESTIONS,
  secretAnswer,
  setQuestions,
  smsCode,
} from '../contract.ts';
import { Failure, sentenceOf } from './Failure.tsx';
import { SmsCodeField } from './SmsCodeField.tsx';
import '#platform/web/form/form.css';

const PLACES = Array.from({ length: QUESTION_COUNT }, (_, at) => at);
const isOnRecord = (value: string) => ON_RECORD.has(Number(value));
/** Those that a colleague could look up come last. */
const options = Object.entries(QUESTIONS)
  .map(([value, label]) => ({ value, label: isOnRecord(value) ? `${label}（档案中查得到）` : label }))
  .toSorted((a, b) => Number(isOnRecord(a.value)) - Number(isOnRecord(b.value)));

const password = z.string().min(1, '请输入登录密码');
const given = secretAnswer.refine((text) => text.length > 0, '请输入答案');
const chosen = z.string().min(1, '请选择密保问题');
const fieldsOf = <T,>(name: string, value: T) => Object.fromEntries(PLACES.map((at) => [`${name}${at}`, value]));

/** The fields are those of the questions, whose number is a setting: their names are not checked. */
const loose = (values: FormValues) => values;

const PasswordOf = ({ form }: { form: Form }) => (
  <PasswordField
    name="password"
    label="登录密码"
    placeholder="请输入登录密码"
    complete="current-password"
    value={form.text('password')}
    fault={form.faults.password}
    onChange={(value) => form.set({ password: value })}
  />
);

/** A fault of the list `questions` under the names of the form's fields. */
function renamed(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const fields = Object.entries(error.fields).map(([name, sentence]) => {
    const [, at, part] = /^questions\.(\d)\.(questionId|answer)$/.exec(name) ?? [];
    return [part ? `${part === 'answer' ? 'answer' : 'question'}${at}` : name, sentence];
  });
  return new ApiError(error.message, error.code, error.status, { fields: Object.fromEntries(fields) });
}

interface QuestionFormProps {
  /** By which set questions are replaced; null for the first ones, for which the password is asked. */
  proof: string | null;
  act: string;
  /** The proof is used up or over: the check has to be done again. */
  onOver?: () => void;
  onDone: () => void;
}

/** Three questions with their answers. */
export function QuestionForm({ proof, act, onOver, onDone }: QuestionFormProps) {
  const form = useForm({
    schema: z.object({ ...fieldsOf('question', chosen), ...fieldsOf('answer', given), ...(proof ? {} : { password }) }),
    initial: loose({ ...fieldsOf('question', ''), ...fieldsOf('answer', ''), ...(proof ? {} : { password: '' }) }),
    isNew: true,
  });
  const confirm = useAct(confirmOwnPassword, { quiet: true });
  const save = useAct(setQuestions, { quiet: true });
  const [failure, setFailure] = useState('');
  const [sending, setSending] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!form.validate()) return;
    setFailure('');
    setSending(true);
    try {
      const own = proof ?? (await confirm.mutateAsync({ password: await encryptSecret(form.text('password')) })).proof;
      const questions = PLACES.map((at) => ({
        questionId: form.text(`question${at}`),
        answer: form.text(`answer${at}`),
      }));
      await save.mutateAsync({ proof: own, questions });
      form.sent();
      emit('notice', { kind: 'success', text: '密保问题已保存' });
      onDone();
    } catch (error) {
      setSending(false);
      if (form.take(renamed(error))) return;
      setFailure(sentenceOf(error));
      if (proof && error instanceof ApiError && error.code === 400) onOver?.();
    }
  };

  const optionsFor = (at: number) => {
    const others = PLACES.filter((other) => other !== at).map((other) => form.text(`question${other}`));
    return options.filter(({ value }) => !others.includes(value));
  };
  return (
    <form ref={form.box} className="safe-form wide" onSubmit={submit} noValidate>
      {failure && <Failure sentence={failure} />}
      <p className="field-hint">
        父母姓名、出生地、入党介绍人和工作单位记在党员档案里，别人也查得到，请优先选择其他问题，例如班主任、童年好友、喜欢的书。
      </p>
      {PLACES.map((at) => (
        <fieldset key={at} className="safe-group pair">
          <legend>密保问题{['一', '二', '三'][at]}</legend>
          <SelectField form={form} name={`question${at}`} label="问题" required options={optionsFor(at)} />
          <TextField form={form} name={`answer${at}`} label="答案" required max={40} />
        </fieldset>
      ))}
      {!proof && <PasswordOf form={form} />}
      <div className="safe-acts">
        <Button submit look="primary" disabled={sending}>
          {act}
        </Button>
      </div>
    </form>
  );
}

interface AnswerFormProps {
  questions: ReplyOf<typeof getQuestions>['questions'];
  onCancel: () => void;
  onProof: (proof: string) => void;
}

/** The check before set questions are replaced: the password with the old answers, or with a code for who forgot them. */
export function AnswerForm({ questions, onCancel, onProof }: AnswerFormProps) {
  const [forgotten, setForgotten] = useState(false);
  return (
    <AnswerFields
      key={String(forgotten)}
      questions={questions}
      forgotten={forgotten}
      onOther={() => setForgotten(!forgotten)}
      onCancel={onCancel}
      onProof={onProof}
    />
  );
}

function AnswerFields({
  questions,
  forgotten,
  onOther,
  onCancel,
  onProof,
}: AnswerFormProps & { forgotten: boolean; onOther: () => void }) {
  const form = useForm({
    schema: z.object({ ...(forgotten ? { smsCode } : fieldsOf('answer', given)), password }),
    initial: loose({ ...(forgotten ? { smsCode: '' } : fieldsOf('answer', '')), password: '' }),
    isNew: true,
  });
  const check = useAct(checkAnswers, { quiet: true });
  const [failure, setFailure] = useState('');
  const [sending, setSending] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!form.validate()) return;
    setFailure('');
    setSending(true);
    try {
      const encrypted = await encryptSecret(form.text('password'));
      const answers = questions.map(({ questionId }, at) => ({ questionId, answer: form.text(`answer${at}`) }));
      const { proof } = await check.mutateAsync({
        password: encrypted,
        ...(forgotten ? { smsCode: form.text('smsCode') } : { answers }),
      });
      onProof(proof);
    } catch (error) {
      if (!form.take(error)) setFailure(sentenceOf(error));
      setSending(false);
    }
  };
  return (
    <form ref={form.box} className="safe-form" onSubmit={submit} noValidate>
      {failure && <Failure sentence={failure} />}
      {forgotten ? (
        <SmsCodeField form={form} send={() => call(sendOwnCode, {}, { quiet: true })} />
      ) : (
        questions.map(({ questionId, question }, at) => (
          <TextField key={questionId} form={form} name={`answer${at}`} label={question} required max={40} />
        ))
      )}
      <Button look="word" className="safe-other" onClick={onOther}>
        {forgotten ? '改用密保答案核验' : '忘记答案，用短信验证码核验'}
      </Button>
      <PasswordOf form={form} />
      <div className="safe-acts">
        <Button submit look="primary" disabled={sending}>
          下一步
        </Button>
        <Button onClick={onCancel}>取消</Button>
      </div>
    </form>
  );
}
