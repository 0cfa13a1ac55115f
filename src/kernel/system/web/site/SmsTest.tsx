import { useId, useState } from 'react';
import { useAct } from '#platform/web/call/hooks.ts';
import { ApiError } from '#platform/web/call/request.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { testSms } from '../../contract.site.ts';
import { Outcome, type Sheet } from './siteFields.tsx';

/** Sends one message to a number by the settings as they are saved. */
export function SmsTest({ sheet }: { sheet: Sheet }) {
  const id = useId();
  const [phone, setPhone] = useState('');
  const [answer, setAnswer] = useState<{ ok: boolean; message: string } | null>(null);
  const act = useAct(testSms, { quiet: true });
  const send = async () => {
    const judged = testSms.input.shape.phone.safeParse(phone.trim());
    if (!judged.success) {
      setAnswer({ ok: false, message: judged.error.issues[0]?.message ?? '' });
      document.getElementById(id)?.focus();
      return;
    }
    setAnswer(null);
    setAnswer(
      await act
        .mutateAsync({ host: sheet.site.host, phone: phone.trim() })
        .catch((error: unknown) => ({ ok: false, message: error instanceof ApiError ? error.message : '发送失败' })),
    );
  };
  return (
    <div className="form-field wide site-sms">
      <label className="field-label" htmlFor={id}>
        测试短信
      </label>
      <div className="site-sms-line">
        <span className="field-box">
          <input
            id={id}
            inputMode="tel"
            autoComplete="off"
            maxLength={11}
            placeholder="接收测试短信的手机号"
            value={phone}
            onChange={(event) => setPhone(event.target.value)}
          />
        </span>
        <Button disabled={!sheet.saved || act.isPending} onClick={send}>
          {act.isPending ? '正在发送' : '发送测试短信'}
        </Button>
        {sheet.saved ? (
          <Outcome answer={answer} />
        ) : (
          <span className="muted small">先保存修改，再按保存的设置发送</span>
        )}
      </div>
    </div>
  );
}
