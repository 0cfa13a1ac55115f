import { type FormEvent, useState } from 'react';
import { z } from 'zod';
import type { ReplyOf } from '#platform/contract.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { ApiError } from '#platform/web/call/request.ts';
import { TextField } from '#platform/web/form/fields.tsx';
import { PasswordField } from '#platform/web/form/PasswordField.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { encryptSecret } from '#platform/web/session/encryptSecret.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { Failed, Skeleton } from '#platform/web/show/states.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { confirmPhone, getOwnPhone, ownMobile, sendPhoneCode, smsCode } from '../contract.ts';
import { Failure, sentenceOf } from './Failure.tsx';
import { ProtectedPage } from './SafeFrame.tsx';
import { SmsCodeField } from './SmsCodeField.tsx';
import '#platform/web/form/form.css';

/** `/safeCenter/phone`: the phone by which the own password is retrieved. */
export default function OwnPhone() {
  return (
    <ProtectedPage
      path="/safeCenter/phone"
      lead="忘记密码时，验证码发到这个手机。请填写自己随身的号码，收到验证码后填回来确认；更换时，原手机会收到提醒。"
    >
      <section className="card safe-card">
        <Phone />
      </section>
    </ProtectedPage>
  );
}

type Own = ReplyOf<typeof getOwnPhone>;

function Phone() {
  const query = useCall(getOwnPhone, {}, { quiet: true });
  const [changing, setChanging] = useState(false);
  if (!query.data) {
    return query.error ? <Failed error={query.error} onRetry={() => void query.refetch()} /> : <Skeleton lines={3} />;
  }
  const own = query.data;
  const confirmed = own.confirmedAt !== null;
  return (
    <>
      <State own={own} />
      {confirmed && !changing ? (
        <div className="safe-acts">
          <Button onClick={() => setChanging(true)}>更换手机号</Button>
        </div>
      ) : (
        <PhoneForm
          act={confirmed ? '更换手机号' : '确认手机号'}
          {...(confirmed ? { onCancel: () => setChanging(false) } : {})}
          onDone={() => setChanging(false)}
        />
      )}
    </>
  );
}

/** What holds now, in one sentence. */
function State({ own: { phone, from, confirmedAt, usable } }: { own: Own }) {
  if (confirmedAt !== null) {
    return (
      <p className="banner ok">
        <Icon name="check" />
        找回密码手机：{phone}，{dateTime(confirmedAt)}由本人确认
      </p>
    );
  }
  const where = from === 'record' ? '党员信息中登记的手机' : '账号上登记的手机';
  return (
    <p className="banner warn">
      <Icon name="warning" />
      {phone === null
        ? '您的账号没有可用于找回密码的手机，忘记密码时只能请上级党组织重置。'
        : usable
          ? `${where}${phone}可以找回密码，但还没有经您本人确认。`
          : `${where}${phone}还没有经您本人确认，不能用来找回密码。`}
    </p>
  );
}

const FORM = z.object({ phonenumber: ownMobile, smsCode, password: z.string().min(1, '请输入登录密码') });

interface PhoneFormProps {
  act: string;
  onCancel?: () => void;
  onDone: () => void;
}

function PhoneForm({ act, onCancel, onDone }: PhoneFormProps) {
  const form = useForm({ schema: FORM, initial: { phonenumber: '', smsCode: '', password: '' }, isNew: true });
  const send = useAct(sendPhoneCode, { quiet: true });
  const confirm = useAct(confirmPhone, { quiet: true });
  const [failure, setFailure] = useState('');
  const [sending, setSending] = useState(false);

  const sendCode = async () => {
    const typed = ownMobile.safeParse(form.text('phonenumber'));
    if (!typed.success) {
      const sentence = typed.error.issues[0]?.message ?? '';
      throw new ApiError(sentence, 600, 200, { fields: { phonenumber: sentence } });
    }
    await send.mutateAsync({ phonenumber: typed.data });
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!form.validate()) return;
    setFailure('');
    setSending(true);
    try {
      const password = await encryptSecret(form.text('password'));
      await confirm.mutateAsync({
        phonenumber: form.text('phonenumber'),
        smsCode: form.text('smsCode'),
        password,
      });
      form.sent();
      emit('notice', { kind: 'success', text: '找回密码手机已确认' });
      onDone();
    } catch (error) {
      if (!form.take(error)) setFailure(sentenceOf(error));
      setSending(false);
    }
  };
  return (
    <form ref={form.box} className="safe-form" onSubmit={submit} noValidate>
      {failure && <Failure sentence={failure} />}
      <TextField form={form} name="phonenumber" label="手机号" required max={14} placeholder="11位手机号" />
      <SmsCodeField
        form={form}
        send={sendCode}
        before="验证码发往上面填写的手机。"
        after="验证码已发往上面填写的手机，5分钟内有效。没有收到？请核对号码后重发。"
      />
      <PasswordField
        name="password"
        label="登录密码"
        placeholder="请输入登录密码"
        complete="current-password"
        value={form.text('password')}
        fault={form.faults.password}
        onChange={(value) => form.set({ password: value })}
      />
      <div className="safe-acts">
        <Button submit look="primary" disabled={sending}>
          {act}
        </Button>
        {onCancel && <Button onClick={onCancel}>取消</Button>}
      </div>
    </form>
  );
}
