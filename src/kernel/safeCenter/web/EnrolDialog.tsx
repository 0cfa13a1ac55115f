import { type FormEvent, useEffect, useId, useState } from 'react';
import { z } from 'zod';
import { confirmFactor, startFactor } from '#kernel/session/contract.sessions.ts';
import type { ReplyOf } from '#platform/contract.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { Dialog } from '#platform/web/dialogs/Dialog.tsx';
import { Field } from '#platform/web/form/fields.tsx';
import { PasswordField } from '#platform/web/form/PasswordField.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { encryptSecret } from '#platform/web/session/encryptSecret.ts';
import { digitsOf } from '#platform/web/show/digits.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { QrPicture } from '../../../login/QrPicture.tsx';
import { Failure, sentenceOf } from './Failure.tsx';
import { Steps } from './Steps.tsx';

const STEPS = ['核对密码', '绑定验证器', '保存恢复码'] as const;

/** Switches the second factor on: the password, then the authenticator's first code; the recovery codes follow. */
export function EnrolDialog({ onCodes, onClose }: { onCodes: (codes: string[]) => void; onClose: () => void }) {
  const id = useId();
  const [secret, setSecret] = useState<ReplyOf<typeof startFactor> | null>(null);
  const [sending, setSending] = useState(false);
  useEffect(() => document.getElementById(id)?.querySelector('input')?.focus(), [id]);
  return (
    <Dialog
      title="开启二次验证"
      icon="shield"
      width={700}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button submit form={id} look="primary" disabled={sending}>
            {secret ? '确认开启' : '下一步'}
          </Button>
        </>
      }
    >
      <Steps names={STEPS} at={secret ? 1 : 0} />
      {secret ? (
        <CodeStep id={id} secret={secret} onSending={setSending} onCodes={onCodes} />
      ) : (
        <PasswordStep id={id} onSending={setSending} onSecret={setSecret} />
      )}
    </Dialog>
  );
}

const PASSWORD = z.object({ password: z.string().min(1, '请输入登录密码') });

function PasswordStep(props: {
  id: string;
  onSending: (sending: boolean) => void;
  onSecret: (secret: ReplyOf<typeof startFactor>) => void;
}) {
  const form = useForm({ schema: PASSWORD, initial: { password: '' }, isNew: true });
  const start = useAct(startFactor, { quiet: true });
  const [failure, setFailure] = useState('');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!form.validate()) return;
    props.onSending(true);
    setFailure('');
    try {
      props.onSecret(await start.mutateAsync({ password: await encryptSecret(form.text('password')) }));
    } catch (error) {
      if (!form.take(error)) setFailure(sentenceOf(error));
    }
    props.onSending(false);
  };
  return (
    <form id={props.id} ref={form.box} className="safe-form" onSubmit={submit} noValidate>
      {failure && <Failure sentence={failure} />}
      <p className="secondary">
        需要一部装有验证器应用的手机，例如系统自带的密码应用，或任何支持动态口令（TOTP）的应用。
      </p>
      <PasswordField
        name="password"
        label="登录密码"
        placeholder="请输入登录密码"
        complete="current-password"
        value={form.text('password')}
        fault={form.faults.password}
        onChange={(password) => form.set({ password })}
      />
    </form>
  );
}

const CODE = z.object({ code: confirmFactor.input.shape.code });

function CodeStep(props: {
  id: string;
  secret: ReplyOf<typeof startFactor>;
  onSending: (sending: boolean) => void;
  onCodes: (codes: string[]) => void;
}) {
  const { secret, uri } = props.secret;
  const form = useForm({ schema: CODE, initial: { code: '' }, isNew: true });
  const confirm = useAct(confirmFactor, { quiet: true });
  const [failure, setFailure] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: only where the step begins
  useEffect(() => form.box.current?.querySelector<HTMLInputElement>('[name="code"]')?.focus(), []);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!form.validate()) return;
    props.onSending(true);
    setFailure('');
    try {
      props.onCodes((await confirm.mutateAsync({ code: form.text('code') })).recoveryCodes);
    } catch (error) {
      if (!form.take(error)) setFailure(sentenceOf(error));
      props.onSending(false);
    }
  };
  return (
    <form id={props.id} ref={form.box} className="safe-enrol" onSubmit={submit} noValidate>
      <figure className="safe-qr">
        <QrPicture text={uri} size={176} title="二次验证二维码" />
      </figure>
      <div className="safe-form">
        {failure && <Failure sentence={failure} />}
        <p>用验证器应用扫描二维码，再输入应用里显示的6位动态口令。</p>
        {/* A phone cannot scan its own screen: its authenticator takes the address. */}
        <a className="button safe-here" href={uri}>
          在本机的验证器中打开
        </a>
        <p className="secondary small">
          不能扫码时，手动输入密钥：
          <code className="safe-secret">{secret.match(/.{1,4}/g)?.join(' ')}</code>
        </p>
        <Field form={form} name="code" label="动态口令" required hint="每30秒变化一次，请核对手机时间准确。">
          {(control) => (
            <span className={control['aria-invalid'] ? 'field-box wrong' : 'field-box'}>
              <input
                {...control}
                inputMode="numeric"
                autoComplete="one-time-code"
                placeholder="6位数字"
                value={form.text('code')}
                onChange={(event) => form.set({ code: digitsOf(event.target.value) })}
              />
            </span>
          )}
        </Field>
      </div>
    </form>
  );
}
