import { useEffect, useState } from 'react';
import { ApiError } from '#platform/web/call/request.ts';
import { Field } from '#platform/web/form/fields.tsx';
import type { Form } from '#platform/web/form/useForm.ts';
import { digitsOf } from '#platform/web/show/digits.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { lockSms, smsLockLeft } from '../../../login/memory.ts';

/** The field `smsCode` of a form with the button that has a code sent; a minute passes between two, also over a reload. */
export function SmsCodeField({
  form,
  send,
  before = '验证码发往登记在账号上的手机。',
  after = '验证码已发往登记的手机，5分钟内有效。没有收到？请联系党务工作者核对登记的手机号。',
}: {
  form: Form;
  send: () => Promise<unknown>;
  /** What stands below the field, and once a code was sent. */
  before?: string;
  after?: string;
}) {
  const [left, setLeft] = useState(smsLockLeft);
  const [sent, setSent] = useState(false);
  const [sending, setSending] = useState(false);
  const counting = left > 0;
  useEffect(() => {
    if (!counting) return;
    const timer = setInterval(() => setLeft(smsLockLeft()), 250);
    return () => clearInterval(timer);
  }, [counting]);

  const ask = async () => {
    setSending(true);
    try {
      await send();
      lockSms();
      setSent(true);
      setLeft(smsLockLeft());
    } catch (error) {
      // What names a field is said there.
      if (form.take(error)) return;
      const sentence = error instanceof Error ? error.message : '短信验证码没有发出，请稍后再试';
      form.take(new ApiError(sentence, 600, 200, { fields: { smsCode: sentence } }));
    } finally {
      setSending(false);
    }
  };
  return (
    <Field form={form} name="smsCode" label="短信验证码" required hint={sent ? after : before}>
      {(control) => (
        <span className="safe-sms">
          <span className={control['aria-invalid'] ? 'field-box wrong' : 'field-box'}>
            <input
              {...control}
              inputMode="numeric"
              autoComplete="one-time-code"
              placeholder="6位数字"
              value={form.text('smsCode')}
              onChange={(event) => form.set({ smsCode: digitsOf(event.target.value) })}
            />
          </span>
          <Button disabled={counting || sending} onClick={() => void ask()}>
            {sending ? '正在发送' : counting ? `${left}秒后重发` : '获取验证码'}
          </Button>
        </span>
      )}
    </Field>
  );
}
