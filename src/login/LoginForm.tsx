import { type FormEvent, type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Dialog } from '#platform/web/dialogs/Dialog.tsx';
import type { SignInSite } from '#platform/web/session/site.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { AfterSignIn } from '#platform/web/signIn/AfterSignIn.tsx';
import type { Opened } from '#platform/web/signIn/opened.ts';
import { Button, IconButton } from '#platform/web/ui/Button.tsx';
import { canRememberName, rememberedName, rememberName } from './memory.ts';
import { checkPassword, EMPTY, EMPTY_ON_BLUR, maskName, NOT_READY } from './rules.ts';
import type { Outcome } from './signIn.ts';
import { useSteps } from './useSteps.tsx';

interface LoginFormProps {
  /** Null until the configuration has come. */
  site: SignInSite | null;
  /** The first keystroke: the page has time to fetch what comes after the login. */
  onTyping: () => void;
  onNotice: (message: string) => void;
  onIn: (token: string) => void;
}

type Refusal = Extract<Outcome, { kind: 'refused' }>;

/** Account and password, with the messages and rules of specification 5 and 8. */
export function LoginForm({ site, onTyping, onNotice, onIn }: LoginFormProps) {
  const [name, setName] = useState('');
  const [masked, setMasked] = useState(false);
  const [password, setPassword] = useState('');
  const [shown, setShown] = useState(false);
  const [remember, setRemember] = useState(false);
  const [fault, setFault] = useState('');
  const [simple, setSimple] = useState('');
  const [sending, setSending] = useState(false);
  const [refused, setRefused] = useState<Refusal | null>(null);
  const [opened, setOpened] = useState<Opened | null>(null);
  const steps = useSteps(site, name, setFault);
  const form = useRef<HTMLFormElement>(null);
  // The focus is led away from the password by a fault, which must stay.
  const leading = useRef(false);
  const nameField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);

  // With the first drawing, so that nobody who has gone elsewhere is fetched back; on a phone the keyboard would cover the page.
  useLayoutEffect(() => {
    if (window.innerWidth >= 768) nameField.current?.focus();
  }, []);
  useEffect(() => {
    let gone = false;
    rememberedName().then((kept) => {
      // Whoever has begun to type is not written over.
      if (gone || !kept || nameField.current?.value) return;
      setName(kept);
      setMasked(true);
      setRemember(true);
      if (document.activeElement === nameField.current) passwordField.current?.focus();
    });
    return () => {
      gone = true;
    };
  }, []);

  const leavePassword = () => {
    if (!site?.verificationOn || sending || leading.current) return;
    setFault('');
    setSimple('');
    if (!name || !password) return setFault(EMPTY_ON_BLUR);
    const check = checkPassword(name, password);
    steps.verify(check.kind === 'verify');
    if (check.kind === 'verify') setFault(check.message);
    if (check.kind === 'simple') setSimple(check.message);
  };

  // On a slow line both may have been typed before it is known whether they are checked.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the configuration comes
  useEffect(() => {
    if (name && password && document.activeElement !== passwordField.current) leavePassword();
  }, [site?.verificationOn]);

  /** Says what is wrong and goes to the first field that it is about. */
  const stop = (message: string) => {
    setFault(message);
    // After the field is drawn, which the fault may have brought.
    requestAnimationFrame(() => {
      leading.current = true;
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
      leading.current = false;
    });
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (sending) return;
    if (!name || !password) return stop(EMPTY);
    setSending(true);
    // A password manager reads the field as it stands.
    setMasked(false);
    try {
      const result = await steps.submit(name, password);
      if (result.kind === 'opened') {
        await rememberName(name, remember);
        // The button stays busy until the next page stands.
        return setOpened(result.opened);
      }
      if (result.kind === 'refused') setRefused(result);
      else if (result.kind === 'stopped') stop(result.fault);
      else if (result.kind === 'field') stop(result.message);
      else onNotice(result.message);
    } catch (error) {
      onNotice(error instanceof Error ? error.message : NOT_READY);
    }
    setSending(false);
  };

  const tryAgain = () => {
    // The owner of a locked name signs in with a code by SMS beside the password.
    if (refused?.smsUnlocks) steps.offerCode();
    setRefused(null);
    // After the dialog has given the focus back.
    requestAnimationFrame(() => passwordField.current?.select());
  };

  const clearFault = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Tab') setFault('');
    onTyping();
  };

  return (
    <>
      <form
        ref={form}
        className="login-form"
        onSubmit={submit}
        onKeyDown={clearFault}
        onInput={() => setFault('')}
        noValidate
      >
        <div className="login-field">
          <label className="field-label" htmlFor="login-name">
            身份证号或账号
          </label>
          <div className="field-box">
            <Icon name="person" size={18} />
            <input
              ref={nameField}
              id="login-name"
              name="username"
              autoComplete="username"
              autoCapitalize="off"
              spellCheck={false}
              maxLength={64}
              placeholder="请输入身份证号或账号"
              value={masked ? maskName(name) : name}
              aria-invalid={fault !== '' && !name}
              aria-describedby="login-fault"
              onFocus={() => setMasked(false)}
              onChange={(event) => setName(event.target.value.trim())}
            />
            {name && (
              <IconButton
                icon="close"
                iconSize={14}
                label="清空账号"
                // Keys clear the field by themselves, so that Tab goes straight to the password.
                tabIndex={-1}
                onClick={() => {
                  setName('');
                  setMasked(false);
                  nameField.current?.focus();
                }}
              />
            )}
          </div>
        </div>
        <div className="login-field">
          <label className="field-label" htmlFor="login-password">
            密码
          </label>
          <div className="field-box">
            <Icon name="lock" size={18} />
            <input
              ref={passwordField}
              id="login-password"
              name="password"
              type={shown ? 'text' : 'password'}
              autoComplete="current-password"
              maxLength={64}
              placeholder="请输入密码"
              value={password}
              aria-invalid={fault !== '' && !password}
              aria-describedby="login-fault"
              onChange={(event) => setPassword(event.target.value)}
              onBlur={leavePassword}
            />
            <IconButton
              icon={shown ? 'eye' : 'eyeOff'}
              iconSize={18}
              label={shown ? '隐藏密码' : '显示密码'}
              onClick={() => setShown(!shown)}
            />
          </div>
        </div>
        {steps.fields}
        <div className="login-options">
          {canRememberName() && (
            <label className="login-remember">
              <input
                type="checkbox"
                className="tick"
                checked={remember}
                onChange={(event) => setRemember(event.target.checked)}
              />
              记住账号
            </label>
          )}
          <a href="#/safeCenter/changePwd">修改密码</a>
          <a href="#/safeCenter/retrievePwd" target="_blank" rel="noopener noreferrer">
            忘记密码
          </a>
        </div>
        <div id="login-fault" className="login-fault" role="alert">
          {fault && (
            <>
              <Icon name="warning" />
              {fault}
            </>
          )}
          {!fault && simple && (
            <span className="login-simple">
              {simple}
              <a href="#/safeCenter/changePwd">立即修改密码</a>
            </span>
          )}
        </div>
        <Button submit look="primary" className="login-go" aria-busy={sending} aria-disabled={sending}>
          {sending ? '正在登录' : '登录'}
        </Button>
      </form>
      {refused && <Refused outcome={refused} onClose={tryAgain} />}
      <AfterSignIn
        opened={opened}
        onIn={onIn}
        onGiveUp={(message) => {
          setOpened(null);
          setSending(false);
          if (message) onNotice(message);
        }}
      />
    </>
  );
}

function Refused({ outcome, onClose }: { outcome: Refusal; onClose: () => void }) {
  const act = useRef<HTMLButtonElement>(null);
  useEffect(() => act.current?.focus(), []);
  return (
    <Dialog
      title="登录没有成功"
      icon="warning"
      onClose={onClose}
      foot={
        <Button ref={act} look="primary" onClick={onClose}>
          知道了
        </Button>
      }
    >
      <p>{outcome.message}</p>
      {outcome.consequence && <p className="login-consequence">{outcome.consequence}</p>}
      {outcome.smsUnlocks && <p className="field-hint">本人可以用短信验证码和密码登录，或改用扫码登录。</p>}
    </Dialog>
  );
}
