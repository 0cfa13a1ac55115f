import { useEffect, useState } from 'react';
import { digitsOf } from '#platform/web/show/digits.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { lockSms, smsLockLeft } from './memory.ts';
import { sendSmsCode } from './signIn.ts';

interface SmsFieldProps {
  /** The login name whose phone gets the code. */
  name: string;
  value: string;
  fault: boolean;
  onChange: (value: string) => void;
  onFault: (message: string) => void;
}

/** The SMS code and the button that sends one; a minute passes between two. */
export function SmsField({ name, value, fault, onChange, onFault }: SmsFieldProps) {
  const [left, setLeft] = useState(smsLockLeft);
  const [sent, setSent] = useState(false);
  const [sending, setSending] = useState(false);
  const counting = left > 0;
  useEffect(() => {
    if (!counting) return;
    const timer = setInterval(() => setLeft(smsLockLeft()), 250);
    return () => clearInterval(timer);
  }, [counting]);

  const sendCode = async () => {
    setSending(true);
    try {
      const refused = await sendSmsCode(name);
      if (refused) return onFault(refused);
      lockSms();
      setSent(true);
      setLeft(smsLockLeft());
    } catch (error) {
      onFault(error instanceof Error ? error.message : '短信验证码没有发出，请稍后再试');
    } finally {
      setSending(false);
    }
  };

  return (
    <div className="login-field">
      <label className="field-label" htmlFor="sms-code">
        短信验证码
      </label>
      <div className="login-sms">
        <div className={fault ? 'field-box wrong' : 'field-box'}>
          <Icon name="shield" size={18} />
          <input
            id="sms-code"
            inputMode="numeric"
            autoComplete="one-time-code"
            placeholder="请输入短信验证码"
            value={value}
            aria-invalid={fault}
            aria-describedby="login-fault"
            onChange={(event) => onChange(digitsOf(event.target.value))}
          />
        </div>
        <Button disabled={!name || counting || sending} onClick={sendCode}>
          {sending ? '正在发送' : counting ? `${left}秒后重发` : '获取验证码'}
        </Button>
      </div>
      {sent && <p className="field-hint">没有收到短信？请联系党务工作者核对登记的手机号。</p>}
    </div>
  );
}
